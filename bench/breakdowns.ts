// Breakdowns of 90 days: groups of what tiles answer, against SQL that groups the raw rows, timed only after both have the same rows.

import { isDeepStrictEqual } from 'node:util';
import { readConfig } from '../src/config.js';
import type { Database } from '../src/database/postgres.js';
import type { BreakdownAsk, BreakdownPage } from '../src/domain/breakdown/breakdown.js';
import { type BreakdownWant, type DimensionName, dimensions } from '../src/domain/breakdown/dimensions-and-measures.js';
import { unlimited } from '../src/domain/budget.js';
import { createVersions } from '../src/loaders/versions.js';
import { readBreakdowns, readBreakdownsOnce } from '../src/tiles/breakdowns/read-breakdowns.js';
import { createTileCache } from '../src/tiles/kept/tile-cache.js';
import { only } from './contestant.js';
import { measure, type Timing, timed } from './measure.js';
import { question } from './questions.js';

export interface BreakdownReading {
  readonly name: string;
  readonly rows: number;
  readonly tiles: Timing;
  /** SQL on raw rows, in milliseconds, once. */
  readonly rawMs: number;
}

interface Grouped {
  readonly by: readonly DimensionName[];
  readonly wants: readonly BreakdownWant[];
  /** Keys, runs, mentions, and mentions of all companies of the rows of `run`, which are bound. */
  readonly raw: string;
}

const counts =
  'count(*)::float8, count(*) filter (where companies[1] = 0)::float8, sum(cardinality(companies))::float8';
const tag = `cross join lateral unnest(case when tags = '{}' then array[null::text] else tags end) as tag`;

const asked: readonly Grouped[] = [
  {
    by: ['tag', 'model'],
    wants: ['rows', 'total'],
    raw: `select tag, model, ${counts} from runs join prompt on prompt.brand_id = $1 and prompt.id = prompt_id ${tag} group by tag, model`,
  },
  {
    by: ['prompt', 'model'],
    wants: ['rows', 'total', 'clusters'],
    raw: `select prompt_id::text, text, model, runs, mine, every
      from (select prompt_id, model, ${counts} from runs group by prompt_id, model) as counted (prompt_id, model, runs, mine, every)
      join prompt on prompt.brand_id = $1 and prompt.id = prompt_id`,
  },
  {
    by: ['company', 'week'],
    wants: ['rows', 'total'],
    raw: `with dated as (select *, greatest(date_trunc('week', created_at at time zone 'UTC'), $2::timestamptz at time zone 'UTC')::date::text as day from runs),
      whole as (select day, count(*)::float8 as runs, sum(cardinality(companies))::float8 as mentions from dated group by day),
      named as (select day, number, count(*)::float8 as mentions from dated cross join lateral unnest(companies) as number group by day, number)
      select coalesce(company.name, 'Northwind'), day, whole.runs, named.mentions, whole.mentions
      from named join whole using (day) left join company on company.brand_id = $1 and company.id = named.number`,
  },
];

/** What is asked, and how tiles answer it. */
export interface TiledBreakdown {
  readonly by: Grouped['by'];
  readonly ask: BreakdownAsk;
  readonly read: () => Promise<BreakdownPage>;
  /** Of the first reading, after which nothing is cold. */
  readonly rows: readonly PlainRow[];
}

export async function benchBreakdowns(db: Database, brandId: string): Promise<readonly BreakdownReading[]> {
  const readings: BreakdownReading[] = [];
  for await (const { by, ask, read, rows } of tiledBreakdowns(db, brandId)) {
    const { ms, value } = await timed(() => rowsOf(db, ask, asked.find((each) => each.by === by)?.raw ?? ''));
    if (!isDeepStrictEqual(rows, value)) throw new Error(`by=${by}: rows differ.`);
    const tiles = await measure(read);
    process.stderr.write(`  by=${by}: ${tiles.median.toFixed(1)} ms, raw ${ms.toFixed(0)} ms\n`);
    readings.push({ name: `by=${by}`, rows: rows.length, tiles, rawMs: ms });
  }
  return readings;
}

export async function* tiledBreakdowns(db: Database, brandId: string): AsyncGenerator<TiledBreakdown> {
  const cache = createTileCache(readConfig({}).tileCacheBytes);
  for (const { by, wants } of asked) {
    const ask = askOf(brandId, by, wants);
    const options = { cache, budget: unlimited };
    const [named] = await createVersions(db)([{ brandId }]);
    const atVersion = { ...options, version: named?.version ?? '' };
    // As the server does, which knows the version.
    const read = async () => {
      const page = only(
        (await db.autocommit((client) => readBreakdownsOnce(client, [ask], atVersion))) ??
          (await db.snapshot((client) => readBreakdowns(client, [ask], { ...options, keepsNames: true }))),
      );
      if ('message' in page) throw new Error('There is no breakdown.');
      return page;
    };
    yield { by, ask, read, rows: plainRows(await read(), by) };
  }
}

function askOf(brandId: string, by: Grouped['by'], wants: Grouped['wants']): BreakdownAsk {
  const { question: asking } = question(brandId, 90);
  const series = { timeZone: 'UTC', maxDays: 3_660 };
  return {
    ...{ kind: 'breakdown', brandName: 'Northwind', question: { ...asking, series }, compared: null, by },
    ...{ orderBy: 'runs', direction: 'desc', minRuns: 1, skip: 0, limit: 100_000, wants: new Set(wants) },
  };
}

export type PlainRow = readonly (string | number | boolean | null)[];

function plainRows({ rows }: BreakdownPage, by: Grouped['by']): readonly PlainRow[] {
  const fields = by.flatMap((name) => dimensions[name].keys);
  return sorted(
    rows.map(({ key, ...row }) => [...fields.map((name) => key[name]), row.runs, row.mentions, row.allMentions]),
  );
}

async function rowsOf({ pool }: Database, { question: asking }: BreakdownAsk, raw: string) {
  const { brandId, window } = asking;
  const runs =
    'select * from run where brand_id = $1 and created_at >= $2::timestamptz and created_at < $3::timestamptz';
  const text = raw.startsWith('with ')
    ? raw.replace('with ', `with runs as (${runs}), `)
    : `with runs as (${runs}) ${raw}`;
  const values = [brandId, new Date(window.start), new Date(window.end)];
  const { rows } = await pool.query<(string | number | null)[]>({ text, values, rowMode: 'array' });
  return sorted(rows);
}

export function sorted(rows: readonly PlainRow[]): readonly PlainRow[] {
  return rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
