// A cell holds what one prompt's runs of one channel and one outcome say within one quarter hour. A quarter tile is the packed list of its
// cells; it knows nothing of tags, so that a change of tags never touches it. Cells of the same prompt, channel and outcome may stand in it
// several times, and add up: a late run is appended.

import { outcomeClasses } from '../../domain/outcome.js';
import { ByteReader, ByteWriter } from './bytes.js';
import { type Cited, CitedList, writeCited } from './cited.js';
import { MentionList, type Mentions, writeMentions } from './mentions.js';

export interface Cell {
  /** The prompt's number within its brand. */
  readonly prompt: number;
  /** The channel's number. */
  readonly channel: number;
  /** The number of the outcome's class. */
  readonly outcome: number;
  readonly runs: number;
  readonly citations: number;
  /** Runs with at least one web query. */
  readonly searched: number;
  /** When its first and its last run were created, milliseconds within the quarter hour. */
  readonly first: number;
  readonly last: number;
  readonly companies: Mentions;
  readonly urls: Cited;
  readonly domains: Cited;
  readonly queries: Cited;
}

/** The lists of a cell, in the order in which they are stored. */
export const sections = ['companies', 'domains', 'urls', 'queries'] as const;
export type Section = (typeof sections)[number];
const everySection: ReadonlySet<Section> = new Set(sections);

const classes = outcomeClasses.length;

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

/** One block of the cells of several, with some of their lists alone. Throws `CorruptBlock`. */
export function joinCells(blocks: readonly Buffer[], sections: ReadonlySet<Section>): Buffer {
  const joined = new ByteWriter();
  for (const block of blocks) eachCell(block, (cell) => writeCell(joined, cell), { sections });
  return joined.seal();
}

/** Overwritten by each cell that is written. */
const body = new ByteWriter();

/** What a run says that is alone in its cell, as nearly every run is, is not repeated: when it was created, and whether it searched. */
export function writeCell(to: ByteWriter, cell: Cell): void {
  const { runs, citations, searched, first, last, companies, domains, urls, queries } = cell;
  body.clear();
  body.varint(runs * 2 + Number(searched !== runs));
  if (searched !== runs && runs > 1) body.varint(searched);
  body.varint(citations);
  body.varint(first);
  if (runs > 1) body.varint(last - first);
  writeMentions(body, companies);
  writeCited(body, domains);
  writeCited(body, urls);
  writeCited(body, queries);
  const bytes = body.bare();
  to.varint(cell.prompt);
  to.varint(cell.channel * classes + cell.outcome);
  to.varint(bytes.length);
  to.bytes(bytes);
}

/** What to read of a block. */
interface CellSelection {
  /** Which cells; the others are passed over. */
  readonly selects?: (prompt: number, channel: number) => boolean;
  /** Which lists of them; the others are empty. */
  readonly sections?: ReadonlySet<Section>;
}

/** Visits the cells of a block. A cell is valid during its visit alone: the next one is read into it. Throws `CorruptBlock`. */
export function eachCell(block: Buffer, visit: (cell: Cell) => void, selection: CellSelection = {}): void {
  eachCellOf({ from: new ByteReader(block), end: block.length }, visit, selection);
}

/** The same of what is to be read up to `end`. */
export function eachCellOf(
  { from, end }: { readonly from: ByteReader; readonly end: number },
  visit: (cell: Cell) => void,
  { selects = () => true, sections: wanted = everySection }: CellSelection = {},
): void {
  // One that is in use is nobody else's: a visit may read another block.
  const cell = spare.get(wanted) ?? new StoredCell(sections.filter((section) => wanted.has(section)));
  spare.delete(wanted);
  while (from.at < end) {
    const [prompt, key, length] = [from.varint(), from.varint(), from.varint()];
    const next = from.at + length;
    const outcome = key % classes;
    const channel = (key - outcome) / classes;
    if (selects(prompt, channel)) {
      cell.prompt = prompt;
      cell.channel = channel;
      cell.outcome = outcome;
      cell.read(from);
      visit(cell);
    }
    from.at = next;
  }
  spare.set(wanted, cell);
}

/** The cells that were read into last, by the lists that are read: blocks are small and many, and the arrays of a cell grow anew for each. */
const spare = new WeakMap<ReadonlySet<Section>, StoredCell>();

class StoredCell implements Cell {
  prompt = 0;
  channel = 0;
  outcome = 0;
  runs = 0;
  citations = 0;
  searched = 0;
  first = 0;
  last = 0;
  readonly companies = new MentionList();
  readonly domains = new CitedList();
  readonly urls = new CitedList();
  readonly queries = new CitedList();
  private readonly lists: readonly (MentionList | CitedList)[];

  constructor(wanted: readonly Section[]) {
    const last = wanted.at(-1);
    // What lies between wanted lists is read as well, into one that nobody sees.
    const unseen = {
      companies: new MentionList(),
      domains: new CitedList(),
      urls: new CitedList(),
      queries: new CitedList(),
    };
    const read = last ? sections.slice(0, sections.indexOf(last) + 1) : [];
    this.lists = read.map((section) => (wanted.includes(section) ? this[section] : unseen[section]));
  }

  /** Reads the body of a cell. */
  read(from: ByteReader): void {
    const head = from.varint();
    const isEvery = head % 2 === 0;
    this.runs = Math.floor(head / 2);
    this.searched = isEvery ? this.runs : this.runs > 1 ? from.varint() : 0;
    this.citations = from.varint();
    this.first = from.varint();
    this.last = this.runs > 1 ? this.first + from.varint() : this.first;
    for (const list of this.lists) list.read(from);
  }
}
