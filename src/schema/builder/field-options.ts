// What a field declares beside its type and resolver: the parts that it needs, and its cost. The plugin keeps it with the built field, and it is read
// only here: the look-ahead uses the needs, weighing uses both.

import type { FieldCost, ListField, Need } from './cost.js';

export type Arguments = Readonly<Record<string, unknown>>;

export interface FieldDeclaration {
  /** The parts that it needs whenever it is selected, or with these arguments. */
  readonly needs?: readonly Need[] | ((args: Arguments) => readonly Need[]);
  /** In addition to its value. */
  readonly cost?: FieldCost;
  /** The list that it is, which is read with the analytics that it belongs to. */
  readonly list?: ListField;
}

/** A field of the schema, built or not. */
interface Extended {
  readonly extensions?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The list that a field is; `null`: none. */
export function listOf(field: Extended): ListField | null {
  return declaredOf(field).list ?? null;
}

/** The parts that a field needs with these arguments. */
export function needsOf(field: Extended, args: Arguments): readonly Need[] {
  const { needs = [] } = declaredOf(field);
  return typeof needs === 'function' ? needs(args) : needs;
}

/** The cost of a field in addition to its value. */
export function costOf(field: Extended): FieldCost {
  return declaredOf(field).cost ?? {};
}

function declaredOf({ extensions }: Extended): FieldDeclaration {
  return (extensions ?? {}) as FieldDeclaration; // safe because only the plugin writes the extensions of this schema's fields
}
