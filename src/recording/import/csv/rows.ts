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
  const rows = reader.rows();
  for await (const lines of piecesOf(text)) {
    reader.add(lines);
    yield* foundOf(rows);
  }
  reader.isEnd = true;
  yield* foundOf(rows);
}

/** What a reader yields where it needs further lines to go on. */
const wait = null;
type Waiting<Result> = Generator<typeof wait, Result>;

/** The rows that are found without further lines. */
function* foundOf(rows: Generator<CsvRow | typeof wait>): Generator<CsvRow> {
  for (let { done, value } = rows.next(); !done && value !== wait; { done, value } = rows.next()) yield value;
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

/** A row, and how many lines it takes. */
interface Found {
  readonly row: CsvRow;
  readonly length: number;
}

/** Finds rows among the lines that it is given. Lines are counted from the one that its next row begins with. */
class RowReader {
  isEnd = false;
  private pieces: Piece[] = [];
  private at = 0;
  private divider: string | null = null;
  private isBegun = false;
  private width: number | null = null;

  add(pieces: readonly Piece[]): void {
    this.pieces.splice(0, this.at);
    this.at = 0;
    for (const piece of pieces) this.pieces.push(piece);
  }

  *rows(): Generator<CsvRow | typeof wait> {
    for (let first = yield* this.pieceAt(0); first; first = yield* this.pieceAt(0)) {
      const found = isBlank(first) || this.isDivider(first) ? null : yield* this.found(first);
      this.at += found?.length ?? 1;
      if (found && !isEmptyRow(found.row)) yield found.row;
    }
  }

  private *pieceAt(line: number): Waiting<Piece | undefined> {
    while (this.at + line >= this.pieces.length && !this.isEnd) yield wait;
    return this.pieces[this.at + line];
  }

  private piecesIn(from: number, length: number): readonly Piece[] {
    return this.pieces.slice(this.at + from, this.at + from + length);
  }

  /**
   * The next row. The last line of a faulty one may begin a good row, if the quote that it closes there is a stray one, and the last line of that another:
   * nobody can know which are rows, so that all go with it, up to one that is none.
   */
  private *found(first: Piece): Waiting<Found> {
    const found = this.rowOf(this.piecesIn(0, yield* this.lengthAt(0)), first);
    if (found.length === 1 || found.row.faults.length === 0) return found;
    let [length, bytes] = [found.length, found.row.bytes.length];
    for (;;) {
      const more = yield* this.goodLengthAt(length - 1, bytes);
      if (more === 0) return { row: { ...found.row, bytes: bytesOf(this.piecesIn(0, length)) }, length };
      length += more - 1;
      bytes = (this.pieces[this.at + length - 1]?.end ?? first.end) - first.end;
    }
  }

  /** The number of lines of the good row, of several lines, that may begin at a line; 0: none. `bytes`: of the lines that are held before it. */
  private *goodLengthAt(from: number, bytes: number): Waiting<number> {
    // What begins none is mostly seen without the next lines.
    if (this.cellsOf(`${this.pieces[this.at + from]?.text}"`) === null) return 0;
    const length = yield* this.lengthAt(from, bytes);
    const cells = length > 1 ? this.cellsOf(textOf(this.piecesIn(from, length))) : null;
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

  /** The number of lines of the row that begins at a line; 0: its quotes are not closed in time. `bytes`: of the lines that are held before it. */
  private *lengthAt(from: number, bytes = 0): Waiting<number> {
    let [isOpen, held] = [false, bytes];
    for (let lines = 0; ; lines++) {
      const piece = yield* this.pieceAt(from + lines);
      if (!piece || isTruncated(piece)) return piece && lines === 0 ? 1 : 0;
      held += piece.length;
      if (held > maxLineBytes) return 0;
      if (piece.hasOddQuotes) isOpen = !isOpen;
      if (!isOpen) return lines + 1;
    }
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
