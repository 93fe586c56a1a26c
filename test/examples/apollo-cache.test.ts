// The cache of the example of Apollo Client puts pages where they belong, however large they are.

import { gql, InMemoryCache } from '@apollo/client';
import { expect, it } from 'vitest';
import { possibleTypes, typePolicies } from '../../examples/clients/apollo-client.js';

interface Breakdowns {
  readonly brandAnalytics: { readonly breakdown: { readonly data?: readonly { readonly runs: number }[] } };
}

it('puts pages of a breakdown together, which have up to a thousand rows', () => {
  const cache = new InMemoryCache({ typePolicies, possibleTypes });
  const query = gql`query ($page: Int) {
    brandAnalytics(brandId: "acme-crm", last: "30d") { breakdown(by: [PROMPT], limit: 150, page: $page) { data { runs } } }
  }`;
  const runsOf = (page: number) => Array.from({ length: 150 }, (_, at) => (page - 1) * 150 + at);
  for (const page of [1, 2]) {
    const rows = runsOf(page).map((runs) => ({ __typename: 'BreakdownRow', runs }));
    const breakdown = { __typename: 'Breakdown', data: rows };
    cache.writeQuery({
      query,
      variables: { page },
      data: { brandAnalytics: { __typename: 'BrandAnalytics', breakdown } },
    });
  }
  const { data } = cache.readQuery<Breakdowns>({ query, variables: { page: 1 } })?.brandAnalytics.breakdown ?? {};
  expect(data?.map(({ runs }) => runs)).toEqual([...runsOf(1), ...runsOf(2)]);
});
