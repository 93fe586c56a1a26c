// A cell holds what one prompt's runs of one model say within one quarter hour: counts, and which URLs and domains are cited how often.
// A quarter tile is the packed list of its cells; it knows nothing of tags, so that a change of tags never touches it.

import { type CompanySums, noSums } from '../domain/summary.js';
import { ByteReader, ByteWriter } from './bytes.js';
import { type Cited, readCited, writeCited } from './counts.js';

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

/** What a cell says of citations alone. */
export type CitingCell = Pick<Cell, 'prompt' | 'urls' | 'domains'>;

/** Which cells to decode; the bodies of the others are passed over. */
export type CellFilter = (prompt: number, model: number) => boolean;

export function encodeCells(cells: readonly Cell[]): Buffer {
  const block = new ByteWriter();
  for (const cell of cells) {
    const body = new ByteWriter();
    body.varint(cell.runs);
    body.varint(cell.citations);
    writeCited(body, cell.urls);
    writeCited(body, cell.domains);
    writeCompanies(body, cell.companies);
    const bytes = body.bare();
    block.varint(cell.prompt);
    block.varint(cell.model);
    block.varint(bytes.length);
    block.bytes(bytes);
  }
  return block.seal();
}

/** The cells of a block that `wanted` admits. Throws `CorruptBlock`. */
export function* decodeCells(block: Buffer, wanted: CellFilter): Generator<Cell> {
  const from = new ByteReader(block);
  while (!from.done) {
    const [prompt, model, length] = [from.varint(), from.varint(), from.varint()];
    if (!wanted(prompt, model)) {
      from.bytes(length);
      continue;
    }
    yield {
      prompt,
      model,
      runs: from.varint(),
      citations: from.varint(),
      urls: readCited(from),
      domains: readCited(from),
      companies: readCompanies(from),
    };
  }
}

/** As `decodeCells`, passing over all but the citations. */
export function* decodeCitingCells(block: Buffer, wanted: CellFilter): Generator<CitingCell> {
  const from = new ByteReader(block);
  while (!from.done) {
    const [prompt, model, length] = [from.varint(), from.varint(), from.varint()];
    const next = from.at + length;
    if (wanted(prompt, model)) {
      from.varint();
      from.varint();
      yield { prompt, urls: readCited(from), domains: readCited(from) };
    }
    from.at = next;
  }
}

export function writeCompanies(to: ByteWriter, companies: ReadonlyMap<number, CompanySums>): void {
  to.varint(companies.size);
  for (const [company, sums] of companies) {
    to.varint(company);
    writeSums(to, sums);
  }
}

function readCompanies(from: ByteReader): Map<number, CompanySums> {
  const companies = new Map<number, CompanySums>();
  for (let left = from.varint(); left > 0; left--) {
    const company = from.varint();
    const sums = noSums();
    addStoredSums(from, sums);
    companies.set(company, sums);
  }
  return companies;
}

function writeSums(to: ByteWriter, sums: CompanySums): void {
  to.varint(sums.mentions);
  to.varint(sums.positive);
  to.varint(sums.neutral);
  to.varint(sums.negative);
  to.varint(sums.mixed);
  to.varint(sums.positionSum);
  to.varint(sums.positions);
}

/** Adds stored sums to `into`, without a value in between: a read adds tens of thousands. */
export function addStoredSums(from: ByteReader, into: CompanySums): void {
  into.mentions += from.varint();
  into.positive += from.varint();
  into.neutral += from.varint();
  into.negative += from.varint();
  into.mixed += from.varint();
  into.positionSum += from.varint();
  into.positions += from.varint();
}
