// A quarter tile straight into an answer or a larger tile: what `decodeCells` and `Tile.add` do together, without a value for any cell
// in between. The edge quarters of a window hold thousands of cells, and a change of tags goes through millions.

import { type CompanySums, noSums } from '../../domain/company-sums.js';
import { brandCompany } from '../../domain/summary.js';
import { ByteReader } from './bytes.js';
import { addMention, companyOf } from './cell.js';
import { eachCited, skipCited } from './counts.js';
import type { IdSet } from './id-set.js';
import { anyRun, at, everyModel, newMap, newPromptSet, newSeries, newSet, noTotals, type Tile } from './tile.js';

/** Adds a cell, of which the reader has passed prompt, model and length. */
type Gather = (from: ByteReader, prompt: number, model: number) => void;

/** Adds each cell of the quarter tile `block` to the tile that `tileOf` names, if it does. Throws `CorruptBlock`. */
export function gatherCells(
  block: Buffer,
  quarter: number,
  tileOf: (prompt: number, model: number) => Tile | null,
): void {
  const from = new ByteReader(block);
  const gatherers = new Map<Tile, Gather>();
  while (!from.done) {
    const [prompt, model, length] = [from.varint(), from.varint(), from.varint()];
    const next = from.at + length;
    const tile = tileOf(prompt, model);
    if (tile) at(gatherers, tile, () => gathererOf(tile, quarter))(from, prompt, model);
    // What the tile does not keep of a cell is skipped.
    from.at = next;
  }
}

function gathererOf(tile: Tile, quarter: number): Gather {
  const urls = citingOf(tile, 'urls', 'modelUrls');
  const domains = citingOf(tile, 'domains', 'modelDomains');
  const keepsCompanies = tile.keeps('sums') || tile.keeps('days') || tile.keeps('quarters') || tile.keeps('prompts');
  return (from, prompt, model) => {
    const [runs, citations] = [from.varint(), from.varint()];
    urls(from, model);
    domains(from, model);
    if (keepsCompanies) gatherCompanies(tile, from, { prompt, model, quarter, runs, citations });
  };
}

/** Adds or passes over the URLs, or the domains, of a cell. */
function citingOf(
  tile: Tile,
  whole: 'urls' | 'domains',
  ofModel: 'modelUrls' | 'modelDomains',
): (from: ByteReader, model: number) => void {
  const [keepsWhole, keepsModel] = [tile.keeps(whole), tile.keeps(ofModel)];
  if (!keepsWhole && !keepsModel) return skipCited;
  if (keepsWhole && !keepsModel) return (from) => at(tile[whole], everyModel, newSet).uniteCited(from);
  return (from, model) => {
    const all = keepsWhole ? at(tile[whole], everyModel, newSet) : null;
    const own = keepsModel ? at(tile[ofModel], model, newSet) : null;
    eachCited(from, (id) => {
      all?.add(id);
      own?.add(id);
    });
  };
}

interface CellHead {
  readonly prompt: number;
  readonly model: number;
  readonly quarter: number;
  readonly runs: number;
  readonly citations: number;
}

function gatherCompanies(tile: Tile, from: ByteReader, { prompt, model, quarter, runs, citations }: CellHead): void {
  const totals = tile.keeps('sums') ? at(tile.sums, model, noTotals) : null;
  const prompts = tile.keeps('prompts') ? at(tile.prompts, model, newMap<number, IdSet>) : null;
  if (totals) {
    totals.runs += runs;
    totals.citations += citations;
  }
  if (prompts) at(prompts, anyRun, newPromptSet).add(prompt);
  const [brand, unused] = [noSums(), noSums()];
  let allMentions = 0;
  for (let left = from.varint(); left > 0; left--) {
    const head = from.varint();
    const company = companyOf(head);
    const into = totals ? at(totals.companies, company, noSums) : unused;
    const before = into.mentions;
    if (company === brandCompany) peekMention(from, head, brand);
    addMention(from, head, into);
    allMentions += into.mentions - before;
    if (prompts) at(prompts, company, newPromptSet).add(prompt);
  }
  const { day, quarter: quarterPlace } = tile.places;
  if (tile.keeps('days')) at(tile.days, model, newSeries).add(day(quarter), runs, allMentions, brand);
  if (tile.keeps('quarters')) at(tile.quarters, model, newSeries).add(quarterPlace(quarter), runs, allMentions, brand);
}

/** As `addMention`, leaving the reader where it was. */
function peekMention(from: ByteReader, head: number, into: CompanySums): void {
  const start = from.at;
  addMention(from, head, into);
  from.at = start;
}
