// Validates arguments. Messages state what is wrong and what is allowed, and are the same over GraphQL and REST.

import { z } from 'zod';
import { sentimentLabels } from '../../domain/company-sums.js';
import { parseCursor } from '../../domain/cursor.js';
import { timeZoneFault } from '../../domain/day.js';
import {
  defaultLimit,
  isWithin,
  maxBreakdownRows,
  maxIdLength,
  maxListSearchLength,
  maxNamedModels,
  maxPageRows,
  maxSearchLength,
  maxTags,
  maxWholeNumber,
} from '../../domain/limits.js';
import { outcomes } from '../../domain/outcome.js';
import type { RunPlace } from '../../domain/run.js';
import type { Fault } from '../../errors.js';
import type { Rule } from '../builder/faults.js';
import type { ArgumentParser } from './parsed-arguments.js';

const quoted = (given: unknown) => JSON.stringify(String(given).slice(0, 100));

/** A text of at most so many characters, and of one at least unless it may be empty. */
const textOf = (name: string, most: number, { mayBeEmpty = false } = {}) =>
  z.string().refine((text) => (mayBeEmpty || text !== '') && isWithin(text, most) && !text.includes('\0'), {
    error: ({ input }) => {
      const length = mayBeEmpty ? `at most ${most}` : `1 to ${most}`;
      return `${name} must have ${length} characters, none of them NUL; given was ${quoted(input)}.`;
    },
  });

export const identifier = (name: string) => textOf(name, maxIdLength);

const uuid = (name: string) =>
  z
    .guid({
      error: ({ input }) =>
        `${name} must be a UUID such as 0c9d7f0e-5b1c-4d0a-9c53-2f1f8a1f6f0e; given was ${quoted(input)}.`,
    })
    .toLowerCase();

const wholeNumberFault = (name: string, given: unknown): string =>
  `${name} must be a whole number of at least 1, in decimal digits; given was ${quoted(given)}.`;

const wholeNumber = (name: string, byDefault: number, max: number) =>
  z
    .number()
    .min(1, { error: ({ input }) => wholeNumberFault(name, input) })
    .nullish()
    .transform((given) => Math.min(given ?? byDefault, max));

/** One of `values`, by default `otherwise`. GraphQL refuses all others before they come here. */
export function choice<const Values extends readonly string[], Otherwise extends Values[number] | null>(
  values: Values,
  otherwise: Otherwise,
) {
  return z
    .enum(values)
    .nullish()
    .transform((given) => given ?? otherwise);
}

const orNull = (text: string | null | undefined) => text || null;

export const page = wholeNumber('page', 1, maxWholeNumber);
export const limit = wholeNumber('limit', defaultLimit, maxPageRows);
export const breakdownLimit = wholeNumber('limit', defaultLimit, maxBreakdownRows);
export const minRuns = wholeNumber('minRuns', 1, maxWholeNumber);
/** The id of a model, validated by `modelRule`; `null`: all models. */
const model = z.string().nullish().transform(orNull);

/** An IANA zone; `null`: UTC. */
const timeZone = z
  .string()
  .nullish()
  .transform(orNull)
  .superRefine((text, ctx) => {
    const fault = text === null ? null : timeZoneFault(text);
    if (fault) ctx.addIssue(fault.message);
  });

/** Distinct tags in a fixed order; empty: no filter. */
const tags = z
  .array(z.string())
  .max(maxTags, {
    error: ({ input }) => `tags must be at most ${maxTags}; given were ${(input as unknown[]).length}.`,
  }) // safe because an array was asked for
  .refine((list) => list.every((tag) => tag.trim() !== ''), {
    error: 'tags must not hold an empty element: give tags such as crm,smb.',
  })
  .refine((list) => list.every((tag) => !tag.includes('\0')), { error: 'tags must not hold a NUL character.' })
  .nullish()
  .transform((list) => [...new Set(list ?? [])].sort());

/** A search text; `null`: none. */
const search = textOf('search', maxSearchLength, { mayBeEmpty: true }).nullish().transform(orNull);

