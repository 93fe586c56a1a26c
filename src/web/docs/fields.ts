// The fields of a body as rows: each with its path from the top, its type in words, and what it says.

import type { Schema } from './description.js';

interface FieldRow {
  /** Such as `shareOfVoice.entries[].name`. */
  readonly path: string;
  readonly type: string;
  readonly description: string;
}

/** The fields of a schema and of the objects in it, in the order of the body. */
export function fieldsOf(schema: Schema, path = ''): readonly FieldRow[] {
  const { schema: inner, path: place } = innermost(schema, path);
  return Object.entries(inner.properties ?? {}).flatMap(([name, field]) => {
    const own = place === '' ? name : `${place}.${name}`;
    const isOptional = !inner.required?.includes(name);
    const row = {
      path: own,
      type: isOptional ? `${typeOf(field)}, optional` : typeOf(field),
      description: field.description ?? '',
    };
    return [row, ...fieldsOf(field, own)];
  });
}

/** The object in lists, maps and alternatives with null. */
function innermost(schema: Schema, path: string): { readonly schema: Schema; readonly path: string } {
  const { items, additionalProperties, anyOf, ...own } = schema;
  if (items) return innermost(items, `${path}[]`);
  if (additionalProperties) return innermost(additionalProperties, `${path}.*`);
  const [first] = anyOf ?? [];
  return first ? innermost(first, path) : { schema: own, path };
}

/** The type of a value in words. */
export function typeOf(schema: Schema): string {
  const { type, format, items, additionalProperties, anyOf, enum: values, minimum, maximum } = schema;
  if (anyOf) return anyOf.map((each) => typeOf(each)).join(' or ');
  if (items) return `list of ${typeOf(items)}`;
  if (additionalProperties) return `map of ${typeOf(additionalProperties)}`;
  if (values) return values.map((value) => value ?? 'null').join(' | ');
  const names = [type ?? []].flat();
  const bounds = [minimum === undefined ? '' : ` ≥ ${minimum}`, maximum === undefined ? '' : ` ≤ ${maximum}`].join('');
  return names.map((name) => (name === 'null' ? name : `${format ?? name}${bounds}`)).join(' or ');
}
