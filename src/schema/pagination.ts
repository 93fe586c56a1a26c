// Where a page of a list stands among all of its pages.

import { maxPageRows } from '../domain/limits.js';
import { wanted } from './answer.js';
import { builder } from './builder.js';
import { needs } from './field-extensions.js';

export interface Page {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  /** `null`: nobody asked. */
  readonly total: number | null;
}

export const Pagination = builder.objectRef<Page>('Pagination').implement({
  description: 'The position of a page in the list.',
  fields: (t) => ({
    page: t.exposeInt('page', { description: 'Number of the page, from 1.' }),
    limit: t.exposeInt('limit', { description: `Maximum number of elements per page, at most ${maxPageRows}.` }),
    total: t.int({
      description: 'Number of elements on all pages.',
      extensions: needs('total'),
      resolve: ({ total }) => wanted(total),
    }),
    totalPages: t.int({
      description: 'Number of pages: `total` / `limit`, rounded up; 0 if there are no elements.',
      extensions: needs('total'),
      resolve: ({ total, limit }) => Math.ceil(wanted(total) / limit),
    }),
  }),
});
