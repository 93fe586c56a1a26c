// A cell holds what one prompt's runs of one model say within one quarter hour: counts, and which URLs and domains are cited how often.
// A quarter tile is the packed list of its cells; it knows nothing of tags, so that a change of tags never touches it. Cells of the
// same prompt and model may stand in it several times, and add up: a late run is appended.

import { addPackedSums, type CompanySums, noSums, packSums } from '../../domain/company-sums.js';
import { ByteReader, ByteWriter } from './bytes.js';
import { type Cited, readCited, writeCited } from './counts.js';
import { addCode, codeOf } from './one-run.js';

export interface Cell {
  /** The prompt's number within its brand. */
  readonly prompt: number;
  /** The model's number. */
  readonly model: number;
  runs: number;
  citations: number;
  /** Keyed by company number, 0 the brand. */
  readonly companies: Map<number, CompanySums>;
  readonly urls: Cited;
  readonly domains: Cited;
}

export function encodeCells(cells: readonly Cell[]): Buffer {
  const block = new ByteWriter();
  for (const cell of cells) writeCell(block, cell);
  return block.seal();
}

/** `block` with further cells behind its own. Throws `CorruptBlock`. */
export function appendCells(block: Buffer, cells: readonly Cell[]): Buffer {
  const longer = new ByteWriter();
  longer.bytes(new ByteReader(block).rest());
  for (const cell of cells) writeCell(longer, cell);
  return longer.seal();
}

function writeCell(to: ByteWriter, cell: Cell): void {
  const body = new ByteWriter();
  body.varint(cell.runs);
  body.varint(cell.citations);
  writeCited(body, cell.urls);
  writeCited(body, cell.domains);
  writeMentions(body, cell.companies);
  const bytes = body.bare();
  to.varint(cell.prompt);
  to.varint(cell.model);
  to.varint(bytes.length);
  to.bytes(bytes);
}

/** The cells of a block. Throws `CorruptBlock`. */
export function* decodeCells(block: Buffer): Generator<Cell> {
  const from = new ByteReader(block);
  while (!from.done) {
    const [prompt, model] = [from.varint(), from.varint()];
    from.varint();
    yield {
      prompt,
      model,
      runs: from.varint(),
      citations: from.varint(),
      urls: readCited(from),
      domains: readCited(from),
      companies: readMentions(from),
    };
  }
}

function writeMentions(to: ByteWriter, companies: ReadonlyMap<number, CompanySums>): void {
  to.varint(companies.size);
  for (const [company, sums] of companies) {
    const code = codeOf(sums);
    to.varint(company * 2 + Number(code === null));
    if (code === null) packSums(sums, to);
    else to.varint(code);
  }
}

/** Adds the stored sums behind `head` to `into`. */
export function addMention(from: ByteReader, head: number, into: CompanySums): void {
  if (head % 2 === 1) addPackedSums(into, from);
  else addCode(from.varint(), into);
}

/** The company that `head`, the first number of a stored mention, names. */
export function companyOf(head: number): number {
  return Math.floor(head / 2);
}

function readMentions(from: ByteReader): Map<number, CompanySums> {
  const companies = new Map<number, CompanySums>();
  for (let left = from.varint(); left > 0; left--) {
    const head = from.varint();
    const sums = noSums();
    addMention(from, head, sums);
    companies.set(companyOf(head), sums);
  }
  return companies;
}
