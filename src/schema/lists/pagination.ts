// The position of a page in a list.

import { maxBreakdownRows, maxPageRows } from '../../domain/limits.js';
import { builder } from '../builder/builder.js';
import { requirePart } from '../loading/analytics.js';

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
