// The default tabs of GraphiQL: example queries with the variables of a brand, a prompt and a window that the key can read.

import { ask } from '../data/api.js';
import { daysUpTo, type Span, spanOf } from '../data/period.js';
import { examplesDocument, newestPromptDocument } from '../documents/examples.js';

export interface Tab {
  readonly query: string;
  readonly variables: string;
}

export const summary = `# Everything about one brand in a window. Only what is selected is read: take lines out, or add some.
query Summary($brandId: ID!, $start: DateTime!, $end: DateTime!) {
  brandAnalytics(brandId: $brandId, start: $start, end: $end) {
    brandName
    visibility {
      current
      runs
      mentions
      interval { low high }
      robustInterval { low high prompts }
    }
    shareOfVoice {
      brand
      entries { name isBrand mentions share }
    }
    sentiment { positiveShare negativeShare }
    position { average }
    totals { runs prompts citations uniqueDomains uniqueUrls }
    citedDomains(limit: 5) { data { domain category citations share } }
    previous {
      visibility { current }
    }
    change { visibility { difference isSignificant } }
  }
}
`;

export const compare = `# Several brands at once: an alias each, and one request.
query Compare($one: ID!, $other: ID!, $start: DateTime!, $end: DateTime!) {
  one: brandAnalytics(brandId: $one, start: $start, end: $end) { ...Figures }
  other: brandAnalytics(brandId: $other, start: $start, end: $end) { ...Figures }
}

fragment Figures on BrandAnalytics {
  brandName
  visibility { current runs interval { low high } }
  shareOfVoice { brand }
  position { average }
}
`;

export const runs = `# The answers behind the figures, newest first, with what they cite.
query Runs($promptId: ID!, $start: DateTime!, $end: DateTime!) {
  promptRuns(promptId: $promptId, start: $start, end: $end, limit: 5) {
    data {
      id
      createdAt
      model
      brandMentioned
      competitorsMentioned
      assessments {
        brand { sentiment position }
      }
      answer { text }
      citations { url domain title }
    }
    pagination { total totalPages }
  }
}
`;

export const gaps = `# The answers that mention competitors, but not the brand. Pass nextCursor as "after" for older ones.
query Gaps($brandId: ID!, $start: DateTime!, $end: DateTime!, $after: String) {
  brandRuns(brandId: $brandId, start: $start, end: $end, outcome: GAP, limit: 5, after: $after) {
    total
    data {
      createdAt
      model
      competitorsMentioned
      answer { text }
      citations { url title }
    }
    nextCursor
  }
}
`;

export const models = `# The brand within each model. An id is a value for the argument "model".
query Models($brandId: ID!, $start: DateTime!, $end: DateTime!) {
  models { id label }
  brandAnalytics(brandId: $brandId, start: $start, end: $end) {
    models {
      model
      label
      runs
      visibility
      interval { low high }
      citations
      position { average }
    }
  }
}
`;

const shownDays = 30;

/** The tabs for the current key, and the ids of the brands that it can read. Throws `ApiError`. */
export async function loadTabs(): Promise<{ readonly tabs: readonly Tab[]; readonly brandIds: readonly string[] }> {
  const { brands } = await ask(examplesDocument, {});
  const [brand, next] = [...brands].sort((a, b) => Number(b.lastRunAt !== null) - Number(a.lastRunAt !== null));
  const lastRunAt = brand?.lastRunAt ?? new Date().toISOString();
  const span = spanOf(daysUpTo(lastRunAt, 'UTC', shownDays), 'UTC');
  const brandId = brand?.id ?? '';
  const promptId = await newestPrompt(brandId, span, brand?.prompts.data[0]?.id ?? '');
  const tab = (query: string, variables: object): Tab => ({ query, variables: JSON.stringify(variables, null, 2) });
  return {
    brandIds: brands.map(({ id }) => id),
    tabs: [
      tab(summary, { brandId, ...span }),
      tab(compare, { one: brandId, other: next?.id ?? brandId, ...span }),
      tab(runs, { promptId, ...span }),
      tab(gaps, { brandId, ...span }),
      tab(models, { brandId, ...span }),
    ],
  };
}

/** The prompt of the newest run in the window; without one `fallback`. */
async function newestPrompt(brandId: string, span: Span, fallback: string): Promise<string> {
  if (brandId === '') return fallback;
  const { brandRuns } = await ask(newestPromptDocument, { brandId, ...span });
  return brandRuns.data[0]?.promptId ?? fallback;
}
