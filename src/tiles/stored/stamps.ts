// Stamps: equal stamps of a month mean equal tiles of it. Whoever writes tiles of a month, of any level, its quarter tiles, postings or runs by
// prompt renews its stamp in the same transaction. So what is read of a month may be kept, by any process, until its stamp changes. A roller
// says which days it wrote: the others, and their quarter hours, keep the stamp that they have.

import { randomUUID } from 'node:crypto';
import { made } from '../../domain/counts/maps.js';
import type { Range } from '../packed/levels.js';
import type { OfBrand } from './of-brand.js';
import { sharedVersionSql } from './version.js';

/** In place of a month: the tiles of combinations, of all months, and which prompts they are about. */
export const scopesMonth = 0;

/** In place of a month: changes with every transaction of a roller. */
const rollMonth = -1;

/** Changes the row of the brand's rollers. In REPEATABLE READ it fails (40001) where another one has changed it since the snapshot. */
export async function renewRollStamp({ client, brandId }: OfBrand): Promise<void> {
  await client.query(
    `insert into tile_stamp (brand_id, month, stamp) values ($1, ${rollMonth}, $2)
     on conflict (brand_id, month) do update set stamp = excluded.stamp`,
    [brandId, randomUUID()],
  );
}

/** So many days of a month are told from the others. */
const mostChangedDays = 4;

/** Gives a month of a brand a new stamp, and of its days those that were written; `null`: all. */
export async function renewStamp(
  { client, brandId }: OfBrand,
  month: number,
  days: readonly number[] | null = null,
): Promise<void> {
  const isKnown = 'tile_stamp.changed_days @> $4';
  const areFew = `(${isKnown} or cardinality(tile_stamp.changed_days) + cardinality($4) <= ${mostChangedDays})`;
  const set = days
    ? `steady_stamp = case when ${areFew} then coalesce(tile_stamp.steady_stamp, tile_stamp.stamp) end,
       changed_days = case when ${isKnown} then tile_stamp.changed_days
         when ${areFew} then tile_stamp.changed_days || $4::integer[] else '{}' end`
    : `steady_stamp = null, changed_days = '{}'`;
  await client.query(
    `insert into tile_stamp (brand_id, month, stamp) values ($1, $2, $3)
     on conflict (brand_id, month) do update set stamp = excluded.stamp, ${set}`,
    [brandId, month, randomUUID(), ...(days ? [days] : [])],
  );
}

/** The months of which something was rolled: no other has tiles. */
export async function readRolledMonths({ client, brandId }: OfBrand): Promise<readonly number[]> {
  const { rows } = await client.query<{ month: number }>(
    `select month from tile_stamp where brand_id = $1 and month > ${scopesMonth} order by month`,
    [brandId],
  );
  return rows.map(({ month }) => month);
}

/** The stamps of each brand, by month. A month without one has no tiles. */
type Stamps = ReadonlyMap<string, ReadonlyMap<number, MonthStamps>>;

/** The stamp of a month, and what its days have that did not change with it; `steady` is null where all did. */
export class MonthStamps {
  constructor(
    readonly ofMonth: string,
    private readonly steady: string | null,
    private readonly changedDays: readonly number[],
  ) {}

  /** Of what is stored of days of the month, or of parts of them. */
  ofDays(first: number, last: number): string {
    const { ofMonth, steady, changedDays } = this;
    return steady === null || changedDays.some((day) => day >= first && day <= last) ? ofMonth : steady;
  }
}

/** What is asked about: some brands, and the months that hold the windows. */
export interface Proven {
  readonly brandIds: readonly string[];
  readonly months: Range;
}

/**
 * An SQL expression of all that answers depend on, a text: the versions of the brands, that of what all share, and the stamps. Where two
 * statements find the same, nothing that either could read has changed between them. `bind` turns a value into SQL.
 */
export function proofSql({ brandIds, months }: Proven, bind: (value: readonly string[] | number) => string): string {
  const ofBrands = `brand_id = any(${bind(brandIds)}::text[])`;
  const within = `month between ${bind(months.first)} and ${bind(months.last)}`;
  return `json_build_object(
    'versions', (select json_agg(version order by brand_id) from version where ${ofBrands}), 'shared', ${sharedVersionSql},
    'stamps', (select json_agg(json_build_array(brand_id, month, stamp, steady_stamp, changed_days) order by brand_id, month)
      from tile_stamp where ${ofBrands} and (month = ${scopesMonth} or ${within})))::text`;
}

/** The stamps in what `proofSql` found. */
export function stampsOf(proof: string): Stamps {
  type Row = readonly [string, number, ...ConstructorParameters<typeof MonthStamps>];
  const { stamps }: { stamps: readonly Row[] | null } = JSON.parse(proof);
  const byBrand = new Map<string, Map<number, MonthStamps>>();
  for (const [brandId, month, ...row] of stamps ?? []) made(byBrand, brandId, Map).set(month, new MonthStamps(...row));
  return byBrand;
}

/** The months of which something was rolled, ascending. */
export function rolledMonths(stamps: ReadonlyMap<number, MonthStamps>): readonly number[] {
  return [...stamps.keys()].filter((month) => month > scopesMonth).sort((a, b) => a - b);
}

/** The versions of the brands that `proofSql` was asked about, and of what all share; of one brand as `versionSql` has them. */
export function versionOf(proof: string): string {
  const { versions, shared }: { versions: readonly string[] | null; shared: string } = JSON.parse(proof);
  return `${versions?.join() ?? ''}${shared}`;
}
