// What a brand's runs can be asked by, and what of them: the one table of dimensions and measures. The types of the schema, its orders, the
// documents of REST, the columns of CSV, OpenAPI and the tool of MCP follow from it, but for the selection of a measure that is no number, and
// the words of the tool.

import { averagePosition, ratio } from '../metrics.js';
import type { ComparedFigures, GroupFigures } from './group-figures.js';

interface Dimension {
  readonly description: string;
  /** The fields of a key that say the value. */
  readonly keys: readonly KeyName[];
  /** Where the value of a run is found: in its model, in the rest of its channel, in what it mentions, in when it was created, or in its prompt. */
  readonly of: 'model' | 'channel' | 'company' | 'time' | 'prompt';
}

/** The fields of the keys of rows, in their order. */
export const keyFields = {
  promptId: { type: 'ID', description: 'Identifier of the prompt, a UUID.' },
  prompt: { type: 'String', description: 'Text of the prompt.' },
  tag: { type: 'String', description: 'The tag; null for the prompts without tags.' },
  model: { type: 'ID', description: 'Identifier of the model.' },
  provider: { type: 'String', description: 'The provider.' },
  webSearch: { type: 'Boolean', description: 'Whether web search was enabled.' },
  market: { type: 'String', description: 'The market; null for runs without one.' },
  branded: { type: 'Boolean', description: 'Whether the text of the prompt names the brand.' },
  company: { type: 'String', description: 'Name of the company.' },
  date: { type: 'Date', description: 'The day; of a week or month, the first of its days that the window touches.' },
} as const;
export type KeyName = keyof typeof keyFields;

export const dimensions = {
  prompt: { of: 'prompt', keys: ['promptId', 'prompt'], description: 'One row for each prompt.' },
  tag: {
    of: 'prompt',
    keys: ['tag'],
    description:
      'One row for each tag that prompts carry now, and one for those without tags. A run counts in the row of each tag of its prompt: rows overlap and do not add up.',
  },
  model: { of: 'model', keys: ['model'], description: 'One row for each model.' },
  provider: { of: 'channel', keys: ['provider'], description: 'One row for each provider.' },
  webSearch: {
    of: 'channel',
    keys: ['webSearch'],
    description: 'One row for the runs with web search enabled, and one for those without.',
  },
  market: {
    of: 'channel',
    keys: ['market'],
    description: 'One row for each market, and one for the runs without.',
  },
  branded: {
    of: 'prompt',
    keys: ['branded'],
    description: 'One row for the prompts whose text names the brand now, and one for the others.',
  },
  company: {
    of: 'company',
    keys: ['company'],
    description:
      'One row for each company that a run mentions. Every row is about its company: a run counts in the row of each company that it mentions.',
  },
  day: { of: 'time', keys: ['date'], description: 'One row for each calendar day, in the time zone of the request.' },
  week: { of: 'time', keys: ['date'], description: 'One row for each ISO week, which begins on Monday.' },
  month: { of: 'time', keys: ['date'], description: 'One row for each calendar month.' },
} as const satisfies Readonly<Record<string, Dimension>>;
export type DimensionName = keyof typeof dimensions;

// safe because these are its keys
export const dimensionNames = Object.keys(dimensions) as [DimensionName, ...DimensionName[]];
/** Most dimensions of one breakdown. */
export const maxDimensions = 3;

/** Whether one of the dimensions is found there. */
export function has(by: readonly DimensionName[], of: Dimension['of']): boolean {
  return by.some((name) => dimensions[name].of === of);
}

/** Whether rows have citations, sentiment and positions: of companies, only their own tell them, in all runs or those of a model. */
export function hasFigures(by: readonly DimensionName[]): boolean {
  return !has(by, 'company') || by.every((name) => name === 'company' || name === 'model');
}

/** What is read for measures beside the counts that every row has. */
export const breakdownWants = ['rows', 'total', 'prompts', 'figures', 'clusters', 'previous'] as const;
export type BreakdownWant = (typeof breakdownWants)[number];

