// Prompts and tags are read within what a request may still read: what is more does not leave the database.

import { beforeAll, describe, expect, it } from 'vitest';
import { unlimited } from '../../src/domain/budget.js';
import { listPrompts, readPrompts, readTags } from '../../src/runs/prompts.js';
import { recordAll, smallWorld, smallWorldIds } from '../support/records.js';
import { sharedApp } from '../support/shared.js';

const { brand, prompts } = smallWorldIds;
const ask = { brandId: brand, tags: [], search: null, page: 1, limit: 10 };
/** Of the texts and tags of both prompts: 24 + 9 characters, and crm, smb and crm. */
const bytes = 42;
const within = (maxBytes: number) => ({ ...unlimited, remainingBytes: () => maxBytes });

const { app, db } = await sharedApp((db) => recordAll(db, smallWorld()));

describe('a page of prompts', () => {
  it('holds texts and tags that fit together, and says how long they are', async () => {
    expect(await listPrompts(db.pool, [ask], within(bytes))).toEqual([
      [
        { id: prompts.best, brandId: brand, text: 'best crm for small teams', tags: ['crm', 'smb'], bytes },
        { id: prompts.cheap, brandId: brand, text: 'cheap crm', tags: ['crm'], bytes },
      ],
    ]);
  });

  it('holds none where they do not', async () => {
    expect(await listPrompts(db.pool, [ask], within(bytes - 1))).toEqual([
      [
        { id: prompts.best, brandId: brand, text: null, tags: null, bytes },
        { id: prompts.cheap, brandId: brand, text: null, tags: null, bytes },
      ],
    ]);
  });
});

describe('prompts by their ids', () => {
  const unknown = '6f1f0000-0000-4000-8000-00000000ffff';

  it('have texts and tags that fit together, in the order of the ids, and null for none', async () => {
    expect(await readPrompts(db.pool, [prompts.cheap, unknown, prompts.best], within(bytes))).toEqual([
      { id: prompts.cheap, brandId: brand, text: 'cheap crm', tags: ['crm'], bytes },
      null,
      { id: prompts.best, brandId: brand, text: 'best crm for small teams', tags: ['crm', 'smb'], bytes },
    ]);
  });

  it('have none where they do not', async () => {
    const bare = { brandId: brand, text: null, tags: null, bytes };
    expect(await readPrompts(db.pool, [prompts.best, prompts.cheap], within(bytes - 1))).toEqual([
      { id: prompts.best, ...bare },
      { id: prompts.cheap, ...bare },
    ]);
  });
});

describe('tags of brands', () => {
  it('are read where they fit together', async () => {
    expect(await readTags(db.pool, [brand, 'nobody'], within(6))).toEqual([['crm', 'smb'], []]);
    expect(await readTags(db.pool, ['nobody'], within(0))).toEqual([[]]);
  });

  it('are refused where they do not', async () => {
    await expect(readTags(db.pool, [brand], { ...within(5), maxAnswerBytes: 5 })).rejects.toMatchObject({
      code: 'query_too_complex',
    });
  });
});

describe('prompts with texts of a megabyte', () => {
  beforeAll(async () => {
    await db.pool.query(`insert into prompt select gen_random_uuid(), '${brand}', 100 + n, repeat('long prompt ', 83000), array[repeat('tag', 333000) || n]
      from generate_series(1, 20) as n`);
  });

  const page = (fields: string) =>
    app.graphql(`{ brand(id: "${brand}") { prompts(limit: 100) { data { ${fields} } } } }`);

  it('are refused with their numbers where they are asked for, and listed without them', async () => {
    for (const fields of ['text', 'tags', 'id text']) {
      const { status, body } = await page(fields);
      expect([status, body.errors[0].extensions.code]).toEqual([400, 'query_too_complex']);
      expect(body.errors[0].message).toMatch(/[\d,]{7,}, and the limit is/);
    }
    const { body } = await page('id');
    expect(body.data.brand.prompts.data).toHaveLength(22);
  });

  it('give tags that are refused with their numbers', async () => {
    const { status, body } = await app.graphql(`{ brand(id: "${brand}") { tags } }`);
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'query_too_complex']);
  });
});
