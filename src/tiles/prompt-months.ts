// Runs of a prompt by model and day, a row a month: what turns the number of a page into a place.

import type pg from 'pg';
import { decodeRuns, encodeRuns } from './codec.js';
import { copyRows, int, literal } from './copy-rows.js';
import { dayOf, firstQuarterOfDay, type Range } from './cover.js';
import { startOf } from './period.js';
import { monthLevel } from './store.js';
import type { Tile } from './tile.js';

/** Stores the runs by prompt of a whole month; `month` undefined: it has none. */
export async function replacePromptMonths(
  client: pg.ClientBase,
  brandId: string,
  month: number,
  tile: Tile | undefined,
) {
  await client.query('delete from prompt_month where brand_id = $1 and month = $2', [brandId, month]);
  if (tile) await writePromptMonths(client, brandId, month, tile);
}

/** Adds the runs by prompt in `tile` to what is stored of the month. */
export async function addPromptMonths(
  client: pg.ClientBase,
  brandId: string,
  month: number,
  tile: Tile,
): Promise<void> {
  const start = startOf(month, monthLevel);
  const prompts = [...tile.promptRuns.keys()];
  for (const { prompt, block } of await readPromptMonths(client, brandId, prompts, { first: month, last: month })) {
    decodeRuns(block, (model, day, runs) =>
      tile.addPromptRuns(prompt, model, tile.places.day(start + firstQuarterOfDay(day)), runs),
    );
  }
  await writePromptMonths(client, brandId, month, tile);
}

async function writePromptMonths(
  client: pg.ClientBase,
  brandId: string,
  month: number,
  { promptRuns }: Tile,
): Promise<void> {
  await client.query(
    `insert into prompt_month (brand_id, month, prompt, runs) select $1, $2, * from unnest($3::integer[], $4::bytea[])
     on conflict (brand_id, prompt, month) do update set runs = excluded.runs`,
    [brandId, month, [...promptRuns.keys()], [...promptRuns.values()].map(encodeRuns)],
  );
}

async function readPromptMonths(client: pg.ClientBase, brandId: string, prompts: readonly number[], months: Range) {
  const rows = await copyRows(
    client,
    `select prompt, month, runs from prompt_month where brand_id = ${literal(brandId)}
     and prompt = any(${literal(prompts)}::integer[]) and month between ${literal(months.first)} and ${literal(months.last)}`,
  );
  return rows.map(([prompt, month, runs]) => ({
    prompt: int(prompt),
    month: int(month),
    block: runs ?? Buffer.alloc(0),
  }));
}

/** Visits the number of runs of a prompt by day and model over a range of months. Throws `CorruptBlock`. */
export async function eachPromptDay(
  client: pg.ClientBase,
  { brandId, prompt, months }: { readonly brandId: string; readonly prompt: number; readonly months: Range },
  visit: (day: number, model: number, runs: number) => void,
): Promise<void> {
  for (const { month, block } of await readPromptMonths(client, brandId, [prompt], months)) {
    const first = dayOf(startOf(month, monthLevel));
    decodeRuns(block, (model, day, runs) => visit(first + day, model, runs));
  }
}
