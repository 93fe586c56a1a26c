// The size of what arguments are given: each value is coerced, validated and parsed for every field that is given it, before anything is read.

import { type DirectiveNode, Kind, type ValueNode } from 'graphql';
import { textUnitBytes } from '../../domain/budget.js';
import { ownValue } from '../../own-value.js';

/** What any value takes beside the bytes of its text. */
const valueBytes = 8;

/** The units of a value; a number or a short text costs none. Without recursion: clients nest values as deeply as they like. */
export function unitsOfValue(value: unknown): number {
  let bytes = 0;
  const nested: object[] = [];
  const count = (each: unknown) => {
    bytes += valueBytes + (typeof each === 'string' ? Buffer.byteLength(each) : 0);
    if (typeof each === 'object' && each !== null) nested.push(each);
  };
  count(value);
  for (let next = nested.pop(); next; next = nested.pop()) {
    if (Array.isArray(next)) next.forEach(count);
    else
      for (const [name, each] of Object.entries(next)) {
        bytes += Buffer.byteLength(name);
        count(each);
      }
  }
  return Math.floor(bytes / textUnitBytes);
}

/** The units of what variables are given. Each is measured once. */
export function createUnitsOf(variables: Readonly<Record<string, unknown>>): (names: readonly string[]) => number {
  const known = new Map<string, number>();
  const unitsOf = (name: string) => {
    const units = known.get(name) ?? unitsOfValue(ownValue(variables, name));
    known.set(name, units);
    return units;
  };
  return (names) => names.reduce((sum, name) => sum + unitsOf(name), 0);
}

/** The names of the variables in a literal, as often as they are there. */
export function variablesIn(node: ValueNode): readonly string[] {
  if (node.kind === Kind.VARIABLE) return [node.name.value];
  if (node.kind === Kind.LIST) return node.values.flatMap(variablesIn);
  return node.kind === Kind.OBJECT ? node.fields.flatMap(({ value }) => variablesIn(value)) : [];
}

/** The number of these nodes with all values within them. */
export function sizeOfNodes(nodes: readonly (ValueNode | DirectiveNode)[]): number {
  return nodes.reduce((sum, node) => sum + 1 + sizeOfNodes(within(node)), 0);
}

function within(node: ValueNode | DirectiveNode): readonly ValueNode[] {
  if (node.kind === Kind.LIST) return node.values;
  if (node.kind === Kind.OBJECT) return node.fields.map(({ value }) => value);
  return node.kind === Kind.DIRECTIVE ? (node.arguments ?? []).map(({ value }) => value) : [];
}

/**
 * How many prompts a `filter` can select at most by what they are: what no tile says of some prompts is read from each of these. `null`: it selects none, so
 * that all prompts count. A value within it that is not known may be any.
 */
export function chosenBy(filter: unknown): number | null {
  if (typeof filter !== 'object' || filter === null) return null;
  const [branded, ids] = [given(filter, 'branded'), given(filter, 'promptIds')];
  // A single value stands for a list of it.
  const count = Array.isArray(ids) ? ids.length : Number(ids !== null);
  if (count > 0) return count;
  return branded === null ? null : Number.MAX_SAFE_INTEGER;
}

function given(filter: object, name: string): unknown {
  return ownValue(filter as Readonly<Record<string, unknown>>, name) ?? null; // safe because any object has properties
}
