// Configures the builder of the schema. Fields are non-null by default; all faults of arguments are `validation_error`s.

import SchemaBuilder from '@pothos/core';
import ValidationPlugin from '@pothos/plugin-validation';
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
