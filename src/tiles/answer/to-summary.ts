// From the figures of a scan to the summary that a question asked for, one model after the other: there may be thousands.

import { made } from '../../domain/counts/maps.js';
import type { Day } from '../../domain/day.js';
import type { PromptCompanies, PromptMentions, PromptSums, PromptTable } from '../../domain/lists/prompt-table.js';
import { mapInTurns, type Pause } from '../../domain/pause.js';
import {
  type Ask,
  allRunsKey,
  type DatedSums,
  type ModelMentions,
  type ModelSeries,
  type ModelSums,
  nothing,
  type Part,
  type PromptCounts,
  type Summary,
  totalParts,
} from '../../domain/summary.js';
import type { Figures } from '../accumulate/figures.js';
import type { CitedSetsColumn } from '../packed/columns/cited-sets.js';
import { everyChannel } from '../packed/columns/column.js';
import type { PromptFiguresColumn } from '../packed/columns/prompt-figures.js';
import { PromptRows } from '../packed/columns/prompt-rows.js';
import { IdSet } from '../packed/id-set.js';
import { Series } from '../packed/series.js';
import type { TileFigures } from '../packed/tile.js';
import type { BrandState } from '../scan/brand-state.js';

/** What was found for an ask and those who share its scan. */
interface Found {
  readonly figures: Figures;
  readonly days: readonly Day[];
  readonly state: BrandState;
  readonly pause: Pause;
}

/** Whether what was added up of a model, by its slot, counts. */
type SlotFilter = (slot: number) => boolean;

/** What an ask takes of it. */
interface Taken extends Pick<Found, 'days' | 'pause'> {
  readonly of: TileFigures;
  /** `null`: all. */
  readonly prompts: IdSet | null;
  readonly admits: SlotFilter;
  /** The model of a slot. */
  readonly nameOf: (slot: number) => string;
}

/** The parts of an ask that columns hold. */
export async function summaryOf(
  { question: { model }, parts }: Ask,
  { figures, days, state, pause }: Found,
): Promise<Summary> {
  const nameOf = (slot: number) => state.channels.get(slot)?.model ?? '';
  const admits = (slot: number) => model === null || nameOf(slot) === model;
  const taken = { of: figures.figures, days, prompts: state.prompts, admits, nameOf, pause };
  const take = async <T>(part: Part, from: (taken: Taken) => T | Promise<T>) => (parts.has(part) ? from(taken) : null);
  return {
    ...nothing,
    models: await take('sums', modelSums),
    companies: await take('sums', () => state.companies),
    days: await take('days', daySums),
    prompts: await take('prompts', promptCounts),
    distinct: await take('distinct', ({ of }) => ({
      urls: unionSize([of.urls, of.channelUrls], admits),
      domains: unionSize([of.domains, of.channelDomains], admits),
    })),
    promptMentions: await take('promptMentions', promptMentions),
    promptSums: await take('promptSums', promptSums),
    promptCompanies: await take('promptCompanies', promptCompanies),
    promptTotals: await take('promptTotals', promptTotals),
    mentionTotals: await take('mentionTotals', mentionTotals),
    sumTotals: await take('sumTotals', sumTotals),
    companyTotals: await take('companyTotals', companyTotals),
    companySeries: await take('companySeries', companySeries),
  };
}

/** What is kept of the models that count, and of all together: asks about a model do not gather that. */
function admitted<V>(slots: ReadonlyMap<number, V>, admits: SlotFilter): readonly (readonly [number, V])[] {
  return [...slots].filter(([slot]) => slot === everyChannel || admits(slot));
}

function modelSums({ of, admits, nameOf }: Taken): readonly ModelSums[] {
  return admitted(of.sums.channels, admits)
    .filter(([, { runs }]) => runs > 0)
    .map(([slot, totals]) => ({
      model: nameOf(slot),
      runs: totals.runs,
      citations: totals.citations,
      companies: totals,
    }));
}

/** The sums of each day over all models; one of the two kinds of series is empty. */
function daySums({ of, days, admits }: Taken): readonly DatedSums[] {
  const total = new Series();
  for (const { channels } of [of.days, of.quarters])
    for (const [, series] of admitted(channels, admits)) total.addAll(series);
  return days.map(({ date }, place) => ({ date, ...total.at(place) }));
}

