// Everything that is recorded, as records that can be recorded again: one snapshot, a row at a time, in an order that never changes. What
// is exported, recorded into an empty database and exported again has the same bytes.

import { createHash } from 'node:crypto';
import type pg from 'pg';
import { streamRows } from '../../database/copy/copy-rows.js';
import type { Database } from '../../database/postgres.js';
import type { RecordType } from '../prepare/records.js';
import * as rows from './export-rows.js';

export type { Selection } from './export-rows.js';

export interface ExportReport {
  readonly records: Readonly<Record<RecordType, number>>;
  /** Before compression. */
  readonly bytes: number;
  /** How many runs there are to be exported. */
  readonly totalRuns: number;
}

const chunkBytes = 65_536;

/**
 * The chosen records as newline-delimited JSON, in pieces of whole lines; `onProgress` is told before each piece. Throws for a brand that is
 * not there. Holds one connection until it has ended, and no more than a piece in memory.
 */
export async function* exportRecords(
  db: Database,
  selection: rows.Selection,
  onProgress: (report: ExportReport) => void = () => {},
): AsyncGenerator<Buffer> {
  const client = await db.pool.connect();
  let isWhole = false;
  try {
    await client.query('begin isolation level repeatable read, read only');
    // Whoever reads may take their time.
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    const unknown = selection.brandIds ? await rows.unknownBrands(client, selection.brandIds) : [];
    if (unknown.length > 0) throw new Error(`There is no brand ${unknown.map((id) => JSON.stringify(id)).join(', ')}.`);
    yield* pieces(client, selection, onProgress);
    await client.query('commit');
    isWhole = true;
  } finally {
    // A connection whose COPY was not read to its end is of no more use.
    client.release(!isWhole);
  }
}

async function* pieces(
  client: pg.ClientBase,
  selection: rows.Selection,
  onProgress: (report: ExportReport) => void,
): AsyncGenerator<Buffer> {
  const records = { organization: 0, model: 0, brand: 0, competitor: 0, prompt: 0, run: 0 };
  const totalRuns = await rows.countRuns(client, selection);
  let [piece, bytes] = ['', 0];
  const take = (): Buffer => {
    const buffer = Buffer.from(piece);
    bytes += buffer.length;
    piece = '';
    onProgress({ records: { ...records }, bytes, totalRuns });
    return buffer;
  };
  for await (const record of recordsOf(client, selection)) {
    records[record.type]++;
    piece += `${JSON.stringify(record)}\n`;
    if (piece.length >= chunkBytes) yield take();
  }
  yield take();
}

/** A record, as far as an export looks into it. */
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

async function* recordsOf(client: pg.ClientBase, selection: rows.Selection): AsyncGenerator<Exported> {
  yield* parsed(client, rows.organizations(selection));
  yield* parsed(client, rows.models(selection));
  const brands: ExportedBrand[] = [];
  for await (const brand of parsed<ExportedBrand>(client, rows.brands(selection))) {
    brands.push(brand);
    yield brand;
  }
  yield* parsed(client, rows.competitors(selection));
  yield* parsed(client, rows.prompts(selection));
  for (const brand of brands) yield* runsOf(client, selection, brand);
}

/**
 * The runs of a brand. One that was recorded before the brand took its name may assess that name as not mentioned, which is refused of a
 * name that is the brand's: from the first such run on the brand bears another name until its last.
 */
async function* runsOf(
  client: pg.ClientBase,
  selection: rows.Selection,
  brand: ExportedBrand,
): AsyncGenerator<Exported> {
  let isRenamed = false;
  for await (const run of parsed<ExportedRun>(client, rows.runs(selection, brand.id))) {
    if (!isRenamed && Object.hasOwn(run.assessments?.competitors ?? {}, brand.name)) {
      isRenamed = true;
      yield { ...brand, name: spareName(brand) } as Exported; // safe because it stays a brand
    }
    yield run;
  }
  if (isRenamed) yield brand;
}

/** A name that nobody bears. */
function spareName({ id }: ExportedBrand): string {
  return `sightline export ${createHash('sha256').update(id).digest('hex')}`;
}

/** Parsed and written again, JSON has one form, which does not depend on how often that was done. */
async function* parsed<Row extends Exported>(client: pg.ClientBase, select: string): AsyncGenerator<Row> {
  for await (const [json] of streamRows(client, select)) yield JSON.parse(json?.toString() ?? '');
}
