// Runs of a prompt by model and day, a row a month: what turns the number of a page into a place.

import type pg from 'pg';
import { decodeRuns, encodeRuns } from './codec.js';
import { copyRows, int, literal } from './copy-rows.js';
import { firstQuarterOfDay, monthLevel, startOf } from './levels.js';
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
  for (const { prompt, block } of await readPromptMonths(client, brandId, prompts, month)) {
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

async function readPromptMonths(client: pg.ClientBase, brandId: string, prompts: readonly number[], month: number) {
  const rows = await copyRows(
    client,
    `select prompt, runs from prompt_month where brand_id = ${literal(brandId)}
     and prompt = any(${literal(prompts)}::integer[]) and month = ${literal(month)}`,
  );
  return rows.map(([prompt, runs]) => ({ prompt: int(prompt), block: runs ?? Buffer.alloc(0) }));
}
