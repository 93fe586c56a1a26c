// Prompt performance: its keys and its rows, from the sums of prompts.

import { type CompanySums, companySums, sumsAt } from '../../domain/company-sums.js';
import type { ListAsk, PromptRow } from '../../domain/lists/lists.js';
import { brandWidth, type PromptMentions, type PromptTable } from '../../domain/lists/prompt-table.js';
import type { Outcome } from '../../domain/outcome.js';
import { type ListTable, needsPrevious, type RowName } from './list.js';
import { leadersByName, mayLead, mostMentions } from './ranking/leaders.js';
import { placeOf } from './ranking/places.js';

/** The sums of prompts in both windows, over all models of the question. */
interface PromptParts {
  readonly current: PromptTable;
  readonly before: PromptMentions;
}

interface PromptSums extends PromptParts {
  /** The most mentions of another company, by place. */
  readonly most: Float64Array;
}

/** Where the sums of the brand have these. */
const positionSumField = companySums.indexOf('positionSum');
const positionsField = companySums.indexOf('positions');

export function promptList(ask: ListAsk<'prompts'>, parts: PromptParts): ListTable<'prompts'> {
  const { current } = parts;
  const most = mostMentions(current.mentions, current.prompts.length);
  const sums = { ...parts, most };
  return {
    ids: current.prompts,
    keys: () => current.runs.map(keyBy[ask.orderBy](sums)),
    admits: ask.outcome === 'all' ? null : (place) => isOfOutcome(current, place, ask.outcome),
    leadersOf: (places) => mayLead(current.mentions, most, places),
    rows: ({ companies }) => {
      const leaders = leadersByName(current.mentions, most, companies);
      return (place, name) => {
        const leader = companies.get(leaders[place] ?? 0) ?? null;
        return rowOf(sums, { place, name, leader, hasPrevious: needsPrevious(ask) });
      };
    },
  };
}

function isOfOutcome(table: PromptTable, place: number, outcome: Outcome): boolean {
  const isMentioned = (table.brandMentions[place] ?? 0) > 0;
  if (outcome === 'mentioned') return isMentioned;
  // A run of a prompt whose runs never mention the brand is a gap if it mentions anybody.
  return !isMentioned && (outcome === 'absent' || (table.gaps[place] ?? 0) > 0);
}

/** From the runs and the place of a prompt to its key; NaN where it has none. */
type Key = (runs: number, place: number) => number;

const keyBy: Readonly<Record<ListAsk<'prompts'>['orderBy'], (sums: PromptSums) => Key>> = {
  visibility: ({ current }) => visibilityOf(current),
  change: ({ current, before }) => {
    const [now, then] = [visibilityOf(current), visibilityOf(before)];
    return (runs, place) => {
      const earlier = placeOf(before.prompts, current.prompts[place] ?? 0);
      return earlier === -1 ? Number.NaN : now(runs, place) - then(before.runs[earlier] ?? 0, earlier);
    };
  },
  runs: () => (runs) => runs,
  // 0 / 0 is NaN: a share has no denominator where nobody is mentioned
  share:
    ({ current }) =>
    (_, place) =>
      (current.brandMentions[place] ?? 0) / (current.allMentions[place] ?? 0),
  position: ({ current }) => {
    return (_, place) => brandAt(current, place, positionSumField) / brandAt(current, place, positionsField);
  },
  gap:
    ({ current, most }) =>
    (runs, place) =>
      ((most[place] ?? 0) - (current.brandMentions[place] ?? 0)) / runs,
  citations:
    ({ current }) =>
    (_, place) =>
      current.citations[place] ?? 0,
};

function visibilityOf({ brandMentions }: PromptMentions): Key {
  return (runs, place) => (brandMentions[place] ?? 0) / runs;
}

function brandAt({ brand }: PromptTable, place: number, field: number): number {
  return brand[place * brandWidth + field] ?? 0;
}

interface Shown {
  readonly place: number;
  readonly name: RowName;
  readonly leader: string | null;
  readonly hasPrevious: boolean;
}

function rowOf({ current, before, most }: PromptSums, { place, name, leader, hasPrevious }: Shown): PromptRow {
  const brand: CompanySums = sumsAt(current.brand, place * brandWidth);
  const earlier = placeOf(before.prompts, name.id);
  return {
    id: name.name,
    text: name.text ?? '',
    tags: name.tags,
    runs: current.runs[place] ?? 0,
    citations: current.citations[place] ?? 0,
    brand,
    allMentions: current.allMentions[place] ?? 0,
    leader: leader === null ? null : { name: leader, mentions: most[place] ?? 0 },
    first: current.first[place] ?? 0,
    last: current.last[place] ?? 0,
    previous: hasPrevious
      ? { runs: before.runs[earlier] ?? 0, brandMentions: before.brandMentions[earlier] ?? 0 }
      : null,
  };
}
