// The fields of a body as rows: each with its path from the top, its type in words, and what it says.

import type { Schema } from './description.js';

interface FieldRow {
  /** Such as `shareOfVoice.entries[].name`. */
  readonly path: string;
  readonly type: string;
  readonly description: string;
}

type Resolve = (schema: Schema) => Schema;

/** The fields of a schema and of the objects in it, in the order of the body. */
export function fieldsOf(schema: Schema, resolve: Resolve, path = ''): readonly FieldRow[] {
  const { schema: inner, path: place } = innermost(schema, resolve, path);
  return Object.entries(inner.properties ?? {}).flatMap(([name, field]) => {
    const own = place === '' ? name : `${place}.${name}`;
    const isOptional = !inner.required?.includes(name);
    const row = {
      path: own,
      type: isOptional ? `${typeOf(field, resolve)}, optional` : typeOf(field, resolve),
      description: field.description ?? '',
    };
    return [row, ...fieldsOf(field, resolve, own)];
  });
}

/** The object in lists, maps and alternatives with null. */
function innermost(schema: Schema, resolve: Resolve, path: string): { readonly schema: Schema; readonly path: string } {
  const { items, additionalProperties, anyOf, ...own } = resolve(schema);
  if (items) return innermost(items, resolve, `${path}[]`);
  if (additionalProperties) return innermost(additionalProperties, resolve, `${path}.*`);
  const [first] = anyOf ?? [];
  return first ? innermost(first, resolve, path) : { schema: own, path };
}

/** The type of a value in words. */
export function typeOf(schema: Schema, resolve: Resolve): string {
  const { type, format, items, additionalProperties, anyOf, enum: values, minimum, maximum } = resolve(schema);
  if (anyOf) return anyOf.map((each) => typeOf(each, resolve)).join(' or ');
  if (items) return `list of ${typeOf(items, resolve)}`;
  if (additionalProperties) return `map of ${typeOf(additionalProperties, resolve)}`;
  if (values) return values.map((value) => value ?? 'null').join(' | ');
  const names = [type ?? []].flat();
  const bounds = [minimum === undefined ? '' : ` ≥ ${minimum}`, maximum === undefined ? '' : ` ≤ ${maximum}`].join('');
  return names.map((name) => (name === 'null' ? name : `${format ?? name}${bounds}`)).join(' or ');
}
