// The names of rows, by which the database orders rows with equal keys: a page of each list in one statement, or a whole list as a stream.

import type pg from 'pg';
import { type BinaryRow, copyRows, int, literal } from '../../database/copy/copy-rows.js';
import { type Budget, refuse } from '../../domain/budget.js';
import type { ListKind } from '../../domain/lists/lists.js';
import { createPause } from '../../domain/pause.js';
import type { RowName } from './list.js';

/** Rows to name: numbers with their tiers, and which of them, once they are ordered. */
export interface NameAsk {
  readonly kind: ListKind;
  readonly brandId: string;
  readonly ids: Int32Array;
  readonly tiers: Int32Array;
  readonly skip: number;
  /** `null`: all. */
  readonly limit: number | null;
}

/** Rows to name that have no order of their own. */
export interface UnorderedAsk extends Pick<NameAsk, 'kind' | 'brandId'> {
  readonly ids: readonly number[];
}

/** What identifies a row, and its text. */
export type NameAndText = Pick<RowName, 'name' | 'text'>;

/** A whole list to name. */
interface WholeAsk extends NameAsk {
  readonly limit: null;
  /** The domain of a URL by its number; to look it up row by row in the database takes as long as the rest. */
  readonly domainOf: (id: number) => string | null;
}

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

/**
 * The names of the rows of one ask in the order of the list, some at a time. Cursors, so that each statement is short however slowly the rows
 * are taken; two, so that the first rows do not wait until all are sorted. To be called within a transaction, one after the other.
 */
export async function* streamNames(client: pg.ClientBase, ask: WholeAsk): AsyncGenerator<readonly RowName[]> {
  const parts = partsOf(ask);
  const openNext = async (): Promise<string | null> => {
    const part = parts.shift();
    if (!part) return null;
    const select = `select id, name, text, tags from (${await selectOf(part, 0)}) as named`;
    return `declare list_names no scroll cursor for ${select} order by tier, name collate "C";`;
  };
  const first = await openNext();
  if (!first) return;
  let count = firstFetch;
  const fetch = async (before: string) => {
    const asked = count;
    const rows = await textRows(client, `${before} fetch ${asked} from list_names`);
    if (rows.length > 0) count = nextFetch(rows, asked);
    return { rows, isLast: rows.length < asked };
  };
  // The database fetches the next rows while these are used, at one call: nothing is sent later for those who take no more.
  let next: ReturnType<typeof fetch> | null = fetch(first);
  try {
    while (next) {
      const { rows, isLast }: Awaited<ReturnType<typeof fetch>> = await next;
      const opening: string | null = isLast ? await openNext() : '';
      next = opening === null ? null : fetch(opening && `close list_names; ${opening}`);
      next?.catch(() => {});
      if (rows.length > 0) yield rows.map((row) => wholeName(row, ask));
    }
  } finally {
    await next;
    await client.query('close list_names');
  }
}

function wholeName([id, name, text, tags]: TextRow, { domainOf }: WholeAsk): RowName {
  return { id, name, text, domain: domainOf(id), tags: tags ? JSON.parse(tags) : [] };
}

/** What the last of some statements yields. */
async function textRows(client: pg.ClientBase, text: string): Promise<readonly TextRow[]> {
  const results: unknown = await client.query({ text, rowMode: 'array' });
  const last = Array.isArray(results) ? results.at(-1) : results;
  return (last as pg.QueryArrayResult<TextRow>).rows; // safe because it selects what `TextRow` says
}

/** The rows of the first tiers, and all others: more parts take longer, because each statement looks at all names. */
function partsOf({ ids, tiers, ...ask }: WholeAsk): NameAsk[] {
  // Tiers are numbered from 0 without a gap.
  const sizes = new Int32Array(firstRows);
  for (const tier of tiers) if (tier < firstRows) sizes[tier] = (sizes[tier] ?? 0) + 1;
  let [last, rows] = [-1, 0];
  while (rows < firstRows && last < firstRows) rows += sizes[++last] ?? 0;
  const parts = [true, false].map((isFirst) => {
    const isOfPart = (_: number, place: number) => (tiers[place] ?? 0) <= last === isFirst;
    return { ...ask, ids: ids.filter(isOfPart), tiers: tiers.filter(isOfPart) };
  });
  return parts.filter((part) => part.ids.length > 0);
}

/** So many rows are sorted in a few milliseconds. */
const firstRows = 2_000;

/** So many rows are fetched as are about so many bytes: prompts and queries may be long. */
const [firstFetch, maxFetch, fetchBytes] = [20, 2_000, 1_000_000];

function nextFetch(rows: readonly TextRow[], fetched: number): number {
  const bytes = rows.reduce((sum, [, ...texts]) => texts.reduce((size, text) => size + (text?.length ?? 0), sum), 0);
  const fitting = Math.floor((fetchBytes * rows.length) / Math.max(1, bytes));
  return Math.max(1, Math.min(maxFetch, fitting, fetched * 4));
}

type TextRow = [id: number, name: string, text: string | null, tags: string | null];

const inOrder = 'order by ask, tier, name collate "C"';

/** A page is cut before anything is looked up for its rows. */
async function selectOf({ kind, brandId, ids, tiers, skip, limit }: NameAsk, index: number): Promise<string> {
  const { table, number, name, text, tags, ...of } = namings[kind];
  const { domain, join } = limit === null ? nothing : of;
  const page =
    limit === null ? '' : `order by tier, (${name}) collate "C" limit ${literal(limit)} offset ${literal(skip)}`;
  const rows = `select tier, row.* from unnest(${await numbers(ids)}, ${await numbers(tiers)}) as given (given, tier)
    join ${table} as row on row.brand_id = ${literal(brandId)} and row.${number} = given.given ${page}`;
  return `select ${literal(index)}::integer as ask, tier, row.${number} as id, ${name} as name, ${text} as text, ${domain} as domain, ${tags} as tags
    from (${rows}) as row ${join && `${join} ${literal(brandId)}`}`;
}

/** An array of SQL. A whole list may have a million. */
async function numbers(list: Int32Array): Promise<string> {
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
