// The names of rows, by which the database orders rows with equal keys: a page of each list in one statement.

import type pg from 'pg';
import { type BinaryRow, copyRows, int, literal } from '../../database/copy/copy-rows.js';
import { type Budget, refuse } from '../../domain/budget.js';
import type { ListKind } from '../../domain/lists/lists.js';
import { createPause } from '../../domain/pause.js';
import type { RowName } from './list.js';

/** Rows to name: numbers, ascending, with their tiers. */
export interface TieredRows {
  readonly kind: ListKind;
  readonly brandId: string;
  readonly ids: Int32Array;
  readonly tiers: Int32Array;
}

/** Which of them, once they are ordered. */
export interface NameAsk extends TieredRows {
  readonly skip: number;
  readonly limit: number;
}

/** Rows to name that have no order of their own. */
export interface UnorderedAsk extends Pick<NameAsk, 'kind' | 'brandId'> {
  readonly ids: readonly number[];
}

/** What identifies a row, and its text. */
export type NameAndText = Pick<RowName, 'name' | 'text'>;

/** The table of each list, the column of its number, and what is selected and searched of its rows, which are called `row`. */
interface Naming {
  readonly table: string;
  readonly number: string;
  readonly name: string;
  readonly text: string;
  readonly domain: string;
  readonly tags: string;
  /** A further table, up to the brand that its rows are of; empty: none. */
  readonly join: string;
  readonly searched: string;
  /** A URL and a domain are: no other search is found in them. */
  readonly isAscii: boolean;
}

const nothing = { text: 'null::text', domain: 'null::text', tags: 'null::text', join: '', isAscii: false };
export const namings: Readonly<Record<ListKind, Naming>> = {
  prompts: {
    ...nothing,
    ...{ table: 'prompt', number: 'number', name: 'row.id::text', text: 'row.text' },
    ...{ tags: 'array_to_json(row.tags)::text', searched: 'row.text' },
  },
  domains: { ...nothing, table: 'domain', number: 'id', name: 'row.name', searched: 'row.name', isAscii: true },
  urls: {
    ...nothing,
    ...{ table: 'url', number: 'id', name: 'row.url', text: 'row.title', domain: 'domain.name' },
    ...{ join: 'join domain on domain.id = row.domain_id and domain.brand_id =', searched: 'row.url', isAscii: true },
  },
  queries: { ...nothing, table: 'query', number: 'id', name: 'row.text', searched: 'row.text' },
};

/**
 * The names of the rows of each ask in the order of the list, in one statement. Where their texts are more than `budget` has room for, none
 * leaves the database, and the request is refused.
 */
export async function readNames(
  client: pg.ClientBase,
  asks: readonly NameAsk[],
  budget: Budget,
): Promise<readonly RowName[][]> {
  const names = asks.map((): RowName[] => []);
  const selects: string[] = [];
  for (const [index, ask] of asks.entries()) if (ask.ids.length > 0) selects.push(await selectOf(ask, index));
  if (selects.length === 0) return names;
  const within = (column: string) => `case when bytes <= ${literal(budget.remainingBytes())} then ${column} end`;
  const select = `select ask, bytes, id, ${['name', 'text', 'domain', 'tags'].map(within)} from (
      select *, (sum(octet_length(name) + coalesce(octet_length(text), 0) + coalesce(octet_length(tags), 0)) over ())::float8 as bytes
      from (${selects.join('\nunion all\n')}) as named
    ) as sized ${inOrder}`;
  for (const [index, bytes, ...row] of await copyRows(client, select)) {
    if (row[1] === null) refuse(budget, bytes?.readDoubleBE(0) ?? 0);
    names[int(index)]?.push(nameOf(row));
  }
  return names;
}

