// Measures a document: its depth, aliases, directives and cost, with fragments counted for every spread. Each fragment is visited once, one on an
// interface once for each type that has it, so the work depends only on the length of the document. It is measured before it is validated, so it may be invalid.

import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  type InlineFragmentNode,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { costOfKey, type FieldCost, type Need } from '../../schema/builder/cost.js';
import { costOf, listOf } from '../../schema/builder/field-options.js';
import { sizeOfNodes } from './argument-size.js';
import { costOfNothing, type Subject, type Sum, type Term, type Variables } from './cost-sum.js';
import { argumentsOf, fieldOf, givenOf, possibleNeeds, sizeOfArguments } from './field-lookup.js';
import { createIntrospection, type Introspection } from './introspection.js';
import { partsRead, sumOf, total, type Use, usesOf } from './prices.js';

export interface Measures {
  readonly depth: number;
  readonly aliases: number;
  readonly directives: number;
  /** The number of fields, with their directives and argument values: executing and compiling take time in proportion to it. */
  readonly size: number;
  /** The fields of the operation itself, whatever `@skip` and `@include` say. */
  readonly roots: ReadonlySet<FieldNode>;
  /** What windows of the last days are given as their time zone: an answer with such a window is another one tomorrow. */
  readonly zones: ReadonlySet<ValueNode | undefined>;
  /** The cost; terms that do not depend on variables and sizes are summed already. */
  readonly sum: Sum;
  readonly uses: ReadonlySet<Use>;
  /** The brands and prompts that the document names. */
  readonly subjects: ReadonlySet<Subject>;
  /** Default values of variables. */
  readonly defaults: Variables;
}

/** The measurements of a selection. */
interface Tally extends Omit<Measures, 'defaults'> {
  /** Parts that a field above reads for it. */
  readonly needs: ReadonlySet<Need>;
}

const nothing: Tally = {
  depth: 0,
  aliases: 0,
  directives: 0,
  size: 0,
  roots: new Set(),
  zones: new Set(),
  needs: new Set(),
  uses: new Set(),
  subjects: new Set(),
  sum: costOfNothing,
};

/** Measures the operation that would be executed. Never throws; without such an operation the measurements are zero. */
export function measure(schema: GraphQLSchema, document: DocumentNode, operationName?: string | null): Measures {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation) return { ...nothing, defaults: {} };
  const { directives = [], variableDefinitions = [], selectionSet } = operation;
  const ofVariables = variableDefinitions.flatMap((each) => each.directives ?? []);
  const tally = withDirectives(createWalk(schema, document)(selectionSet, root ?? undefined), [
    ...directives,
    ...ofVariables,
  ]);
  const written = sizeOfNodes(variableDefinitions.flatMap(({ defaultValue }) => defaultValue ?? []));
  return { ...tally, size: tally.size + variableDefinitions.length + written, defaults: defaultsOf(operation) };
}

/** Default values of variables. */
function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Variables {
  const entries = variableDefinitions.map(({ variable, defaultValue }): [string, unknown] => {
    const given = defaultValue && givenOf(defaultValue);
    return [variable.name.value, given && 'value' in given ? given.value : undefined];
  });
  return Object.fromEntries(entries);
}

function withDirectives(tally: Tally, given: readonly DirectiveNode[] = []): Tally {
  return { ...tally, directives: tally.directives + given.length, size: tally.size + sizeOfNodes(given) };
}

type Walk = (selections: SelectionSetNode | undefined, parent: GraphQLNamedType | undefined) => Tally;

function createWalk(schema: GraphQLSchema, document: DocumentNode): Walk {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const each of document.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each);
  const introspection = createIntrospection(schema, fragments);
  const known = new Map<string, Tally>();
  const fragmentTally = (name: string, parent: GraphQLNamedType | undefined): Tally => {
    const fragment = fragments.get(name);
    const type = typeWithin(schema, fragment, parent);
    const place = `${name} ${type?.name}`;
    const found = known.get(place);
    if (found) return found;
    // A recursive spread adds nothing: validation refuses it.
    known.set(place, nothing);
    const tally = withDirectives(walk(fragment?.selectionSet, type), fragment?.directives);
    // Kept as one term: it is evaluated once, even if it is spread often.
    const sum =
      tally.sum.terms.length === 0
        ? tally.sum
        : { fixed: 0, terms: [{ sum: tally.sum, variables: [], arguments: {} }] };
    const whole = { ...tally, sum };
    known.set(place, whole);
    return whole;
  };
  const walk: Walk = (selections, parent) => {
    const tallies = (selections?.selections ?? []).map((node): Tally => {
      if (node.kind === Kind.FIELD) return fieldTally({ schema, introspection, walk }, node, parent);
      const tally =
        node.kind === Kind.FRAGMENT_SPREAD
          ? fragmentTally(node.name.value, parent)
          : walk(node.selectionSet, typeWithin(schema, node, parent));
      return withDirectives(tally, node.directives);
    });
    return merged(tallies);
  };
  return walk;
}

