// Query fan-out: every web query that models issued to answer the prompts.

import type { FanoutSums, QueryRow } from '../../domain/lists/lists.js';
import { ratio } from '../../domain/metrics.js';
import { listArguments, listDefaults } from '../arguments/list-arguments.js';
import { builder, type FieldsOf } from '../builder/builder.js';
import { type Analytics, requirePart } from '../loading/analytics.js';
import { QueryOrder } from './choices.js';
import {
  commonArguments,
  type ListedPage,
  listedPage,
  listFields,
  listOptions,
  presenceArgument,
} from './list-page.js';

const PreviousQuery = builder.objectRef<Pick<QueryRow, 'runs'>>('PreviousQuery').implement({
  description: 'The runs of a web query in the window that is compared with.',
  fields: (t) => ({ runs: t.exposeInt('runs', { description: 'Runs that issued it there.' }) }),
});

const QueryFanoutEntry = builder.objectRef<QueryRow>('QueryFanoutEntry').implement({
  description:
    'One web query issued in the runs of the window. Queries that are equal in NFC, with white space trimmed and every inner stretch of it one space, are one; a run that issues one several times counts once.',
  fields: (t) => ({
    query: t.exposeString('query', { description: 'The query, in NFC, with every stretch of white space one space.' }),
    runs: t.exposeInt('runs', { description: 'Runs that issued it.' }),
    prompts: t.int({
      description: 'Distinct prompts of those runs.',
      needs: ['list:prompts'],
      resolve: ({ prompts }) => requirePart(prompts),
    }),
    models: t.int({
      description: 'Distinct models of those runs.',
      needs: ['list:models'],
      resolve: ({ models }) => requirePart(models),
    }),
    brandMentions: t.exposeInt('brandMentions', { description: 'Those of `runs` that mention the brand.' }),
    visibility: t.float({
      nullable: true,
      description: '`brandMentions` / `runs`, a fraction in [0, 1]; null only of what is lost.',
      resolve: ({ runs, brandMentions }) => ratio(brandMentions, runs),
    }),
    previous: t.field({
      type: PreviousQuery,
      description:
        'The same over the window that is compared with, by default the preceding one of equal length; zeros also if that window would start before year 1.',
      needs: ['list:previous'],
      resolve: ({ previousRuns }) => ({ runs: requirePart(previousRuns) }),
    }),
    isNew: t.boolean({
      description: 'Whether no run of the compared window issued it although that window has a run.',
      needs: ['list:previous'],
      resolve: ({ isNew }) => requirePart(isNew),
    }),
  }),
});

const QueryFanoutSummary = builder.objectRef<FanoutSums>('QueryFanoutSummary').implement({
  description: 'The web queries of all runs counted; `search` does not change it.',
  fields: (t) => ({
    runs: t.exposeInt('runs', { description: 'Runs counted, with web queries or without.' }),
    searchedRuns: t.exposeInt('searchedRuns', { description: 'Runs with at least one web query.' }),
    coverage: t.float({
      nullable: true,
      description: '`searchedRuns` / `runs`, a fraction in [0, 1]; null if there are no runs.',
      resolve: ({ runs, searchedRuns }) => ratio(searchedRuns, runs),
    }),
    queries: t.exposeInt('queries', { description: 'Distinct queries of each run, added up over all runs.' }),
    uniqueQueries: t.exposeInt('uniqueQueries', { description: 'Distinct queries of all runs together.' }),
    averagePerRun: t.float({
      nullable: true,
      description: '`queries` / `searchedRuns`, at least 1; null if no run has a web query.',
      resolve: ({ queries, searchedRuns }) => ratio(queries, searchedRuns),
    }),
  }),
});

const QueryFanout = builder.objectRef<ListedPage<'queries'>>('QueryFanout').implement({
  description: 'One page of the web queries issued in the window, and all of them in figures.',
  fields: (t) => ({
    summary: t.field({
      type: QueryFanoutSummary,
      description: 'The web queries of all runs counted.',
      needs: ['list:summary'],
      resolve: ({ summary }) => requirePart(summary),
    }),
    ...listFields(t, QueryFanoutEntry, 'The queries, of equal ones by text ascending. Empty after the last page.'),
  }),
});

/** A field that lists the web queries of its parent. */
export function queryFanoutField(t: FieldsOf<Analytics>) {
  return t.field({
    type: QueryFanout,
    nullable: true,
    description: 'Every web query issued in the window, paginated, by default those of most runs first.',
    ...listOptions('queries'),
    args: t.validate(
      {
        ...commonArguments(t, {
          ...{ elements: 'queries', searched: 'whose text contains' },
          ...{ order: QueryOrder, defaults: listDefaults.queries },
        }),
        presence: presenceArgument(t, 'queries'),
      },
      listArguments.queries,
    ),
    resolve: ({ lists: pages }, args) => listedPage(pages, 'queries', args),
  });
}
