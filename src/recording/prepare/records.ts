// The schemas of the record types, and of what deletes a record. A value accepted by a schema can be stored as it is.

import { z } from 'zod';
import { sentimentLabels } from '../../domain/company-sums.js';
import { uuid as uuidPattern } from '../../domain/limits.js';
import { parseInstant } from '../../domain/window.js';
import { pageOf } from './pages.js';

const largestInteger = 2_147_483_647;

/** A value as shown in a message, abbreviated. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}…` : value);
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** The message for an invalid value; it is prefixed with the field's name. */
const must = (what: string) => ({
  error: ({ input }: { readonly input?: unknown }) =>
    input === undefined ? `is missing: it must ${what}.` : `must ${what}; given was ${shown(input)}.`,
});

const unstorable = /[\0\u{d800}-\u{dfff}]/u;
const text = (what = 'be text') =>
  z
    .string(must(what))
    .refine(
      (value) => !unstorable.test(value),
      'contains a NUL character or an unpaired surrogate, which cannot be stored.',
    );
const textOf = (what: string, maxLength: number) =>
  text(what)
    .max(maxLength, must(what))
    .refine((value) => value.trim() !== '', must(what));

/** Without the white space around it, because REST trims the elements of lists and could not select it. */
const trimmedOf = (what: string, maxLength: number) => text(what).trim().min(1, must(what)).max(maxLength, must(what));

const anId = 'be an identifier of 1 to 128 characters';
const id = textOf(anId, 128);
const modelId = trimmedOf(anId, 128);
/** A path of REST could not name these: clients take them for its folders. */
const brandId = id.refine(
  (value) => value !== '.' && value !== '..',
  'must not be "." or "..", which cannot be part of an address.',
);
const aName = 'be a name of 1 to 500 characters, not only blanks';
const name = textOf(aName, 500);
const uuid = z.string(must('be a UUID')).regex(uuidPattern, must('be a UUID')).toLowerCase();
const flag = z.boolean(must('be true or false'));
const listOf = <T extends z.ZodType>(item: T, what: string, most = Number.POSITIVE_INFINITY) =>
  z
    .array(item, must(`be a list of ${what}`))
    .max(most, `has more than ${most.toLocaleString('en')} elements.`)
    .nullish()
    .transform((items) => items ?? []);
const unique = (items: readonly string[]) => [...new Set(items)];
const wholeNumber = z
  .int(must(`be a whole number from 1 to ${largestInteger}`))
  .min(1, must(`be a whole number from 1 to ${largestInteger}`))
  .max(largestInteger, must(`be a whole number from 1 to ${largestInteger}`));
const probability = z
  .number(must('be a number from 0 to 1'))
  .min(0, must('be a number from 0 to 1'))
  .max(1, must('be a number from 0 to 1'));
const orNull = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

const citation = z.object(
  {
    url: text('be an http or https URL').transform((url, context) => {
      const page = pageOf(url);
      if (page) return { raw: url, page };
      const what = 'must be an http or https URL of at most 8192 characters and a host of at most 253';
      context.addIssue({ code: 'custom', message: `${what}; given was ${shown(url)}.` });
      return z.NEVER;
    }),
    title: orNull(text()),
  },
  must('be an object with a url'),
);

const httpUrl = 'be an http or https URL of at most 8192 characters';
const webAddress = text(`${httpUrl}, or null`).refine((url) => pageOf(url) !== false, must(`${httpUrl}, or null`));

const label = z.enum(sentimentLabels, must(`be one of ${sentimentLabels.join(', ')}`));
const assessmentFields = z.object(
  {
    mentioned: flag,
    probability: orNull(probability),
    reason: orNull(text()),
    sentiment: orNull(label),
    sentimentProbabilities: z
      .partialRecord(label, probability, must(`be an object of probabilities by label: ${sentimentLabels.join(', ')}`))
      .nullish()
      .transform((numbers) => numbers ?? {}),
    position: orNull(wholeNumber),
    mentionCount: orNull(wholeNumber),
  },
  must('be an assessment'),
);
const assessment = z.compile(assessmentFields);
const competitorName = z.compile(name);

const anything = z.unknown().optional();

/** Competitors by name, as a map because any text is a valid name, even `__proto__`. */
const assessmentsByName = anything.transform((given, context): ReadonlyMap<string, Assessment> => {
  const byName = new Map<string, Assessment>();
  if (given === null || given === undefined) return byName;
  if (typeof given !== 'object' || Array.isArray(given)) {
    context.addIssue({ code: 'custom', message: must('be an object of assessments by name').error({ input: given }) });
    return byName;
  }
  for (const [key, value] of Object.entries(given)) {
    const [named, assessed] = [competitorName.safeParse(key), assessment.safeParse(value)];
    for (const { path, message } of [...(named.error?.issues ?? []), ...(assessed.error?.issues ?? [])]) {
      context.addIssue({ code: 'custom', path: [key, ...path], message });
    }
    if (assessed.data) byName.set(key, assessed.data);
  }
  return byName;
});

