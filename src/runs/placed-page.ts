// Pages of a prompt's runs in a time that does not grow with the page's number: the daily counts that the tiles keep say where the
// page begins. Days at the edges of the window, and days with runs that are not rolled yet, are counted from their rows.

import type pg from 'pg';
import type { PageAsk, PagePart, Run, RunPage } from '../domain/run.js';
import { dayMs } from '../domain/window.js';
import { CorruptBlock } from '../tiles/bytes.js';
import { dayOf, monthLevel, periodOf } from '../tiles/levels.js';
import { quarterOf, readMarks } from '../tiles/marks.js';
import { type PromptDays, readPromptDays } from '../tiles/prompt-months.js';
import { cutPage, listPages, readPages } from './page.js';
import { type PagePlace, placeOf, type Stretch, stretchesOf } from './place.js';

/** The pages that `asks` want, in their order, equal to those of `readPages`. To be called within one snapshot. */
export async function readPlacedPages(client: pg.ClientBase, asks: readonly PageAsk[]): Promise<readonly RunPage[]> {
  const counting = asks.filter(({ parts, page }) => parts.has('total') || (lists(parts) && page > 1));
  const counted = await countStretches(client, counting).catch((error) => {
    if (error instanceof CorruptBlock) return null;
    throw error;
  });
  if (!counted) return readPages(client, asks);
  const stretches = asks.map((ask) => counted[counting.indexOf(ask)] ?? []);
  const places = asks.map((ask, index) =>
    ask.page === 1 ? { end: ask.window.end, skip: 0 } : placeOf(stretches[index] ?? [], (ask.page - 1) * ask.limit),
  );
  const listed = asks.flatMap((ask, index): { ask: PageAsk; place: PagePlace }[] => {
    const place = places[index];
    return place && lists(ask.parts) ? [{ ask, place }] : [];
  });
  const pages = listed.length === 0 ? [] : await listPages(client, listed);
  const rows = new Map<PageAsk, readonly Run[]>(listed.map(({ ask }, index) => [ask, pages[index] ?? []]));
  return asks.map((ask, index) => ({
    ...cutPage(ask, rows.get(ask) ?? []),
    total: ask.parts.has('total') ? (stretches[index] ?? []).reduce((total, { runs }) => total + runs, 0) : null,
  }));
}

function lists(parts: ReadonlySet<PagePart>): boolean {
  return parts.has('rows') || parts.has('next');
}

/** The days of each ask's window with their runs, newest first: whole rolled days from the tiles, the others from rows. */
async function countStretches(
  client: pg.ClientBase,
  asks: readonly PageAsk[],
): Promise<readonly (readonly Stretch[])[]> {
  if (asks.length === 0) return [];
  const days = await readPromptDays(
    client,
    asks.map(({ brandId, promptId, window }) => ({
      brandId,
      promptId,
      months: { first: monthAt(window.start), last: monthAt(window.end - 1) },
    })),
  );
  const unrolled = await unrolledDays(client, asks);
  const cut = asks.map((ask) =>
    stretchesOf(ask.window).map((stretch) => {
      const isRolled = stretch.isWhole && !unrolled.get(ask.brandId)?.has(dayAt(stretch.start));
      return { ...stretch, isRolled };
    }),
  );
  const counted = await countRows(
    client,
    asks,
    cut.map((stretches) => stretches.filter(({ isRolled }) => !isRolled)),
  );
  return asks.map((ask, index) =>
    (cut[index] ?? []).map(({ start, end, isRolled }) => {
      const runs = isRolled ? runsOn(days[index], dayAt(start), ask.model) : (counted[index]?.get(start) ?? 0);
      return { start, end, runs };
    }),
  );
}

function runsOn(days: PromptDays | undefined, day: number, model: string | null): number {
  const models = days?.get(day);
  if (!models) return 0;
  return model === null ? [...models.values()].reduce((total, runs) => total + runs, 0) : (models.get(model) ?? 0);
}

const dayAt = (instant: number): number => Math.floor(instant / dayMs);
const monthAt = (instant: number): number => periodOf(quarterOf(instant), monthLevel);

async function unrolledDays(
  client: pg.ClientBase,
  asks: readonly PageAsk[],
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const first = Math.min(...asks.map(({ window }) => quarterOf(window.start)));
  const last = Math.max(...asks.map(({ window }) => quarterOf(window.end)));
  const marks = await readMarks(client, [...new Set(asks.map(({ brandId }) => brandId))], { first, last });
  return new Map(
    [...marks].map(([brandId, ofBrand]) => [brandId, new Set(ofBrand.map(({ quarter }) => dayOf(quarter)))]),
  );
}

type Starts = ReadonlyMap<number, number>;

/** Runs by the start of their stretch, counted from rows in one statement. */
async function countRows(
  client: pg.ClientBase,
  asks: readonly PageAsk[],
  stretches: readonly (readonly { start: number; end: number }[])[],
): Promise<readonly Starts[]> {
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const branches = asks.flatMap((ask, index) => {
    const ofAsk = stretches[index] ?? [];
    if (ofAsk.length === 0) return [];
    const model = ask.model === null ? '' : `and model = ${bind(ask.model)}`;
    return `select ${index} as ask, start, counted.runs from unnest(${bind(ofAsk.map(({ start }) => start))}::float8[], ${bind(ofAsk.map(({ end }) => end))}::float8[]) as stretch (start, "end")
      cross join lateral (
        select count(*)::float8 as runs from run where brand_id = ${bind(ask.brandId)} and prompt_id = ${bind(ask.promptId)} ${model}
          and created_at >= to_timestamp(start / 1000) and created_at < to_timestamp("end" / 1000)
      ) as counted`;
  });
  const counts = asks.map(() => new Map<number, number>());
  if (branches.length === 0) return counts;
  const { rows } = await client.query<{ ask: number; start: number; runs: number }>(
    branches.join('\nunion all\n'),
    values,
  );
  for (const { ask, start, runs } of rows) counts[ask]?.set(start, runs);
  return counts;
}
