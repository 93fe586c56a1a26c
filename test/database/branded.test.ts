// Which prompts name their brand is decided whenever one of the two changes, however long their texts are.

import { expect, it } from 'vitest';
import { testDatabase } from '../support/database.js';
import { base, id } from '../support/recorded.js';
import { recordAll } from '../support/records.js';

const brand = { type: 'brand', id: 'crm', organizationId: 'acme', aliases: [] };

it('follows the names of brands, over more text than is read at once', async () => {
  await using db = await testDatabase();
  const long = 'x'.repeat(99_900);
  const texts = Array.from(
    { length: 340 },
    (_, place) => `${place % 2 === 0 ? long : ''} ${place % 3 === 0 ? 'Acme' : 'Globex'}`,
  );
  const prompts = texts.map((text, place) => ({ type: 'prompt', id: id(200 + place), brandId: 'crm', text }));
  const branded = async () => {
    const { rows } = await db.pool.query('select branded from prompt where id = any($1::uuid[]) order by id', [
      prompts.map((each) => each.id),
    ]);
    return rows.map((row) => row.branded);
  };
  expect((await recordAll(db, [...base, { ...brand, name: 'Acme' }, ...prompts])).rejected).toEqual([]);
  expect(await branded()).toEqual(texts.map((text) => text.endsWith('Acme')));
  expect((await recordAll(db, [{ ...brand, name: 'Globe', aliases: ['Globex'] }])).rejected).toEqual([]);
  expect(await branded()).toEqual(texts.map((text) => text.endsWith('Globex')));
});

it('reads no prompt where a brand has the names of before', async () => {
  const statements: string[] = [];
  await using db = await testDatabase({ onQuery: (sql) => statements.push(sql) });
  const named = { ...brand, name: 'Acme', aliases: ['Acme CRM'] };
  const readsTexts = async (record: object) => {
    statements.length = 0;
    await recordAll(db, [record]);
    return statements.some((sql) => /octet_length\(text\)/.test(sql));
  };
  await recordAll(db, [...base, named]);
  expect(await readsTexts({ ...named, domains: ['acme.org'] })).toBe(false);
  expect(await readsTexts({ ...named, aliases: ['Acme'] })).toBe(true);
});
