// Breakdowns: any measure of a brand's runs by any dimension. The fields of a row and of its key, and what rows may be ordered by, are those of the
// table of dimensions and measures.

import type { BreakdownKey, BreakdownRow } from '../../domain/breakdown/breakdown.js';
import {
  breakdownOrders,
  type DimensionName,
  dimensionNames,
  dimensions,
  enumNameOf,
  has,
  type KeyName,
  keyFields,
  type MeasureName,
  maxDimensions,
  measureNames,
  measures,
  type NumberName,
  needsOf,
  numberNames,
  wantsOf,
} from '../../domain/breakdown/dimensions-and-measures.js';
import { maxBreakdownRows } from '../../domain/limits.js';
import { ratio } from '../../domain/metrics.js';
import { changeOf } from '../../domain/statistics/change.js';
import { pageArguments } from '../arguments/field-arguments.js';
import { listArguments } from '../arguments/list-arguments.js';
import { builder, type FieldsOf } from '../builder/builder.js';
import type { Need } from '../builder/cost.js';
import type { Arguments } from '../builder/field-options.js';
import type { Analytics, Observed } from '../loading/analytics.js';
import { RatioChange } from '../metrics/change.js';
import { Position, SampleSize, SentimentCounts } from '../metrics/figures.js';
import { intervalField, levelArguments, robustIntervalField } from '../metrics/interval.js';
import { SortDirection } from './choices.js';
import { type ListedPage, listedPage, listFields } from './list-page.js';

const Dimension = builder.enumType('Dimension', {
  description: 'What runs are grouped by.',
  values: Object.fromEntries(
    dimensionNames.map((value) => [enumNameOf(value), { value, description: dimensions[value].description }]),
  ),
});

const BreakdownOrder = builder.enumType('BreakdownOrder', {
  description: 'What the rows of a breakdown are ordered by. Rows without the figure come last in both directions.',
  values: Object.fromEntries(
    breakdownOrders.map((value) => [value.toUpperCase(), { value, description: orderDescription(value) }]),
  ),
});

function orderDescription(order: (typeof breakdownOrders)[number]): string {
  return order === 'key' ? 'The key, in the order of `by`, by code points; null last.' : measures[order].description;
}

const Key = builder.objectRef<BreakdownKey>('BreakdownKey').implement({
  description:
    'What the runs of a row have in common: a value for each dimension asked for; the other fields are null.',
  fields: (t) => {
    const field = (name: KeyName) => {
      const { type, description } = keyFields[name];
      return t.field({ type, nullable: true, description, resolve: (key) => key[name] });
    };
    return Object.fromEntries((Object.keys(keyFields) as KeyName[]).map((name) => [name, field(name)])); // safe because these are its keys
  },
});

const Previous = builder.objectRef<NonNullable<BreakdownRow['before']>>('PreviousBreakdown').implement({
  interfaces: [SampleSize],
  description: 'The same group in the compared window; zeros and null if it has no run there.',
  fields: (t) => ({
    runs: t.exposeInt('runs', { description: measures.runs.description }),
    mentions: t.exposeInt('mentions', { description: measures.mentions.description }),
    visibility: t.float({
      nullable: true,
      description: '`mentions` / `runs`, a fraction in [0, 1]; null if there is no run.',
      resolve: ({ mentions, runs }) => ratio(mentions, runs),
    }),
  }),
});

function observed({ runs, sums }: BreakdownRow): Observed | null {
  return sums && { runs, sums };
}

function needed(name: MeasureName) {
  return needsOf(name).map((want) => `list:${want}` as const);
}

