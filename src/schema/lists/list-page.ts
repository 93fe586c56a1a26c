// What all long lists have in common: their arguments but the filters of their own, and their pages.

import type { EnumRef, ObjectRef } from '@pothos/core';
import { maxBreakdownRows, maxListSearchLength, maxPageRows } from '../../domain/limits.js';
import type { Direction, ListKind } from '../../domain/lists/lists.js';
import { pageArguments } from '../arguments/field-arguments.js';
import { builder, type FieldsOf } from '../builder/builder.js';
import type { Need } from '../builder/cost.js';
import type { FieldDeclaration } from '../builder/field-options.js';
import { type Analytics, requirePart } from '../loading/analytics.js';
import { type ListPages, type PageOf, pageOf } from '../loading/load-lists.js';
import { Presence, SortDirection } from './choices.js';

/** One page of a list. */
export type ListedPage<Kind extends ListKind | 'breakdown'> = Pick<Page, 'page' | 'limit'> & PageOf[Kind];

interface Described<Order> {
  readonly elements: string;
  /** How an element is found by a search text. */
  readonly searched: string;
  readonly order: EnumRef<typeof builder.$inferSchemaTypes, Order>;
  readonly defaults: { readonly orderBy: Order; readonly direction: Direction };
}

/** The arguments of every list. */
export function commonArguments<Order>(
  t: FieldsOf<Analytics>,
  { elements, searched, order, defaults }: Described<Order>,
) {
  return {
    ...pageArguments(t, elements),
    direction: t.arg({
      type: SortDirection,
      defaultValue: defaults.direction,
      description: 'The direction of the order. Equal elements are in ascending order in both.',
    }),
    search: t.arg.string({
      description: `Only ${elements} ${searched} this, ignoring case; 1 to ${maxListSearchLength} characters.`,
    }),
    orderBy: t.arg({
      type: order,
      defaultValue: defaults.orderBy,
      description: `What the ${elements} are ordered by.`,
    }),
  };
}

/** `presence` of a list of items. */
export function presenceArgument(t: FieldsOf<Analytics>, elements: string) {
  return t.arg({
    type: Presence,
    defaultValue: 'current',
    description: `Which ${elements} are listed. CURRENT: those of the window; LOST: those of the compared window that are not in this one, ordered by \`previous\` whatever \`orderBy\` says; ALL: both. All but \`previous\` counts 0 of what is lost.`,
  });
}

/** What an order needs that the counts do not give. */
const needsOfOrder: Readonly<Record<string, readonly Need[]>> = {
  change: ['list:previous'],
  prompts: ['list:allPrompts'],
};

/** Options of a list: what it needs whatever is selected of it. */
export function listOptions(kind: ListKind): FieldDeclaration {
  return {
    list: kind,
    needs: ({ orderBy, search, presence }) => [
      'list:counts',
      ...(needsOfOrder[String(orderBy)] ?? []),
      ...(search ? (['list:search'] as const) : []),
      ...((presence ?? 'current') === 'current' ? [] : (['list:previous'] as const)),
    ],
    cost: { isRead: true, readsOwn: true },
  };
}

/** The fields of every page of a list. */
export function listFields<Row>(
  t: FieldsOf<Page & { readonly rows: readonly Row[] }>,
  element: ObjectRef<typeof builder.$inferSchemaTypes, Row>,
  description: string,
) {
  return {
    data: t.field({
      type: [element],
      description,
      needs: ['rows'],
      cost: { size: 'limit' },
      resolve: ({ rows }) => rows,
    }),
    pagination: t.field({ type: Pagination, description: 'The position of this page.', resolve: (page) => page }),
  };
}

/** The page that `args` name, as it was read. */
export function listedPage<Kind extends ListKind | 'breakdown'>(
  pages: ListPages,
  kind: Kind,
  args: { readonly page: number; readonly limit: number },
): ListedPage<Kind> {
  return { ...pageOf(pages, kind, args), page: args.page, limit: args.limit };
}

export interface Page {
  /** Starts at 1. */
  readonly page: number;
  readonly limit: number;
  /** `null`: not selected. */
  readonly total: number | null;
}

export const Pagination = builder.objectRef<Page>('Pagination').implement({
  description: 'The position of a page in the list.',
  fields: (t) => ({
    page: t.exposeInt('page', { description: 'Number of the page, from 1.' }),
    limit: t.exposeInt('limit', {
      description: `Maximum number of elements per page, at most ${maxPageRows}; of rows of a breakdown, at most ${maxBreakdownRows.toLocaleString('en-US')}.`,
    }),
    total: t.int({
      description: 'Number of elements on all pages.',
      needs: ['total'],
      resolve: ({ total }) => requirePart(total),
    }),
    totalPages: t.int({
      description: 'Number of pages: `total` / `limit`, rounded up; 0 if there are no elements.',
      needs: ['total'],
      resolve: ({ total, limit }) => Math.ceil(requirePart(total) / limit),
    }),
  }),
});
