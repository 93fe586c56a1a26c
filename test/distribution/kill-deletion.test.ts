// A deletion while a node of a cluster, or the command, is killed at any moment: what was acknowledged is gone as soon as all nodes are back, and once
// a repeated command has ended, everything is as in a store that never had what is gone. `KILL_SEED` plays the moments of an earlier time again.

import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { send } from '../citus/nodes.js';
import { type OwnCluster, openOwnCluster } from '../citus/own-cluster.js';
import {
  answersOf,
  type DeletableWorld,
  deletableWorld,
  expectRightTiles,
  progress,
  type Removal,
  removals,
  startRemoval,
} from '../durability/deletable.js';
import { type Random, randomFrom } from '../durability/random.js';
import { testDatabase } from '../support/database.js';
import { killPrograms } from '../support/program.js';
import { recordAll } from '../support/records.js';
import { sharedFolder } from '../support/shared.js';

const seed = Number(process.env.KILL_SEED ?? randomInt(1_000_000_000));
const rounds = Number(process.env.KILL_ROUNDS ?? 2);
const isCluster = inject('nodes').length > 1;

type Ids = { readonly type: string; readonly id: string; readonly promptId?: string };

/** Deletions of some runs, of a prompt, of others, and of a brand, so few at a time that several are acknowledged. */
function someDeletions({ brandIds, first, prompts, base, runs }: DeletableWorld, random: Random) {
  const picked = runs
    .filter(() => random.below(4) === 0)
    .map(({ type, id, promptId }): Ids => ({ type, id, promptId }));
  const prompt = random.one([first, ...prompts.slice(-2)]);
  const half = Math.floor(picked.length / 2);
  const [brand] = random.below(2) === 0 ? [random.one(brandIds)] : [];
  const deletions: readonly Ids[] = [
    ...picked.slice(0, half),
    { type: 'prompt', id: prompt.id },
    ...picked.slice(half),
    ...(brand ? [{ type: 'brand', id: brand }] : []),
  ];
  const gone = new Set([...picked.map(({ id }) => id), prompt.id]);
  const lost = new Set(prompts.filter(({ id, brandId }) => id === prompt.id || brandId === brand).map(({ id }) => id));
  const never = [
    ...base.filter((each) => each.id !== brand && !gone.has(each.id) && !lost.has(each.id)),
    ...runs.filter(({ id, promptId }) => !gone.has(id) && !lost.has(promptId)),
  ];
  return { deletions, never };
}

const victims = ['worker', 'command', 'coordinator', 'backend', 'everything', 'other worker'] as const;
type Victim = (typeof victims)[number];

/** What kills, and then brings everything back: looked up before, so that the moment is the caller's. */
async function kill({ nodes, workerOf }: OwnCluster, victim: Victim, command: () => void, brandId: string) {
  const worker = await workerOf(brandId);
  const [coordinator] = nodes;
  const chosen = {
    worker: [worker],
    command: [],
    coordinator: [coordinator],
    backend: [],
    everything: nodes,
    'other worker': nodes.filter((node) => node !== worker && node !== coordinator),
  }[victim].flatMap((node) => node ?? []);
  return async () => {
    if (victim === 'command' || victim === 'everything') command();
    if (victim === 'backend') await killBackend(worker.url);
    await Promise.all(chosen.map((node) => node.kill()));
    return async () => {
      for (const node of chosen) await node.start();
      // One that lost a process recovers by itself.
      const answers = () =>
        send(worker.url, 'select').then(
          () => true,
          () => false,
        );
      await expect.poll(answers).toBe(true);
    };
  };
}

