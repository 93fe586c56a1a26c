// The parameters of REST: how each is read from a request, and what the schema cannot express. Its meaning, whether it is
// required, and its default are those of the argument that it is passed on as.

import { dimensionNames, maxDimensions } from '../../domain/breakdown/dimensions-and-measures.js';
import { buckets } from '../../domain/bucket.js';
import { sentimentLabels } from '../../domain/company-sums.js';
import { formatCursor } from '../../domain/cursor.js';
import {
  maxFilterElements,
  maxIdLength,
  maxListSearchLength,
  maxSearchLength,
  maxTags,
  maxWholeNumber,
} from '../../domain/limits.js';
import { categories, directions, presences } from '../../domain/lists/lists.js';
import { outcomes } from '../../domain/outcome.js';
import { signalKinds } from '../../domain/signals/signals.js';
import { comparisons } from '../../domain/windows/compared.js';
import type { Query } from './query.js';

/** The run in the examples. */
const exampleRun = { createdAt: Date.parse('2026-03-01T10:14:59.999Z'), id: '0c9d8a52-9f0b-4d5e-8a57-3f1f0f6f2b77' };

export interface Parameter {
  readonly name: string;
  readonly read: (query: Query) => unknown;
  /** An example value. */
  readonly example: unknown;
  /** Bounds and format in JSON Schema, in addition to those of the argument's type. */
  readonly bounds?: Readonly<Record<string, unknown>>;
  /** What it means beyond the meaning of the argument. */
  readonly note?: string;
}

const required = (name: string, example: string, what: string): Parameter => ({
  name,
  example,
  read: (query) => query.required(name, `${what} such as ${example}`),
});

const text = (name: string, example: unknown, bounds: Parameter['bounds'] = {}): Parameter => ({
  name,
  example,
  bounds,
  read: (query) => query.text(name),
});

/** A text that is absent where it is empty. */
const textOrNone = (name: string, example: string): Parameter => ({
  name,
  example,
  read: (query) => query.first(name) || undefined,
});

const wholeNumber = (name: string, example: number, isClamped: boolean): Parameter => ({
  name,
  example,
  bounds: { minimum: 1, ...(isClamped ? {} : { maximum: maxWholeNumber }) },
  read: (query) => query.wholeNumber(name, { isClamped }),
});

/** One of `values`, which GraphQL writes in upper case. */
const choice = (name: string, values: readonly string[], example: string): Parameter => ({
  name,
  example,
  read: (query) => query.choice(name, values),
});

/** Some of `values`, which GraphQL writes in upper case. */
const choices = (name: string, values: readonly string[], example: readonly string[]): Parameter => ({
  name,
  example,
  read: (query) => query.choices(name, values),
});

const list = (name: string, example: readonly string[], bounds: Parameter['bounds'] = {}): Parameter => ({
  name,
  example,
  bounds: { maxItems: maxFilterElements, ...bounds },
  read: (query) => query.list(name),
});

const segment = (name: string, example: string, bounds: Parameter['bounds'] = {}): Parameter => ({
  name,
  example,
  bounds,
  read: (query) => query.segment(name),
});

/** The window, in any of the ways to name it. */
export const window = [
  textOrNone('start', '2026-03-01T00:00:00Z'),
  textOrNone('end', '2026-04-01T00:00:00Z'),
  textOrNone('from', '2026-03-01'),
  textOrNone('to', '2026-03-31'),
  textOrNone('last', '30d'),
] as const;

export const date = required('date', '2026-03-01', 'a calendar day');
export const model = text('model', 'chatgpt');
export const timeZone = text('timeZone', 'Europe/Berlin');
/** The same, where nothing depends on it but a window by days, and others that these parameters name. */
export const zoneOfWindow = (...others: readonly string[]): Parameter => ({
  ...timeZone,
  read: (query) => query.beside('timeZone', ['from', 'to', 'last', ...others]),
});
export const bucket = choice('bucket', buckets, 'week');
/** The window that is compared with. */
export const comparison: readonly Parameter[] = [
  choice('compare', comparisons, 'year'),
  textOrNone('compareStart', '2026-01-01T00:00:00Z'),
  textOrNone('compareEnd', '2026-02-01T00:00:00Z'),
];
/** The same, where it is to be said whether anything is compared. */
export const change = comparison.map((each) => ({ ...each, note: 'If it is given, the answer has `change`.' }));
export const search = text('search', 'crm', { maxLength: maxSearchLength });
export const outcome = choice('outcome', outcomes, 'gap');
export const company = text('company', 'Globex');
/** What the runs are to cite or issue. */
export const items = [
  text('domain', 'example.com'),
  text('url', 'https://www.example.com/best-crm'),
  text('query', 'best crm 2026'),
];
export const sentiment = choice('sentiment', sentimentLabels, 'negative');
export const after = textOrNone('after', formatCursor(exampleRun));
export const listSearch = text('search', 'crm', { minLength: 1, maxLength: maxListSearchLength });
/** What a list is ordered by. */
export const orderBy = (orders: readonly [string, ...string[]]) => choice('orderBy', orders, orders[0]);
export const direction = choice('direction', directions, 'desc');
/** What runs are grouped by. */
export const by: Parameter = {
  name: 'by',
  example: ['tag', 'model'],
  bounds: { minItems: 1, maxItems: maxDimensions, uniqueItems: true },
  read: (query) => query.requiredChoices('by', dimensionNames, 'dimensions such as tag,model'),
};
export const minRuns = wholeNumber('minRuns', 10, false);
/** How sure signals are, and what is tested. */
export const level: Parameter = {
  name: 'level',
  example: 0.99,
  bounds: { exclusiveMinimum: 0, exclusiveMaximum: 1 },
  read: (query) => query.number('level'),
};
export const kinds = choices('kinds', signalKinds, ['visibility', 'source']);
/** Of which windows the elements of a list are. */
export const presence = choice('presence', presences, 'lost');
export const category = choices('category', categories, ['competitor', 'other']);
export const tags = list('tags', ['crm', 'smb'], { maxItems: maxTags });

const flag = (name: string, example: boolean): Parameter => ({ name, example, read: (query) => query.flag(name) });

/** What narrows the runs of one prompt, beside their model. */
export const filterOfPrompt: readonly Parameter[] = [
  list('models', ['chatgpt', 'gemini']),
  list('providers', ['openai']),
  flag('webSearch', true),
  list('markets', ['US', 'de-DE']),
];
/** The same of a brand. */
export const filter: readonly Parameter[] = [
  ...filterOfPrompt,
  flag('branded', false),
  list('prompts', ['6f1f2b1c-5c55-4a0e-9d3a-0d6d2a1f7c11'], { items: { type: 'string', format: 'uuid' } }),
];
/** What faults of the filter are said of, as REST calls it. */
export const filterNames: Readonly<Record<string, string>> = Object.fromEntries(
  filter.map(({ name }) => [`filter.${name === 'prompts' ? 'promptIds' : name}`, name]),
);

export const limit = wholeNumber('limit', 20, true);
/** Number and length of a page. */
export const paging = [wholeNumber('page', 1, false), limit] as const;

/** Parameters in paths. */
export const segments: Readonly<Record<string, Parameter>> = {
  brandId: segment('brandId', 'acme-crm', { minLength: 1, maxLength: maxIdLength }),
  promptId: segment('promptId', '6f1f2b1c-5c55-4a0e-9d3a-0d6d2a1f7c11', { format: 'uuid' }),
  runId: segment('runId', exampleRun.id, { format: 'uuid' }),
};
