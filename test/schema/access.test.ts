import { describe, expect, it } from 'vitest';
import type { Viewer } from '../../src/auth/viewer.js';
import { sharedWorld } from '../support/ask.js';
import { prompts, uuid } from '../support/rows.js';

const acme: Viewer = { kind: 'organization', keyId: 'k', organizationId: 'acme', brandIds: null };
const narrowed: Viewer = { ...acme, brandIds: ['acme-desk', 'other-brand'] };
const world = await sharedWorld([
  { at: '2026-03-01T00:00:00Z' },
  { at: '2026-03-01T00:00:00Z', promptId: prompts.theirs, brandId: 'other-brand' },
]);

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
