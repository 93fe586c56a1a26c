// Fields that lead from one type to another: the same figures as the root fields, in a fixed number of statements.

import { describe, expect, it } from 'vitest';
import type { Viewer } from '../../src/auth/viewer.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { sharedWorld } from '../support/ask.js';
import { prompts, uuid } from '../support/rows.js';

const dates = 'start: "2026-03-01T00:00:00Z", end: "2026-03-04T00:00:00Z"';
const acme: Viewer = { kind: 'organization', keyId: 'k1', organizationId: 'acme', brandIds: ['acme-crm'] };
const world = await sharedWorld([
  { at: '2026-03-01T00:00:00Z', names: [[0, 1, 1]] },
  { at: '2026-03-01T12:00:00Z', promptId: prompts.cheap, model: 'model-2' },
  { at: '2026-03-02T12:00:00Z', model: 'model-2' },
  { at: '2026-03-03T12:00:00Z' },
  { at: '2026-03-04T00:00:00Z' },
  { at: '2026-03-02T00:00:00Z', brandId: 'other-brand' },
]);
await rollBrands(world.db);

describe.each([
  ['graphql-js', false],
  ['the compiled executor', true],
])('under %s', (_name, compiled) => {
  const data = (document: string) => world.data(document, { compiled, viewer: acme });
  const count = async (document: string) => {
    await data(document);
    return world.statements.length;
  };
  const linked =
    'prompt { id text tags brand { id } } brand { id name competitors { name } runs } modelInfo { id label }';

  it('a run leads to its prompt, its brand and its model', async () => {
    const { promptRun } = await data(`{ promptRun(promptId: "${prompts.best}", runId: "${uuid(3)}") { ${linked} } }`);
    expect(promptRun).toEqual({
      prompt: { id: prompts.best, text: 'best crm', tags: ['crm', 'smb'], brand: { id: 'acme-crm' } },
      brand: {
        id: 'acme-crm',
        name: 'Acme CRM',
        competitors: [{ name: 'Globex' }, { name: 'Initech' }],
        runs: 5,
      },
      modelInfo: { id: 'model-2', label: 'Model 2' },
    });
  });

  it('each run of a brand leads to its own', async () => {
    const { brandRuns } = await data(
      `{ brandRuns(brandId: "acme-crm", ${dates}) { data { promptId model prompt { id text } modelInfo { id } } } }`,
    );
    expect(brandRuns.data).toHaveLength(4);
    for (const { promptId, model, prompt, modelInfo } of brandRuns.data) {
      expect(prompt).toEqual({ id: promptId, text: promptId === prompts.best ? 'best crm' : 'cheap crm' });
      expect(modelInfo).toEqual({ id: model });
    }
  });

  it('a prompt leads to its runs, as promptRuns has them', async () => {
    const page = `data { id createdAt } pagination { page limit total totalPages } nextCursor`;
    for (const given of ['', ', limit: 1', ', limit: 2, page: 2', ', model: "model-2"']) {
      const { promptRuns, prompt } = await data(`{
        promptRuns(promptId: "${prompts.best}", ${dates}${given}) { ${page} }
        prompt(promptId: "${prompts.best}") { brand { id } runs(${dates}${given}) { ${page} } }
      }`);
      expect(promptRuns.pagination.total).toBeGreaterThan(0);
      expect(prompt).toEqual({ brand: { id: 'acme-crm' }, runs: promptRuns });
    }
    const first = await data(`{ prompt(promptId: "${prompts.best}") { runs(${dates}, limit: 2) { nextCursor } } }`);
    const after = `after: "${first.prompt.runs.nextCursor}"`;
    const { prompt } = await data(
      `{ prompt(promptId: "${prompts.best}") { runs(${dates}, ${after}) { data { id } } } }`,
    );
    expect(prompt.runs.data).toEqual([{ id: uuid(1) }]);
  });

  it('a brand leads to its figures, as brandAnalytics has them, and many brands as one statement each', async () => {
    const figures = `(${dates}, model: "model-2", timeZone: "Asia/Kathmandu") {
      brandId visibility { current series { date visibility } } citedUrls(limit: 1) { pagination { total } } previous { totals { runs } } }`;
    const ask = (document: string) => world.data(document, { compiled });
    const { brands } = await ask(`{ brands { id analytics${figures} } }`);
    expect(brands.length).toBeGreaterThan(2);
    const all = world.statements.length;
    for (const { id, analytics } of brands) {
      const { brandAnalytics } = await ask(`{ brandAnalytics${figures.replace('(', `(brandId: "${id}", `)} }`);
      expect(analytics).toEqual(brandAnalytics);
    }
    await ask(`{ brandList(limit: 1) { data { analytics${figures} } } }`);
    expect(all).toBe(world.statements.length);
  });

  it('costs as many statements for many rows and aliases as for one', async () => {
    const runs = (limit: number) => `brandRuns(brandId: "acme-crm", ${dates}, limit: ${limit}) { data { ${linked} } }`;
    expect(await count(`{ a: ${runs(100)} b: ${runs(50)} c: ${runs(3)} }`)).toBe(await count(`{ ${runs(1)} }`));
    const page = (limit: number) => `runs(${dates}, limit: ${limit}) { data { ${linked} } pagination { total } }`;
    const listed = (first: number, selection: string) =>
      `{ brand(id: "acme-crm") { prompts(limit: ${first}) { data { ${selection} } } } }`;
    const one = await count(listed(1, page(1)));
    expect(await count(listed(100, `a: ${page(100)} b: ${page(50)} c: ${page(1)}`))).toBe(one);
    const all = (first: number) => `{ brands { prompts(limit: ${first}) { data { ${page(first)} } } } }`;
    expect(await count(all(100))).toBe(await count(all(1)));
  });

  it('reads the runs of a prompt once, however many runs lead to it', async () => {
    const around = (limit: number) =>
      `{ promptRuns(promptId: "${prompts.best}", ${dates}, limit: ${limit}) {
        data { prompt { runs(${dates}) { data { id } pagination { total } } } }
      } }`;
    const sent = async (limit: number) => {
      const { promptRuns } = await data(around(limit));
      expect(promptRuns.data).toHaveLength(limit);
      for (const { prompt } of promptRuns.data) expect(prompt.runs.pagination.total).toBe(3);
      return [...world.statements];
    };
    expect(await sent(3)).toEqual(await sent(1));
  });

  it('reads nothing of a list above for what is selected below', async () => {
    const bare = `{ brand(id: "acme-crm") { prompts { data { id runs(${dates}) { nextCursor } } } } }`;
    const { brand } = await data(bare);
    expect(brand.prompts.data).toHaveLength(3);
    expect(await count(bare.replace('nextCursor', 'nextCursor pagination { total }'))).toBeGreaterThan(0);
    expect(world.statements.filter((sql) => /count\(\*\)[^(]* from prompt where/.test(sql))).toEqual([]);
  });

  it('reports every faulty argument at once, wherever it is', async () => {
    const faulty = `{ promptRuns(promptId: "${prompts.best}", start: "x", end: "2026-03-02T00:00:00Z") {
      data { prompt { runs(start: "2026-03-02T00:00:00Z", end: "2026-03-02T00:00:00Z", page: 0, model: "nobody") { nextCursor }
        brand { prompts(limit: -1) { data { analytics(${dates}) { citedDomains(search: "") { pagination { total } } } } } } } }
    } }`;
    const refusals = await world.refusals(faulty, { compiled });
    expect(refusals).toHaveLength(1);
    const fields = refusals[0]?.faults.map(({ field }) => field);
    expect(new Set(fields)).toEqual(new Set(['start', 'end', 'page', 'limit', 'model', 'search']));
  });
});
