// Fetches what scans miss, in one statement. Rows are decoded as they arrive, one period after the other, so that memory does not grow with the
// window, and others have their turn meanwhile.

import type pg from 'pg';
import { int, literal, streamRows } from '../../database/copy/copy-rows.js';
import type { Pause } from '../../domain/pause.js';
import type { BrandDamage } from '../packed/cover.js';
import { dayLevel, periodOf, periodsOf, quartersOf, startOf } from '../packed/levels.js';
import { type Proven, proofSql } from '../stored/stamps.js';
import { isByChunk, type Missing, type MissingSource, type PeriodRows } from './missing.js';
import type { Reading, Running } from './reading.js';
import type { Source, StoredRow } from './scan.js';
import { selectSource, storedLevelOf, widthOf } from './select.js';

interface Fetching {
  /** Whether the statement is to say that nothing has changed since the states were read. */
  readonly proves: boolean;
  readonly pause: Pause;
}

type Damages = Map<Running, BrandDamage[]>;

/** Adds what is missing. Resolves to what is damaged, by scan; `null`: something has changed, and nothing was added. */
export async function fetchMissing(
  { client, proven, proof }: Reading,
  missing: Missing,
  { proves, pause }: Fetching,
): Promise<Damages | null> {
  const { sources } = missing;
  const damages: Damages = new Map();
  if (sources.length === 0 && !proves) return damages;
  let isProven = true;
  for await (const { number, period, rows } of eachPeriod(client, sources, proves ? proven : null)) {
    if (number === proofRow) isProven = rows[0]?.blocks[0]?.toString() === proof;
    const source = sources[number];
    // Whatever is found, the stream is read to its end: the connection is needed afterwards.
    if (!isProven || !source) continue;
    await addPeriod(missing, source, { period, rows, damages });
    if (pause.isDue()) await pause.take();
  }
  if (!isProven) return null;
  await missing.addEmpty(sources);
  return damages;
}

async function addPeriod(
  missing: Missing,
  found: MissingSource,
  { damages, ...read }: PeriodRows & { readonly damages: Damages },
): Promise<void> {
  const takers = missing.takersOf(found, read.period);
  const { brandId, source } = found;
  const damaged = (await missing.add(found, read)).flatMap((each) => damageOf(brandId, source, each));
  if (damaged.length > 0)
    for (const { running } of takers) damages.set(running, [...(damages.get(running) ?? []), ...damaged]);
}

/** What cannot be read where a stored period of a source is damaged. A prompt's month is rebuilt with each of its days. */
function damageOf(brandId: string, source: Source, period: number): readonly BrandDamage[] {
  if (source.from !== 'prompt') return [{ brandId, level: storedLevelOf(source), period }];
  return periodsOf(quartersOf(period, source.level), dayLevel).map((day) => {
    return { brandId, level: dayLevel, period: day };
  });
}

/** The rows of one period of a source after the other, or of one chunk. */
async function* eachPeriod(
  client: pg.ClientBase,
  sources: readonly MissingSource[],
  proven: Proven | null,
): AsyncGenerator<PeriodRows & { readonly number: number }> {
  let current = { number: proofRow, period: 0, rows: [] as StoredRow[] };
  for await (const [first, key, ...blocks] of streamRows(client, selectAll(sources, proven))) {
    const number = int(first);
    const source = sources[number]?.source;
    const period = source ? periodOfRow(source, int(key)) : 0;
    if (number !== current.number || period !== current.period) {
      if (current.rows.length > 0) yield current;
      current = { number, period, rows: [] };
    }
    current.rows.push({ period: source?.from === 'chunks' ? int(blocks[3]) : int(key), blocks });
  }
  if (current.rows.length > 0) yield current;
}

/** The period that the stored one is read for; the chunk where rows come in the order of chunks. */
function periodOfRow(source: Source, key: number): number {
  const stored = storedLevelOf(source);
  return isByChunk(source) || stored === source.level ? key : periodOf(startOf(key, stored), source.level);
}

/** The number of the row that holds the proof: it comes first. */
const proofRow = -1;

function selectAll(sources: readonly MissingSource[], proven: Proven | null): string {
  const width = Math.max(1, ...sources.map(({ source }) => widthOf(source)));
  const selects = sources.map(({ brandId, source }, number) => selectSource(brandId, source, number, width));
  if (!proven) return `${selects.join('\nunion all\n')} order by 1, 2`;
  const blocks = [`convert_to(${proofSql(proven, literal)}, 'UTF8')`, ...Array(width - 1).fill('null::bytea')];
  const proof = `select ${literal(proofRow)}::integer, 0, ${blocks.join(', ')}`;
  return `${[proof, ...selects].join('\nunion all\n')} order by 1, 2`;
}
