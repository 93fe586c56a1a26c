// One round: a recorder at work, mostly beside a server that rolls and is asked; something is killed at a random moment; then everything is
// started again and must hold what was reported, and answer rightly.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { readConfig } from '../../src/config.js';
import { openDatabase } from '../../src/database/open.js';
import type { Database } from '../../src/database/postgres.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { recordAll } from '../support/records.js';
import { expectFigures, expectHoldings, type Holdings, lastLineOf, take } from './holdings.js';
import { beginning, brandIds, type Line, linesOf } from './lines.js';
import * as processes from './processes.js';
import { type Random, randomFrom } from './random.js';

export const victims = ['recorder', 'server', 'PostgreSQL', 'backend', 'everything'] as const;
export type Victim = (typeof victims)[number];

export interface Torture {
  readonly folder: string;
  readonly seed: number;
  readonly holdings: Holdings;
}

export interface RoundReport {
  /** Lines reported as recorded by the time of the kill, or of the recorder's own end. */
  readonly reported: number;
  /** Lines that are recorded. */
  readonly held: number;
  /** Figures and pages that were compared. */
  readonly compared: number;
  /** Whether the recorder came to its end by itself after the kill. */
  readonly wentOn: boolean;
}

function openFolder(folder: string): Promise<Database> {
  return openDatabase(readConfig({ SIGHTLINE_DATA: folder }));
}

/** Records what the rounds begin with. */
export async function begin({ folder, holdings }: Torture): Promise<void> {
  await using db = await openFolder(folder);
  await recordAll(db, beginning());
  take(holdings, beginning());
}

export async function playRound(torture: Torture, round: number, victim: Victim): Promise<RoundReport> {
  const { folder, seed, holdings } = torture;
  const random = randomFrom(seed + round);
  const lines = linesOf(round, seed);
  const file = join(folder, 'round.ndjson');
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const { reported, ended } = await strike({ folder, file, victim, random });
  await using db = await openFolder(folder);
  const held = await lastLineOf(db, round);
  expect(held).toBeGreaterThanOrEqual(reported);
  if (ended.status === 0) expect(held).toBe(lines.length);
  take(holdings, lines.slice(0, held));
  const compared = await check(db, torture, { random, rest: lines });
  return { reported, held, compared, wentOn: ended.status === 0 };
}

interface Scene {
  readonly folder: string;
  readonly file: string;
  readonly victim: Victim;
  readonly random: Random;
}

/** Kills at a random moment; yields how far the recorder had reported, and how it ended. */
async function strike({ folder, file, victim, random }: Scene) {
  const hasServer = victim === 'server' || (victim !== 'recorder' && random.below(2) === 0);
  const server = hasServer ? processes.startServer(folder) : null;
  if (server && random.below(4) > 0) await processes.within(server.url, 'the start of the server');
  const recorder = processes.startRecorder(folder, file);
  const asking = server ? keepAsking(server, random) : null;
  let isOver = false;
  void recorder.ended.then(() => {
    isOver = true;
  });
  await moment(recorder, random, () => isOver);
  const children = [recorder.child, ...(server ? [server.child] : [])];
  const kill = (): boolean => {
    if (victim === 'recorder') return recorder.child.kill('SIGKILL');
    if (victim === 'server') return server?.child.kill('SIGKILL') ?? false;
    if (victim === 'PostgreSQL') return processes.killPostmaster(folder);
    return victim === 'backend' ? processes.killBackend(folder, random.below) : processes.killAll(folder, children);
  };
  while (!kill() && !isOver) await setTimeout(10);
  const ended = await processes.within(recorder.ended, 'the end of the recorder');
  expect([0, 2, null]).toContain(ended.status);
  if (ended.status === 2)
    expect(ended.stderr).toMatch(/cannot be reached|was lost|does not start|did not become ready/);
  if (server) await endServer(server, victim);
  await asking?.stop();
  return { reported: recorder.acknowledged(), ended };
}

/** Waits for a number of reports and a little longer, or for any time at all. */
async function moment(recorder: processes.Recorder, random: Random, isOver: () => boolean): Promise<void> {
  if (random.below(4) === 0) return setTimeout(random.below(3_000));
  const reports = random.below(8);
  while (recorder.reports() < reports && !isOver()) await setTimeout(2);
  await setTimeout(random.below(60));
}

/** A server that lost PostgreSQL answers again by itself; one that lives ends in order. */
async function endServer({ child, url, ended }: processes.Server, victim: Victim): Promise<void> {
  const address = await processes.within(url, 'the start of the server');
  if (address !== null && (victim === 'PostgreSQL' || victim === 'backend')) {
    const isReady = () => fetch(`${address}/health/ready`).then(({ status }) => status === 200);
    await processes.within(
      (async () => {
        while (!(await isReady())) await setTimeout(50);
      })(),
      'the return of the server',
    );
  }
  child.kill('SIGTERM');
  const { status, stderr } = await processes.within(ended, 'the end of the server');
  const allowed = victim === 'server' || victim === 'everything' ? [0, null] : [0];
  if (address !== null && !allowed.includes(status)) throw new Error(`The server ended with ${status}: ${stderr}`);
}

/** Asks the server until it is stopped. It may be unavailable or say so, but never fail. */
function keepAsking({ url }: processes.Server, random: Random) {
  let isOn = true;
  const headers = { authorization: `Bearer ${processes.adminKey}` };
  const asking = (async () => {
    const address = await url;
    while (isOn && address) {
      const path = `brands/${random.one(brandIds)}/analytics?start=2026-01-01T00:00:00Z&end=2026-04-01T00:00:00Z`;
      const reply = await fetch(`${address}/api/v1/${path}`, { headers }).catch(() => null);
      const text = (await reply?.text().catch(() => '')) ?? '';
      if (reply && ![200, 503].includes(reply.status)) throw new Error(`The server answers ${reply.status}: ${text}`);
      await setTimeout(20);
    }
  })();
  asking.catch(() => {}); // thrown where it is awaited
  return {
    stop: () => {
      isOn = false;
      return asking;
    },
  };
}

interface Rest {
  readonly random: Random;
  readonly rest: readonly Line[];
}

/** What was killed left everything right; now and then the same file is recorded to its end, and everything is rolled. */
async function check(db: Database, { holdings }: Torture, { random, rest }: Rest): Promise<number> {
  await expectHoldings(db, holdings);
  let compared = await expectFigures(db, holdings, random);
  if (random.below(2) === 0) {
    const { rejected } = await recordAll(db, rest);
    expect(rejected).toEqual([]);
    take(holdings, rest);
    await expectHoldings(db, holdings);
    compared += await expectFigures(db, holdings, random);
  }
  if (random.below(2) === 0) {
    await rollBrands(db);
    expect((await db.pool.query('select from mark')).rowCount).toBe(0);
    compared += await expectFigures(db, holdings, random);
  }
  return compared;
}
