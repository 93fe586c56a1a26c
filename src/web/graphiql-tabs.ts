// The default tabs of GraphiQL: example queries with the variables of a brand, a prompt and a window that the key can read.

import { loadExamples } from './data/examples.js';

export interface Tab {
  readonly query: string;
  readonly variables: string;
}

const queries: readonly string[] = [
  `# Everything about one brand in a window. Only what is selected is read: take lines out, or add some.
query Summary($brandId: ID!, $start: DateTime!, $end: DateTime!) {
  brandAnalytics(brandId: $brandId, start: $start, end: $end) {
    brandName
    visibility { current runs mentions interval { low high } robustInterval { low high prompts } }
    shareOfVoice { brand entries { name isBrand mentions share } }
    sentiment { positiveShare negativeShare }
    position { average }
    totals { runs prompts citations uniqueDomains uniqueUrls }
    citedDomains(limit: 5) { data { domain category citations share } }
    previous { visibility { current } }
    change { visibility { difference isSignificant } }
  }
}
`,
  `# Several brands at once: an alias each, and one request.
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
`,
  `# The answers behind the figures, newest first, with what they cite.
query Runs($promptId: ID!, $start: DateTime!, $end: DateTime!) {
  promptRuns(promptId: $promptId, start: $start, end: $end, limit: 5) {
    data {
      id createdAt model brandMentioned competitorsMentioned
      assessments { brand { sentiment position } }
      answer { text }
      citations { url domain title }
    }
    pagination { total totalPages }
  }
}
`,
  `# The answers that mention competitors, but not the brand. Pass nextCursor as "after" for older ones.
query Gaps($brandId: ID!, $start: DateTime!, $end: DateTime!, $after: String) {
  brandRuns(brandId: $brandId, start: $start, end: $end, outcome: GAP, limit: 5, after: $after) {
    total
    data {
      createdAt model competitorsMentioned
      answer { text }
      citations { url title }
    }
    nextCursor
  }
}
`,
  `# The brand within each model. An id is a value for the argument "model".
query Models($brandId: ID!, $start: DateTime!, $end: DateTime!) {
  models { id label }
  brandAnalytics(brandId: $brandId, start: $start, end: $end) {
    models {
      model label runs visibility citations
      interval { low high }
      position { average }
    }
  }
}
`,
  `# Any measure by any dimension: on which model does each tag lose? Try PROMPT, COMPANY, WEEK or MONTH.
query Breakdown($brandId: ID!, $start: DateTime!, $end: DateTime!) {
  brandAnalytics(brandId: $brandId, start: $start, end: $end) {
    breakdown(by: [TAG, MODEL], orderBy: VISIBILITY, direction: ASC, minRuns: 5) {
      data {
        key { tag model }
        runs visibility share
        robustInterval { low high prompts }
        change { difference isSignificant }
      }
      pagination { total }
    }
  }
}
`,
  `# What changed from the 30 days before, and is no accident.
query Signals($brandId: ID!, $start: DateTime!, $end: DateTime!) {
  brandAnalytics(brandId: $brandId, start: $start, end: $end) {
    signals {
      tested
      data {
        kind
        subject { model tag market prompt company domain }
        before after difference q
      }
    }
  }
}
`,
];

/** The tabs for the current key, and the ids of the brands that it can read. Throws `ApiError`. */
export async function loadTabs(): Promise<{ readonly tabs: readonly Tab[]; readonly brandIds: readonly string[] }> {
  const { brandIds, brandId, promptId, start, end } = await loadExamples();
  const [, other = brandId] = brandIds;
  const known = Object.entries({ brandId, one: brandId, other, promptId, start, end });
  const tabs = queries.map((query) => {
    const declared = known.filter(([name]) => query.includes(`$${name}:`));
    return { query, variables: JSON.stringify(Object.fromEntries(declared), null, 2) };
  });
  return { brandIds, tabs };
}