/** The name of a company; `null`: no filter. */
const company = z
  .string()
  .refine((name) => !name.includes('\0'), { error: 'company must not hold a NUL character.' })
  .nullish()
  .transform(orNull);

/** The outcome of runs. */
export const outcome = choice(outcomes, 'all');

/** The sentiment of runs; `null`: any, or none. */
const sentiment = choice(sentimentLabels, null);

/** A search text of a list; `null`: none. */
export const listSearch = textOf('search', maxListSearchLength).nullish().transform(orNull);

const levelRange = ({ input }: { readonly input?: unknown }) =>
  `level must lie between 0 and 1, both excluded; given was ${input}.`;

/** The probability with which an interval covers the true ratio. `1e400` is the number Infinity. */
export const level = z
  .number({ error: levelRange })
  .refine((given) => given > 0 && given < 1, { error: levelRange })
  .nullish()
  .transform((given) => given ?? 0.95);

const checks = {
  ...{ brandId: identifier('brandId'), promptId: uuid('promptId'), runId: uuid('runId') },
  ...{ page, limit, model, timeZone, tags, search, company, outcome, sentiment },
};
type Check = keyof typeof checks;

/** The schema of arguments that are checked one by one. */
export function checked<Name extends Check>(...names: readonly Name[]) {
  // safe because these are those of the names
  return z.object(Object.fromEntries(names.map((name) => [name, checks[name]])) as Pick<typeof checks, Name>);
}

/** The run that `after` names; `null`: none. It excludes `page`: a page that begins after a run has no number. */
export const place: ArgumentParser<RunPlace | null> = ({ after: cursor, page: number }) => {
  if (typeof cursor !== 'string') return { value: null };
  const parsed = parseCursor(cursor);
  const faults = 'message' in parsed ? [parsed] : [];
  if (number !== undefined && number !== null && number !== 1)
    faults.push({ field: 'after', message: 'after goes with no page but the first: give after, or page, not both.' });
  return 'message' in parsed || faults.length > 0 ? { faults } : { value: parsed };
};

/** `model`, and those of the filter, are recorded models. */
export const modelRule: Rule = async ({ model, filter }, ctx) => {
  const { models } = (filter ?? {}) as { readonly models?: unknown }; // safe because a filter is an object
  const given = [
    { field: 'model', id: model },
    ...(Array.isArray(models) ? models : []).map((id: unknown) => ({ field: 'filter.models', id })),
    // Empty elements of a filter are refused as such.
  ].filter(({ field, id }) => typeof id === 'string' && (field === 'model' ? id : id.trim()) !== '');
  if (given.length === 0) return [];
  const ids = (await ctx.loaders.models.load('all')).map(({ id }) => id);
  return given.flatMap(({ field, id }) =>
    ids.includes(String(id)) ? [] : [{ field, message: `${field} ${quoted(id)} is unknown: ${named(ids)}.` }],
  );
};

/** Lists the existing models, or the first of many and their number. */
function named(ids: readonly string[]): string {
  if (ids.length === 0) return 'none is recorded yet';
  const list = `give one of ${ids.slice(0, maxNamedModels).join(', ')}`;
  return ids.length > maxNamedModels
    ? `${list} (the first ${maxNamedModels} of ${ids.length.toLocaleString('en-US')})`
    : list;
}

/** Parses `page` or `limit` of a query string; returns the fault if it is not a whole number, or if it is out of the range of a GraphQL `Int` and not clamped to it. */
export function parseWholeNumber(text: string, name: string, { isClamped = false } = {}): number | Fault {
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  if (number < 1) return { field: name, message: wholeNumberFault(name, text) };
  if (number <= maxWholeNumber || isClamped) return Math.min(number, maxWholeNumber);
  return { field: name, message: `${name} must be at most ${maxWholeNumber}; given was ${quoted(text)}.` };
}

/** Parses the comma-separated tags of a query string; white space around each is trimmed. */
export function splitTags(text: string): readonly string[] {
  return text.trim() === '' ? [] : text.split(',').map((tag) => tag.trim());
}
