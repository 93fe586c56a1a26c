// Readers that do not come to be ready: a server that starts says so, and one that runs starts others.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { ReaderData } from '../../src/app/open-readers.js';
import { type Config, readConfig } from '../../src/config.js';
import { type ReaderPlace, startReaders } from '../../src/server/readers/readers.js';
import { sharedDatabase, sharedFolder } from '../support/shared.js';

const db = await sharedDatabase();
/** Documents that take longer to validate than a reader is given. */
const endless = join(await sharedFolder(), 'endless.json');
const documents = Array.from({ length: 60_000 }, (_, number) => [number, `{ models { id label a${number}: id } }`]);
await writeFile(endless, JSON.stringify(Object.fromEntries(documents)));

interface Given {
  /** Asked at each check. */
  readonly maxOpenMs: () => number;
  readonly config?: (place: ReaderPlace) => Partial<Config & ReaderPlace>;
  readonly onLost?: () => void;
}

const start = ({ maxOpenMs, config = () => ({}), onLost = () => {} }: Given) =>
  startReaders({
    ...{ count: 1, maxStillMs: 1_000, log: pino({ level: 'silent' }) },
    get maxOpenMs() {
      return maxOpenMs();
    },
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
  await expect(start({ maxOpenMs: () => 500, config })).rejects.toThrow(
    'A reader has not opened what it needs in 0.5 s.',
  );
});

it('replaces one that has not opened what it needs in place of another', async () => {
  let [started, lost] = [0, 0];
  const config = () => {
    started += 1;
    // The first opens what it needs, but to whoever watches it stands still; what replaces it hangs, and then all is well.
    if (started === 1) return { beats: new Int32Array(new SharedArrayBuffer(4)) };
    return started === 2 ? { persistedDocuments: endless } : {};
  };
  const maxOpenMs = () => (started === 2 ? 500 : 15_000);
  await using readers = await start({ maxOpenMs, config, onLost: () => void lost++ });
  await expect.poll(() => lost).toBeGreaterThan(1);
  expect(readers.replaced).toBe(lost);
});
