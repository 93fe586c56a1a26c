// Readers that do not come to be ready: a server that starts says so, and one that runs starts others.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReaderData } from '../../src/app/open-readers.js';
import { type Config, readConfig } from '../../src/config.js';
import { type ReaderPlace, startReaders } from '../../src/server/readers/readers.js';
import { type TestDatabase, testDatabase } from '../support/database.js';

let db: TestDatabase;
let folder: string;
/** Documents that take a minute to validate. */
let endless: string;
beforeAll(async () => {
  db = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'sightline-opening-'));
  endless = join(folder, 'endless.json');
  const documents = Array.from({ length: 300_000 }, (_, number) => [number, `{ models { id label a${number}: id } }`]);
  await writeFile(endless, JSON.stringify(Object.fromEntries(documents)));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await db[Symbol.asyncDispose]();
});

interface Given {
  readonly maxOpenMs: number;
  readonly config?: (place: ReaderPlace) => Partial<Config & ReaderPlace>;
  readonly onLost?: () => void;
}

const start = ({ maxOpenMs, config = () => ({}), onLost = () => {} }: Given) =>
  startReaders({
    ...{ count: 1, maxStillMs: 1_000, maxOpenMs, log: pino({ level: 'silent' }) },
    ...{ writeLine: () => {}, onFigures: () => {}, onLost },
    dataOf: (place): ReaderData => {
      const { beats = place.beats, ...own } = config(place);
      return {
        ...{ ...place, beats, isReadOnly: false, isDistributed: false, pendingBytes: new Float64Array(2) },
        config: { ...readConfig({ DATABASE_URL: db.url }), ...own },
      };
    },
  });

it('says at the start that a reader has not opened what it needs', async () => {
  const config = () => ({ persistedDocuments: endless });
  await expect(start({ maxOpenMs: 500, config })).rejects.toThrow('A reader has not opened what it needs in 0.5 s.');
});

it('replaces one that has not opened what it needs in place of another', async () => {
  let [started, lost] = [0, 0];
  const config = () => {
    started += 1;
    // The first opens what it needs, but to whoever watches it stands still; what replaces it hangs, and then all is well.
    if (started === 1) return { beats: new Int32Array(new SharedArrayBuffer(4)) };
    return started === 2 ? { persistedDocuments: endless } : {};
  };
  await using readers = await start({ maxOpenMs: 15_000, config, onLost: () => void lost++ });
  await expect.poll(() => lost).toBeGreaterThan(1);
  expect(readers.replaced()).toBe(lost);
});
