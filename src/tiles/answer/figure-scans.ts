// Which columns say what asks want. Asks that differ in their model and parts alone share a scan: each takes its own from it. Pure.

import { made } from '../../domain/counts/maps.js';
import type { Day } from '../../domain/day.js';
import { narrowsChannels } from '../../domain/selection/run-filter.js';
import { type Ask, type Part, promptParts, totalParts, withoutItems } from '../../domain/summary.js';
import { Figures } from '../accumulate/figures.js';
import type { Column } from '../layout.js';
import type { DatedAsk } from '../plain/run-spans.js';
import { hasUtcDays, placesOf } from '../scan/places.js';
import type { Scan } from '../scan/scan.js';

/** A scan, and the asks that it answers. */
interface FigureScan {
  readonly scan: Scan<Figures>;
  /** Of the series; none where no day is listed. */
  readonly days: readonly Day[];
  readonly asks: readonly Ask[];
}

export function figureScans(asks: readonly DatedAsk[]): readonly FigureScan[] {
  const groups = new Map<string, DatedAsk[]>();
  for (const ask of asks) {
    if (withoutItems(ask.parts).length === 0) continue;
    const { brandId, window, tags, promptId, filter, series } = ask.question;
    made(groups, JSON.stringify([brandId, window, tags, promptId, filter, series]), Array).push(ask);
  }
  return [...groups].flatMap(([key, of]) => (of[0] ? [figureScan(key, of[0], of)] : []));
}

function figureScan(key: string, { question: set }: DatedAsk, asks: readonly DatedAsk[]): FigureScan {
  const days = asks.find((ask) => ask.days.length > 0)?.days ?? [];
  const columns = columnsOf(asks, days);
  const ids = asks.flatMap(({ question: { model } }) => model ?? []);
  const models = ids.length < asks.length ? null : new Set(ids);
  const create: Scan<Figures>['create'] = (runs) =>
    new Figures(columns, placesOf(days, set), { runs, areOfSameModels: areOfSameModels(asks) });
  return { asks, days, scan: { key, set, models, days, wanted: { columns }, create } };
}

function areOfSameModels(asks: readonly Ask[]): boolean {
  return new Set(asks.map(({ question }) => question.model)).size === 1;
}

/**
 * The columns that hold the selected parts. Sets that span all models are kept apart from those of each model, and asks about all models alone
 * read them; for others the sets of each model, which they need, say the same. What is needed of prompts by model is found in one column; where asks
 * are not about the same models, so is what is needed of all models together.
 */
function columnsOf(asks: readonly Ask[], days: readonly Day[]): ReadonlySet<Column> {
  const wanting = (part: Part) => asks.filter(({ parts }) => parts.has(part));
  const wants = (part: Part) => wanting(part).length > 0;
  const isUtc = hasUtcDays(days);
  const wanted = new Set<Column>();
  if (wants('sums')) wanted.add('sums');
  if (wants('days')) wanted.add(isUtc ? 'days' : 'quarters');
  if (wants('prompts')) wanted.add(areOfSameModels(asks) ? 'allPrompts' : 'prompts');
  // Of models, the first says what the last does.
  const [byModel, otherByModel] = promptParts.filter(wants);
  const [totals, ...otherTotals] = totalParts.filter(wants);
  if (otherByModel === 'promptCompanies' || (totals && !areOfSameModels(asks))) wanted.add('promptFigures');
  else {
    if (byModel) wanted.add(byModel);
    if (totals) wanted.add(otherTotals.length === 0 ? totals : 'promptTotals');
  }
  if (wants('companySeries')) wanted.add(isUtc ? 'companyDays' : 'companyQuarters');
  if (!wants('distinct')) return wanted;
  const isOfChannels = ({ question: { model, filter } }: Ask) => model !== null || narrowsChannels(filter);
  if (!wanting('distinct').some(isOfChannels)) return wanted.add('urls').add('domains');
  return wanted.add('channelUrls').add('channelDomains');
}
