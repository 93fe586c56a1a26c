// Tags change at once, and tiles only when they are rolled. Until then a filter by tags is answered from quarter tiles, which know no tags: never
// from all rows, and from nothing that was kept under the tags of before.

import { expect, it } from 'vitest';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { testApp } from '../support/app.js';
import { testDatabase } from '../support/database.js';
import { fillTables, prompts, type RunSeed } from '../support/rows.js';
import { shared } from '../support/shared.js';

const runs = Array.from({ length: 40 }, (_, index): RunSeed => {
  const day = String(1 + (index % 20)).padStart(2, '0');
  return {
    at: `2026-03-${day}T${String(index % 24).padStart(2, '0')}:10:00Z`,
    promptId: [prompts.best, prompts.cheap, prompts.bare][index % 3] ?? prompts.best,
    names: index % 2 === 0 ? [[0, 1, 1]] : [[1, 0, 0]],
    citations: [`https://site-${index % 4}.example/${index % 7}`],
  };
});

const statements: string[] = [];
const db = await shared(testDatabase({ onQuery: (sql) => statements.push(sql) }));
await fillTables(db, runs);
await rollBrands(db);

/** All that tiles answer, with a tag. */
const document = `{ brandAnalytics(brandId: "acme-crm", start: "2026-03-01T00:00:00Z", end: "2026-03-25T12:15:00Z", tags: ["smb"]) {
  visibility { current series { runs } robustInterval { low } }
  shareOfVoice { entries { name prompts robustInterval { low } series { mentions } } }
  totals { runs prompts citations uniqueDomains uniqueUrls }
  models { model runs entries { name mentions } }
} }`;

const retag = (promptId: string, tags: string) =>
  db.pool.query('update prompt set tags = $2 where id = $1', [promptId, tags]);

const readsRuns = () => statements.filter((sql) => /\b(from|join) (run|citation)\b/.test(sql));

it.each([
  ['kept', 2 ** 27],
  ['read again', 0],
])('a filter by tags that have changed is answered from tiles that are %s', async (_, tileCacheBytes) => {
  await using app = await testApp(db, { tileCacheBytes, answerCacheBytes: 0 });
  const ask = async () => {
    statements.length = 0;
    const { body } = await app.graphql(document);
    expect(body.errors).toBeUndefined();
    return body.data.brandAnalytics;
  };
  const steps = [
    { [prompts.best]: '{crm}', [prompts.cheap]: '{smb}' },
    { [prompts.bare]: '{smb,new}' },
    { [prompts.cheap]: '{}', [prompts.bare]: '{}', [prompts.best]: '{crm,smb}' },
  ];
  for (const step of steps) {
    await ask();
    for (const [promptId, tags] of Object.entries(step)) {
      await retag(promptId, tags);
      await ask();
      expect(readsRuns()).toEqual([]);
    }
    const moved = [await ask(), await ask()];
    await rollBrands(db);
    const rolled = await ask();
    expect(rolled.totals.runs).toBeGreaterThan(0);
    expect(moved).toEqual([rolled, rolled]);
  }
});
