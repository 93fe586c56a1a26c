// Every way to ask for a thing by its id, found out from the schema and the table of routes. What is not known here is thrown, so that
// nothing new is left out of the walk.

import {
  type GraphQLArgument,
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { formatCursor } from '../../../src/domain/cursor.js';
import { schema } from '../../../src/schema/index.js';
import { lineFormats } from '../../../src/server/rest/export/formats.js';
import { pathParameters, routes } from '../../../src/server/rest/routes.js';
import { day, type Ids, ours, rival, shared, theirs, window } from './world.js';

/** One way to ask: what is asked depends on ids alone. */
export interface Way {
  readonly name: string;
  readonly kind: 'graphql' | 'rest';
  /** The ids that it takes. */
  readonly takes: readonly (keyof Ids)[];
  /** A document, or a path with its query string. */
  readonly ask: (ids: Ids) => string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether a filter may leave nothing of what it asks for. */
  readonly isNarrow?: boolean;
}

/** What identifies a thing, by root field and argument. */
const identifying: Readonly<Record<string, keyof Ids>> = {
  'brandAnalytics.brandId': 'brandId',
  'brandRuns.brandId': 'brandId',
  'brand.id': 'brandId',
  'prompt.promptId': 'promptId',
  'promptRun.promptId': 'promptId',
  'promptRun.runId': 'runId',
  'promptRuns.promptId': 'promptId',
  'promptSnapshot.promptId': 'promptId',
};

/** Values of all other arguments and parameters. */
const others: Readonly<Record<string, string | number | boolean | readonly string[]>> = {
  ...window,
  date: day,
  model: 'chatgpt',
  tags: ['shared'],
  timeZone: 'Europe/Berlin',
  models: ['chatgpt'],
  providers: ['openai'],
  markets: ['US'],
  webSearch: false,
  branded: true,
  prompts: [theirs.promptId, ours.promptId],
  bucket: 'week',
  by: ['tag', 'company'],
  minRuns: 1,
  compare: 'previous',
  compareStart: '2026-02-01T00:00:00Z',
  compareEnd: window.start,
  page: 1,
  limit: 20,
  search: 'canary',
  orderBy: 'runs',
  direction: 'desc',
  category: ['own'],
  presence: 'all',
  level: 0.9,
  kinds: ['visibility', 'source'],
  outcome: 'mentioned',
  company: rival,
  sentiment: 'positive',
  ...shared,
  after: formatCursor({ createdAt: Date.parse('2027-01-01T00:00:00Z'), id: '00000000-0000-4000-8000-000000000000' }),
};

/** A window is named in one way; the others would be refused beside it. */
const otherWays = new Set(['from', 'to', 'last']);
const ownWay = new Set(['start', 'end']);
/** Filters that leave little of what the others select, or are refused beside them: each is tried alone. */
const narrow = new Set([
  ...['models', 'providers', 'markets', 'branded', 'prompts', 'domain', 'url', 'query', 'sentiment', 'kinds'],
]);

/** Always given: of each run of these lists everything is selected, thousands of fields. */
const lengths: Readonly<Record<string, number>> = { 'brandRuns.limit': 3, 'promptRuns.limit': 3 };

/** Optional arguments that go on from an earlier answer; they are tried apart. */
const cursors = new Set(['promptRuns.after', 'brandRuns.after']);

/** Every root field with all that can be selected of it, bare and with every argument. */
export function graphqlWays(): readonly Way[] {
  const query = schema.getQueryType();
  if (!query) throw new Error('The schema has no query.');
  return Object.values(query.getFields()).flatMap((field) => {
    const given = field.args.filter(({ name }) => !cursors.has(`${field.name}.${name}`) && !otherWays.has(name));
    const isGivenAlways = (name: string) => ownWay.has(name) || `${field.name}.${name}` in lengths;
    const required = given.filter(({ name, type }) => isNonNullType(type) || isGivenAlways(name));
    const sets = required.length === given.length ? [required] : [required, given];
    return sets.map((args): Way => {
      const takes = args.flatMap(({ name }) => identifying[`${field.name}.${name}`] ?? []);
      const write = (ids: Ids) => args.map((each) => `${each.name}: ${valueFor(field.name, each, ids)}`).join(', ');
      const selection = selectionOf(getNamedType(field.type), { path: [], isWhole: args === given });
      const ask = (ids: Ids) => `${field.name}${args.length > 0 ? `(${write(ids)})` : ''} ${selection}`;
      return { name: `${field.name}(${args.map(({ name }) => name).join()})`, kind: 'graphql', takes, ask };
    });
  });
}

function valueFor(field: string, argument: GraphQLArgument, ids: Ids): string {
  const id = identifying[`${field}.${argument.name}`];
  return id ? JSON.stringify(ids[id]) : otherValue(field, argument);
}

function otherValue(field: string, { name, type }: GraphQLArgument): string {
  if (name === 'filter') return `{ webSearch: ${others.webSearch} }`;
  const value = lengths[`${field}.${name}`] ?? others[name];
  const isUnknownId = String(type).startsWith('ID') && name !== 'model';
  if (value === undefined || isUnknownId) throw new Error(`Nobody has said how to walk the argument ${field}.${name}.`);
  const text = JSON.stringify(value);
  return isEnumType(getNamedType(type)) ? text.toUpperCase().replaceAll('"', '') : text;
}

interface Walk {
  readonly path: readonly string[];
  /** Whether the arguments of fields are given. */
  readonly isWhole: boolean;
}

/** Every field, and of objects every field in turn; a type within itself is left out, but for its leaves. */
function selectionOf(type: GraphQLNamedType, { path, isWhole }: Walk): string {
  if (!isObjectType(type)) return '';
  const isAgain = path.includes(type.name);
  const fields = Object.values(type.getFields()).filter((each) => !isAgain || !isObjectType(getNamedType(each.type)));
  const selected = fields.map(({ name, args, type: inner }) => {
    const given = args.filter((each) => {
      const isRequired = (isNonNullType(each.type) && each.defaultValue === undefined) || ownWay.has(each.name);
      return (isWhole || isRequired) && !otherWays.has(each.name);
    });
    const written = given.map((each) => `${each.name}: ${otherValue(name, each)}`).join(', ');
    const beneath = selectionOf(getNamedType(inner), { path: [...path, type.name], isWhole });
    return `${name}${written === '' ? '' : `(${written})`} ${beneath}`;
  });
  return `{ __typename ${selected.join(' ')} }`;
}

/** Every REST route, bare and with every parameter, in every format; with one filter of its own in one of them. */
export function restWays(): readonly Way[] {
  return routes.flatMap((route) => {
    const takes = pathParameters(route).map(({ name }) => {
      if (name === 'brandId' || name === 'promptId' || name === 'runId') return name;
      throw new Error(`Nobody has said how to walk the path parameter ${name} of ${route.path}.`);
    });
    const all = (route.parameters ?? []).map(({ name }) => name);
    // Where nothing but days depends on a time zone, it would be refused beside instants.
    const isZoneOfDays = all.includes('last') && !all.includes('compare');
    const left = all.filter((name) => !otherWays.has(name) && !(name === 'timeZone' && isZoneOfDays));
    const names = left.filter((name) => !narrow.has(name));
    const required = names.filter((name) => ['start', 'end', 'date', 'by'].includes(name));
    const filtered = left.filter((name) => narrow.has(name)).map((name) => [...required, name]);
    const sets = required.length === names.length ? [required] : [required, names];
    const accepted = route.list === undefined ? [null] : [null, ...lineFormats.map(({ mediaType }) => mediaType)];
    const narrowed = filtered.map((set, place) => ({ set, accept: accepted[place % accepted.length] ?? null }));
    const whole = [...sets.flatMap((set) => accepted.map((accept) => ({ set, accept }))), ...narrowed];
    return whole.map(({ set: given, accept }): Way => {
      // What is sent as a whole has no pages.
      const set = accept === null ? given : given.filter((name) => name !== 'page' && name !== 'limit');
      const search = new URLSearchParams(set.map((name) => [name, textOf(route.path, name)]));
      const place = (ids: Ids) => takes.reduce((path, name) => path.replace(`:${name}`, ids[name]), route.path);
      const ask = (ids: Ids) => `${place(ids)}?${search}`;
      const name = `${route.path}?${set.join('&')}${accept === null ? '' : ` as ${accept}`}`;
      const isNarrow = given.some((each) => narrow.has(each));
      return { name, kind: 'rest', takes, ask, isNarrow, ...(accept === null ? {} : { headers: { accept } }) };
    });
  });
}

function textOf(path: string, name: string): string {
  const value = others[name];
  if (value === undefined) throw new Error(`Nobody has said how to walk the parameter ${name} of ${path}.`);
  return String(value);
}

/** Ids of which some are `wanted` and the rest `own`, once for each way to mix those that are taken; never all of them own. */
export function mixesOf(takes: readonly (keyof Ids)[], wanted: Ids, own: Ids): readonly Ids[] {
  const count = 2 ** takes.length;
  return Array.from({ length: count - 1 }, (_, index) => {
    const chosen = takes.map((name, at) => [name, (((index + 1) >> at) % 2 === 1 ? wanted : own)[name]] as const);
    return { ...own, ...Object.fromEntries(chosen) };
  });
}
