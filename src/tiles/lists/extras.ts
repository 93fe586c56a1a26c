// What rows say beyond what all of them are counted for: details of items, owners of domains, URLs of domains, names of companies.

import { bindings, lookUps } from '../../database/bindings.js';
import { made } from '../../domain/counts/maps.js';
import type { UrlDomains } from '../cells/url-domains.js';
import type { Reading } from '../scan/reading.js';
import { addBefore, addDetails, type CountedList, type SomeItems } from './count.js';
import { brandsOf, readOwners, readUrlDomains } from './domains.js';
import type { Extras, OpenList, RowName } from './list.js';
import { placeOf } from './ranking/places.js';

/** A list, and its rows that are shown: `null`: all. */
interface ShownList {
  readonly list: OpenList;
  readonly names: readonly RowName[] | null;
}

/** What the rows of each list say, in a fixed number of statements; none that no row needs. */
export async function readExtras(
  reading: Reading,
  shown: readonly ShownList[],
  domains: UrlDomains,
): Promise<readonly Extras[]> {
  const filled = shown.filter(({ list, names }) => list.ask.wants.has('rows') && names?.length !== 0);
  const lists = filled.map(({ list }) => list);
  const items = filled.map(
    ({ list, names }): SomeItems => ({ list, ids: names && Int32Array.from(names, ({ id }) => id).sort() }),
  );
  await addDetails(
    reading,
    items.filter(({ list }) => needsDetails(list)),
  );
  await addBefore(
    reading,
    items.filter(({ list, ids }) => ids && list.items?.before === null),
  );
  const owners = await readOwners(
    reading.client,
    brandsOf(lists.filter(({ ask }) => ask.kind === 'domains' || ask.kind === 'urls')),
    reading.pause,
  );
  const urlDomains = await readUrlDomains(
    reading.client,
    lists.filter(({ ask }) => ask.kind === 'domains'),
    domains,
  );
  const companies = await readCompanies(reading, filled);
  return shown.map(({ list: { ask } }) => {
    const { brandId } = ask.question;
    return {
      ownerOf: owners.get(brandId) ?? nobodys,
      urlDomains: urlDomains.get(brandId) ?? noUrls,
      companies: companies.get(brandId) ?? new Map(),
    };
  });
}

/** For lists that do not show whose a domain is. */
const nobodys: Extras['ownerOf'] = () => ({ category: 'other', company: null });
const noUrls = new Int32Array(0);

function needsDetails({ ask: { wants }, items }: CountedList): boolean {
  return items?.details === null && (wants.has('prompts') || wants.has('models'));
}

/** The names of the companies that may lead in a row, by brand, in one statement. */
async function readCompanies(
  { client, pause }: Reading,
  shown: readonly ShownList[],
): Promise<ReadonlyMap<string, ReadonlyMap<number, string>>> {
  const leaders: (readonly [brandId: string, company: number])[] = [];
  for (const { list, names } of shown) {
    if (pause.isDue()) await pause.take();
    const { ask, table, left } = list;
    const places = names?.map(({ id }) => placeOf(table.ids, id)) ?? left ?? table.ids.keys();
    for (const id of table.leadersOf?.(places) ?? []) leaders.push([ask.question.brandId, id]);
  }
  if (leaders.length === 0) return new Map();
  const { values, bind } = bindings();
  const brandIds = leaders.map(([brandId]) => brandId);
  const { rows } = await client.query<{ brandId: string; id: number; name: string }>(
    `select company.brand_id as "brandId", company.id, company.name
     from unnest(${bind(brandIds)}::text[], ${bind(leaders.map(([, id]) => id))}::integer[]) as leader (brand_id, id)
     cross join ${lookUps(brandIds, bind)({ table: 'company', equal: { brand_id: 'leader.brand_id', id: 'leader.id' } })}`,
    values,
  );
  const companies = new Map<string, Map<number, string>>();
  for (const { brandId, id, name } of rows) made(companies, brandId, Map).set(id, name);
  return companies;
}
