// Runs of a prompt by model and day, a row a month: what turns the number of a page into a place. Counted from the cells that are rolled, so
// that no run is read for it: those of rebuilt days in place of what was stored of them, late ones on top.

import type pg from 'pg';
import { copyRows, int, literal } from '../../database/copy/copy-rows.js';
import { insertRows } from '../../database/copy/insert-rows.js';
import type { Cell } from '../packed/cell.js';
import { dayOf, monthLevel, startOf } from '../packed/levels.js';
import { at, newMap } from '../packed/maps.js';
import { decodeRuns, encodeRuns } from '../packed/prompt-runs.js';

/** Runs by prompt, model and day. */
export class RunCounts {
  protected readonly counts = new Map<number, Map<number, Map<number, number>>>();

  add({ prompt, model, runs }: Pick<Cell, 'prompt' | 'model' | 'runs'>, day: number): void {
    const models = at(this.counts, prompt, newMap<number, Map<number, number>>);
    const days = at(models, model, newMap<number, number>);
    days.set(day, (days.get(day) ?? 0) + runs);
  }

  /** All of them: prompt, model, day and runs, one after the other. */
  list(): Int32Array<ArrayBuffer> {
    const list: number[] = [];
    for (const [prompt, models] of this.counts)
      for (const [model, days] of models) for (const [day, runs] of days) list.push(prompt, model, day, runs);
    return Int32Array.from(list);
  }

  /** Adds what another lists. */
  addList(list: Int32Array): void {
    for (let at = 0; at < list.length; at += 4)
      this.add({ prompt: list[at] ?? 0, model: list[at + 1] ?? 0, runs: list[at + 3] ?? 0 }, list[at + 2] ?? 0);
  }
}

/** The runs of a month. */
export class MonthRuns extends RunCounts {
  private readonly firstDay: number;

  constructor(private readonly month: number) {
    super();
    this.firstDay = dayOf(startOf(month, monthLevel));
  }

  /**
   * Stores what was counted: on top of what is stored, but for the days that were `rebuilt`, of which everything was counted; `null`: all of
   * the month. Throws `CorruptBlock`.
   */
  async write(client: pg.ClientBase, brandId: string, rebuilt: ReadonlySet<number> | null): Promise<void> {
    const prompts = rebuilt && (await this.addStored(client, brandId, rebuilt));
    if (prompts?.length === 0) return;
    await client.query(
      'delete from prompt_month where brand_id = $1 and month = $2 and ($3::integer[] is null or prompt = any($3))',
      [brandId, this.month, prompts],
    );
    await insertRows(
      client,
      'prompt_month (brand_id, prompt, month, runs)',
      [...this.counts].map(([prompt, models]) => [brandId, prompt, this.month, encodeRuns(this.placed(models))]),
    );
  }

  /** By model and place of the day within the month. */
  private placed(models: ReadonlyMap<number, ReadonlyMap<number, number>>) {
    const ofModel = (days: ReadonlyMap<number, number>) =>
      new Map([...days].map(([day, runs]) => [day - this.firstDay, runs]));
    return new Map([...models].map(([model, days]) => [model, ofModel(days)]));
  }

  /** Adds what is stored of days that were not rebuilt. Resolves to the prompts whose stored runs change. */
  private async addStored(
    client: pg.ClientBase,
    brandId: string,
    rebuilt: ReadonlySet<number>,
  ): Promise<readonly number[]> {
    const changed = new Set(this.counts.keys());
    if (changed.size === 0 && rebuilt.size === 0) return [];
    // A rebuilt day may have lost the last run of any prompt; late runs change only their own.
    const ofPrompts = rebuilt.size > 0 ? '' : `and prompt = any(${literal([...changed])}::integer[])`;
    const rows = await copyRows(
      client,
      `select prompt, runs from prompt_month where brand_id = ${literal(brandId)} and month = ${literal(this.month)} ${ofPrompts}`,
    );
    for (const [number, block] of rows) {
      const prompt = int(number);
      const kept: (readonly [model: number, day: number, runs: number])[] = [];
      decodeRuns(block ?? Buffer.alloc(0), (model, place, runs) => {
        const day = this.firstDay + place;
        if (rebuilt.has(day)) changed.add(prompt);
        else kept.push([model, day, runs]);
      });
      if (changed.has(prompt)) for (const [model, day, runs] of kept) this.add({ prompt, model, runs }, day);
    }
    return [...changed];
  }
}
