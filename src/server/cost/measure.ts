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
} from 'graphql';
import type { SizeColumn } from '../../loaders/sizes.js';
import { type FieldCost, type Need, type Price, priceOf } from '../../schema/builder/cost.js';
import { costOfKey } from '../../schema/builder/cost-of-key.js';
import { costOf, listOf } from '../../schema/builder/field-extensions.js';
import { costOfNothing, type Subject, type Sum, type Term, type Variables } from './cost-sum.js';
import { argumentsOf, fieldOf, givenOf, possibleNeeds, sizeOfArguments } from './field-lookup.js';
import { createIntrospection, type Introspection } from './introspection.js';

/** The stored sizes that a cost depends on. */
type Use = SizeColumn | 'models' | 'brands';

export interface Measures {
  readonly depth: number;
  readonly aliases: number;
  readonly directives: number;
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
  const tally = createWalk(schema, document)(operation.selectionSet, root ?? undefined);
  const variableDirectives = operation.variableDefinitions?.flatMap((each) => each.directives ?? []) ?? [];
  return {
    ...tally,
    directives: tally.directives + countOf(operation.directives) + variableDirectives.length,
    defaults: defaultsOf(operation),
  };
}

/** Default values of variables. */
function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Variables {
  const entries = variableDefinitions.map(({ variable, defaultValue }): [string, unknown] => {
    const given = defaultValue && givenOf(defaultValue);
    return [variable.name.value, given && 'value' in given ? given.value : undefined];
  });
  return Object.fromEntries(entries);
}

const countOf = (directives: readonly DirectiveNode[] | undefined): number => directives?.length ?? 0;

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
    const tally = walk(fragment?.selectionSet, type);
    const directives = tally.directives + countOf(fragment?.directives);
    // Kept as one term: it is evaluated once, even if it is spread often.
    const sum =
      tally.sum.terms.length === 0
        ? tally.sum
        : { fixed: 0, terms: [{ sum: tally.sum, variables: [], arguments: {} }] };
    const whole = { ...tally, directives, sum };
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
      return { ...tally, directives: tally.directives + countOf(node.directives) };
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
  const needs = new Set<Need>();
  const uses = new Set<Use>();
  const subjects = new Set<Subject>();
  const terms: Term[] = [];
  let [depth, aliases, directives, fixed] = [0, 0, 0, 0];
  for (const tally of tallies) {
    depth = Math.max(depth, tally.depth);
    aliases += tally.aliases;
    directives += tally.directives;
    fixed += tally.sum.fixed;
    for (const need of tally.needs) needs.add(need);
    for (const use of tally.uses) uses.add(use);
    for (const subject of tally.subjects) subjects.add(subject);
    for (const term of tally.sum.terms) terms.push(term);
  }
  return { depth, aliases, directives, needs, uses, subjects, sum: { fixed, terms } };
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
  return {
    // Introspection has its own limits, and tools nest it deeply.
    depth: 1 + (isIntrospection ? 0 : inner.depth),
    aliases: inner.aliases + (node.alias ? 1 : 0),
    directives: inner.directives + countOf(node.directives),
    needs: new Set([...(cost.readsOwn ? [] : own), ...(cost.isRead ? [] : inner.needs)]),
    uses: new Set([...inner.uses, ...usesOf(term)]),
    subjects: subject ? new Set([...inner.subjects, subject]) : inner.subjects,
    sum,
  };
}

/** The prices of the parts that are read for a field, each once. */
function partsRead(
  { isRead, readsOwn, list }: FieldCost & { readonly list: ReturnType<typeof listOf> },
  own: readonly Need[],
  { needs }: Tally,
): readonly Price[] {
  const read = new Set([...(readsOwn ? own : []), ...(isRead ? needs : [])]);
  return [...read].map((need) => priceOf(need, list));
}

/** The sum of several prices. */
function total(prices: readonly Price[]): Price {
  const sum = (partOf: (price: Price) => number | undefined) =>
    prices.reduce((all, price) => all + (partOf(price) ?? 0), 0);
  return {
    base: sum(({ base }) => base),
    perDay: sum(({ perDay }) => perDay),
    perComparedDay: sum(({ perComparedDay }) => perComparedDay),
    perCompany: sum(({ perCompany }) => perCompany),
    perModel: sum(({ perModel }) => perModel),
    perPrompt: sum(({ perPrompt }) => perPrompt),
    perPromptFiltered: sum(({ perPrompt, perPromptFiltered = perPrompt }) => perPromptFiltered),
    perDomain: sum(({ perDomain }) => perDomain),
    perUrl: sum(({ perUrl }) => perUrl),
    perQuery: sum(({ perQuery }) => perQuery),
  };
}

function usesOf({ size, price }: Term): readonly Use[] {
  const uses: Use[] = [];
  if (size === 'companies' || size === 'competitors' || size === 'models' || size === 'brands') uses.push(size);
  if (size === 'brandPage') uses.push('brands');
  if (size === 'days' || price?.perDay || price?.perComparedDay) uses.push('span');
  if (price?.perCompany) uses.push('companies');
  if (price?.perModel) uses.push('models');
  if (price?.perPrompt || price?.perPromptFiltered) uses.push('prompts');
  if (price?.perDomain) uses.push('domains');
  if (price?.perUrl) uses.push('urls');
  if (price?.perQuery) uses.push('queries');
  return uses;
}

/** The cost of one field, and a term for everything evaluated later. */
function sumOf(term: Term, own: number): Sum {
  const { base, ...varying } = term.price ?? { base: 0 };
  const hasOnePrice = Object.values(varying).every((each) => each === 0) && term.variables.length === 0;
  const isFixed = !term.size && hasOnePrice && term.sum.terms.length === 0;
  return isFixed ? { fixed: own + base + term.sum.fixed, terms: [] } : { fixed: own, terms: [term] };
}
