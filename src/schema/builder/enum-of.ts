// Enums of the schema: what a value is called within follows from its name.

import { enumNameOf } from '../../domain/breakdown/dimensions-and-measures.js';
import { builder } from './builder.js';

/** An enum, by the descriptions of its values as they are called within. */
export function enumOf<Value extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Value, string>>,
) {
  const all = Object.keys(values) as Value[]; // safe because these are its keys
  return builder.enumType(name, {
    description,
    values: Object.fromEntries(all.map((value) => [enumNameOf(value), { value, description: values[value] }])),
  });
}