async function promptCounts({ of, prompts: mask, admits, pause }: Taken): Promise<PromptCounts> {
  const merged = new Map<number, IdSet>();
  await mapInTurns([...admitted(of.prompts.channels, admits), ...of.allPrompts.channels], pause, ([, sets]) => {
    for (const [company, set] of sets) made(merged, company, IdSet).mergeSet(set);
  });
  const sizes = [...merged].map(([company, set]) => [company, mask ? set.sizeWithin(mask) : set.size] as const);
  const byCompany = new Map(sizes.filter(([, size]) => size > 0));
  const total = byCompany.get(allRunsKey) ?? 0;
  byCompany.delete(allRunsKey);
  return { total, byCompany };
}

function promptMentions(taken: Taken): Promise<readonly ModelMentions[]> {
  const { promptFigures, promptMentions, promptSums, promptCompanies } = taken.of;
  const columns = [promptFigures, promptMentions, promptSums, promptCompanies];
  return tablesIn(columns, taken, (rows) => rows.mentionsTable(taken.prompts));
}

function promptSums(taken: Taken): Promise<readonly ModelMentions<PromptSums>[]> {
  const { promptFigures, promptSums } = taken.of;
  return tablesIn([promptFigures, promptSums], taken, (rows) => rows.sumsTable(taken.prompts));
}

function promptCompanies(taken: Taken): Promise<readonly ModelMentions<PromptCompanies>[]> {
  const { promptFigures, promptCompanies } = taken.of;
  return tablesIn([promptFigures, promptCompanies], taken, (rows) => rows.companiesInTurns(taken.prompts, taken.pause));
}

/** The tables of the models that count and have any; all columns but one are empty. */
async function tablesIn<Table extends PromptMentions>(
  columns: readonly PromptFiguresColumn[],
  { admits, nameOf, pause }: Taken,
  tableOf: (rows: PromptRows) => Table | Promise<Table>,
): Promise<readonly ModelMentions<Table>[]> {
  const tables: ModelMentions<Table>[] = [];
  for (const [slot, rows] of columns.flatMap(({ channels }) => admitted(channels, admits))) {
    if (pause.isDue()) await pause.take();
    tables.push({ model: nameOf(slot), prompts: await tableOf(rows) });
  }
  return tables.filter(({ prompts }) => prompts.prompts.length > 0);
}

/** What is counted over all models that count; all columns but one are empty. */
async function totalsIn<Table>(
  { of, admits, pause }: Taken,
  tableOf: (rows: PromptRows) => Table | Promise<Table>,
): Promise<Table> {
  const [totals] = totalParts.flatMap((column) => [...of[column].channels.values()]);
  const channels = admitted(of.promptFigures.channels, admits).map(([, rows]) => rows);
  return tableOf(totals ?? (await together(channels, pause)));
}

async function together(channels: readonly PromptRows[], pause: Pause): Promise<PromptRows> {
  const [only, ...others] = channels;
  if (only && others.length === 0) return only;
  const all = new PromptRows({ sums: true, companies: true });
  for (const rows of channels) await all.addAll(rows, pause);
  return all;
}

function promptTotals(taken: Taken): Promise<PromptTable> {
  return totalsIn(taken, (rows) => rows.tableInTurns(taken.prompts, taken.pause));
}

function mentionTotals(taken: Taken): Promise<PromptMentions> {
  return totalsIn(taken, (rows) => rows.mentionsTable(taken.prompts));
}

function sumTotals(taken: Taken): Promise<PromptSums> {
  return totalsIn(taken, (rows) => rows.sumsTable(taken.prompts));
}

function companyTotals(taken: Taken): Promise<PromptCompanies> {
  return totalsIn(taken, (rows) => rows.companiesInTurns(taken.prompts, taken.pause));
}

/** The series of each model; one of the two kinds of places is empty. */
function companySeries({ of, days, admits, nameOf }: Taken): readonly ModelSeries[] {
  if (days.length === 0) return [];
  const slots = [of.companyDays, of.companyQuarters].flatMap((column) => admitted(column.channels, admits));
  return slots.map(([slot, series]) => ({ model: nameOf(slot), ...series }));
}

function unionSize(columns: readonly CitedSetsColumn[], admits: SlotFilter): number {
  const sets = columns.flatMap(({ channels }) => admitted(channels, admits).map(([, set]) => set));
  if (sets.length === 1) return sets[0]?.size ?? 0;
  const union = new IdSet();
  for (const set of sets) union.mergeSet(set);
  return union.size;
}
