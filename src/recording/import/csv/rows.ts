// The rows of a CSV file with their places in it. Comma, semicolon and tab divide columns, whichever the heading has most of.

import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';

export interface CsvRow {
  /** Number of its last line in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** As it stands in the file. */
  readonly text: string;
}

const maxRowBytes = 64_000_000;
const dividers = [',', ';', '\t'] as const;

/** The rows of `input`, UTF-8 with or without a byte order mark, the heading first. Throws for quotes that do not close. */
export async function* rowsOf(input: AsyncIterable<Buffer>): AsyncGenerator<CsvRow> {
  const bytes = input[Symbol.asyncIterator]();
  const head = await firstLine(bytes);
  const parser = parse({
    bom: true,
    delimiter: dividerOf(head.toString('utf8')),
    info: true,
    raw: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRowBytes,
  });
  const source = Readable.from(joined(head, bytes), { objectMode: false });
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const { record, raw, info } of parser as AsyncIterable<Parsed>)
      yield { line: info.lines, cells: record, text: raw.replace(/\r?\n$/, '') };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Error(`The file is not valid CSV: ${error.message}.`, { cause: error });
  } finally {
    source.destroy();
  }
}

interface Parsed {
  readonly record: string[];
  readonly raw: string;
  readonly info: { readonly lines: number };
}

/** As many chunks as the first line needs. */
async function firstLine(bytes: AsyncIterator<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let length = 0; length < maxRowBytes; ) {
    const { done, value } = await bytes.next();
    if (done) break;
    chunks.push(value);
    length += value.length;
    if (value.includes(0x0a)) break;
  }
  return Buffer.concat(chunks);
}

async function* joined(head: Buffer, bytes: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  for (let next = await bytes.next(); !next.done; next = await bytes.next()) yield next.value;
}

function dividerOf(text: string): string {
  const line = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const counts = dividers.map((divider) => line.split(divider).length);
  return dividers[counts.indexOf(Math.max(...counts))] ?? ',';
}
