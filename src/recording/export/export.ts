// Exports the recorded data as records that can be recorded again, streamed from one snapshot in a stable order. An export that is recorded
// into an empty database and exported again has the same bytes.

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
  readonly id: string;
}

/** What runs refer to, in the order in which it can be recorded again. */
const references = [rows.organizations, rows.models, rows.brands, rows.competitors, rows.prompts, rows.annotations];

async function* recordsOf(client: pg.ClientBase, selection: rows.ExportSelection): AsyncGenerator<Exported> {
  const brandIds: string[] = [];
  for (const select of references)
    for await (const record of parsed(client, select(selection))) {
      if (record.type === 'brand') brandIds.push(record.id);
      yield record;
    }
  for (const brandId of brandIds) yield* parsed(client, rows.runs(selection, brandId));
}

/** Parses the rows: parsing and serializing normalizes the JSON, so that repeated exports are identical. */
async function* parsed(client: pg.ClientBase, select: string): AsyncGenerator<Exported> {
  for await (const [json] of streamRows(client, select)) yield JSON.parse(json?.toString() ?? '');
}
