// Three servers and two recorders as processes of their own over a cluster, while a worker is killed and comes back: every figure is the
// oracle's, and so is that of one machine that records the export.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { connect } from '../../src/database/postgres.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { send } from '../citus/nodes.js';
import { type OwnCluster, openOwnCluster } from '../citus/own-cluster.js';
import { adminKey, type TestApp, toReply } from '../support/app.js';
import { runCommand } from '../support/command.js';
import { expectAnswers, expectRuns } from '../support/compare.js';
import { withDatabase } from '../support/database.js';
import { until } from '../support/embedded.js';
import { temporaryFolder } from '../support/folder.js';
import { jsonLines } from '../support/json-lines.js';
import type { AnyRecord } from '../support/naive/record.js';
import { worldOf } from '../support/naive/world.js';
import { killPrograms } from '../support/program.js';
import type { Questions } from '../support/random/questions.js';
import { openReaders, type Reader, restReader } from '../support/readers.js';
import { startRecording } from '../support/recording-process.js';
import { recordAll } from '../support/records.js';
import { type ServerProcess, serverProcess } from '../support/server-process.js';

const isCluster = inject('nodes').length > 1;
const [runsABrand, half] = [600, 300];
const models = ['chatgpt', 'claude'] as const;
const rivals = ['Globex', 'Initech'] as const;

const promptOf = (place: number, number: number) => `6f1f0000-0000-4000-8000-0000000000${place}${number}`;

function baseOf(brandIds: readonly string[]): readonly AnyRecord[] {
  return [
    { type: 'organization', id: 'acme', name: 'Acme' },
    ...models.map((id): AnyRecord => ({ type: 'model', id, label: id })),
    ...brandIds.flatMap((id, place): AnyRecord[] => [
      { type: 'brand', id, organizationId: 'acme', name: id, aliases: [], domains: [] },
      ...rivals.map(
        (name): AnyRecord => ({ type: 'competitor', brandId: id, name, aliases: [], domains: [], tracked: true }),
      ),
      ...[0, 1].map(
        (number): AnyRecord => ({
          type: 'prompt',
          id: promptOf(place, number),
          brandId: id,
          text: `prompt ${number}`,
          tags: number === 0 ? ['crm'] : ['crm', 'smb'],
        }),
      ),
    ]),
  ];
}

/** Runs over two months of the brand at `place`; they differ in whatever figures are made of. */
function runsOf(place: number): readonly AnyRecord[] {
  return Array.from({ length: runsABrand }, (_, index): AnyRecord => {
    const named = rivals.filter((_, rival) => index % (rival + 2) === 0);
    const mentioned = index % 3 !== place;
    return {
      type: 'run',
      id: `0c9d0000-0000-4000-8000-00000${place}${String(index).padStart(6, '0')}`,
      promptId: promptOf(place, index % 2),
      model: models[index % 5 === 0 ? 1 : 0],
      provider: 'any',
      webSearchEnabled: index % 2 === 0,
      createdAt: new Date(Date.UTC(2026, 2, 1, 0, index * 140)).toISOString(),
      answer: `Answer ${index}`,
      webQueries: [`query ${index % 20}`],
      citations: [{ url: `https://site${index % 9}.com/${index % 50}` }],
      brandMentioned: mentioned,
      competitorsMentioned: named,
      assessments: { brand: { mentioned, sentimentProbabilities: {} }, competitors: {} },
    };
  });
}

