// The parameters of REST: what the schema cannot express of each. Its type, its meaning, whether it is required, and its default are those of the
// argument that it is passed on as.

import { maxDimensions } from '../../domain/breakdown/dimensions-and-measures.js';
import { formatCursor } from '../../domain/cursor.js';
import {
  maxFilterElements,
  maxIdLength,
  maxListSearchLength,
  maxSearchLength,
  maxTags,
  maxWholeNumber,
} from '../../domain/limits.js';

/** The run in the examples. */
const exampleRun = { createdAt: Date.parse('2026-03-01T10:14:59.999Z'), id: '0c9d8a52-9f0b-4d5e-8a57-3f1f0f6f2b77' };
export const exampleCursor = formatCursor(exampleRun);

export interface Parameter {
  readonly name: string;
  /** An example value. */
  readonly example: unknown;
  /** Bounds and format in JSON Schema, in addition to those of the argument's type. */
  readonly bounds?: Readonly<Record<string, unknown>>;
  /** What it means beyond the meaning of the argument. */
  readonly note?: string;
  /** What is to be given for a required one. */
  readonly what?: string;
  /** Of a text: whether it is absent where it is empty. */
  readonly isAbsentIfEmpty?: boolean;
  /** Of a whole number: whether one that is too large is taken as the largest. */
  readonly isClamped?: boolean;
  /** The parameters of which one is to be given as well. */
  readonly beside?: readonly string[];
}

const listOf = (example: readonly string[], bounds: Parameter['bounds'] = {}) => ({
  example,
  bounds: { maxItems: maxFilterElements, ...bounds },
});

const rows = {
  start: { example: '2026-03-01T00:00:00Z', isAbsentIfEmpty: true },
  end: { example: '2026-04-01T00:00:00Z', isAbsentIfEmpty: true },
  from: { example: '2026-03-01', isAbsentIfEmpty: true },
  to: { example: '2026-03-31', isAbsentIfEmpty: true },
  last: { example: '30d', isAbsentIfEmpty: true },
  date: { example: '2026-03-01', what: 'a calendar day' },
  timeZone: { example: 'Europe/Berlin' },
  compare: { example: 'year' },
  compareStart: { example: '2026-01-01T00:00:00Z', isAbsentIfEmpty: true },
  compareEnd: { example: '2026-02-01T00:00:00Z', isAbsentIfEmpty: true },
  model: { example: 'chatgpt' },
  models: listOf(['chatgpt', 'gemini']),
  providers: listOf(['openai']),
  webSearch: { example: true },
  markets: listOf(['US', 'de-DE']),
  branded: { example: false },
  prompts: listOf(['6f1f2b1c-5c55-4a0e-9d3a-0d6d2a1f7c11'], { items: { type: 'string', format: 'uuid' } }),
  tags: listOf(['crm', 'smb'], { maxItems: maxTags }),
  bucket: { example: 'week' },
  search: { example: 'crm', bounds: { maxLength: maxSearchLength } },
  outcome: { example: 'gap' },
  company: { example: 'Globex' },
  domain: { example: 'example.com' },
  url: { example: 'https://www.example.com/best-crm' },
  query: { example: 'best crm 2026' },
  sentiment: { example: 'negative' },
  after: { example: exampleCursor, isAbsentIfEmpty: true },
  direction: { example: 'desc' },
  by: {
    example: ['tag', 'model'],
    bounds: { minItems: 1, maxItems: maxDimensions, uniqueItems: true },
    what: 'dimensions',
  },
  minRuns: { example: 10, bounds: { minimum: 1, maximum: maxWholeNumber } },
  level: { example: 0.99, bounds: { exclusiveMinimum: 0, exclusiveMaximum: 1 } },
  kinds: { example: ['visibility', 'source'] },
  presence: { example: 'lost' },
  category: { example: ['competitor', 'other'] },
  page: { example: 1, bounds: { minimum: 1, maximum: maxWholeNumber } },
  limit: { example: 20, bounds: { minimum: 1 }, isClamped: true },
} as const satisfies Readonly<Record<string, Omit<Parameter, 'name'>>>;

type Given = keyof typeof rows | Parameter;

/** Parameters, some by their names. */
export function given(...parameters: readonly (Given | readonly Given[])[]): readonly Parameter[] {
  return parameters.flat().map((each) => (typeof each === 'string' ? { name: each, ...rows[each] } : each));
}

/** The window, in any of the ways to name it. */
export const window = ['start', 'end', 'from', 'to', 'last'] as const;
/** The time zone where nothing depends on it but a window by days, and others that these parameters name. */
export const zoneOfWindow = (...others: readonly string[]): Parameter => ({
  ...{ name: 'timeZone', ...rows.timeZone },
  beside: ['from', 'to', 'last', ...others],
});
/** The window that is compared with. */
export const comparison = ['compare', 'compareStart', 'compareEnd'] as const;
/** The same, where it is to be said whether anything is compared. */
export const change: readonly Parameter[] = given(...comparison).map((each) => {
  return { ...each, note: 'If it is given, the answer has `change`.' };
});
/** The search of a list. */
export const listSearch: Parameter = {
  ...{ name: 'search', ...rows.search },
  bounds: { minLength: 1, maxLength: maxListSearchLength },
};
/** What a list is ordered by. */
export const orderBy = (example: string): Parameter => ({ name: 'orderBy', example });

/** What narrows the runs of one prompt, beside their model. */
export const filterOfPrompt = ['models', 'providers', 'webSearch', 'markets'] as const;
/** The same of a brand. */
export const filter = [...filterOfPrompt, 'branded', 'prompts'] as const;
/** What faults of the filter are said of, as REST calls it. */
export const filterNames: Readonly<Record<string, string>> = Object.fromEntries(
  filter.map((name) => [`filter.${name === 'prompts' ? 'promptIds' : name}`, name]),
);

/** Parameters in paths. */
export const segments: Readonly<Record<string, Parameter>> = {
  brandId: { name: 'brandId', example: 'acme-crm', bounds: { minLength: 1, maxLength: maxIdLength } },
  promptId: { name: 'promptId', example: '6f1f2b1c-5c55-4a0e-9d3a-0d6d2a1f7c11', bounds: { format: 'uuid' } },
  runId: { name: 'runId', example: exampleRun.id, bounds: { format: 'uuid' } },
};
