// Every root field of GraphQL, each part of its answer whole and in every order, under as many aliases as wanted.

import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { schema } from '../../../src/schema/index.js';
import type { ExtremeSize } from '../extreme-world.js';
import { filtersOf, longestAnswer, type Question, shifted, type Values, whole, windows } from './values.js';

type Field = GraphQLField<unknown, unknown>;

/** For fields below the root. */
const below: Values = { ...whole, ...windows['all time'] };

/** A document with so many aliases of one field. */
export interface GraphKind {
  readonly name: string;
  readonly question: (aliases: number) => Question;
}

export function graphKinds(size: ExtremeSize): readonly GraphKind[] {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  return fields.flatMap((field) =>
    Object.entries(windows).flatMap(([span, window]) => {
      if (!takesWindow(field) && span !== 'all time') return [];
      return partsOf(field, size).map(([part, selection]) => ({
        name: `${field.name} ${takesWindow(field) ? `${span} ` : ''}${part}`,
        question: (aliases: number) => document(field, { selection, window, aliases }),
      }));
    }),
  );
}

interface Written {
  readonly selection: string;
  readonly window: Values;
  readonly aliases: number;
}

function document(field: Field, { selection, window, aliases }: Written): Question {
  const fields = Array.from({ length: aliases }, (_, at) => {
    const given = { ...valuesFor(field), ...shifted(window, at), page: 1 + at };
    return `a${at}: ${field.name}${argumentsOf(field, given)} ${selection}`;
  });
  return {
    name: field.name,
    path: '/graphql',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: `{ ${fields.join(' ')} }` }),
  };
}

function valuesFor({ name }: Field): Values {
  return name === 'promptRun' ? { ...whole, ...longestAnswer } : whole;
}

const takesWindow = ({ args }: Field) => args.some(({ name }) => name === 'start');

/** The parts of what a root field answers: all values together, and each object with everything below it, by each order and with each filter. */
function partsOf(field: Field, size: ExtremeSize): readonly (readonly [string, string])[] {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return [['', '']];
  const fields = Object.values(type.getFields());
  const values = fields.filter((each) => !isObjectType(getNamedType(each.type)));
  const objects = fields.filter((each) => isObjectType(getNamedType(each.type)));
  return [
    ...(values.length > 0 ? [['values', `{ ${values.map(({ name }) => name).join(' ')} }`] as const] : []),
    ...objects.flatMap((each) =>
      variantsOf(each, size).map(([name, given]) => {
        const inner = wholeOf(getNamedType(each.type) as GraphQLObjectType, [type.name]); // safe because only objects are left
        return [
          `${each.name} ${name}`,
          `{ ${each.name}${argumentsOf(each, { ...below, ...given })} ${inner} }`,
        ] as const;
      }),
    ),
  ];
}

function variantsOf(field: Field, size: ExtremeSize): readonly (readonly [string, Values])[] {
  const orders = getNamedType(field.args.find(({ name }) => name === 'orderBy')?.type);
  const filters = Object.entries(filtersOf(size)).filter(
    ([name]) => dearFilters.includes(name) && field.args.some((each) => each.name === name),
  );
  return [
    ['', {}],
    ...(isEnumType(orders) ? orders.getValues() : []).map(
      ({ name }) => [`by ${name.toLowerCase()}`, { orderBy: name }] as const,
    ),
    ...filters.map(([name, value]) => [`with ${name}`, { [name]: value }] as const),
  ];
}

/** REST is asked with every filter. */
const dearFilters = ['tags', 'search', 'by'];

/** Everything of a type, but for the types that lead to it; of an entity below another type its own values. */
function wholeOf(type: GraphQLObjectType, above: readonly string[]): string {
  const path = [...above, type.name];
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type);
    if (!isObjectType(inner)) return [field.name];
    const isBack = path.includes(inner.name) || entities.has(type.name);
    return isBack ? [] : [`${field.name}${argumentsOf(field, below)} ${wholeOf(inner, path)}`];
  });
  return `{ ${fields.join(' ')} }`;
}

/** They lead to each other, and each is asked whole as a root field. */
const entities = new Set(['Brand', 'Prompt', 'BrandRuns', 'PromptRuns']);

/** Those arguments that must be given, and those that have a value here. */
function argumentsOf({ args }: Field, values: Values): string {
  const given = args.flatMap((each) => {
    const value = values[each.name];
    if (value === undefined && isNonNullType(each.type)) throw new Error(`${each.name} has no dearest value.`);
    return value === undefined ? [] : [`${each.name}: ${literal(each, value)}`];
  });
  return given.length > 0 ? `(${given.join(', ')})` : '';
}

function literal({ type }: GraphQLArgument, value: Values[string]): string {
  const named = getNamedType(type);
  if (isEnumType(named)) {
    const texts = [value].flat().map((each) => String(each).toUpperCase());
    return isListType(getNullableType(type)) ? `[${texts}]` : texts.join();
  }
  return isScalarType(named) ? JSON.stringify(value) : '';
}
