// Titles of cited pages after runs were recorded again with another time: what a run no longer says is not kept as newer than what others say.

import { expect, it } from 'vitest';
import { recordStream } from '../../src/recording/record.js';
import { emptyCaches } from '../../src/recording/write/caches.js';
import { testDatabase } from '../support/database.js';
import { base, best, id, recorded, run } from '../support/recorded.js';
import { recordAll } from '../support/records.js';
import { tablesOf } from '../support/tables.js';

const cite = (title: string | null) => ({ citations: [{ url: 'https://a.com', title }] });
const at = (day: number) => ({ createdAt: `2026-03-0${day}T10:00:00Z` });
const gone = { type: 'run', id: id(100), promptId: best, deleted: true };

const first = run({ ...at(5), ...cite('secret') });
const again = run({ ...at(1), ...cite(null) });
const other = run({ id: id(101), ...at(2), ...cite('public') });

it.each([1, 2, 1_000])('gives the page the title of the newest run that is left, in batches of %i', async (batches) => {
  for (const records of [
    [first, again, other],
    [first, again, other, gone],
    [first, other, again, gone],
    [other, first, again, gone],
    [first, run({ ...at(4), ...cite(null) }), again, other, gone],
    [first, run({ ...at(5) }), run({ ...at(1) }), other, gone],
  ]) {
    const { faults, tables } = await recorded(records, batches);
    expect([faults, tables.url.map(({ title }) => title)]).toEqual([[], ['public']]);
  }
});

it('keeps the title of a run that only its time was changed of', async () => {
  for (const batches of [1, 1_000]) {
    const { tables } = await recorded([first, run({ ...at(1), ...cite('secret') })], batches);
    expect(tables.url.map(({ title }) => title)).toEqual(['secret']);
  }
});

it('is seen by other recorders, which remember the title that was', async () => {
  await using db = await testDatabase();
  const rejects = { path: '', keep: async () => {}, complete: async () => {}, [Symbol.asyncDispose]: async () => {} };
  const known = emptyCaches(1_000);
  const byOther = (records: readonly unknown[]) => {
    const lines = [Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''))];
    return recordStream(db, asyncOf(lines), { rejects, turn: (record) => record(known) });
  };
  await byOther([...base, first]);
  await recordAll(db, [again]);
  await byOther([other]);
  expect((await tablesOf(db)).url.map(({ title }) => title)).toEqual(['public']);
});

async function* asyncOf(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}