interface Measure {
  /** Of an interval: the measure that it is of. */
  readonly figure?: string;
  readonly description?: string;
  readonly needs?: readonly BreakdownWant[];
  /** Its value, or what it is ordered by; without it, nothing is ordered by it. `null`: it has none. */
  readonly of?: (row: ComparedFigures) => number | null;
  /** Of one that is a single number: of what kind, and whether it can be `null`. */
  readonly number?: { readonly type: 'Int' | 'Float'; readonly isNullable: boolean };
}

const count = { type: 'Int', isNullable: false } as const;
const fraction = { type: 'Float', isNullable: true } as const;

const unlessOfCompany = 'null with the dimension `company`, unless alone or with `model`';

/** In the order of the fields of a row. */
export const measures = {
  runs: {
    number: count,
    description: 'Runs counted. With the dimension `company`, those of the group without it.',
    of: ({ runs }) => runs,
  },
  prompts: {
    number: count,
    needs: ['prompts'],
    description: 'Distinct prompts of those runs; with the dimension `company`, of those that mention the company.',
    of: ({ prompts }) => prompts,
  },
  mentions: {
    number: count,
    description: 'Runs that mention the brand; with the dimension `company`, the company.',
    of: ({ mentions }) => mentions,
  },
  visibility: {
    number: fraction,
    description: '`mentions` / `runs`, a fraction in [0, 1]; never null, because groups without runs are not listed.',
    of: visibilityOf,
  },
  allMentions: {
    number: count,
    description: 'Mentions of all companies in `runs`, the denominator of `share`.',
    of: ({ allMentions }) => allMentions,
  },
  share: {
    number: fraction,
    description: '`mentions` / `allMentions`, a fraction in [0, 1]; null if no company is mentioned.',
    of: ({ mentions, allMentions }) => ratio(mentions, allMentions),
  },
  citations: {
    number: { ...count, isNullable: true },
    needs: ['figures'],
    description: `Citations in \`runs\`, counting every occurrence; ${unlessOfCompany}.`,
    of: ({ citations }) => citations,
  },
  sentiment: { needs: ['figures'], description: `Sentiment of the runs that mention it; ${unlessOfCompany}.` },
  position: {
    needs: ['figures'],
    description: `Position in the answers; ${unlessOfCompany}.`,
    of: ({ sums }) => sums && averagePosition(sums),
  },
  interval: { figure: 'visibility' },
  robustInterval: { figure: 'visibility', needs: ['clusters'] },
  previous: {
    needs: ['previous'],
    description: 'The same group in the compared window; null with a dimension of time.',
  },
  change: {
    needs: ['previous', 'clusters'],
    description: 'How `visibility` changed from the same group of the compared window; null with a dimension of time.',
    of: (row) => {
      const [now, then] = [visibilityOf(row), row.before && visibilityOf(row.before)];
      return now === null || then === null ? null : now - then;
    },
  },
} as const satisfies Readonly<Record<string, Measure>>;
export type MeasureName = keyof typeof measures;

const declared: Readonly<Record<MeasureName, Measure>> = measures;

/** What is read for a measure. */
export function needsOf(name: MeasureName): readonly BreakdownWant[] {
  return declared[name].needs ?? [];
}

/** The measures that are a single number. */
export type NumberName = {
  [Name in MeasureName]: (typeof measures)[Name] extends { number: object } ? Name : never;
}[MeasureName];

export const numberNames = measureNames().filter((name): name is NumberName => 'number' in measures[name]);

/** What rows may be ordered by. */
export const breakdownOrders = [
  'runs',
  'mentions',
  'visibility',
  'share',
  'prompts',
  'citations',
  'position',
  'change',
  'key',
] as const;
export type BreakdownOrder = (typeof breakdownOrders)[number];

/** What is read for an order; the bounds of a change are not. */
export function wantsOf(orderBy: BreakdownOrder): readonly BreakdownWant[] {
  return orderBy === 'key' ? [] : needsOf(orderBy).filter((want) => want !== 'clusters');
}

/** A dimension as GraphQL writes it. */
export function enumNameOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

export function measureNames(): readonly MeasureName[] {
  return Object.keys(measures) as MeasureName[]; // safe because these are its keys
}

function visibilityOf({ mentions, runs }: Pick<GroupFigures, 'mentions' | 'runs'>): number | null {
  return ratio(mentions, runs);
}
