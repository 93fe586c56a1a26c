// The rows of a CSV file with their places in it. Comma, semicolon and tab divide columns, whichever the heading has most of, unless a line
// before it such as `sep=;` names the divider. A row whose quotes are at fault costs one line: the rows after it are read.

import { CsvError, parse } from 'csv-parse/sync';
import type { Fault } from '../../../errors.js';
import type { Line } from '../../input/lines.js';
import { type EncodedText, maxLineBytes } from './encoding.js';

export interface CsvRow {
  /** Number of its last line in the file, from 1; of its first one where it cannot be read. */
  readonly line: number;
  readonly cells: readonly string[];
  /** As it stands in the file. */
  readonly bytes: Buffer;
  /** Why it cannot be read; then it has no cells. */
  readonly faults: readonly Fault[];
}

/** One line, with its line end, which counts where a cell has several lines. */
interface Piece extends Line {
  /** Where it is not valid in the encoding of the file, only its quotes, dividers and what stands between them are known. */
  readonly text: string;
  readonly isValid: boolean;
  readonly lineEnd: string;
  readonly hasOddQuotes: boolean;
}

const dividers = [',', ';', '\t'] as const;

/**
 * The rows of `text` that have a value, the heading first. A row ends where its quotes are closed, and is faulty as a whole where it has fewer cells than
 * the heading, a value beyond it, or a line that is not valid. Where its quotes are at fault, it was most likely damaged in its first line: that line is a
 * faulty row, and the next row begins after it.
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
      const decoded = isTruncated(line) ? '' : decode(line.bytes);
      const text = decoded ?? line.bytes.toString('latin1');
      const lineEnd = hasReturn ? '\r\n' : '\n';
      return { ...line, text, isValid: decoded !== null, lineEnd, hasOddQuotes: hasOddQuotes(text) };
    });
  }
}

function hasOddQuotes(text: string): boolean {
  let isOdd = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}

const nothingSeen = { lines: 0, isOpen: false, bytes: 0 };

/** A row, and how many lines it takes. */
interface Found {
  readonly row: CsvRow;
  readonly length: number;
}

/** Finds rows among the lines that it is given, and holds those of a row that is not complete. */
class RowReader {
  private pieces: Piece[] = [];
  private divider: string | null = null;
  private isBegun = false;
  private width: number | null = null;
  /** What is known of the row that is not complete, which begins with the first of `pieces`, or with the last line of `ragged`. */
  private seen = nothingSeen;
  /** The first row of `pieces`, where its last line may begin another, with the lines of all that go with it so far. */
  private ragged: Found | null = null;

  add(pieces: readonly Piece[]): void {
    for (const piece of pieces) this.pieces.push(piece);
  }

  *rows(isEnd: boolean): Generator<CsvRow> {
    let at = 0;
    for (let first = this.pieces[at]; first; first = this.pieces[at]) {
      const isPassed = isBlank(first) || this.isDivider(first);
      const found = isPassed ? null : this.foundAt(at, first, isEnd);
      if (!isPassed && !found) break;
      [this.seen, this.ragged] = [nothingSeen, null];
      if (found && !isEmptyRow(found.row)) yield found.row;
      at += found?.length ?? 1;
    }
    this.pieces.splice(0, at);
  }

  /**
   * The row that begins at a line; `null`: not known without the next lines. The last line of a faulty one may begin a good row, if the quote that it closes
   * there is a stray one, and the last line of that another: nobody can know which are rows, so that all go with it, up to one that is none.
   */
  private foundAt(at: number, first: Piece, isEnd: boolean): Found | null {
    if (!this.ragged) {
      const length = this.lengthAt(at) ?? (isEnd ? 0 : null);
      if (length === null) return null;
      const found = this.rowOf(this.pieces.slice(at, at + length), first);
      if (found.length === 1 || found.row.faults.length === 0) return found;
      this.ragged = found;
      this.seen = { ...nothingSeen, bytes: found.row.bytes.length };
    }
    let held: Found = this.ragged;
    for (;;) {
      const more = this.goodLengthAt(at + held.length - 1, isEnd);
      if (more === null) return null;
      if (more === 0) {
        const pieces = this.pieces.slice(at, at + held.length);
        return { row: { ...held.row, bytes: bytesOf(pieces) }, length: held.length };
      }
      held = { row: held.row, length: held.length + more - 1 };
      this.ragged = held;
      this.seen = { ...nothingSeen, bytes: (this.pieces[at + held.length - 1]?.end ?? first.end) - first.end };
    }
  }

