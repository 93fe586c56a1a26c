// The tiles of prompts, one a month: late runs are further parts; where days were rebuilt, they take the place of what was stored of them.

import { copyRows, int, literal } from '../../database/copy/copy-rows.js';
import { insertEncoded } from '../../database/copy/insert-rows.js';
import { monthLevel } from '../packed/levels.js';
import { eachDayRuns, type MonthPrompts, promptColumns } from '../packed/prompt-days.js';
import type { OfBrand } from '../stored/of-brand.js';
import { type Scopes, scopeOfPrompt } from '../stored/scopes.js';
import * as store from '../stored/store.js';

interface PromptMonth {
  readonly month: number;
  /** What was made of it. */
  readonly made: MonthPrompts;
}

/** Stores what was made as a further part. */
export async function appendPrompts(brand: OfBrand, { month, made }: PromptMonth, part: number): Promise<void> {
  const tiles = made.numbers.map((prompt) => ({
    scope: scopeOfPrompt(prompt),
    period: month,
    tile: { encode: (column: (typeof promptColumns)[number]) => made.encode(prompt, column) },
  }));
  const place = { brandId: brand.brandId, level: monthLevel, partOf: () => part };
  for (const rows of store.encodeTiles(place, tiles, promptColumns)) await insertEncoded(brand.client, rows);
}

/**
 * Stores what was made and what is stored, but for the `rebuilt` days, as one part; `null`: all of the month was made. Prompts that have one
 * part and no such day stay as they are. Throws `CorruptBlock`.
 */
export async function replacePrompts(
  brand: OfBrand,
  { month, scopes, made }: PromptMonth & { readonly scopes: Scopes },
  rebuilt: ReadonlySet<number> | null,
): Promise<void> {
  const all = [...scopes.keys()].map(scopeOfPrompt);
  const range = { scopes: all, periods: [month] };
  if (rebuilt) {
    const changed = new Set(made.numbers.map(scopeOfPrompt));
    for (const scope of await scopesToMerge(brand, { month, all }, rebuilt)) changed.add(scope);
    range.scopes = [...changed];
    const stored = await store.readTileRows(brand, monthLevel, { ...range, columns: promptColumns });
    for (const { scope, columns, blocks } of stored)
      for (const [index, column] of columns.entries()) {
        const block = blocks[index];
        if (block) made.addStored(scopeOfPrompt(scope), column, block, rebuilt);
      }
  }
  await store.deleteTiles(brand, monthLevel, range);
  await appendPrompts(brand, { month, made }, 0);
}

/** Those with runs on the `rebuilt` days, and those with a part beside the first. */
async function scopesToMerge(
  { client, brandId }: OfBrand,
  { month, all }: { readonly month: number; readonly all: readonly number[] },
  rebuilt: ReadonlySet<number>,
): Promise<ReadonlySet<number>> {
  const rows = await copyRows(
    client,
    `select scope, part, day_runs from tile where brand_id = ${literal(brandId)} and level = ${literal(monthLevel)}
       and scope = any(${literal(all)}::integer[]) and period = ${literal(month)}`,
  );
  const found = new Set<number>();
  for (const [scope, part, block] of rows) {
    if (int(part) > 0) found.add(int(scope));
    eachDayRuns(block ?? Buffer.alloc(0), (day) => {
      if (rebuilt.has(day)) found.add(int(scope));
    });
  }
  return found;
}
