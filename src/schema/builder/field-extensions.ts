// What a field declares with its resolver: the parts that it needs, and its cost. Written and read only here: the
// look-ahead uses the needs, weighing uses both.

import type { FieldCost, ListField, Need } from './cost.js';

type Arguments = Readonly<Record<string, unknown>>;

type Needs = readonly Need[] | ((args: Arguments) => readonly Need[]);

interface Declared {
  readonly needs?: Needs;
  readonly cost?: FieldCost;
  readonly list?: ListField;
}

/** A field of the schema, built or not. */
interface Extended {
  readonly extensions?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Extensions of a field that needs these parts whenever it is selected. */
export function needs(...parts: readonly Need[]): Pick<Declared, 'needs'> {
  return { needs: parts };
}

/** Extensions of a field whose arguments determine the parts it needs. */
export function needsByArguments(partsFor: (args: Arguments) => readonly Need[]): Pick<Declared, 'needs'> {
  return { needs: partsFor };
}

/** Extensions of a field that costs more than its value. */
export function costs(cost: FieldCost): Pick<Declared, 'cost'> {
  return { cost };
}

/** Extensions of a field that is such a list: it is read with the analytics that it belongs to. */
export function lists(list: ListField): Pick<Declared, 'list'> {
  return { list };
}

/** The list that a field is; `null`: none. */
export function listOf(field: Extended): ListField | null {
  return declaredOf(field).list ?? null;
}

/** The parts that a field needs with these arguments. */
export function needsOf(field: Extended, args: Arguments): readonly Need[] {
  const { needs: found = [] } = declaredOf(field);
  return typeof found === 'function' ? found(args) : found;
}

/** The cost of a field in addition to its value. */
export function costOf(field: Extended): FieldCost {
  return declaredOf(field).cost ?? {};
}

function declaredOf({ extensions }: Extended): Declared {
  return (extensions ?? {}) as Declared; // safe because only the functions above write the extensions of this schema's fields
}