  /** The number of lines of the good row, of several lines, that may begin at a line; 0: none. */
  private goodLengthAt(from: number, isEnd: boolean): number | null {
    // What begins none is mostly seen without the next lines.
    if (this.cellsOf(`${this.pieces[from]?.text}"`) === null) return 0;
    const length = this.lengthAt(from) ?? (isEnd ? 0 : null);
    if (length === null) return null;
    const cells = length > 1 ? this.cellsOf(textOf(this.pieces.slice(from, from + length))) : null;
    return cells && this.isWhole(cells) ? length : 0;
  }

  /** Whether a line, the first that is not blank, is the one by which Excel is told the divider; takes it from there. */
  private isDivider({ text, isValid }: Piece): boolean {
    // Where Excel itself saved the line, it has the divider once more for each further column.
    const named = this.isBegun || !isValid ? null : /^("?)sep=([^"])\1\2*$/iu.exec(text);
    this.isBegun = true;
    this.divider ??= named?.[2] ?? null;
    return named !== null;
  }

  /** The number of lines of the row that begins at a line; 0: its quotes are not closed in time; `null`: not known without the next lines. */
  private lengthAt(from: number): number | null {
    let { lines, isOpen, bytes } = this.seen;
    for (; from + lines < this.pieces.length; lines++) {
      const piece = this.pieces[from + lines];
      if (!piece || isTruncated(piece)) return lines === 0 ? 1 : 0;
      bytes += piece.length;
      if (bytes > maxLineBytes) return 0;
      if (piece.hasOddQuotes) isOpen = !isOpen;
      if (!isOpen) return lines + 1;
    }
    this.seen = { lines, isOpen, bytes };
    return null;
  }

  /** `pieces`: none where the quotes are not closed. */
  private rowOf(pieces: readonly Piece[], first: Piece): Found {
    const cells = isTruncated(first) || pieces.length === 0 ? null : this.cellsOf(textOf(pieces));
    if (!cells) return { row: faulty([first], faultOf(first) ?? quoteFault), length: 1 };
    this.width ??= cells.length;
    const invalid = pieces.map(faultOf).find((fault) => fault !== null);
    const fault = invalid ?? (this.isWhole(cells) || areBlank(cells) ? null : widthFault(cells.length, this.width));
    const { number } = pieces.at(-1) ?? first;
    const row = fault === null ? { line: number, cells, bytes: bytesOf(pieces), faults: [] } : faulty(pieces, fault);
    return { row, length: pieces.length };
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

function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }, at) => `${at === 0 ? '' : (pieces[at - 1]?.lineEnd ?? '')}${text}`).join('');
}

function bytesOf(pieces: readonly Piece[]): Buffer {
  const [only] = pieces;
  if (only && pieces.length === 1) return only.bytes;
  return Buffer.concat(
    pieces.flatMap(({ bytes }, at) => [Buffer.from(at === 0 ? '' : (pieces[at - 1]?.lineEnd ?? '')), bytes]),
  );
}

function isTruncated({ length, bytes }: Line): boolean {
  return length > bytes.length;
}

function isBlank(piece: Piece): boolean {
  return piece.text === '' && !isTruncated(piece);
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

function faultOf({ isValid, length, bytes }: Piece): string | null {
  if (length > bytes.length)
    return `The row is ${length} bytes long; the maximum is ${maxLineBytes}. Only its first ${bytes.length} bytes are kept here.`;
  return isValid ? null : 'The row is not valid in the encoding of the file: give another with --encoding.';
}

function widthFault(cells: number, width: number): string {
  return `The row has ${cells} cells, but the heading has ${width}: put texts that contain the divider or a line end in double quotes.`;
}

function faulty(pieces: readonly Piece[], message: string): CsvRow {
  return { line: pieces[0]?.number ?? 0, cells: [], bytes: bytesOf(pieces), faults: [{ field: null, message }] };
}

function dividerOf(text: string): string {
  const line = text.replace(/"[^"]*"/g, '');
  const counts = dividers.map((divider) => line.split(divider).length);
  return dividers[counts.indexOf(Math.max(...counts))] ?? ',';
}
