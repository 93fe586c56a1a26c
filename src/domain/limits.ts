// The limits and units that the whole program shares: representable instants, units of time, and the maximum size of a
// request.

/** The first and the last instant that can be represented, epoch milliseconds: the years 0001 to 9999 of UTC. */
export const firstInstant = Date.parse('0001-01-01T00:00:00.000Z');
export const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/** The granularity of windows, in milliseconds. */
export const quarterMs = 15 * 60_000;
export const hourMs = 60 * 60_000;
export const dayMs = 24 * hourMs;
/** The same in seconds, the unit of PostgreSQL's `epoch`. */
export const quarterSeconds = quarterMs / 1_000;

/** A longer window without a series is reduced to the time of the brand's runs before it is read. */
export const longWindowMs = 3_660 * dayMs;

/** The highest `page`: that of an `Int` of GraphQL. */
export const maxWholeNumber = 2_147_483_647;
/** Maximum number of rows on a page; a larger `limit` is reduced to it. */
export const maxPageRows = 100;
/** The same of a breakdown. */
export const maxBreakdownRows = 1_000;
/** The highest number of a prompt within its brand: tiles have 22 bits for it, and no number is given twice. */
export const maxPromptNumber = 2 ** 22 - 1;
/** Maximum number of tags in a filter. */
export const maxTags = 50;
/** Maximum number of elements of a list that selects runs. */
export const maxFilterElements = 50;
/** Maximum length of `search`, in characters. */
export const maxSearchLength = 1_000;
/** A search in the texts of answers looks through at most so many. */
export const maxSearchedAnswers = 200_000;
/** Maximum length of the `search` of a list, in characters. */
export const maxListSearchLength = 200;
/** Maximum length of an id, in characters. */
export const maxIdLength = 128;

/** Whether a text has at most `max` characters. One that is far longer is not counted: many aliases may name the same text. */
export function isWithin(text: string, max: number): boolean {
  return text.length <= 2 * max && [...text].length <= max;
}

/** Maximum number of models in a message. */
export const maxNamedModels = 50;

/** The default of `limit`. */
export const defaultLimit = 20;

/** The form of the ids of prompts and runs, in either case. */
export const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
