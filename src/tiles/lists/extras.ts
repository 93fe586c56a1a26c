// What rows say beyond their counts and names: details of items, owners of domains, URLs of domains, names of companies.

import type pg from 'pg';
import { bindings, lookUps } from '../../database/bindings.js';
import type { ItemCounts } from '../../domain/lists/items.js';
import type { ListAsk } from '../../domain/lists/lists.js';
import { readItemCounts } from '../answer/item-scans.js';
import { at } from '../packed/maps.js';
import type { Reading } from '../scan/reading.js';
import type { ListCache } from './cache.js';
import { needsUrls, readDetails } from './count-lists.js';
import { isItemAsk, itemOf } from './item-list.js';
import { type OwnershipOf, readOwners } from './owners.js';
import { placeOf } from './ranking/places.js';
import { type Extras, type OpenList, previousOf, type RowName, required } from './table.js';
import { lastUrls } from './url-domains.js';

/** A list, and its rows that are shown: `null`: all. */
interface ShownList {
  readonly list: OpenList;
  readonly names: readonly RowName[] | null;
}

/** Says that a domain is nobody's; for lists that do not show it. */
const nobodys: OwnershipOf = () => ({ category: 'other', company: null });

/** What the rows of each list say, in a fixed number of statements; none that no row needs. */
export async function readExtras(
  reading: Reading,
  shown: readonly ShownList[],
  cache: ListCache,
): Promise<readonly Extras[]> {
  const filled = shown.filter(({ list, names }) => list.counted.ask.wants.has('rows') && names?.length !== 0);
  const brandsOf = (admits: (list: OpenList) => boolean) => [
    ...new Set(filled.filter(({ list }) => admits(list)).map(({ list }) => list.counted.ask.question.brandId)),
  ];
  const { client } = reading;
  const details = await readDetails(reading, filled.flatMap(detailsOf));
  const befores = await readBefore(reading, filled);
  const owners = await readOwners(
    client,
    brandsOf(({ counted }) => counted.ask.kind === 'domains' || counted.ask.kind === 'urls'),
  );
  const withUrls = filled.map(({ list }) => list.counted).filter(({ ask }) => needsUrls(ask));
  const urlDomains = await cache.domains.load(client, lastUrls(withUrls));
  const companies = await readCompanies(client, filled);
  return shown.map(({ list: { counted } }) => {
    const { ask } = counted;
    const { brandId } = ask.question;
    const ofUrls = needsUrls(ask) ? urlDomains.get(brandId) : undefined;
    return {
      before: befores.get(ask) ?? null,
      details: counted.details ?? details.get(ask) ?? null,
      urls: ofUrls ? countUrls(required(counted.current.urlItems).ids, ofUrls) : null,
      ownerOf: owners.get(brandId) ?? nobodys,
      companies: companies.get(brandId) ?? new Map(),
    };
  });
}

/** The details to read for the rows of a list. */
function detailsOf({ list: { counted }, names }: ShownList) {
  const { ask, details } = counted;
  if (details || !isItemAsk(ask) || !(ask.wants.has('prompts') || ask.wants.has('models'))) return [];
  return [{ ask, ids: names && idsOf(names) }];
}

/** The counts of shown items in the windows before, of the lists for which not all were counted. */
async function readBefore(reading: Reading, shown: readonly ShownList[]): Promise<ReadonlyMap<ListAsk, ItemCounts>> {
  const asks = shown.flatMap(({ list: { counted }, names }) => {
    const { ask, previous } = counted;
    const question = previousOf(ask);
    if (previous || !question || !names || !isItemAsk(ask)) return [];
    return [{ ask, listed: { question, kind: itemOf[ask.kind], ids: idsOf(names) } }];
  });
  const counts = await readItemCounts(
    reading,
    asks.map(({ listed }) => listed),
  );
  return new Map(asks.flatMap(({ ask }, index) => (counts[index] ? [[ask, counts[index]]] : [])));
}

function idsOf(names: readonly RowName[]): Int32Array {
  return Int32Array.from(names, ({ id }) => id).sort();
}

/** How many of the URLs each domain has, by its number. */
function countUrls(urls: Int32Array, domains: Int32Array): Int32Array {
  const ofUrls = urls.map((url) => domains[url] ?? 0);
  const counts = new Int32Array(ofUrls.reduce((last, domain) => Math.max(last, domain), 0) + 1);
  for (let place = 0; place < ofUrls.length; place++) {
    const domain = ofUrls[place] ?? 0;
    counts[domain] = (counts[domain] ?? 0) + 1;
  }
  return counts;
}

/** The names of the companies that may lead in a row, by brand, in one statement. */
async function readCompanies(
  client: pg.ClientBase,
  shown: readonly ShownList[],
): Promise<ReadonlyMap<string, ReadonlyMap<number, string>>> {
  const leaders = shown.flatMap(({ list: { counted, table, left }, names }) => {
    const places = names ? names.map(({ id }) => placeOf(table.ids, id)) : left;
    return table.leadersOf(places).map((id) => [counted.ask.question.brandId, id] as const);
  });
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
  for (const { brandId, id, name } of rows) at(companies, brandId, () => new Map<number, string>()).set(id, name);
  return companies;
}
