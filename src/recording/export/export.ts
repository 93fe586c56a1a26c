// Exports the recorded data as records that can be recorded again, streamed from one snapshot in a stable order. An export that is recorded
// into an empty database and exported again has the same bytes.

import { createHash } from 'node:crypto';
import type pg from 'pg';
import { streamRows } from '../../database/copy/copy-rows.js';
import type { Database } from '../../database/postgres.js';
import type { RecordType } from '../prepare/records.js';
import * as rows from './export-rows.js';

export type { ExportSelection } from './export-rows.js';

export interface ExportReport {
  readonly records: Readonly<Record<RecordType, number>>;
  /** Before compression. */
  readonly bytes: number;
  /** Number of runs to export. */
  readonly totalRuns: number;
}

const chunkBytes = 65_536;

/**
 * The selected records as newline-delimited JSON, in chunks of whole lines; `onProgress` is called before each chunk. Throws if a brand does
 * not exist. Occupies one connection until it ends, and buffers one chunk.
 */
export async function* exportRecords(
  db: Database,
  selection: rows.ExportSelection,
  onProgress: (report: ExportReport) => void = () => {},
): AsyncGenerator<Buffer> {
  const client = await db.pool.connect();
  let isComplete = false;
  try {
    await client.query('begin isolation level repeatable read, read only');
    // The consumer may be slow.
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    const unknown = selection.brandIds ? await rows.unknownBrands(client, selection.brandIds) : [];
    if (unknown.length > 0) throw new Error(`There is no brand ${unknown.map((id) => JSON.stringify(id)).join(', ')}.`);
    yield* chunksOf(client, selection, onProgress);
    await client.query('commit');
    isComplete = true;
  } finally {
    // A connection whose COPY was not read to its end cannot be reused.
    client.release(!isComplete);
  }
}

async function* chunksOf(
  client: pg.ClientBase,
  selection: rows.ExportSelection,
  onProgress: (report: ExportReport) => void,
): AsyncGenerator<Buffer> {
  const records = { organization: 0, model: 0, brand: 0, competitor: 0, prompt: 0, annotation: 0, run: 0 };
  const totalRuns = await rows.countRuns(client, selection);
  let [chunk, bytes] = ['', 0];
  const take = (): Buffer => {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    chunk = '';
    onProgress({ records: { ...records }, bytes, totalRuns });
    return buffer;
  };
  for await (const record of recordsOf(client, selection)) {
    records[record.type]++;
    chunk += `${JSON.stringify(record)}\n`;
    if (chunk.length >= chunkBytes) yield take();
  }
  yield take();
}

/** The fields of a record that the export reads. */
interface Exported {
  readonly type: RecordType;
}

interface ExportedBrand extends Exported {
  readonly id: string;
  readonly name: string;
}

interface ExportedRun extends Exported {
  readonly assessments?: { readonly competitors?: object };
}

async function* recordsOf(client: pg.ClientBase, selection: rows.ExportSelection): AsyncGenerator<Exported> {
  yield* parsed(client, rows.organizations(selection));
  yield* parsed(client, rows.models(selection));
  const brands: ExportedBrand[] = [];
  for await (const brand of parsed<ExportedBrand>(client, rows.brands(selection))) {
    brands.push(brand);
    yield brand;
  }
  yield* parsed(client, rows.competitors(selection));
  yield* parsed(client, rows.prompts(selection));
  yield* parsed(client, rows.annotations(selection));
  for (const brand of brands) yield* runsOf(client, selection, brand);
}

/**
 * The runs of a brand. A run that was recorded before the brand was renamed may assess the brand's present name as a competitor, which is
 * refused when it is recorded again: from the first such run to the last run, the brand is exported under a placeholder name.
 */
async function* runsOf(
  client: pg.ClientBase,
  selection: rows.ExportSelection,
  brand: ExportedBrand,
): AsyncGenerator<Exported> {
  let isRenamed = false;
  for await (const run of parsed<ExportedRun>(client, rows.runs(selection, brand.id))) {
    if (!isRenamed && Object.hasOwn(run.assessments?.competitors ?? {}, brand.name)) {
      isRenamed = true;
      yield { ...brand, name: placeholderName(brand) } as Exported; // safe because it stays a brand
    }
    yield run;
  }
  if (isRenamed) yield brand;
}

/** A name that no company has. */
function placeholderName({ id }: ExportedBrand): string {
  return `sightline export ${createHash('sha256').update(id).digest('hex')}`;
}

/** Parses the rows: parsing and serializing normalizes the JSON, so that repeated exports are identical. */
async function* parsed<Row extends Exported>(client: pg.ClientBase, select: string): AsyncGenerator<Row> {
  for await (const [json] of streamRows(client, select)) yield JSON.parse(json?.toString() ?? '');
}
