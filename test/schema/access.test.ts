import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../../src/auth/viewer.js';
import { openWorld, type World } from '../support/ask.js';
import { prompts, uuid } from '../support/rows.js';

const acme: Viewer = { kind: 'organization', keyId: 'k', organizationId: 'acme', brandIds: null };
const narrowed: Viewer = { ...acme, brandIds: ['acme-desk', 'other-brand'] };
const dates = 'start: "2026-03-01T00:00:00Z", end: "2026-03-04T00:00:00Z"';
const unknownPrompt = uuid(999);
let world: World;

beforeAll(async () => {
  world = await openWorld([
    { at: '2026-03-01T00:00:00Z' },
    { at: '2026-03-01T00:00:00Z', promptId: prompts.theirs, brandId: 'other-brand' },
  ]);
});
afterAll(() => world[Symbol.asyncDispose]());

async function refused(field: string, viewer: Viewer) {
  const [error] = await world.refusals(`{ ${field} }`, { viewer });
  return { code: error?.code, message: error?.message };
}

describe('a key of an organization', () => {
  it('reads the brands of its organization and no other', async () => {
    const list = async (viewer?: Viewer) => (await world.data('{ brands { id } }', viewer ? { viewer } : {})).brands;
    expect(await list()).toEqual([{ id: 'acme-crm' }, { id: 'acme-desk' }, { id: 'other-brand' }]);
    expect(await list(acme)).toEqual([{ id: 'acme-crm' }, { id: 'acme-desk' }]);
    expect(await list(narrowed)).toEqual([{ id: 'acme-desk' }]);
  });

  it.each([
    ['brandAnalytics', (id: string) => `brandAnalytics(brandId: "${id}", ${dates}) { brandId }`],
    ['brand', (id: string) => `brand(id: "${id}") { id }`],
  ])('finds a foreign brand as little as none: %s', async (_name, field) => {
    const foreign = await refused(field('other-brand'), acme);
    const none = await refused(field('nobody'), acme);
    expect(foreign.code).toBe('not_found');
    expect(foreign.message).toBe('There is no brand "other-brand" that this key may read.');
    expect(foreign.message).toBe(none.message?.replace('nobody', 'other-brand'));
    expect(await refused(field('acme-crm'), narrowed)).toMatchObject({ code: 'not_found' });
  });

  it.each([
    ['promptRuns', (id: string) => `promptRuns(promptId: "${id}", ${dates}) { data { id } }`],
    ['promptRun', (id: string) => `promptRun(promptId: "${id}", runId: "${uuid(2)}") { id }`],
    ['prompt', (id: string) => `prompt(promptId: "${id}") { analytics(${dates}) { brandId } }`],
    ['promptSnapshot', (id: string) => `promptSnapshot(promptId: "${id}", date: "2026-03-01") { runs }`],
  ])('finds a foreign prompt as little as none: %s', async (_name, field) => {
    const foreign = await refused(field(prompts.theirs), acme);
    const none = await refused(field(unknownPrompt), acme);
    expect(foreign.code).toBe('not_found');
    expect(foreign.message).toBe(none.message?.replace(unknownPrompt, prompts.theirs));
    expect(await refused(field(prompts.best), narrowed)).toMatchObject({ code: 'not_found' });
  });

  it('does not find a run under another prompt, nor one of another brand', async () => {
    const run = (prompt: string, number: number) => `promptRun(promptId: "${prompt}", runId: "${uuid(number)}") { id }`;
    expect(await world.data(`{ ${run(prompts.best, 1)} }`, { viewer: acme })).toEqual({ promptRun: { id: uuid(1) } });
    for (const field of [run(prompts.cheap, 1), run(prompts.best, 2), run(prompts.best, 3)]) {
      expect(await refused(field, acme)).toMatchObject({ code: 'not_found' });
    }
  });

  it('reads every model', async () => {
    const { models } = await world.data('{ models { id label } }', { viewer: narrowed });
    expect(models).toHaveLength(6);
    expect(models[0]).toEqual({ id: 'model-1', label: 'Model 1' });
  });
});

describe('brands', () => {
  it('say what is tracked and since when, with one statement of each kind', async () => {
    const { brands } = await world.data(
      '{ brands { id name competitors { name } prompts { data { id text tags } } firstRunAt lastRunAt } }',
    );
    expect(world.statements).toHaveLength(4);
    expect(brands).toEqual([
      {
        id: 'acme-crm',
        name: 'Acme CRM',
        competitors: [{ name: 'Globex' }, { name: 'Initech' }],
        prompts: {
          data: [
            { id: prompts.best, text: 'best crm', tags: ['crm', 'smb'] },
            { id: prompts.cheap, text: 'cheap crm', tags: ['crm'] },
            { id: prompts.bare, text: 'crm', tags: [] },
          ],
        },
        firstRunAt: '2026-03-01T00:00:00.000Z',
        lastRunAt: '2026-03-01T00:00:00.000Z',
      },
      {
        id: 'acme-desk',
        name: 'Acme Desk',
        competitors: [],
        prompts: { data: [] },
        firstRunAt: null,
        lastRunAt: null,
      },
      expect.objectContaining({ id: 'other-brand' }),
    ]);
  });
});
