// What lies beneath a query, or in a list that may be long, is answered in a turn of its own, so that a large document does not hold up other
// requests until all of it is answered.

import type { PothosOutputFieldConfig, SchemaTypes } from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { Turn } from '../../domain/pause.js';
import type { Context } from './context.js';
import { costOf } from './field-options.js';

type Resolver = GraphQLFieldResolver<unknown, object, object>;

/** `resolve`, with its turns where it needs some. */
export function inTurn<Types extends SchemaTypes>(resolve: Resolver, field: PothosOutputFieldConfig<Types>): Resolver {
  const { size, isLong } = costOf(field);
  if (!isLong && size === undefined && field.kind !== 'Query') return resolve;
  return async (parent, args, ctx, info) => {
    const { turn } = ctx as Context; // safe because the one builder of this schema has this context
    // Each of many models has such a list, and what makes one takes long as well.
    if (isLong) await turn();
    const value: unknown = await resolve(parent, args, ctx, info);
    await turn();
    return Array.isArray(value) ? inTurns(value, turn) : value;
  };
}

/** Elements that are answered at a stretch. */
const stretchLength = 100;

/** The same elements; after each stretch of them the rest waits for its turn. */
function inTurns(elements: readonly unknown[], turn: Turn): readonly unknown[] {
  if (elements.length <= stretchLength) return elements;
  const rest = Math.ceil(elements.length / stretchLength) - 1;
  const turns = Array.from({ length: rest }, turn);
  return elements.map((element, at) => turns[Math.floor(at / stretchLength) - 1]?.then(() => element) ?? element);
}
