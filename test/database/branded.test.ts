// Which prompts name their brand is decided whenever one of the two changes, however long their texts are.

import { expect, it } from 'vitest';
import { testDatabase } from '../support/database.js';
import { base, id } from '../support/recorded.js';
import { recordAll } from '../support/records.js';

it('follows the names of brands, over more text than is read at once', async () => {
  await using db = await testDatabase();
  const long = 'x'.repeat(6_000_000);
  const texts = [`${long} Acme`, `${long} Globex`, `${long} Acme`, 'Acme?', 'Globex?'];
  const prompts = texts.map((text, place) => ({ type: 'prompt', id: id(200 + place), brandId: 'crm', text }));
  const brand = { type: 'brand', id: 'crm', organizationId: 'acme', aliases: [] };
  const branded = async () => {
    const { rows } = await db.pool.query('select branded from prompt where id = any($1::uuid[]) order by id', [
      prompts.map((each) => each.id),
    ]);
    return rows.map((row) => row.branded);
  };
  expect((await recordAll(db, [...base, { ...brand, name: 'Acme' }, ...prompts])).rejected).toEqual([]);
  expect(await branded()).toEqual([true, false, true, true, false]);
  expect((await recordAll(db, [{ ...brand, name: 'Globe', aliases: ['Globex'] }])).rejected).toEqual([]);
  expect(await branded()).toEqual([false, true, false, false, true]);
});