/** The names of rows without an order, by number. Otherwise as `readNames`; of texts that are `known`, so many bytes count as if they were read. */
export async function readUnordered(
  client: pg.ClientBase,
  asks: readonly UnorderedAsk[],
  budget: Budget,
  known = 0,
): Promise<readonly ReadonlyMap<number, NameAndText>[]> {
  const found = asks.map(() => new Map<number, NameAndText>());
  const selects: string[] = [];
  for (const [index, { kind, brandId, ids }] of asks.entries()) {
    if (ids.length === 0) continue;
    const { table, number, name, text } = namings[kind];
    selects.push(`select ${literal(index)} as ask, row.${number} as id, ${name} as name, ${text} as text
      from unnest(${await numbers(Int32Array.from(ids))}) as given (id)
      join ${table} as row on row.brand_id = ${literal(brandId)} and row.${number} = given.id`);
  }
  const most = budget.remainingBytes();
  if (selects.length === 0) return known > most ? refuse(budget, known) : found;
  const { rows } = await client.query<NameLists>(`with named as (${selects.join('\nunion all\n')})
    select bytes, lists.* from (
      select ${literal(known)} + coalesce(sum(octet_length(name) + coalesce(octet_length(text), 0)), 0)::float8 as bytes from named
    ) as sized left join lateral (
      select ask, json_agg(id) as ids, json_agg(name) as names, json_agg(text) as texts
      from named where bytes <= ${literal(most)} group by ask, id / ${numbersAList}
    ) as lists on true`);
  for (const { bytes, ask, ids, names, texts } of rows) {
    if (bytes > most) refuse(budget, bytes);
    for (const [place, id] of (ids ?? []).entries())
      found[ask]?.set(id, { name: names[place] ?? '', text: texts[place] ?? null });
  }
  return found;
}

/** Some rows of an ask as lists: a row for each would take several times as long to read. */
interface NameLists {
  readonly bytes: number;
  readonly ask: number;
  /** `null`: there is none. */
  readonly ids: readonly number[] | null;
  readonly names: readonly string[];
  readonly texts: readonly (string | null)[];
}

/** So that no list is longer than a string can be: texts may have 100,000 characters. */
const numbersAList = 100;

const inOrder = 'order by ask, tier, name collate "C"';

/** A page is cut before anything is looked up for its rows. */
async function selectOf({ skip, limit, ...rows }: NameAsk, index: number): Promise<string> {
  const { number, name, text, domain, tags, join } = namings[rows.kind];
  const page = `order by tier, (${name}) collate "C" limit ${literal(limit)} offset ${literal(skip)}`;
  return `select ${literal(index)}::integer as ask, tier, row.${number} as id, ${name} as name, ${text} as text, ${domain} as domain, ${tags} as tags
    from (${await joinedRows(rows)} ${page}) as row ${join && `${join} ${literal(rows.brandId)}`}`;
}

/** A SELECT of the rows of their table, each with its tier. */
export async function joinedRows({ kind, brandId, ids, tiers }: TieredRows): Promise<string> {
  const { table, number } = namings[kind];
  return `select tier, row.* from unnest(${await numbers(ids)}, ${await numbers(tiers)}) as given (given, tier)
    join ${table} as row on row.brand_id = ${literal(brandId)} and row.${number} = given.given`;
}

/** An array of SQL. A whole list may have a million. */
export async function numbers(list: Int32Array): Promise<string> {
  const parts: string[] = [];
  const pause = createPause();
  for (let from = 0; from < list.length; from += numbersATurn) {
    parts.push(list.subarray(from, from + numbersATurn).join());
    if (pause.isDue()) await pause.take();
  }
  return `'{${parts.join()}}'::integer[]`;
}

const numbersATurn = 100_000;

function nameOf([id, name, text, domain, tags]: BinaryRow): RowName {
  return {
    id: int(id),
    name: name?.toString() ?? '',
    text: text?.toString() ?? null,
    domain: domain?.toString() ?? null,
    tags: tags ? JSON.parse(tags.toString()) : [],
  };
}
