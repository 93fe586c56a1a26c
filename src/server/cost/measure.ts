// What a document asks for: its depth, aliases, directives and cost, fragments counted wherever they are spread. Each fragment is looked at once, so
// the work grows with the length of the document alone. It is measured before it is validated, so nothing here takes it to be right.

import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isCompositeType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { type FieldCost, partPrices, usualSize } from '../../schema/cost.js';
import type { Need } from '../../schema/selection.js';
import { costOfNothing, evaluate, type Sum, type Term } from './cost-sum.js';
import { argumentOf, fieldOf, needsOf, sizeOfIntrospected } from './field-lookup.js';

export interface Measures {
  readonly depth: number;
  readonly aliases: number;
  readonly directives: number;
  /** The cost with these variables. It is cheap: what does not depend on them is added up already. */
  readonly costWith: (variables: Readonly<Record<string, unknown>>, maxWindowDays: number) => number;
}

/** What a selection comes to. */
interface Tally {
  readonly depth: number;
  readonly aliases: number;
  readonly directives: number;
  /** Parts that the field above, or one above that, reads for it. */
  readonly needs: ReadonlySet<Need>;
  readonly sum: Sum;
}

const nothing: Tally = { depth: 0, aliases: 0, directives: 0, needs: new Set(), sum: costOfNothing };

/** Measures the operation of a document that would be run. Never throws; where there is no such operation, there is nothing to measure. */
export function measure(schema: GraphQLSchema, document: DocumentNode, operationName?: string | null): Measures {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation) return { ...nothing, costWith: () => 0 };
  const { depth, aliases, directives, sum } = createWalk(schema, document)(operation.selectionSet, root ?? undefined);
  const variableDirectives = operation.variableDefinitions?.flatMap((each) => each.directives ?? []) ?? [];
  const presets = presetsOf(operation);
  return {
    depth,
    aliases,
    directives: directives + countOf(operation.directives) + variableDirectives.length,
    costWith: (variables, maxWindowDays) => evaluate(sum, { ...presets, ...variables }, maxWindowDays),
  };
}

/** Default values of variables, as far as sizes of lists and windows can come from them. */
function presetsOf({ variableDefinitions = [] }: OperationDefinitionNode): Readonly<Record<string, unknown>> {
  const entries = variableDefinitions.map(({ variable, defaultValue: value }): [string, unknown] => [
    variable.name.value,
    value?.kind === Kind.INT ? Number(value.value) : value?.kind === Kind.STRING ? value.value : undefined,
  ]);
  return Object.fromEntries(entries);
}

const countOf = (directives: readonly DirectiveNode[] | undefined): number => directives?.length ?? 0;

type Walk = (selections: SelectionSetNode | undefined, parent: GraphQLNamedType | undefined) => Tally;

function createWalk(schema: GraphQLSchema, document: DocumentNode): Walk {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const each of document.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments.set(each.name.value, each);
  const known = new Map<string, Tally>();
  const fragmentTally = (name: string): Tally => {
    const found = known.get(name);
    if (found) return found;
    // A fragment that is spread within itself adds nothing there: validation refuses it.
    known.set(name, nothing);
    const fragment = fragments.get(name);
    const type = fragment && schema.getType(fragment.typeCondition.name.value);
    const tally = walk(fragment?.selectionSet, type);
    const directives = tally.directives + countOf(fragment?.directives);
    // Not taken apart: where it is spread often, it is still evaluated once.
    const sum = tally.sum.terms.length === 0 ? tally.sum : { fixed: 0, terms: [{ sum: tally.sum }] };
    known.set(name, { ...tally, directives, sum });
    return known.get(name) ?? nothing;
  };
  const walk: Walk = (selections, parent) => {
    const tallies = (selections?.selections ?? []).map((node): Tally => {
      if (node.kind === Kind.FIELD) return fieldTally(schema, node, parent, walk);
      const type = node.kind === Kind.INLINE_FRAGMENT && node.typeCondition;
      const tally =
        node.kind === Kind.FRAGMENT_SPREAD
          ? fragmentTally(node.name.value)
          : walk(node.selectionSet, type ? schema.getType(type.name.value) : parent);
      return { ...tally, directives: tally.directives + countOf(node.directives) };
    });
    return united(tallies);
  };
  return walk;
}

function united(tallies: readonly Tally[]): Tally {
  const needs = new Set<Need>();
  const terms: Term[] = [];
  let [depth, aliases, directives, fixed] = [0, 0, 0, 0];
  for (const tally of tallies) {
    depth = Math.max(depth, tally.depth);
    aliases += tally.aliases;
    directives += tally.directives;
    fixed += tally.sum.fixed;
    for (const need of tally.needs) needs.add(need);
    for (const term of tally.sum.terms) terms.push(term);
  }
  return { depth, aliases, directives, needs, sum: { fixed, terms } };
}

function fieldTally(schema: GraphQLSchema, node: FieldNode, parent: GraphQLNamedType | undefined, walk: Walk): Tally {
  const name = node.name.value;
  const field = fieldOf(schema, parent, name);
  const type = field && getNamedType(field.type);
  const inner = walk(node.selectionSet, type);
  // safe because only fields of this schema write this extension
  const { price = 0, size, isRead } = (field?.extensions.cost ?? {}) as FieldCost;
  const own = field ? needsOf(field, node) : [];
  const parts = isRead ? [...inner.needs].reduce((total, need) => total + partPrices[need], 0) : 0;
  const isList = field && isCompositeType(type) && isListType(getNullableType(field.type));
  const length = isList ? (size ?? sizeOfIntrospected(schema, `${parent?.name}.${name}`) ?? usualSize) : 1;
  return {
    // Introspection is bounded by rules of its own, and the tools that need it nest it deeply.
    depth: 1 + (name.startsWith('__') ? 0 : inner.depth),
    aliases: inner.aliases + (node.alias ? 1 : 0),
    directives: inner.directives + countOf(node.directives),
    needs: isRead ? new Set(own) : new Set([...inner.needs, ...own]),
    sum: times(inner.sum, { fixed: 1 + price + parts, length, argument: (given) => argumentOf(node, given) }),
  };
}

interface Multiple {
  readonly fixed: number;
  readonly length: FieldCost['size'] | 1;
  readonly argument: (name: string) => Term['first'];
}

/** `fixed`, and the sum of what lies beneath as often as the list is long. */
function times(sum: Sum, { fixed, length, argument }: Multiple): Sum {
  if (typeof length === 'number' && sum.terms.length === 0) return { fixed: fixed + length * sum.fixed, terms: [] };
  const term: Term = {
    sum,
    size: length,
    first: length === 'first' ? argument('first') : undefined,
    limit: argument('limit'),
    start: argument('start'),
    end: argument('end'),
  };
  return { fixed, terms: [term] };
}
