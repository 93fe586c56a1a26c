// `kill -9` of `sightline delete` and `sightline retain`, over and over, as soon as a part of their work is committed or at any time at all: once a
// repeated command has ended by itself, everything is as in a store that never had what is gone. `KILL_SEED` plays the moments of an earlier time again.

import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { filledDatabase } from '../support/filled-database.js';
import { killPrograms } from '../support/program.js';
import { recordAll } from '../support/records.js';
import { sharedFolder } from '../support/shared.js';
import { answersOf, deletableWorld, expectRightTiles, progress, removals, startRemoval } from './deletable.js';
import { type Random, randomFrom } from './random.js';

const seed = Number(process.env.KILL_SEED ?? randomInt(1_000_000_000));
const maxKills = Number(process.env.KILL_ROUNDS ?? 1);
const random = randomFrom(seed);

const folder = await sharedFolder();
afterAll(killPrograms);

const world = deletableWorld(random, ['acme', 'globex'], 300);

it.each(Object.entries(removals(world)))(
  `sightline %s, killed at any moment, ends as if it had not been (KILL_SEED=${seed})`,
  async (name, { argv, never }) => {
    await using other = await testDatabase();
    await recordAll(other, never);
    const expected = await answersOf(other, world.brandIds);
    let kills = 0;
    // A command that ends before it is killed proves nothing: another follows.
    while (kills === 0) {
      await using db = await filledDatabase(`kill_deletion_${seed}`, async (filled) => {
        await recordAll(filled, [...world.base, ...world.runs]);
        await rollBrands(filled);
      });
      while (kills < maxKills && (await runKilled(db, argv(), random))) {
        kills++;
        if (random.below(2) === 0) await rollBrands(db);
        await expectRightTiles(db);
      }
      const last = startRemoval(db, argv(), folder);
      expect(await last.ended, last.said()).toBe(0);
      expect(await answersOf(db, world.brandIds)).toEqual(expected);
      await expectRightTiles(db);
      await rollBrands(db);
      expect(await answersOf(db, world.brandIds)).toEqual(expected);
      await expectRightTiles(db);
    }
    process.stdout.write(`${name}: killed ${kills} times; KILL_SEED=${seed}\n`);
  },
);

/** Whether it was killed before its end. */
async function runKilled(db: TestDatabase, argv: readonly string[], { below }: Random): Promise<boolean> {
  const before = await progress(db);
  const { child, ended } = startRemoval(db, argv, folder);
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  if (below(4) === 0) await setTimeout(below(1_500));
  else while (!isOver && (await progress(db)) === before) await setTimeout(2);
  if (below(2) === 0) await setTimeout(below(30));
  child.kill('SIGKILL');
  return (await ended) === null;
}
