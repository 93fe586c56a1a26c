// The stored documents of the long lists, of breakdowns and of signals.

import { keyFields, measureNames } from '../../domain/breakdown/dimensions-and-measures.js';
import { subjectFields } from '../../domain/signals/signals.js';
import { comparison, filter, pagination, ratioChange, sentiment, window } from './documents.js';

/** The document of a list: the arguments of the analytics, and those of the list. */
function listDocument({
  name,
  field,
  filters,
  fields,
  more = '',
  conditions = [],
  isPaged = true,
}: ListDocument): string {
  const listed = { ...(isPaged ? { page: 'Int', direction: 'SortDirection' } : {}), limit: 'Int', ...filters };
  const declared = [
    ...Object.entries(listed).map(([argument, type]) => `$${argument}: ${type}`),
    ...conditions.map((condition) => `$${condition}: Boolean = false`),
  ];
  const passed = Object.keys(listed).map((argument) => `${argument}: $${argument}`);
  return `
  query ${name}(
    $brandId: ID!, ${window.declared}, $model: ID, ${filter.declared}, $tags: [String!],
    ${comparison.declared}, ${declared.join(', ')}
  ) {
    brandAnalytics(
      brandId: $brandId, ${window.passed}, model: $model, ${filter.passed}, tags: $tags, ${comparison.passed}
    ) {
      range { start end }
      ${field}(${passed.join(', ')}) { ${more} data { ${fields} } ${isPaged ? pagination : ''} }
    }
  }
`;
}

interface ListDocument {
  readonly name: string;
  readonly field: string;
  /** The types of the arguments that not every list has. */
  readonly filters: Readonly<Record<string, string>>;
  /** What is selected of an element. */
  readonly fields: string;
  /** What is selected beside the elements. */
  readonly more?: string;
  /** Variables that decide what is selected. */
  readonly conditions?: readonly string[];
  /** Whether it has pages, and a direction. */
  readonly isPaged?: boolean;
}

export const promptPerformance = listDocument({
  name: 'PromptPerformance',
  field: 'promptPerformance',
  filters: { search: 'String', orderBy: 'PromptOrder', outcome: 'Outcome' },
  fields: `
    promptId prompt tags runs brandMentions visibility share
    sentiment { ${sentiment} }
    position { average }
    citations
    leader { name mentions }
    firstRunAt lastRunAt
    previous { runs brandMentions visibility }
    change
  `,
});

const sourceFilters = {
  search: 'String',
  orderBy: 'SourceOrder',
  outcome: 'Outcome',
  presence: 'Presence',
  category: '[SourceCategory!]',
};

export const citedDomains = listDocument({
  name: 'CitedDomains',
  field: 'citedDomains',
  filters: sourceFilters,
  fields: 'domain category company citations share runs coverage prompts urls previous { citations } isNew',
});

export const citedUrls = listDocument({
  name: 'CitedUrls',
  field: 'citedUrls',
  filters: sourceFilters,
  fields: 'url title domain category company citations share runs coverage prompts previous { citations } isNew',
});

export const queryFanout = listDocument({
  name: 'QueryFanout',
  field: 'queryFanout',
  filters: { search: 'String', orderBy: 'QueryOrder', presence: 'Presence' },
  more: 'summary { runs searchedRuns coverage queries uniqueQueries averagePerRun }',
  fields: 'query runs prompts models brandMentions visibility previous { runs } isNew',
});

/** The variable that includes a field of a key. */
export const conditionOf = (key: string) => `has_${key}`;

const bounds = 'low high level';

/** What is selected of the measures that are no numbers. */
const measured: Readonly<Record<string, string>> = {
  sentiment: `{ ${sentiment} }`,
  position: '{ average }',
  interval: `{ ${bounds} }`,
  robustInterval: `{ ${bounds} designEffect effectiveRuns prompts }`,
  previous: '{ runs mentions visibility }',
  change: `{ ${ratioChange} }`,
};

export const breakdown = listDocument({
  name: 'Breakdown',
  field: 'breakdown',
  filters: { by: '[Dimension!]!', orderBy: 'BreakdownOrder', minRuns: 'Int' },
  fields: `
    key { ${Object.keys(keyFields)
      .map((key) => `${key} @include(if: $${conditionOf(key)})`)
      .join(' ')} }
    ${measureNames()
      .map((name) => `${name} ${measured[name] ?? ''}`)
      .join(' ')}
  `,
  conditions: Object.keys(keyFields).map(conditionOf),
});

export const signals = listDocument({
  name: 'Signals',
  field: 'signals',
  filters: { level: 'Float', kinds: '[SignalKind!]' },
  more: 'tested total',
  fields: `kind subject { ${Object.keys(subjectFields).join(' ')} } before after difference p q`,
  isPaged: false,
});
