// Days are rebuilt from their runs: several are read and made while others are written, all in the transaction of their month.

import { copyBytes } from '../../database/copy/copy-rows.js';
import { insertEncoded } from '../../database/copy/insert-rows.js';
import { citedIn, selectQuarterRuns } from '../cells/raw-cells.js';
import { rangesOf } from '../packed/cover.js';
import { dayLevel, quartersOf } from '../packed/levels.js';
import type { Mark } from '../stored/marks.js';
import { deletePostings } from '../stored/postings.js';
import { allScopesOf } from '../stored/scopes.js';
import * as store from '../stored/store.js';
import { type DayInput, type MadeDay, type MonthFacts, makeDay } from './make-day.js';
import type { Rolling } from './write.js';

interface DayToRebuild {
  readonly day: number;
  readonly marks: readonly Mark[];
  /** Nothing is stored of the day yet. */
  readonly isFirst: boolean;
}

/** Makes the marked quarters of days from their raw rows, then the days from all their quarters. Throws `CorruptBlock`. */
export async function rebuildDays(rolling: Rolling, days: readonly DayToRebuild[]): Promise<void> {
  if (days.length === 0) return;
  const { client, brandId, scopes, maker } = rolling;
  const threads = maker.threadsFor(days.length);
  if (!threads) {
    for (const day of days) await writeDay(rolling, day, await makeHere(rolling, await readDay(rolling, day)));
    return;
  }
  const domains = await rolling.domains.loadAll(client, new Map([[brandId, Number.POSITIVE_INFINITY]]));
  const facts: MonthFacts = { scopes, domains: domains.get(brandId) ?? new Int32Array() };
  const underWay: { readonly toRebuild: DayToRebuild; readonly made: Promise<MadeDay> }[] = [];
  const writeNext = async () => {
    const next = underWay.shift();
    if (next) await writeDay(rolling, next.toRebuild, await next.made);
  };
  for (const toRebuild of days) {
    const made = threads.make(await readDay(rolling, toRebuild), facts);
    made.catch(() => {}); // looked at when its turn comes
    underWay.push({ toRebuild, made });
    if (underWay.length >= threads.width) await writeNext();
  }
  while (underWay.length > 0) await writeNext();
}

/** With the domains of those URLs alone that the day cites. */
async function makeHere({ client, brandId, domains, scopes }: Rolling, input: DayInput): Promise<MadeDay> {
  return makeDay(input, { scopes, domains: await domains.load(client, brandId, citedIn(input.runs)) });
}

async function readDay(rolling: Rolling, { day, marks, isFirst }: DayToRebuild): Promise<DayInput> {
  const { client, brandId } = rolling;
  const marked = markedIn(marks);
  const runs = await copyBytes(client, selectQuarterRuns(brandId, rangesOf(marked)));
  const quarters = quartersOf(day, dayLevel);
  const others = isFirst ? null : await store.readQuarterTiles(rolling, quarters, marked);
  return { brandId, runs, others };
}

async function writeDay(rolling: Rolling, { day, marks, isFirst }: DayToRebuild, made: MadeDay): Promise<void> {
  const { client, prompts, scopes } = rolling;
  prompts.addList(Buffer.from(made.prompts));
  if (!isFirst) {
    await store.deleteQuarterTiles(rolling, markedIn(marks));
    await store.deleteTiles(rolling, dayLevel, { scopes: allScopesOf(scopes), periods: [day] });
    await deletePostings(rolling, dayLevel, [day]);
  }
  for (const rows of made.rows) await insertEncoded(client, rows);
}

function markedIn(marks: readonly Mark[]): readonly number[] {
  return [...new Set(marks.map(({ quarter }) => quarter))].sort((a, b) => a - b);
}
