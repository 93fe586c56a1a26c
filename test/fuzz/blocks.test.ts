// A damaged block is found out by its checksum: the answer comes from raw rows and is the same, the damage is reported and made good.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, CorruptBlock } from '../../src/tiles/packed/bytes.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { testApp } from '../support/app.js';
import { type BlockPlace, blockColumns, blockPlaces, readBlock, writeBlock } from '../support/fuzz/block-places.js';
import { built, type Choices } from '../support/fuzz/choices.js';
import { firstBrand, firstPrompt, history } from '../support/fuzz/history.js';
import { rounds, timeoutOf } from '../support/fuzz/rounds.js';
import { recordAll } from '../support/records.js';
import { sharedDatabase } from '../support/shared.js';

const metricsToken = 'the-token-of-the-metrics';
const db = await sharedDatabase(async (db) => {
  await recordAll(db, history(600));
  await rollBrands(db);
});
// What is in memory does not notice what becomes of the disk.
const app = await testApp(db, { metricsToken, answerCacheBytes: 0, tileCacheBytes: 0 });
const places = await blockPlaces(db);

const range = 'start=2026-01-01T10:15:00Z&end=2026-03-28T20:45:00Z';
const analytics = `/api/v1/brands/${firstBrand}/analytics?${range}`;
const paths = [
  analytics,
  `${analytics}&tags=t1`,
  `${analytics}&model=gemini&timeZone=Asia/Kathmandu`,
  `/api/v1/prompts/${firstPrompt}/runs?${range}&page=3&limit=7`,
  `/api/v1/prompts/${firstPrompt}/snapshot?date=2026-02-01`,
];

const whole = await answers();

async function answers(): Promise<readonly string[]> {
  const replies = [];
  for (const path of paths) replies.push(await app.get(path));
  return replies.map(({ status, text }) => `${status} ${text}`);
}

/** How many damaged blocks the metrics report. */
async function reported(): Promise<number> {
  const { text } = await app.send('/metrics', {}, metricsToken);
  return Number(/corrupt_blocks_total (\d+)/.exec(text)?.[1] ?? Number.NaN);
}

/** A block and what becomes of it. */
interface Damage {
  readonly place: BlockPlace;
  readonly of: (block: Buffer) => Buffer;
  readonly [fc.toStringMethod]: () => string;
}

const kinds: readonly ((choices: Choices, block: Buffer) => Buffer)[] = [
  function flip(choices, block) {
    const copy = Buffer.from(block);
    const at = choices.below(copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << choices.below(8));
    return copy;
  },
  function truncate(choices, block) {
    return block.subarray(0, choices.below(block.length));
  },
  function lengthen(choices, block) {
    return Buffer.concat([block, Buffer.from([choices.below(256)])]);
  },
  function overwrite(choices, block) {
    return Buffer.from(block.map((byte) => (choices.rarely(3) ? choices.below(256) : byte)));
  },
  function zero(_, block) {
    return Buffer.alloc(block.length);
  },
];

function damageOf(choices: Choices): Damage {
  const [place, kind] = [choices.of(places), choices.of(kinds)];
  return {
    place,
    of: (block) => kind(choices, block),
    [fc.toStringMethod]: () => `${kind.name} ${JSON.stringify(place)}`,
  };
}

describe('a damaged block', () => {
  it('can be in every column that holds blocks', async () => {
    const found = new Set(places.map(({ table, column }) => `${table}.${column}`));
    expect((await blockColumns(db)).filter((name) => !found.has(name))).toEqual([]);
  });

  it(
    'changes no answer, is reported in metrics, and the next roll rebuilds it',
    async () => {
      let found = 0;
      const property = fc.asyncProperty(built(damageOf), async ({ place, of }) => {
        const before = await readBlock(db, place);
        const after = before && of(before);
        if (!before || !after || after.equals(before)) return;
        await writeBlock(db, place, after);
        expect(() => new ByteReader(after)).toThrow(CorruptBlock);
        expect(await answers()).toEqual(whole);
        const { rowCount } = await db.pool.query('select from mark');
        const isFound = Number(rowCount ?? 0) > 0;
        const count = await reported();
        expect(count > found).toBe(isFound);
        found = count;
        await rollBrands(db);
        expect(await answers()).toEqual(whole);
        // What no question read stays as it is until one does.
        if ((await readBlock(db, place))?.equals(after)) await writeBlock(db, place, before);
      });
      await fc.assert(property, rounds(1));
    },
    timeoutOf(1),
  );

  it('is found out wherever a question reads it', async () => {
    const sums = places.filter(({ column }) => column === 'sums');
    const found = await reported();
    for (const place of sums) {
      const block = await readBlock(db, place);
      if (block) await writeBlock(db, place, block.subarray(0, -1));
    }
    expect(sums.length).toBeGreaterThan(0);
    expect(await answers()).toEqual(whole);
    expect(await reported()).toBeGreaterThan(found);
    await rollBrands(db);
    expect(await answers()).toEqual(whole);
  });
});
