// What all long lists have in common: their arguments but the filters of their own, and their pages.

import type { ObjectRef } from '@pothos/core';
import { maxListSearchLength } from '../../domain/limits.js';
import type { Direction, ListKind, ListPage } from '../../domain/lists/lists.js';
import { pageArguments } from '../arguments/field-arguments.js';
import type { builder, FieldsOf } from '../builder/builder.js';
import type { Need } from '../builder/cost.js';
import { costs, needs, needsByArguments } from '../builder/field-extensions.js';
import type { Analytics } from '../loading/analytics.js';
import { type ListPages, pageOf } from '../loading/load-lists.js';
import { SortDirection } from './choices.js';
import { type Page, Pagination } from './pagination.js';

/** One page of a list. */
export type ListedPage<Kind extends ListKind> = Page & ListPage<Kind>;

interface Described {
  readonly elements: string;
  /** How an element is found by a search text. */
  readonly searched: string;
  readonly direction: Direction;
}

/** The arguments of every list. */
export function commonArguments(t: FieldsOf<Analytics>, { elements, searched, direction }: Described) {
  return {
    ...pageArguments(t, elements),
    direction: t.arg({
      type: SortDirection,
      defaultValue: direction,
      description: 'The direction of the order. Equal elements are in ascending order in both.',
    }),
    search: t.arg.string({
      description: `Only ${elements} ${searched} this, ignoring case; 1 to ${maxListSearchLength} characters.`,
    }),
  };
}

interface ListNeeds {
  /** Of every element. */
  readonly counts: Need;
  /** To find elements by their names. */
  readonly search: Need;
  /** For an order that the counts do not give. */
  readonly ofOrder: Readonly<Record<string, Need>>;
}

/** The parts that a list needs whatever is selected of it. */
export function needsOfList({ counts, search, ofOrder }: ListNeeds) {
  return needsByArguments(({ orderBy, search: text }) => {
    const ordering = ofOrder[String(orderBy)];
    return [counts, ...(ordering ? [ordering] : []), ...(text ? [search] : [])];
  });
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
      extensions: { ...needs('rows'), ...costs({ size: 'limit' }) },
      resolve: ({ rows }) => rows,
    }),
    pagination: t.field({ type: Pagination, description: 'The position of this page.', resolve: (page) => page }),
  };
}

/** The page that `args` name, as it was read. */
export function listedPage<Kind extends ListKind>(
  pages: ListPages,
  kind: Kind,
  args: { readonly page: number; readonly limit: number },
): ListedPage<Kind> {
  return { ...pageOf(pages, kind, args), page: args.page, limit: args.limit };
}
