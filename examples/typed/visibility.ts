// A client whose variables and answers are typed by what `codegen.ts` makes of `visibility.graphql`. See docs/clients.md.

import type { GraphQLClient } from 'graphql-request';
import { BrandVisibilityDocument, LatestRunsDocument } from './generated.js';

/** How visible a brand is in a window, in words. */
export async function visibilityOf(
  client: GraphQLClient,
  variables: { readonly brandId: string; readonly start: string; readonly end: string },
): Promise<string> {
  const { brandAnalytics } = await client.request(BrandVisibilityDocument, variables);
  if (!brandAnalytics) return 'not found';
  const now: number | null = brandAnalytics.visibility.current;
  const before: number | null = brandAnalytics.previous?.visibility.current ?? null;
  return `${brandAnalytics.brandName}: ${now ?? 'no data'}, before ${before ?? 'no data'}`;
}

/** The sentiments of the latest runs of a prompt; null where a run has none. */
export async function sentimentsOf(
  client: GraphQLClient,
  variables: { readonly promptId: string; readonly start: string; readonly end: string },
): Promise<readonly ('positive' | 'neutral' | 'negative' | 'mixed' | null)[]> {
  const { promptRuns } = await client.request(LatestRunsDocument, variables);
  return promptRuns?.data.map(({ assessments }) => assessments.brand.sentiment) ?? [];
}
