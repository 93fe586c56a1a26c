// The arguments that several fields have, as clients read of them.

import { defaultLimit, maxPageRows, maxTags } from '../../domain/limits.js';
import { enumOf, type FieldsOf } from '../builder/builder.js';
import { filterArgument } from './run-filter.js';

/** Where arguments are declared: of a root field, or of any other. */
type Declaring = Pick<FieldsOf<unknown>, 'arg'>;

/** `model`. */
export function modelArgument(t: Declaring) {
  return t.arg.id({ description: 'Only runs of the model with this id. Empty: all models.' });
}

/** `tags`. */
export function tagsArgument(t: Declaring) {
  return t.arg.stringList({
    description: `Only prompts that currently have at least one of these tags, case-sensitive; at most ${maxTags}. Empty: all prompts.`,
  });
}

/** The window, in one of the ways to name it, `model` and `filter`. */
export function windowArguments(t: Declaring) {
  return {
    start: t.arg({
      type: 'DateTime',
      description:
        'Inclusive start of the window; aligned down to the quarter hour. A window may have any length. It is named in exactly one way: by start and end, by from and to, or by last.',
    }),
    end: t.arg({
      type: 'DateTime',
      description: 'Exclusive end of the window; aligned down to the quarter hour. Goes with start.',
    }),
    from: t.arg({ type: 'Date', description: 'First day of the window, in timeZone. Goes with to.' }),
    to: t.arg({ type: 'Date', description: 'Last day of the window, included, in timeZone. Goes with from.' }),
    last: t.arg.string({
      description:
        'A window up to the end of today in timeZone: so many days (`7d`, today included), weeks of seven days (`4w`), calendar months (`3mo`) or years (`1y`).',
    }),
    model: modelArgument(t),
    filter: filterArgument(t),
  };
}

/** What selects some of the runs of a brand. */
function runArguments(t: Declaring) {
  return { ...windowArguments(t), tags: tagsArgument(t) };
}

/** `brandId`. */
export function brandArgument(t: Declaring) {
  return t.arg.id({ required: true, description: 'Identifier of the brand, 1 to 128 characters.' });
}

/** `timeZone`. */
export function timeZoneArgument(t: Declaring, hasSeries: boolean) {
  const days = hasSeries ? 'the days of the series, and of from, to and last' : 'from, to and last';
  return t.arg({ type: 'TimeZone', description: `Time zone of ${days}; default: UTC.` });
}

/** `brandId` and what selects some of the runs of the brand. */
export function brandArguments(t: Declaring) {
  return { brandId: brandArgument(t), ...runArguments(t) };
}

const Comparison = enumOf('Comparison', 'A window to compare with, by its place beside the window of the request.', {
  previous: 'The window of equal length that ends where that of the request starts.',
  year: 'The same window one calendar year earlier in the time zone of the request; for 29 February, the 28th.',
});

/** `compare`, `compareStart` and `compareEnd`. */
export function comparisonArguments(t: Declaring) {
  const bound = (what: string) =>
    t.arg({
      type: 'DateTime',
      description: `${what} of the window to compare with, which may have any length and overlap that of the request; aligned down to the quarter hour. Give both compareStart and compareEnd, or neither.`,
    });
  return {
    compare: t.arg({
      type: Comparison,
      defaultValue: 'previous',
      description:
        'The window to compare with, unless compareStart and compareEnd name it. PREVIOUS: the one of equal length that ends where that of the request starts; YEAR: the same window one calendar year earlier, in the time zone of the request (29 February: the 28th).',
    }),
    compareStart: bound('Inclusive start'),
    compareEnd: bound('Exclusive end'),
  };
}

/** The arguments of the summary of a brand. */
export function summaryArguments(t: Declaring) {
  return {
    ...runArguments(t),
    timeZone: timeZoneArgument(t, true),
    ...comparisonArguments(t),
  };
}

/** `limit`. */
export function limitArgument(t: Declaring, elements: string, max = maxPageRows) {
  const figure = max.toLocaleString('en-US');
  return t.arg.int({
    defaultValue: defaultLimit,
    description: `Maximum number of ${elements} on the page, at least 1; values above ${figure} are treated as ${figure}.`,
  });
}

/** `page` and `limit`. */
export function pageArguments(t: Declaring, elements: string, max = maxPageRows) {
  return {
    page: t.arg.int({ defaultValue: 1, description: 'Number of the page, at least 1.' }),
    limit: limitArgument(t, elements, max),
  };
}
