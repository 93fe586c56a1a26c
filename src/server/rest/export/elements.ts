// The elements of a list outside GraphQL's execution: the fields that the stored document selects, each by its own resolver, so that an export holds
// exactly what a page does.

import { defaultFieldResolver, type GraphQLResolveInfo } from 'graphql';
import { unlimited } from '../../../domain/budget.js';
import type { Shape, ShapeField } from '../shape.js';

/** An element as REST writes it. */
export type Element = Readonly<Record<string, unknown>>;

export interface Elements {
  /** The paths of the values of an element that are no objects, in order. */
  readonly columns: readonly Column[];
  readonly toElement: (row: unknown) => Element;
}

export type Column = readonly string[];

/** The elements of a list that a stored document selects. Throws for fields with arguments, whose values depend on more than a row. */
export function elementsOf(list: Shape): Elements {
  const data = list.fields.find(({ name }) => name === 'data')?.shape.element;
  if (!data) throw new Error('A list must have its elements in data.');
  return { columns: columnsOf(data), toElement: objectOf(data) };
}

function columnsOf({ fields }: Shape): readonly Column[] {
  return fields.flatMap(({ name, shape }) =>
    shape.fields.length === 0 ? [[name]] : columnsOf(shape).map((path) => [name, ...path]),
  );
}

function objectOf({ fields }: Shape): Elements['toElement'] {
  const values = fields.map((field) => ({ name: field.name, resolve: resolverOf(field) }));
  return (row) => {
    const element: Record<string, unknown> = {};
    for (const { name, resolve } of values) element[name] = resolve(row);
    return element;
  };
}

/** What resolvers of plain fields read of a request. */
const context = { budget: unlimited };

function resolverOf({ field, isOptional, shape }: ShapeField): (row: unknown) => unknown {
  if (isOptional) throw new Error(`An element cannot have ${field.name}, which is not always selected.`);
  if (field.args.length > 0) throw new Error(`An element cannot have ${field.name}, which takes arguments.`);
  const resolve = field.resolve ?? defaultFieldResolver;
  const info = { fieldName: field.name } as GraphQLResolveInfo; // safe because a field without arguments reads nothing else of it
  const inner = shape.fields.length === 0 ? null : objectOf(shape);
  return (row) => {
    const value: unknown = resolve(row, {}, context, info);
    return inner === null || value === null ? value : inner(value);
  };
}
