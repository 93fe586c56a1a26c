// A quarter tile straight into an answer: what `decodeCells` and `Tile.add` do together, without a value for any cell in between. The edge
// quarters of a window hold thousands of cells, and they alone took two thirds of a read.

import { brandCompany, type CompanySums, noSums } from '../domain/summary.js';
import { ByteReader } from './bytes.js';
import { addStoredSums, type CellFilter } from './cell.js';
import { eachCited, skipCited } from './counts.js';
import type { IdSet } from './id-set.js';
import {
  anyRun,
  at,
  everyModel,
  newCounts,
  newMap,
  newPromptSet,
  newSeries,
  newSet,
  noTotals,
  type Tile,
} from './tile.js';

/** Adds the cells of the quarter tile `block` that `wanted` admits to `tile`. Throws `CorruptBlock`. */
export function gatherCells(tile: Tile, block: Buffer, quarter: number, wanted: CellFilter): void {
  const from = new ByteReader(block);
  const gather = gathererOf(tile, quarter);
  while (!from.done) {
    const [prompt, model, length] = [from.varint(), from.varint(), from.varint()];
    const next = from.at + length;
    if (wanted(prompt, model)) gather(from, prompt, model);
    // What is not wanted of a cell is passed over.
    from.at = next;
  }
}

function gathererOf(tile: Tile, quarter: number): (from: ByteReader, prompt: number, model: number) => void {
  const citing = citingOf(tile);
  const wantsCompanies = tile.wants('sums') || tile.wants('days') || tile.wants('quarters') || tile.wants('prompts');
  return (from, prompt, model) => {
    const [runs, citations] = [from.varint(), from.varint()];
    citing(from, model);
    if (wantsCompanies) gatherCompanies(tile, from, { prompt, model, quarter, runs, citations });
  };
}

/** Adds or passes over the URLs and domains of a cell. */
function citingOf(tile: Tile): (from: ByteReader, model: number) => void {
  const urls = listOf(tile, 'urls', 'modelUrls', 'urlCitations');
  const domains = listOf(tile, 'domains', 'modelDomains', 'domainCitations');
  return (from, model) => {
    urls(from, model);
    domains(from, model);
  };
}

function listOf(
  tile: Tile,
  whole: 'urls' | 'domains',
  ofModel: 'modelUrls' | 'modelDomains',
  counted: 'urlCitations' | 'domainCitations',
): (from: ByteReader, model: number) => void {
  const [wantsWhole, wantsModel, wantsCounts] = [tile.wants(whole), tile.wants(ofModel), tile.wants(counted)];
  if (!wantsWhole && !wantsModel && !wantsCounts) return skipCited;
  return (from, model) => {
    const all = wantsWhole ? at(tile[whole], everyModel, newSet) : null;
    const own = wantsModel ? at(tile[ofModel], model, newSet) : null;
    const counts = wantsCounts ? at(tile[counted], model, newCounts) : null;
    eachCited(from, (id, times) => {
      all?.add(id);
      own?.add(id);
      counts?.add(id, times);
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
  const totals = tile.wants('sums') ? at(tile.sums, model, noTotals) : null;
  const prompts = tile.wants('prompts') ? at(tile.prompts, model, newMap<number, IdSet>) : null;
  if (totals) {
    totals.runs += runs;
    totals.citations += citations;
  }
  if (prompts) at(prompts, anyRun, newPromptSet).add(prompt);
  const brand = noSums();
  let allMentions = 0;
  for (let left = from.varint(); left > 0; left--) {
    const company = from.varint();
    const start = from.at;
    allMentions += from.varint();
    from.at = start;
    addCompany(from, company === brandCompany ? brand : null, totals ? at(totals.companies, company, noSums) : null);
    if (prompts) at(prompts, company, newPromptSet).add(prompt);
  }
  const { day, quarter: quarterPlace } = tile.places;
  if (tile.wants('days')) at(tile.days, model, newSeries).add(day(quarter), runs, allMentions, brand);
  if (tile.wants('quarters')) at(tile.quarters, model, newSeries).add(quarterPlace(quarter), runs, allMentions, brand);
}

/** Adds the stored sums of one company to both, and passes over them where there is neither. */
function addCompany(from: ByteReader, brand: CompanySums | null, into: CompanySums | null): void {
  const start = from.at;
  if (brand) addStoredSums(from, brand);
  if (brand && into) from.at = start;
  if (into) addStoredSums(from, into);
  if (!brand && !into) for (let field = 0; field < 7; field++) from.varint();
}
