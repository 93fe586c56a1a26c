// The rows of a CSV file with their places in it. Comma, semicolon and tab divide columns, whichever the heading has most of, unless a line
// before it such as `sep=;` names the divider. What is not well-formed costs one line: the rows after it are read.

import { CsvError, parse } from 'csv-parse/sync';
import type { Fault } from '../../../errors.js';
import type { Line } from '../../input/lines.js';
import { type EncodedText, maxLineBytes } from './encoding.js';

export interface CsvRow {
  /** Number of its last line in the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** As it stands in the file. */
  readonly bytes: Buffer;
  /** Why it cannot be read; then it has no cells. */
  readonly faults: readonly Fault[];
}

/** One line, with its line end, which counts where a cell has several lines. */
interface Piece extends Line {
  /** `null`: not valid in the encoding of the file. */
  readonly text: string | null;
  readonly lineEnd: string;
  readonly hasOddQuotes: boolean;
}

const dividers = [',', ';', '\t'] as const;

/**
 * The rows of `text` that have a value, the heading first. A row ends where its quotes are closed. Where they are not, or the row has fewer cells than the
 * heading or a value beyond it, it was most likely damaged in its first line: that line is a faulty row, and the next row begins after it.
 */
export async function* rowsOf(text: EncodedText): AsyncGenerator<CsvRow> {
  const reader = new RowReader();
  for await (const lines of piecesOf(text)) {
    reader.add(lines);
    yield* reader.rows(false);
  }
  yield* reader.rows(true);
}

async function* piecesOf({ lines, decode }: EncodedText): AsyncGenerator<readonly Piece[]> {
  let end = 0;
  for await (const some of lines) {
    yield some.map((line) => {
      const hasReturn = line.end - end > line.bytes.length + 1 && line.number > 1;
      end = line.end;
      const text = line.length > line.bytes.length ? '' : decode(line.bytes);
      return { ...line, text, lineEnd: hasReturn ? '\r\n' : '\n', hasOddQuotes: hasOddQuotes(text ?? '') };
    });
  }
}

function hasOddQuotes(text: string): boolean {
  let isOdd = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}

const nothingSeen = { lines: 0, isOpen: false, bytes: 0 };

/** Finds rows among the lines that it is given, and holds those of a row that is not complete. */
class RowReader {
  private pieces: Piece[] = [];
  private divider: string | null = null;
  private isBegun = false;
  private width: number | null = null;
  /** What is known of the row that is not complete, which begins with the first of `pieces`. */
  private seen = nothingSeen;

  add(pieces: readonly Piece[]): void {
    for (const piece of pieces) this.pieces.push(piece);
  }

  *rows(isEnd: boolean): Generator<CsvRow> {
    let at = 0;
    for (let first = this.pieces[at]; first; first = this.pieces[at]) {
      const isPassed = isBlank(first) || this.isDivider(first);
      const length = isPassed ? 1 : this.lengthAt(at);
      if (length === null && !isEnd) break;
      this.seen = nothingSeen;
      const row = isPassed ? null : this.rowOf(this.pieces.slice(at, at + (length ?? 0)), first);
      if (row && !isEmptyRow(row)) yield row;
      at += row && row.faults.length > 0 ? 1 : (length ?? 1);
    }
    this.pieces.splice(0, at);
  }

  /** Whether a line, the first that is not blank, is the one by which Excel is told the divider; takes it from there. */
  private isDivider({ text }: Piece): boolean {
    // Where Excel itself saved the line, it has the divider once more for each further column.
    const named = this.isBegun ? null : /^("?)sep=([^"])\1\2*$/iu.exec(text ?? '');
    this.isBegun = true;
    this.divider ??= named?.[2] ?? null;
    return named !== null;
  }

  /** The number of lines of the row that begins at a line; 0: its quotes are not closed in time; `null`: not known without the next lines. */
  private lengthAt(from: number): number | null {
    let { lines, isOpen, bytes } = this.seen;
    for (; from + lines < this.pieces.length; lines++) {
      const piece = this.pieces[from + lines];
      if (!piece || faultOf(piece)) return lines === 0 ? 1 : 0;
      bytes += piece.length;
      if (bytes > maxLineBytes) return 0;
      if (piece.hasOddQuotes) isOpen = !isOpen;
      if (!isOpen) return lines + 1;
    }
    this.seen = { lines, isOpen, bytes };
    return null;
  }

  private rowOf(pieces: readonly Piece[], first: Piece): CsvRow {
    const fault = faultOf(first);
    if (fault) return faulty(first, fault);
    const text = pieces.map((piece, at) => `${at === 0 ? '' : (pieces[at - 1]?.lineEnd ?? '')}${piece.text ?? ''}`);
    const cells = pieces.length === 0 ? null : this.cellsOf(text.join(''));
    this.width ??= cells?.length ?? null;
    if (!cells || (pieces.length > 1 && !this.isWhole(cells))) return faulty(first, quoteFault);
    return { line: pieces.at(-1)?.number ?? first.number, cells, bytes: Buffer.concat(linesOf(pieces)), faults: [] };
  }

  /** Whether there is a cell for each heading, and nothing but blank ones beyond. */
  private isWhole(cells: readonly string[]): boolean {
    const width = this.width ?? cells.length;
    return cells.length >= width && areBlank(cells.slice(width));
  }

  /** `null`: its quotes are not as they should be. */
  private cellsOf(text: string): readonly string[] | null {
    this.divider ??= dividerOf(text);
    if (!text.includes('"')) return text.split(this.divider);
    try {
      const options = { delimiter: this.divider, relax_column_count: true, max_record_size: maxLineBytes };
      const rows: string[][] = parse(text, { ...options, record_delimiter: ['\r\n', '\n'] });
      return rows.length === 1 ? (rows[0] ?? null) : null;
    } catch (error) {
      if (error instanceof CsvError) return null;
      throw error;
    }
  }
}

function linesOf(pieces: readonly Piece[]): Buffer[] {
  return pieces.flatMap(({ bytes, lineEnd }, at) => (at < pieces.length - 1 ? [bytes, Buffer.from(lineEnd)] : [bytes]));
}

function isBlank({ text, length, bytes }: Piece): boolean {
  return text === '' && length === bytes.length;
}

/** Spreadsheets save rows without a value as dividers alone. */
function isEmptyRow({ cells, faults }: CsvRow): boolean {
  return faults.length === 0 && areBlank(cells);
}

function areBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

const quoteFault =
  'The quotes of this row are not closed, or stand within a cell: put a cell with quotes, line ends or the divider in double quotes, and write each quote in it twice.';

function faultOf({ text, length, bytes }: Piece): string | null {
  if (length > bytes.length)
    return `The row is ${length} bytes long; the maximum is ${maxLineBytes}. Only its first ${bytes.length} bytes are kept here.`;
  return text === null ? 'The row is not valid in the encoding of the file: give another with --encoding.' : null;
}

function faulty({ number, bytes }: Piece, message: string): CsvRow {
  return { line: number, cells: [], bytes, faults: [{ field: null, message }] };
}

function dividerOf(text: string): string {
  const line = text.replace(/"[^"]*"/g, '');
  const counts = dividers.map((divider) => line.split(divider).length);
  return dividers[counts.indexOf(Math.max(...counts))] ?? ',';
}
