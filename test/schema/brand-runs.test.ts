import { describe, expect, it } from 'vitest';
import { formatCursor } from '../../src/domain/cursor.js';
import { sharedWorld } from '../support/ask.js';
import { prompts, uuid } from '../support/rows.js';

const dates = 'start: "2026-03-01T00:10:00Z", end: "2026-03-04T00:00:00Z"';
const brand = [0, 1, 2] as const;
const globex = [1, 3, 1] as const;
const umbrella = [3, 0, 0] as const;

const world = await sharedWorld([
  { at: '2026-03-01T00:00:00Z', model: 'model-2' },
  { at: '2026-03-03T23:59:59.999Z', names: [globex] },
  { at: '2026-03-02T10:00:00.123Z', names: [brand, globex] },
  { at: '2026-03-02T10:00:00.123Z', names: [globex, umbrella], model: 'model-2', promptId: prompts.cheap },
  { at: '2026-03-04T00:00:00Z', names: [brand] },
  { at: '2026-02-28T23:59:59.999Z', names: [brand] },
  { at: '2026-03-02T10:00:00Z', promptId: prompts.bare },
  { at: '2026-03-02T10:00:00Z', brandId: 'other-brand', promptId: prompts.theirs },
  { at: '2026-03-01T12:00:00Z', names: [brand], promptId: prompts.cheap },
]);

const field = (more = '') =>
  `brandRuns(brandId: "acme-crm", ${dates}${more}) { range { start end } data { id } total nextCursor }`;
const idsOf = (page: { data: { id: string }[] }) => page.data.map(({ id }) => Number(id.slice(-2)));

async function select(filters: string) {
  const { a } = await world.data(`{ a: ${field(filters)} }`);
  expect(a.total).toBe(a.data.length);
  return idsOf(a);
}

describe('brandRuns', () => {
  it('lists the runs of all prompts, newest first, equal moments by id descending, and the aligned window', async () => {
    const { brandRuns } = await world.data(`{ ${field()} }`);
    expect(idsOf(brandRuns)).toEqual([2, 4, 3, 7, 9, 1]);
    expect(brandRuns).toMatchObject({
      range: { start: '2026-03-01T00:00:00.000Z', end: '2026-03-04T00:00:00.000Z' },
      total: 6,
      nextCursor: null,
    });
  });

  it.each([
    ['', [2, 4, 3, 7, 9, 1]],
    [', outcome: ALL', [2, 4, 3, 7, 9, 1]],
    [', outcome: MENTIONED', [3, 9]],
    [', outcome: ABSENT', [2, 4, 7, 1]],
    [', outcome: GAP', [2, 4]],
    [', company: "Globex"', [2, 4, 3]],
    [', company: "Umbrella"', [4]],
    [', company: "Initech"', []],
    [', company: "globex"', []],
    [', company: ""', [2, 4, 3, 7, 9, 1]],
    [', company: "Acme CRM"', [3, 9]],
    [', company: "Acme CRM", outcome: MENTIONED', [3, 9]],
    [', company: "Acme CRM", outcome: ABSENT', []],
    [', company: "Acme CRM", outcome: GAP', []],
    [', company: "Globex", outcome: MENTIONED', [3]],
    [', company: "Globex", outcome: ABSENT', [2, 4]],
    [', company: "Globex", outcome: GAP', [2, 4]],
    [', company: "Globex", outcome: GAP, model: "model-2"', [4]],
    [', model: "model-2"', [4, 1]],
    [', tags: ["smb"]', [2, 3, 1]],
    [', tags: ["crm"]', [2, 4, 3, 9, 1]],
    [', tags: ["none"]', []],
    [', tags: ["smb", "crm"], outcome: GAP, model: "model-1"', [2]],
    [', sentiment: POSITIVE', [3, 9]],
    [', sentiment: NEUTRAL', []],
    [', sentiment: MIXED, company: "Globex"', []],
    [', sentiment: NEGATIVE, company: "Globex"', [2, 4, 3]],
    [', sentiment: POSITIVE, company: "Acme CRM", outcome: MENTIONED, tags: ["smb"]', [3]],
    [', sentiment: POSITIVE, company: "Initech"', []],
  ])('selects by%s', async (filters, expected) => {
    expect(await select(filters)).toEqual(expected);
  });

  it('has no run of another brand with the name of a company of ours', async () => {
    const { a } = await world.data(
      `{ a: brandRuns(brandId: "other-brand", ${dates}, company: "Globex") { data { id } total } }`,
    );
    expect(a).toEqual({ data: [], total: 0 });
  });

  it('begins after a place outside of the window', async () => {
    const olderThan = async (createdAt: string) => {
      const cursor = formatCursor({ createdAt: Date.parse(createdAt), id: uuid(1) });
      return idsOf((await world.data(`{ a: ${field(`, after: "${cursor}"`)} }`)).a);
    };
    expect(await olderThan('2027-01-01T00:00:00Z')).toEqual([2, 4, 3, 7, 9, 1]);
    expect(await olderThan('2020-01-01T00:00:00Z')).toEqual([]);
  });

  it('takes as many statements for many aliases as for one, and reads only what is selected', async () => {
    await world.data(`{ ${field(', model: "model-1", company: "Globex"')} }`);
    const alone = world.statements.length;
    const filters = [', outcome: GAP', ', company: "Globex"', ', tags: ["smb"], limit: 1', ', model: "model-2"'];
    await world.data(`{ ${filters.map((filter, index) => `a${index}: ${field(filter)}`).join('\n')} }`);
    expect(world.statements.length).toBe(alone);
    await world.data(`{ brandRuns(brandId: "acme-crm", ${dates}) { range { start } } }`);
    expect(world.statements.some((sql) => /\bfrom run\b/.test(sql))).toBe(false);
  });

  it.each([
    [', after: "abc"', 'after', 'after must be the nextCursor of an earlier page'],
    [', company: "a\\u0000b"', 'company', 'company must not hold a NUL character'],
    [', limit: 0', 'limit', 'limit must be a whole number'],
    [', tags: [""]', 'tags', 'tags must not hold an empty element'],
    [', model: "none"', 'model', 'model "none" is unknown'],
  ])('refuses%s', async (more, name, message) => {
    const [error] = await world.refusals(`{ ${field(more)} }`);
    expect(error?.code).toBe('validation_error');
    expect(error?.faults).toEqual([{ field: name, message: expect.stringContaining(message) }]);
  });
});
