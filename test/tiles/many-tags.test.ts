// Where prompts have more combinations of tags than tiles are kept of, a filter by tags is answered all the same, and tiles stay as many.

import { expect, it } from 'vitest';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { maxCombinations } from '../../src/tiles/stored/scopes.js';
import { testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { fillTables, prompts, type RunSeed } from '../support/rows.js';

const runs = Array.from({ length: 12 }, (_, index): RunSeed => {
  const day = String(1 + index).padStart(2, '0');
  const names: RunSeed['names'] = index % 2 === 0 ? [[0, 1, 1]] : [[1, 0, 0]];
  return { at: `2026-03-${day}T10:10:00Z`, promptId: index % 3 === 0 ? prompts.best : prompts.cheap, names };
});

const figures = `{ visibility { current runs interval { low } } shareOfVoice { entries { name mentions prompts series { mentions } } }
  totals { runs prompts } promptPerformance { data { promptId runs } } }`;
const analytics = (tag: string) =>
  `brandAnalytics(brandId: "acme-crm", start: "2026-03-01T00:00:00Z", end: "2026-03-20T00:00:00Z", tags: ["${tag}"]) ${figures}`;
const tags = ['crm', 'smb', 'own 1', 'last'];

it('are counted exactly, before and after they are rolled', async () => {
  await using db = await testDatabase();
  await fillTables(db, runs);
  await db.pool.query(
    `insert into prompt select gen_random_uuid(), 'acme-crm', 10 + n, 'prompt ' || n, array['own ' || n] from generate_series(1, $1::integer) as n`,
    [maxCombinations],
  );
  await using app = await testApp(db, { answerCacheBytes: 0 });
  const ask = async () => {
    const { body } = await app.graphql(`{ ${tags.map((tag, at) => `tag${at}: ${analytics(tag)}`).join('\n')} }`);
    expect(body.errors).toBeUndefined();
    return body.data;
  };
  const fromRows = await ask();
  expect([0, 1, 2, 3].map((at) => fromRows[`tag${at}`].totals.runs)).toEqual([12, 4, 0, 0]);
  await rollBrands(db);
  expect(await ask()).toEqual(fromRows);
  // Its runs stand under a combination beyond those that have tiles, or leave one.
  await db.pool.query('update prompt set tags = $2 where id = $1', [prompts.cheap, ['last', 'crm']]);
  const moved = await ask();
  expect(moved.tag3.totals.runs).toBe(8);
  await rollBrands(db);
  expect(await ask()).toEqual(moved);
  const { rows } = await db.pool.query('select distinct scope from tile where scope > $1', [maxCombinations]);
  expect(rows).toEqual([]);
});
