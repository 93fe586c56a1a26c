// The elements of a list outside GraphQL's execution: the fields that the stored document selects, each by its own resolver, so that an export holds
// exactly what a page does.

import { defaultFieldResolver, type GraphQLResolveInfo } from 'graphql';
import { unlimited } from '../../../domain/budget.js';
import type { Shape, ShapeField } from '../shape.js';

/** An element as REST writes it. */
export type Element = Readonly<Record<string, unknown>>;

/** A value of an element that is no object. */
export interface Column {
  /** `sentiment.positive`, where it lies in an object. */
  readonly name: string;
  readonly read: (row: unknown) => unknown;
}

export interface Elements {
  /** In the order of the fields. */
  readonly columns: readonly Column[];
  readonly toElement: (row: unknown) => Element;
}

type Resolve = (parent: unknown) => unknown;

/** A field with its resolver, and the fields of its value, if that is an object. */
interface Resolved {
  readonly name: string;
  readonly resolve: Resolve;
  readonly fields: readonly Resolved[];
}

/** Whether a variable includes a field. */
export type IsIncluded = (variable: string) => boolean;

/** The elements of a list that a stored document selects; arguments have their defaults. */
export function elementsOf(list: Shape, isIncluded: IsIncluded): Elements {
  const data = list.fields.find(({ name }) => name === 'data')?.shape.element;
  if (!data) throw new Error('A list must have its elements in data.');
  const fields = resolvedAmong(data.fields, isIncluded);
  return { columns: fields.flatMap(columnsOf), toElement: objectOf(fields) };
}

function columnsOf({ name, resolve, fields }: Resolved): readonly Column[] {
  if (fields.length === 0) return [{ name, read: resolve }];
  return fields.flatMap(columnsOf).map((column) => ({
    name: `${name}.${column.name}`,
    read: (row) => {
      const object = resolve(row);
      return object === null ? null : column.read(object);
    },
  }));
}

function objectOf(fields: readonly Resolved[]): Elements['toElement'] {
  const parts = fields.map(({ name, resolve, fields: inner }) => {
    const toObject = inner.length === 0 ? null : objectOf(inner);
    return { name, resolve, toObject };
  });
  return (row) => {
    const element: Record<string, unknown> = {};
    for (const { name, resolve, toObject } of parts) {
      const value = resolve(row);
      element[name] = toObject === null || value === null ? value : toObject(value);
    }
    return element;
  };
}

/** What resolvers of plain fields read of a request. */
const context = { budget: unlimited };

function resolvedAmong(fields: readonly ShapeField[], isIncluded: IsIncluded): readonly Resolved[] {
  const isThere = ({ condition }: ShapeField) => condition === null || isIncluded(condition);
  return fields.filter(isThere).map((field) => resolvedOf(field, isIncluded));
}

function resolvedOf({ field, shape }: ShapeField, isIncluded: IsIncluded): Resolved {
  // Without the plugins: they charge a budget, which an export does not have.
  const own: unknown = field.extensions.pothosOriginalResolve;
  const resolve = (
    typeof own === 'function' ? own : (field.resolve ?? defaultFieldResolver)
  ) as typeof defaultFieldResolver; // safe because Pothos keeps the resolver there
  const info = { fieldName: field.name } as GraphQLResolveInfo; // safe because a plain field reads nothing else of it
  const fields = resolvedAmong(shape.fields, isIncluded);
  const args = Object.fromEntries(field.args.map(({ name, defaultValue }) => [name, defaultValue]));
  if (resolve === defaultFieldResolver)
    return { name: field.name, resolve: (row) => (row as Element)[field.name], fields }; // safe because only objects have fields
  return { name: field.name, resolve: (row) => resolve(row, args, context, info), fields };
}