const instant = z.string(must('be an RFC 3339 date-time')).transform((given, context) => {
  const parsed = parseInstant(given, '');
  if (typeof parsed === 'number') return parsed;
  context.addIssue({ code: 'custom', message: parsed.message.trimStart() });
  return z.NEVER;
});

// A comma is kept: GraphQL can select such a tag.
const tag = trimmedOf('be a tag of 1 to 500 characters, not only blanks', 500);
const market = trimmedOf('be a market of 1 to 64 characters, not only blanks', 64);
const note = 'be text of 1 to 500 characters, not only blanks';
/** Readers and recorders of a brand work through all of these. */
const [mostNames, mostTags] = [1_000, 500];
const companyFields = {
  name,
  aliases: listOf(name, 'names', mostNames),
  domains: listOf(name, 'domains', mostNames),
};
/** Characters of what is listed a thousand at a time. */
const longest = 100_000;
const atMost = `at most ${longest.toLocaleString('en')} characters`;
const promptText = must(`be text of at least one and ${atMost}`);

/** The schema of records of one type. Compiled, which takes a quarter of the time. */
const schemaOf = <Type extends string, Fields extends z.ZodRawShape>(type: Type, fields: Fields) =>
  z.compile(z.object({ type: z.literal(type), ...fields }));

/** The schema of each record type. */
export const schemas = {
  organization: schemaOf('organization', { id, name }),
  model: schemaOf('model', { id: modelId, label: name }),
  brand: schemaOf('brand', { id: brandId, organizationId: id, ...companyFields }),
  competitor: schemaOf('competitor', {
    brandId: id,
    ...companyFields,
    /** Whether the competitor is tracked from now on; `false` keeps its history. */
    tracked: flag.nullish().transform((value) => value ?? true),
  }),
  prompt: schemaOf('prompt', {
    id: uuid,
    brandId: id,
    text: text().min(1, promptText).max(longest, promptText),
    tags: listOf(tag, 'tags', mostTags).transform(unique),
  }),
  annotation: schemaOf('annotation', {
    id,
    brandId: id,
    /** Whether it goes; then nothing else is said of it. */
    deleted: flag.nullish().transform((value) => value ?? false),
    at: orNull(instant),
    until: orNull(instant),
    text: orNull(textOf(note, 500)),
    url: orNull(webAddress),
  }),
  run: schemaOf('run', {
    id: uuid,
    promptId: uuid,
    model: modelId,
    provider: trimmedOf(aName, 500),
    webSearchEnabled: flag.nullish().transform((value) => value ?? false),
    market: orNull(market),
    /** Epoch milliseconds; finer fractions are truncated. */
    createdAt: instant,
    answer: orNull(text()),
    webQueries: listOf(text().max(longest, must(`be text of ${atMost}`)), 'texts'),
    citations: listOf(citation, 'citations'),
    brandMentioned: orNull(flag),
    competitorsMentioned: orNull(z.array(name, must('be a list of names')).transform(unique)),
    assessments: orNull(
      z.object(
        { brand: orNull(assessment), competitors: assessmentsByName },
        must('be an object with brand and competitors'),
      ),
    ),
  }),
} as const;

const deleted = z.literal(true, must('be true, or left out of a record that is not deleted'));

/** The schemas of the records with `deleted`, of each type that can be deleted. */
export const deletionSchemas = {
  brand: schemaOf('brand', { id: brandId, deleted }),
  prompt: schemaOf('prompt', { id: uuid, deleted }),
  run: schemaOf('run', { id: uuid, promptId: uuid, deleted }),
} as const;

type DeletableType = keyof typeof deletionSchemas;

/** Deletes a run, a prompt with its runs, or a brand with everything. What is not there is deleted already. */
export interface Deletion {
  readonly type: 'deletion';
  readonly of: { [Type in DeletableType]: Omit<z.output<(typeof deletionSchemas)[Type]>, 'deleted'> }[DeletableType];
}

export type RecordType = keyof typeof schemas;
export type RecordOf<Type extends RecordType> = z.output<(typeof schemas)[Type]>;
export type Assessment = z.output<typeof assessment>;
/** One valid record; its references are not checked yet. */
export type AnyRecord = { [Type in RecordType]: RecordOf<Type> }[RecordType];
/** What is counted apart: records by their types, and deletions. */
export type CountedType = RecordType | 'deletion';
export const recordTypes = Object.keys(schemas) as readonly RecordType[]; // safe because the keys are those of the type

/** Those of one type. */
export function ofType<Of extends { readonly type: string }, Type extends Of['type']>(all: readonly Of[], type: Type) {
  // safe because the type names the record
  return all.filter((each) => each.type === type) as unknown as readonly Extract<Of, { readonly type: Type }>[];
}
