// Recording, rolled tiles included, against a bare COPY of the very rows that it wrote into the same empty tables with the same indexes.

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Database } from '../src/database/postgres.js';
import { openFolder, tileTables, withClient } from './data.js';
import { referenceLines, runLine } from './lines.js';
import { round, table } from './markdown.js';
import { quantile, timed } from './measure.js';
import { recordLines } from './recorder.js';
import type { Target } from './target.js';
import { Random, runsOf, type World } from './world.js';

/** Runs a day of the brand of two million. */
const runsADay = 5_208;
const rounds = 3;
const copied = ['run', 'answer', 'citation', 'url', 'domain', 'query'] as const;
const emptied = [...copied, 'company', 'prompt', ...tileTables];

/** Times are in milliseconds, sizes those of the recorded lines in bytes. */
export async function benchRecording(runs: number) {
  await using db = await openFolder('recording');
  const world = { brandId: 'northwind', runs, prompts: 500, citationsPerRun: 8 };
  const dense = { ...world, days: Math.max(1, Math.round(runs / runsADay)) };
  const inOrder = [...runsOf(dense, 2)].map(runLine);
  const scattered = shuffled([...runsOf({ ...world, days: 365 }, 3)].map(runLine));
  return [
    await compare(db, { order: `in order, ${runsADay} a day`, lines: inOrder, world }),
    await compare(db, { order: 'scattered over a year', lines: scattered, world }),
  ];
}

type Recordings = Awaited<ReturnType<typeof benchRecording>>;

function shuffled<T>(values: readonly T[]): T[] {
  const random = new Random(4);
  return values
    .map((value) => ({ value, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

interface Given {
  readonly order: string;
  readonly lines: readonly string[];
  readonly world: World;
}

async function compare(db: Database, { order, lines, world }: Given) {
  const [recordMs, totalMs, copyMs]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    await db.pool.query(`truncate ${emptied.join(', ')}`);
    await recordLines(db, referenceLines(world));
    const recorded = await recordLines(db, lines);
    recordMs.push(recorded.recordMs);
    totalMs.push(recorded.totalMs);
    copyMs.push(await copyAgain(db));
    process.stderr.write(`  ${order}: ${recorded.totalMs.toFixed(0)} ms, COPY ${copyMs.at(-1)?.toFixed(0)} ms\n`);
  }
  const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
  const [record, total, copy] = [recordMs, totalMs, copyMs].map((times) => quantile(times, 0.5));
  return { order, runs: lines.length, bytes, recordMs: record ?? 0, totalMs: total ?? 0, copyMs: copy ?? 0 };
}

/** Takes the recorded rows out, empties the tables, and copies the same rows into them in one transaction. Milliseconds of the latter. */
async function copyAgain(db: Database): Promise<number> {
  const rows = new Map<string, Buffer[]>();
  await withClient(db, async (client) => {
    for (const table of copied) rows.set(table, await client.query(copyTo(`copy ${table} to stdout`)).toArray());
  });
  await db.pool.query(`truncate ${emptied.join(', ')}`);
  const { ms } = await timed(() =>
    db.transaction(async (client) => {
      for (const table of copied)
        await pipeline(Readable.from(rows.get(table) ?? []), client.query(copyFrom(`copy ${table} from stdin`)));
    }),
  );
  return ms;
}

export function recordingSection(recordings: Recordings): string {
  const rows = recordings.map(({ order, runs, bytes, recordMs, totalMs, copyMs }) => [
    order,
    runs.toLocaleString('en'),
    round((runs * 1000) / totalMs),
    round(bytes / 1000 / totalMs),
    ...[recordMs, totalMs, copyMs].map((ms) => `${round(ms / 1000)} s`),
    `${round(totalMs / copyMs)} ×`,
  ]);
  const heads = ['', 'runs', 'runs/s', 'MB/s', 'recorded', 'and rolled', 'bare COPY of the same rows', 'ratio'];
  return `## Recording\n\nLines are parsed, validated, written durably and rolled into tiles; COPY receives prepared rows, in one transaction, for the same tables and indexes.\n\n${table(heads, rows)}`;
}

export function recordingTargets(recordings: Recordings = []): readonly Target[] {
  const [inOrder, scattered] = recordings.map(({ totalMs, copyMs }) => totalMs / copyMs);
  return [
    ['recording with tiles, in order, against bare COPY', '≤ 2.8 ×', inOrder],
    ['recording with tiles, scattered over a year, against bare COPY', '≤ 4 ×', scattered],
  ];
}
