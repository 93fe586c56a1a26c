import { describe, expect, it } from 'vitest';
import { parseWholeNumber, splitTags } from '../../src/schema/arguments/arguments.js';
import { sharedWorld } from '../support/ask.js';
import { prompts, uuid } from '../support/rows.js';

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
    [analytics(`brandId: "${'x'.repeat(129)}", ${dates}`), 'brandId', '1 to 128 characters'],
    [analytics(`brandId: "a\\u0000", ${dates}`), 'brandId', 'none of them NUL'],
    [analytics('brandId: "a", start: "2026-03-01", end: "2026-03-04T00:00:00Z"'), 'start', 'start is a bare date'],
    [analytics('brandId: "a", start: "", end: "2026-03-04T00:00:00Z"'), 'start', 'start is required'],
    [analytics('brandId: "a", start: "2026-03-01T00:00:00Z", end: "2026-02-30T00:00:00Z"'), 'end', 'does not exist'],
    [analytics('brandId: "a", start: "2026-03-01T00:01:00Z", end: "2026-03-01T00:14:59Z"'), 'end', 'window is empty'],
    [
      analytics('brandId: "a", start: "2026-03-02T00:00:00Z", end: "2026-03-01T00:00:00Z"'),
      'start',
      'start is after end',
    ],
    [analytics(`brandId: "a", ${dates}, model: "x"`), 'model', 'give one of model-1, model-2, model-3'],
    [analytics(`brandId: "a", ${dates}, tags: ["a", " "]`), 'tags', 'must not hold an empty element'],
    [analytics(`brandId: "a", ${dates}, tags: ["a\\u0000"]`), 'tags', 'must not hold a NUL'],
    [analytics(`brandId: "a", ${dates}, tags: [${'"a",'.repeat(51)}]`), 'tags', 'at most 50; given were 51'],
    [analytics(`brandId: "a", ${dates}, timeZone: "Mars/Olympus"`), 'timeZone', 'must be an IANA time zone'],
    [analytics(`brandId: "a", ${dates}, timeZone: "+02:00"`), 'timeZone', 'must be an IANA time zone'],
    [`promptRuns(promptId: "7", ${dates}) { data { id } }`, 'promptId', 'promptId must be a UUID'],
    [runs('page: 0'), 'page', 'page must be a whole number of at least 1, in decimal digits; given was "0".'],
    [runs('limit: -1'), 'limit', 'limit must be a whole number of at least 1, in decimal digits; given was "-1".'],
    [`promptRun(promptId: "${prompts.best}", runId: "x") { id }`, 'runId', 'runId must be a UUID'],
    [snapshot('date: "2026-02-30"'), 'date', 'does not exist'],
    [snapshot('date: ""'), 'date', 'date is required'],
    [snapshot('date: "2011-12-30", timeZone: "Pacific/Apia"'), 'date', 'was skipped in Pacific/Apia'],
    [`brand(id: "") { id }`, 'id', 'id must have 1 to 128 characters'],
  ])('is named and explained: %s', async (field, name, message) => {
    const refused = await refusal(field);
    expect(refused).toMatchObject({ code: 'validation_error', fields: [name] });
    expect(refused.message).toContain(message);
  });

  it('is reported together with all others, in the order of the arguments', async () => {
    const faults = [{ field: 'model', message: 'model is given twice: give it once.' }];
    const field = analytics(
      'brandId: "", start: "2026-03-01", end: "soon", model: "x", tags: [""], timeZone: "Nowhere"',
    );
    const refused = await refusal(field, { faults });
    expect(refused.fields).toEqual(['brandId', 'start', 'end', 'model', 'model', 'tags', 'timeZone']);
    expect(refused.message).toMatch(
      /^brandId must .* start is a bare date .* end must .* model is given twice: .* model "x" is unknown: .* tags must not .* timeZone must .*\.$/,
    );
    const page = await refusal(`promptRuns(promptId: "x", ${dates}, page: 0, limit: 0) { data { id } }`);
    expect(page.fields).toEqual(['promptId', 'page', 'limit']);
    const day = await refusal('promptSnapshot(promptId: "x", date: "today", timeZone: "Nowhere", model: "x") { runs }');
    expect(day.fields).toEqual(['promptId', 'date', 'timeZone', 'model']);
  });

  it('is refused alike, whether the brand exists or not', async () => {
    const of = (brand: string) => refusal(analytics(`brandId: "${brand}", start: "2026-03-01", end: "x"`));
    expect(await of('acme-crm')).toEqual(await of('nobody'));
  });

  it('leaves the other fields of a request their answers', async () => {
    const document = `{ bad: ${analytics(`brandId: "", ${dates}`)} good: ${analytics(`brandId: "acme-crm", ${dates}`)} }`;
    const { data, errors } = await world.ask(document);
    expect(data).toEqual({ bad: null, good: { brandId: 'acme-crm' } });
    expect(errors).toHaveLength(1);
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

describe('arguments that are not refused', () => {
  it('take a limit above 100 as 100, and a UUID in any case', async () => {
    const data = await world.data(
      `{ promptRuns(promptId: "${uuid(901).toUpperCase()}", ${dates}, limit: 2147483647) { pagination { limit page total totalPages } } }`,
    );
    expect(data.promptRuns.pagination).toEqual({ limit: 100, page: 1, total: 0, totalPages: 0 });
  });
});

describe('numbers of a query string', () => {
  it.each(['0', '-1', '1.5', 'abc', '1e3', '', ' 1', '+1', '0x1'])('refuse %j', (text) => {
    expect(parseWholeNumber(text, 'page')).toMatchObject({
      field: 'page',
      message: `page must be a whole number of at least 1, in decimal digits; given was ${JSON.stringify(text)}.`,
    });
  });

  it('are cut to what GraphQL can carry', () => {
    expect(parseWholeNumber('17', 'limit')).toBe(17);
    expect(parseWholeNumber('9'.repeat(400), 'limit', { isClamped: true })).toBe(2_147_483_647);
  });

  it('beyond that are out of range where they are not clamped', () => {
    expect(parseWholeNumber('2147483647', 'page')).toBe(2_147_483_647);
    expect(parseWholeNumber('2147483648', 'page')).toEqual({
      field: 'page',
      message: 'page must be at most 2147483647; given was "2147483648".',
    });
  });
});

describe('tags of a query string', () => {
  it('are split at commas and trimmed, empty ones kept for refusal', () => {
    expect(splitTags(' crm , small teams')).toEqual(['crm', 'small teams']);
    expect(splitTags('a,,b')).toEqual(['a', '', 'b']);
    expect(splitTags('')).toEqual([]);
  });
});
