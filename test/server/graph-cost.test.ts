// What a document costs that goes from one type to another: nothing of a field above counts for a field below that has arguments of its own.

import { describe, expect, it } from 'vitest';
import { plainRun, recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { sharedApp } from '../support/shared.js';

const { brand, prompts } = smallWorldIds;
const window = 'start: "2026-03-01T00:00:00Z", end: "2026-03-06T00:00:00Z"';
const yearAgo = plainRun(1, { createdAt: '2025-03-01T10:00:00Z' });
const { app } = await sharedApp((db) => recordAll(db, [...smallWorld(), yearAgo]));

/** What a document costs before anything is charged for what was read. */
async function costOf(document: string): Promise<number> {
  const { body } = await app.graphql(document);
  expect(body.errors).toBeUndefined();
  return body.extensions.cost.requested;
}

describe('the cost of a field', () => {
  it('is not that of the limit of a list above it', async () => {
    const nested = (limit: string) =>
      `{ brand(id: "${brand}") { prompts(limit: 1) { data { analytics(${window}) { citedDomains${limit} { data { domain } } } } } } }`;
    expect(await costOf(nested(''))).toBe(await costOf(nested('(limit: 20)')));
  });

  it('is that of all days of the brand where no window is its own', async () => {
    const narrow = 'start: "2026-03-01T00:00:00Z", end: "2026-03-01T00:15:00Z"';
    const above = `promptRuns(promptId: "${prompts.best}", ${narrow}, limit: 1)`;
    const inWindow = await costOf(`{ ${above} { data { brand { id runs } } } }`);
    const bare = await costOf(`{ ${above} { data { brand { id } } } }`);
    const ofBrand = await costOf(`{ brand(id: "${brand}") { id runs } }`);
    expect(inWindow - bare).toBe(ofBrand - (await costOf(`{ brand(id: "${brand}") { id } }`)));
  });

  it('grows with every list that leads to it', async () => {
    const runs = (limit: number) => `runs(${window}, limit: ${limit}) { data { id } }`;
    const prompt = (limit: number) => costOf(`{ prompt(promptId: "${prompts.best}") { ${runs(limit)} } }`);
    const [one, two] = [await prompt(1), await prompt(2)];
    const listed = (first: number) =>
      costOf(`{ brand(id: "${brand}") { prompts(limit: ${first}) { data { ${runs(2)} } } } }`);
    expect(two - one).toBe(1);
    // All but the root field itself, for each prompt.
    expect((await listed(11)) - (await listed(1))).toBe(10 * (two - 1));
  });

  it('has the labels of models once for each field that reads them', async () => {
    const page = (selection: string) =>
      costOf(`{ promptRuns(promptId: "${prompts.best}", ${window}, limit: 10) { data { id ${selection} } } }`);
    expect((await page('modelInfo { id }')) - (await page(''))).toBe(10 * 2 + 5);
  });

  it('is the same below a fragment on an interface', async () => {
    const summary = (position: string, days: string) =>
      `{ brandAnalytics(brandId: "${brand}", ${window}) { position { ${position} series { ${days} } } } }`;
    const plain = await costOf(summary('average runs', 'date runs mentions'));
    const named = `${summary('...P', '...D ...S')}
      fragment P on PositionFigures { average ... on SampleSize { runs } }
      fragment D on SeriesPoint { date }
      fragment S on SampleSize { runs mentions }`;
    expect(await costOf(named)).toBe(plain);
  });
});