/**
 * The type whose fields a fragment selects: that which it names, but of an interface the type in which it is spread, because what a field costs is
 * declared with its resolver.
 */
function typeWithin(
  schema: GraphQLSchema,
  fragment: Pick<InlineFragmentNode, 'typeCondition'> | undefined,
  parent: GraphQLNamedType | undefined,
): GraphQLNamedType | undefined {
  const condition = fragment?.typeCondition;
  if (!condition) return fragment && parent;
  const type = schema.getType(condition.name.value);
  return isInterfaceType(type) && isObjectType(parent) && schema.isSubType(type, parent) ? parent : type;
}

function merged(tallies: readonly Tally[]): Tally {
  const sum = (partOf: (tally: Tally) => number) => tallies.reduce((all, tally) => all + partOf(tally), 0);
  const union = <T>(partOf: (tally: Tally) => Iterable<T>) => new Set(tallies.flatMap((tally) => [...partOf(tally)]));
  return {
    depth: tallies.reduce((deepest, { depth }) => Math.max(deepest, depth), 0),
    aliases: sum(({ aliases }) => aliases),
    directives: sum(({ directives }) => directives),
    size: sum(({ size }) => size),
    roots: union(({ roots }) => roots),
    zones: union(({ zones }) => zones),
    needs: union(({ needs }) => needs),
    uses: union(({ uses }) => uses),
    subjects: union(({ subjects }) => subjects),
    sum: { fixed: sum((tally) => tally.sum.fixed), terms: tallies.flatMap((tally) => tally.sum.terms) },
  };
}

interface Walking {
  readonly schema: GraphQLSchema;
  readonly introspection: Introspection;
  readonly walk: Walk;
}

function fieldTally(walking: Walking, node: FieldNode, parent: GraphQLNamedType | undefined): Tally {
  const { schema, introspection, walk } = walking;
  const name = node.name.value;
  const field = fieldOf(schema, parent, name);
  const isIntrospection = name.startsWith('__');
  const inner = walk(node.selectionSet, field && getNamedType(field.type));
  const given = argumentsOf(node, field);
  const cost: FieldCost = field ? costOf(field) : {};
  const own = field ? possibleNeeds(field, node) : [];
  const price = total([
    ...(cost.price ? [cost.price] : []),
    ...partsRead({ ...cost, list: field ? listOf(field) : null }, own, inner),
  ]);
  const named = cost.subject && given[cost.subject];
  const subject = cost.subject && named && { argument: cost.subject, given: named };
  const { units, variables } = sizeOfArguments(node);
  const term: Term = { ...cost, sum: inner.sum, price, variables, subject, arguments: given };
  const sum = isIntrospection ? { fixed: introspection(node), terms: [] } : sumOf(term, costOfKey(node) + units);
  const argumentOf = (wanted: string) => node.arguments?.find((each) => each.name.value === wanted)?.value;
  const tally = withDirectives(inner, node.directives);
  return {
    ...tally,
    // Introspection has its own limits, and tools nest it deeply.
    depth: 1 + (isIntrospection ? 0 : inner.depth),
    aliases: inner.aliases + (node.alias ? 1 : 0),
    size: tally.size + 1 + sizeOfNodes((node.arguments ?? []).map(({ value }) => value)),
    roots: new Set([node]),
    zones: argumentOf('last') ? new Set([...inner.zones, argumentOf('timeZone')]) : inner.zones,
    needs: new Set([...(cost.readsOwn ? [] : own), ...(cost.isRead ? [] : inner.needs)]),
    uses: new Set([...inner.uses, ...usesOf(term)]),
    subjects: subject ? new Set([...inner.subjects, subject]) : inner.subjects,
    sum,
  };
}

/** Something about an operation of a document; by an empty name, about its only one. */
export type OfOperation<T> = (document: DocumentNode, operationName: string) => T;

/** What `find` finds. One result is kept for each document, whatever names clients send: what is kept grows with the documents alone. */
export function perOperation<T>(find: OfOperation<T>): OfOperation<T> {
  const kept = new WeakMap<DocumentNode, { readonly operationName: string; readonly found: T }>();
  return (document, operationName) => {
    const last = kept.get(document);
    if (last?.operationName === operationName) return last.found;
    const found = find(document, operationName);
    kept.set(document, { operationName, found });
    return found;
  };
}
