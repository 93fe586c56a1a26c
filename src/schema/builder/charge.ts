// Charges the budget of a request for what is known only from its data: the lengths of texts, and of lists whose sizes are not known before.

import type { PothosOutputFieldConfig, SchemaTypes } from '@pothos/core';
import {
  type FieldNode,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { unitsOfText } from '../../domain/budget.js';
import type { Context } from './context.js';
import { costOfKey } from './cost.js';
import { costOf } from './field-options.js';

type Resolver = GraphQLFieldResolver<unknown, object, object>;
type UnitsOf = (value: unknown, info: GraphQLResolveInfo) => number;

/** `resolve`, which charges for what it resolves to. */
export function charging<Types extends SchemaTypes>(
  resolve: Resolver,
  { type, extensions }: PothosOutputFieldConfig<Types>,
): Resolver {
  const item = type.kind === 'List' ? type.type : type;
  const { size } = costOf({ extensions });
  if (item.kind === 'Scalar') return isText(item.ref) ? chargingBy(textUnits, resolve) : resolve;
  const isCharged = type.kind === 'List' && item.kind === 'Object' && size === undefined;
  return isCharged ? chargingBy(listUnits, resolve) : resolve;
}

/** Other scalars are always short. */
function isText(scalar: unknown): boolean {
  const name = typeof scalar === 'object' && scalar !== null && 'name' in scalar ? scalar.name : scalar;
  return name === 'String' || name === 'ID';
}

function chargingBy(unitsOf: UnitsOf, resolve: Resolver): Resolver {
  return (parent, args, ctx, info) => {
    const { budget } = ctx as Context; // safe because the one builder of this schema has this context
    const charged = (value: unknown) => {
      const units = unitsOf(value, info);
      if (units > 0) budget.charge(units);
      return value;
    };
    const value = resolve(parent, args, ctx, info);
    if (value instanceof Promise) return value.then(charged);
    try {
      return charged(value);
    } catch (error) {
      // Thrown in an element of a list, it would leave what is pending of the elements before to nobody, and the process would end.
      return Promise.reject(error);
    }
  };
}

/** The cost of one or more texts beyond the single value of their field. */
const textUnits: UnitsOf = (value) => {
  if (typeof value === 'string') return unitsOfText(value);
  if (!Array.isArray(value)) return 0;
  return value.reduce((total: number, text) => total + unitsOfText(String(text)), Math.max(0, value.length - 1));
};

/** The cost of all elements but the first: until its length is known, a list is assumed to have one. */
const listUnits: UnitsOf = (value, info) =>
  Array.isArray(value) && value.length > 1 ? (value.length - 1) * unitsOfElement(info) : 0;

/** Cached costs of elements, by the nodes that select them. */
const known = new WeakMap<readonly FieldNode[], number>();

/** The cost of one element: its fields, including all nested ones. */
function unitsOfElement({ fieldNodes, fragments }: GraphQLResolveInfo): number {
  const found = known.get(fieldNodes);
  if (found !== undefined) return found;
  const counted = new Map<string, number>();
  const unitsOfFragment = (name: string): number => {
    const units = counted.get(name) ?? count(fragments[name]?.selectionSet);
    counted.set(name, units);
    return units;
  };
  const count = (selections: SelectionSetNode | undefined): number =>
    (selections?.selections ?? []).reduce((total, node) => {
      if (node.kind === Kind.FRAGMENT_SPREAD) return total + unitsOfFragment(node.name.value);
      return total + (node.kind === Kind.FIELD ? costOfKey(node) : 0) + count(node.selectionSet);
    }, 0);
  const units = fieldNodes.reduce((total, node) => total + count(node.selectionSet), 0);
  known.set(fieldNodes, units);
  return units;
}
