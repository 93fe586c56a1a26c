// The items that runs cite or issue: their numbers, and which runs cite or issue one.

import { createHash } from 'node:crypto';
import { lookUps } from '../../database/bindings.js';
import type { NamedItem } from '../../domain/lists/items.js';
import { type Bind, type Queryable, rowsOfEach } from '../../tiles/plain/rows.js';

/** Items of a brand. */
export interface ItemsOfBrand {
  readonly brandId: string;
  readonly items: readonly NamedItem[];
}

/** The numbers of the items of each ask, in order; `null`: the brand has no such item. No statement where none is named. */
export async function readItemNumbers(
  db: Queryable,
  asks: readonly ItemsOfBrand[],
): Promise<readonly (readonly (number | null)[])[]> {
  const found = await rowsOfEach<{ place: number; number: number | null }, ItemsOfBrand>(
    db,
    asks,
    ({ brandId, items }, ask, bind) =>
      items.map(
        (item, place) => `select ${ask} as ask, ${place} as place, ${numberOf(item, bind(brandId), bind)} as number`,
      ),
  );
  return asks.map(({ items }, ask) => {
    const numbers = new Map(found[ask]?.map(({ place, number }) => [place, number]));
    return items.map((_, place) => numbers.get(place) ?? null);
  });
}

/** An SQL expression: the number of an item; null where there is none. */
function numberOf({ kind, names }: NamedItem, brand: string, bind: Bind): string {
  const digests = () => names.map((name) => createHash('sha256').update(name).digest());
  const [column, wanted] =
    kind === 'domain' ? ['name', `${bind(names)}::text[]`] : ['digest', `${bind(digests())}::bytea[]`];
  return `(select id from ${kind} where brand_id = ${brand} and ${column} = any(${wanted}) order by array_position(${wanted}, ${column}) limit 1)`;
}

/** A condition on `run` that it cites or issues an item. Where few rows are looked at (`isByRow`), the citations of each are looked up. */
export function hasItem(item: NamedItem, brandId: string, bind: Bind, isByRow: boolean): string {
  const brand = bind(brandId);
  const number = numberOf(item, brand, bind);
  if (item.kind === 'query') return `${number} = any(queries)`;
  if (!isByRow) {
    const ofDomain = `any(array(select id from url where brand_id = ${brand} and domain_id = ${number}))`;
    const urls = item.kind === 'url' ? number : ofDomain;
    return `id in (select run_id from citation where brand_id = ${brand} and url_id = ${urls})`;
  }
  const cited = `citation where citation.brand_id = ${brand} and citation.run_id = run.id`;
  if (item.kind === 'url') return `(select true from ${cited} and url_id = ${number} limit 1)`;
  const lookUp = lookUps([brandId], bind);
  const url = lookUp({ table: 'url', equal: { brand_id: 'cited.brand_id', id: 'cited.url_id' } });
  return `(select true from (select brand_id, url_id from ${cited}) as cited cross join ${url} where url.domain_id = ${number} limit 1)`;
}
