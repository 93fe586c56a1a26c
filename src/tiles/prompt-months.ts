// Runs of a prompt by model and day, a row a month: what turns the number of a page into a place.

import type pg from 'pg';
import { decodeRuns, encodeRuns } from './codec.js';
import { copyRows, int, literal } from './copy-rows.js';
import { dayOf, firstQuarterOfDay, monthLevel, type Range, startOf } from './levels.js';
import { at, newMap, type Tile } from './tile.js';
import { modelNumbers } from './to-summary.js';

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

/** Runs by day number, then model id. */
export type PromptDays = ReadonlyMap<number, ReadonlyMap<string, number>>;

export interface PromptSpan {
  readonly brandId: string;
  readonly promptId: string;
  readonly months: Range;
}

/** The rolled runs of each prompt by day and model, in one statement. Throws `CorruptBlock`. */
export async function readPromptDays(
  client: pg.ClientBase,
  spans: readonly PromptSpan[],
): Promise<readonly PromptDays[]> {
  const models = await modelNumbers(client);
  const selects = spans.map(
    ({ brandId, promptId, months }, index) => `select ${literal(index)}::integer, prompt_month.month, prompt_month.runs
      from prompt join prompt_month on prompt_month.brand_id = ${literal(brandId)} and prompt_month.prompt = prompt.number
      where prompt.id = ${literal(promptId)}::uuid and month between ${literal(months.first)} and ${literal(months.last)}`,
  );
  const days = spans.map(() => new Map<number, Map<string, number>>());
  for (const [index, month, block] of await copyRows(client, selects.join('\nunion all\n'))) {
    const first = dayOf(startOf(int(month), monthLevel));
    decodeRuns(block ?? Buffer.alloc(0), (model, day, runs) => {
      at(days[int(index)] ?? new Map<number, Map<string, number>>(), first + day, newMap<string, number>).set(
        models.get(model) ?? '',
        runs,
      );
    });
  }
  return days;
}
