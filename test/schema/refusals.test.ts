import { describe, expect, it } from 'vitest';
import { sharedWorld } from '../support/ask.js';
import { prompts } from '../support/rows.js';

const dates = 'start: "2026-03-01T00:00:00Z", end: "2026-03-04T00:00:00Z"';
const world = await sharedWorld([]);

/** The one refusal of a request with one field. */
async function refusal(field: string, options = {}) {
  const refusals = await world.refusals(`{ ${field} }`, options);
  expect(refusals).toHaveLength(1);
  const [error] = refusals;
  return { code: error?.code, message: error?.message, fields: error?.faults.map((fault) => fault.field) };
}

const analytics = (given: string) => `brandAnalytics(${given}) { brandId }`;
const runs = (more: string) => `promptRuns(promptId: "${prompts.best}", ${dates}, ${more}) { pagination { total } }`;
const snapshot = (more: string) => `promptSnapshot(promptId: "${prompts.best}", ${more}) { runs }`;

describe('a refused argument', () => {
  it.each([
    [analytics(`brandId: "", ${dates}`), 'brandId', 'brandId must have 1 to 128 characters'],
    [analytics(`brandId: "a\\u0000", ${dates}`), 'brandId', 'none of them NUL'],
    [analytics(`brandId: "a", ${dates}, tags: ["a\\u0000"]`), 'tags', 'must not hold a NUL'],
    [runs('page: 0'), 'page', 'page must be a whole number of at least 1, in decimal digits; given was "0".'],
    [runs('limit: -1'), 'limit', 'limit must be a whole number of at least 1, in decimal digits; given was "-1".'],
    [snapshot('date: ""'), 'date', 'date is required'],
    [snapshot('date: "2011-12-30", timeZone: "Pacific/Apia"'), 'date', 'was skipped in Pacific/Apia'],
    [`brand(id: "") { id }`, 'id', 'id must have 1 to 128 characters'],
  ])('is named and explained: %s', async (field, name, message) => {
    const refused = await refusal(field);
    expect(refused).toMatchObject({ code: 'validation_error', fields: [name] });
    expect(refused.message).toContain(message);
  });

  it('is reported among the faults of a query string, in the order of the arguments', async () => {
    const faults = [{ field: 'model', message: 'model is given twice: give it once.' }];
    const field = analytics('brandId: "", start: "2026-03-01", end: "soon", model: "x", tags: [""]');
    expect((await refusal(field, { faults })).fields).toEqual(['brandId', 'start', 'end', 'model', 'model', 'tags']);
  });

  it('is refused alike, whether the brand exists or not', async () => {
    const of = (brand: string) => refusal(analytics(`brandId: "${brand}", start: "2026-03-01", end: "x"`));
    expect(await of('acme-crm')).toEqual(await of('nobody'));
  });

  it('below a root field leaves its siblings their answers, and has its own path', async () => {
    const { data, errors } = await world.ask(`{
      brandAnalytics(brandId: "acme-crm", ${dates}) {
        totals { runs } citedUrls(limit: 0) { data { url } } queryFanout { pagination { total } }
        change(level: 7) { visibility { difference } } breakdown(by: [DAY, WEEK], limit: 0) { data { runs } }
      }
      brand(id: "acme-crm") { name prompts(page: 0, limit: 0) { data { id } } }
      prompt(promptId: "${prompts.best}") { text runs(${dates}, model: "x") { data { id } } analytics(${dates}, timeZone: "x") { brandId } }
    }`);
    expect(data).toEqual({
      brandAnalytics: {
        totals: { runs: 0 },
        citedUrls: null,
        queryFanout: { pagination: { total: 0 } },
        change: null,
        breakdown: null,
      },
      brand: { name: 'Acme CRM', prompts: null },
      prompt: { text: expect.any(String), runs: null, analytics: null },
    });
    expect(errors?.map(({ path }) => path?.join('.')).sort()).toEqual([
      'brand.prompts',
      'brandAnalytics.breakdown',
      'brandAnalytics.change',
      'brandAnalytics.citedUrls',
      'prompt.analytics',
      'prompt.runs',
    ]);
  });

  it('is refused under a figure too', async () => {
    const [error] = await world.refusals(
      `{ brandAnalytics(brandId: "acme-crm", ${dates}) { visibility { current interval(level: 1) { low } } } }`,
    );
    expect(error).toMatchObject({ code: 'validation_error', faults: [{ field: 'level' }] });
    expect(error?.message).toBe('level must lie between 0 and 1, both excluded; given was 1.');
  });
});

describe('a scalar', () => {
  it('refuses what is no string, with a code', async () => {
    const document = `{ brandAnalytics(brandId: "a", start: 5, end: "x") { brandId } }`;
    await expect(world.ask(document)).rejects.toMatchObject({
      message: 'DateTime must be given as a string such as "2026-03-01T00:00:00Z"; given was 5.',
      extensions: { code: 'validation_error' },
    });
    const { errors } = await world.ask(
      `query ($start: DateTime!) { brandAnalytics(brandId: "a", start: $start, end: "x") { brandId } }`,
      { variables: { start: 5 } },
    );
    expect(errors?.[0]?.extensions).toEqual({ code: 'validation_error' });
  });
});