const Row = builder.objectRef<BreakdownRow>('BreakdownRow').implement({
  interfaces: [SampleSize],
  description:
    'The runs of one group. With the dimension `company`, `runs`, `allMentions` and `citations` are those of the group, all others those of the company.',
  fields: (t) => {
    type Numbers = Readonly<Record<NumberName, ReturnType<typeof number>>>;
    const number = (name: NumberName) => {
      const { number: of, description } = measures[name];
      // safe because the figures that can be null are nullable
      const resolve = measures[name].of as (row: BreakdownRow) => number;
      return t.field({ type: of.type, nullable: of.isNullable, description, needs: needed(name), resolve });
    };
    const others = {
      sentiment: t.field({
        type: SentimentCounts,
        nullable: true,
        description: measures.sentiment.description,
        needs: needed('sentiment'),
        resolve: observed,
      }),
      position: t.field({
        type: Position,
        nullable: true,
        description: measures.position.description,
        needs: needed('position'),
        resolve: observed,
      }),
      interval: intervalField(t, measures.interval.figure, ({ mentions: part, runs: whole }) => ({ part, whole })),
      robustInterval: robustIntervalField(
        t,
        measures.robustInterval.figure,
        ({ samples }) => samples.now(),
        'list:clusters',
      ),
      previous: t.field({
        type: Previous,
        nullable: true,
        description: measures.previous.description,
        needs: needed('previous'),
        resolve: ({ before }) => before,
      }),
      change: t.field({
        type: RatioChange,
        nullable: true,
        description: measures.change.description,
        needs: needed('change'),
        cost: { price: { base: 5, perPrompt: 0.01 } },
        args: levelArguments(t),
        resolve: ({ before, samples }, { level }) => before && changeOf(samples.before(), samples.now(), level),
      }),
    };
    // safe because each of these has a field
    const numbers = Object.fromEntries(numberNames.map((name) => [name, number(name)])) as Numbers;
    const fields = { ...numbers, ...others };
    const key = t.expose('key', { type: Key, description: 'What the runs have in common.' });
    return { key, ...Object.fromEntries(measureNames().map((name) => [name, fields[name]])) };
  },
});

const Breakdown = builder.objectRef<ListedPage<'breakdown'>>('Breakdown').implement({
  description: 'One page of the groups that have a run, or with the dimension `company`, a mention.',
  fields: (t) => listFields(t, Row, 'The rows, of equal ones by key ascending. Empty after the last page.'),
});

/** What a breakdown needs by its arguments, whatever is selected of it. */
function neededBy({ by, orderBy }: Arguments): readonly Need[] {
  const names = (Array.isArray(by) ? by : []) as readonly DimensionName[]; // safe because the argument is a list of them
  const order = breakdownOrders.find((name) => name === orderBy);
  const [isByPrompt, isByTime] = [has(names, 'prompt'), has(names, 'time') || has(names, 'channel')];
  return [
    'list:counts',
    ...(isByPrompt ? (['list:byPrompt'] as const) : []),
    ...(isByTime ? (['list:byTime'] as const) : []),
    ...(isByPrompt && isByTime ? (['list:byPromptInTime'] as const) : []),
    ...(order ? wantsOf(order).map((want) => `list:${want}` as const) : []),
  ];
}

/** A field that breaks down the runs of its parent. */
export function breakdownField(t: FieldsOf<Analytics>) {
  return t.field({
    type: Breakdown,
    nullable: true,
    description:
      'The runs of the window grouped by one to three dimensions, at most one of them of time, with their figures, paginated. Rows by tag overlap; by other dimensions but `company`, their runs add up to those of the summary.',
    list: 'breakdown',
    needs: neededBy,
    cost: { isRead: true, readsOwn: true, maxLimit: maxBreakdownRows },
    args: t.validate(
      {
        by: t.arg({
          type: [Dimension],
          required: true,
          description: `1 to ${maxDimensions} dimensions, each once, at most one of them of time.`,
        }),
        orderBy: t.arg({ type: BreakdownOrder, defaultValue: 'runs', description: 'What the rows are ordered by.' }),
        direction: t.arg({
          type: SortDirection,
          description:
            'The direction of the order; by default descending, in the order of the key ascending. Equal rows are in ascending order of their keys in both.',
        }),
        minRuns: t.arg.int({
          defaultValue: 1,
          description: 'Only rows with at least so many runs; the figures of the others do not change.',
        }),
        ...pageArguments(t, 'rows', maxBreakdownRows),
      },
      listArguments.breakdown,
    ),
    resolve: ({ lists: pages }, args) => listedPage(pages, 'breakdown', args),
  });
}