/** `kill -9` of one process that talks to the coordinator: the node ends all others and starts again by itself. */
async function killBackend(url: string): Promise<void> {
  const rows = await send(
    url,
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() and datname = 'sightline'`,
  );
  for (const { pid } of rows.slice(0, 1)) process.kill(Number(pid), 'SIGKILL');
}

const folder = await sharedFolder();

describe.runIf(isCluster)('a cluster of which something is killed', () => {
  afterAll(killPrograms);

  it(
    `deletes what it acknowledged, and the rest once it is told again (${rounds} rounds, KILL_SEED=${seed})`,
    async () => {
      await using cluster = await openOwnCluster({ keepsCommits: true });
      const [near = '', far = ''] = await cluster.brandOnEach('brand');
      let acknowledged = 0;
      for (let round = 0; round < rounds; round++) {
        const victim = victims[round % victims.length] ?? 'worker';
        acknowledged += await playRound({ cluster, brandIds: [near, far], folder }, { round, victim }).catch(
          (error) => {
            throw new Error(`Round ${round} of KILL_SEED=${seed}, which killed the ${victim}, failed.`, {
              cause: error,
            });
          },
        );
      }
      process.stdout.write(`${rounds} rounds, ${acknowledged} deletions acknowledged; KILL_SEED=${seed}\n`);
    },
    60_000 * (rounds + 1),
  );
});

interface Scene {
  readonly cluster: OwnCluster;
  readonly brandIds: readonly [string, string];
  readonly folder: string;
}

/** Resolves to how many deletions were acknowledged before the kill. */
async function playRound(scene: Scene, { round, victim }: { round: number; victim: Victim }): Promise<number> {
  const { cluster, brandIds, folder } = scene;
  const random = randomFrom(seed + round);
  const world = deletableWorld(random, brandIds, 1_200);
  await recordAll(cluster.db, [
    ...brandIds.map((id) => ({ type: 'brand', id, deleted: true })),
    ...world.base,
    ...world.runs,
  ]);
  if (random.below(4) > 0) await rollBrands(cluster.db);
  const { deletions, never } = someDeletions(world, random);
  const file = join(folder, 'deletions.ndjson');
  await writeFile(file, deletions.map((each) => `${JSON.stringify({ ...each, deleted: true })}\n`).join(''));
  const told = { argv: () => ['record', '--acknowledge', '40', file], never };
  const removal = round === 0 || random.below(2) === 0 ? told : random.one(Object.values(removals(world)));
  const said = await runKilled(scene, removal, { victim, random });
  const [last = 0] = [...said.matchAll(/^\{"lines":(\d+)/gm)].map(([, lines]) => Number(lines)).slice(-1);
  await expectGone(cluster, deletions.slice(0, last));
  await expectRightTiles(cluster.db);
  await repeat(cluster, removal, folder);
  await using other = await testDatabase();
  await recordAll(other, removal.never);
  const expected = await answersOf(other, brandIds);
  expect(await answersOf(cluster.db, brandIds)).toEqual(expected);
  await rollBrands(cluster.db);
  expect(await answersOf(cluster.db, brandIds)).toEqual(expected);
  await expectRightTiles(cluster.db);
  if (rounds > 10)
    process.stdout.write(`round ${round}, ${victim}, ${removal.argv().slice(0, 2).join(' ')}: ${last} acknowledged\n`);
  return last;
}

/** Resolves to what it said. All nodes are back. */
async function runKilled(
  { cluster, brandIds, folder }: Scene,
  { argv }: Removal,
  { victim, random }: { readonly victim: Victim; readonly random: Random },
): Promise<string> {
  const before = await progress(cluster.db);
  const { child, ended, said } = startRemoval(cluster, argv(), folder);
  const strike = await kill(cluster, victim, () => child.kill('SIGKILL'), random.one(brandIds));
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  if (random.below(4) === 0) await setTimeout(random.below(3_000));
  else while (!isOver && (await progress(cluster.db)) === before) await setTimeout(2);
  await setTimeout(random.below(300));
  const bringBack = await strike();
  await setTimeout(random.below(300));
  await bringBack();
  expect([0, 1, 2, null], said()).toContain(await ended);
  return said();
}

async function expectGone({ db }: OwnCluster, deletions: readonly Ids[]): Promise<void> {
  const ids = (type: string) => deletions.flatMap((each) => (each.type === type ? each.id : []));
  for (const [type, key] of [
    ['run', 'uuid'],
    ['prompt', 'uuid'],
    ['brand', 'text'],
  ] as const) {
    const { rows } = await db.pool.query(`select id from ${type} where id = any($1::${key}[])`, [ids(type)]);
    expect(rows).toEqual([]);
  }
}

async function repeat(cluster: OwnCluster, { argv }: Removal, folder: string): Promise<void> {
  const last = startRemoval(cluster, argv(), folder);
  expect(await last.ended, last.said()).toBe(0);
}