const linesOf = (records: readonly AnyRecord[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

function questionsOf(brandIds: readonly string[]): Questions {
  const window = { start: '2026-03-01T00:00:00Z', end: '2026-05-01T00:00:00Z' };
  return {
    analytics: brandIds.flatMap((brandId) => [
      { brandId, ...window },
      { brandId, ...window, model: 'claude', timeZone: 'Asia/Tokyo' },
      { brandId, start: '2026-03-07T06:15:00Z', end: '2026-04-11T19:30:00Z', tags: ['smb'] },
    ]),
    runs: [],
    snapshots: [],
  };
}

/** Asks a server as a client does. */
function readerOf({ url }: ServerProcess): Reader {
  const get = async (path: string) =>
    toReply(await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${adminKey}` } }));
  return restReader({ get, logged: [] } as unknown as TestApp); // safe because the reader uses nothing else of it
}

async function statusesOf(servers: readonly ServerProcess[], brandId: string): Promise<readonly number[]> {
  const path = `/api/v1/brands/${brandId}/analytics?start=2026-03-01T00:00:00Z&end=2026-05-01T00:00:00Z`;
  const headers = { authorization: `Bearer ${adminKey}` };
  return Promise.all(servers.map(async ({ url }) => (await fetch(`${url}${path}`, { headers })).status));
}

async function countOf({ db }: OwnCluster, brandId: string): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(
    'select count(*)::int as count from run where brand_id = any($1)',
    [[brandId]],
  );
  return rows[0]?.count ?? 0;
}

describe.runIf(isCluster)('three servers and two recorders over a cluster', () => {
  afterAll(killPrograms);

  it('give the figures of the oracle though a worker is killed and comes back', async () => {
    await using cluster = await openOwnCluster();
    const brandIds = await cluster.brandOnEach('brand');
    const [near = '', far = ''] = brandIds;
    const base = baseOf(brandIds);
    await recordAll(cluster.db, base);
    const env = { DATABASE_URL: cluster.url, ADMIN_API_KEYS: adminKey, LOG_LEVEL: 'error' };
    await using first = await serverProcess(env);
    await using second = await serverProcess(env);
    await using third = await serverProcess(env);
    const servers = [first, second, third];
    await using folder = await temporaryFolder();
    const recorders = brandIds.map(() => startRecording(cluster, '-', folder.path, '--acknowledge', '100'));
    const [nearRuns, farRuns] = [runsOf(0), runsOf(1)];
    recorders[0]?.child.stdin.write(linesOf(nearRuns.slice(0, half)));
    recorders[1]?.child.stdin.write(linesOf(farRuns.slice(0, half)));
    const worker = await cluster.workerOf(far);
    await until(async () => (await countOf(cluster, far)) > 0);

    await worker.kill();
    expect(await statusesOf(servers, near)).toEqual([200, 200, 200]);
    expect(await statusesOf(servers, far)).toEqual([503, 503, 503]);
    recorders[1]?.child.stdin.end(linesOf(farRuns.slice(half)));
    recorders[0]?.child.stdin.end(linesOf(nearRuns.slice(half)));
    await until(async () => (await countOf(cluster, near)) === runsABrand);
    await worker.start();

    const ends = await Promise.all(recorders.map(({ ended }) => ended));
    expect(ends).toMatchObject([{ status: 0 }, { status: 0, stderr: expect.stringContaining('Retrying') }]);
    expect(await countOf(cluster, far)).toBe(runsABrand);
    const world = worldOf([...base, ...nearRuns, ...farRuns]);
    await expectAnswers(servers.map(readerOf), world, questionsOf(brandIds));
    await rollBrands(cluster.db);
    await expectAnswers(servers.map(readerOf), world, questionsOf(brandIds));
    expect(await runCommand(['roll', '--check'], { DATABASE_URL: cluster.url })).toMatchObject({ status: 0 });

    const file = join(folder.path, 'all.ndjson');
    expect(await runCommand(['export', '-o', file], { DATABASE_URL: cluster.url })).toMatchObject({ status: 0 });
    await send(cluster.url, 'create database one_machine');
    await using one = connect(withDatabase(cluster.url, 'one_machine'), { poolSize: 4, statementTimeoutMs: 0 });
    await migrate(one.pool);
    await recordAll(one, jsonLines(await readFile(file, 'utf8')));
    const readers = await openReaders(one);
    await expectAnswers(readers, world, questionsOf(brandIds));
    await expectRuns(readers.slice(0, 1), world);
  });
});
