// Configures the builder of the schema. Fields are non-null by default; all faults of arguments are `validation_error`s.

import SchemaBuilder from '@pothos/core';
import ValidationPlugin from '@pothos/plugin-validation';
import { enumNameOf } from '../../domain/breakdown/dimensions-and-measures.js';
import { invalid } from '../../errors.js';
import type { Context } from './context.js';
import { toFault } from './faults.js';
import FieldsPlugin from './plugin.js';

interface TextScalar {
  Input: string;
  Output: string;
}

interface SchemaTypes {
  Context: Context;
  DefaultFieldNullability: false;
  Scalars: { DateTime: TextScalar; Date: TextScalar; TimeZone: TextScalar; ID: TextScalar };
}

export const builder = new SchemaBuilder<SchemaTypes>({
  // In this order ours wraps that of validation.
  plugins: [FieldsPlugin, ValidationPlugin],
  defaultFieldNullability: false,
  validation: { validationError: ({ issues }) => invalid(issues.map(toFault)) },
});

builder.queryType({
  description: 'The queries. A field that fails is null; the other fields of the request are still returned.',
});

/** The builder of an object's fields. */
export type FieldsOf<Parent> = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, Parent>;

/** An enum, by the descriptions of its values as they are called within: its names follow from these. */
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
