// The names of a whole list as a stream, in its order.

import type pg from 'pg';
import { literal } from '../../database/copy/copy-rows.js';
import type { RowName } from './list.js';
import { joinedRows, namings, numbers, type TieredRows } from './names.js';

/** A whole list to name. */
interface WholeAsk extends TieredRows {
  /** The domain of a URL by its number; to look it up row by row in the database takes as long as the rest. */
  readonly domainOf: (id: number) => string | null;
}

/**
 * The names of the rows of one ask in the order of the list, some at a time. Cursors, so that each statement is short however slowly the rows
 * are taken; two, so that the first rows do not wait until all are sorted. To be called within a transaction, one after the other.
 */
export async function* streamNames(client: pg.ClientBase, ask: WholeAsk): AsyncGenerator<readonly RowName[]> {
  const parts = partsOf(ask);
  const openNext = async (): Promise<string | null> => {
    const part = parts.shift();
    if (!part) return null;
    return `declare list_names no scroll cursor for ${await selectPart(part)};`;
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
function partsOf(all: TieredRows): TieredRows[] {
  // Tiers are numbered from 0 without a gap.
  const sizes = new Int32Array(firstRows);
  for (const tier of all.tiers) if (tier < firstRows) sizes[tier] = (sizes[tier] ?? 0) + 1;
  let [last, rows] = [-1, 0];
  while (rows < firstRows && last < firstRows) rows += sizes[++last] ?? 0;
  const parts = [partOf(all, rows, (tier) => tier <= last), partOf(all, all.ids.length - rows, (tier) => tier > last)];
  return parts.filter((part) => part.ids.length > 0);
}

/** The `size` rows that are of a part by their tiers. */
function partOf({ kind, brandId, ...all }: TieredRows, size: number, isOfPart: (tier: number) => boolean): TieredRows {
  const [ids, tiers] = [new Int32Array(size), new Int32Array(size)];
  // `filter` takes ten times as long.
  for (let place = 0, end = 0; place < all.ids.length; place++) {
    const tier = all.tiers[place] ?? 0;
    if (!isOfPart(tier)) continue;
    ids[end] = all.ids[place] ?? 0;
    tiers[end++] = tier;
  }
  return { kind, brandId, ids, tiers };
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

async function selectPart(part: TieredRows): Promise<string> {
  const { number, name, text, tags } = namings[part.kind];
  const rows = await (isDense(part.ids) ? denseRows(part) : joinedRows(part));
  return `select row.${number}, ${name}, ${text}, ${tags} from (${rows}) as row order by tier, (${name}) collate "C"`;
}

/** Whether a tenth of the rows of the table up to the last of these are among them: with fewer, a join takes no longer. */
function isDense(ids: Int32Array): boolean {
  return ids.length * 10 > (ids.at(-1) ?? 0);
}

/** As `joinedRows`: each row of the table looks up what stands at its number in an array. Of a whole table that takes half as long. */
async function denseRows({ kind, brandId, ids, tiers }: TieredRows): Promise<string> {
  const { table, number } = namings[kind];
  const last = ids.at(-1) ?? 0;
  // An array of SQL begins at 1, as the numbers do; 0: it is not listed.
  const byNumber = new Int32Array(last);
  for (let place = 0; place < ids.length; place++) byNumber[(ids[place] ?? 0) - 1] = (tiers[place] ?? 0) + 1;
  return `select tiers[row.${number}] as tier, row.* from ${table} as row
    cross join (select ${await numbers(byNumber)} as tiers) as given
    where row.brand_id = ${literal(brandId)} and row.${number} <= ${literal(last)} and tiers[row.${number}] > 0`;
}
