// `kill -9` of `sightline delete` and `sightline retain`, over and over, as soon as a part of their work is committed or at any time at all: once a
// repeated command has ended by itself, everything is as in a store that never had what is gone. `KILL_SEED` plays the moments of an earlier time again.

import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkBrand } from '../../src/tiles/check.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { testApp } from '../support/app.js';
import { type TestDatabase, testDatabase } from '../support/database.js';
import { filledDatabase } from '../support/filled-database.js';
import { programPath } from '../support/program.js';
import { recordAll } from '../support/records.js';
import { type Random, randomFrom } from './random.js';

const seed = Number(process.env.KILL_SEED ?? randomInt(1_000_000_000));
const maxKills = Number(process.env.KILL_ROUNDS ?? 1);
const random = randomFrom(seed);

let folder: string;
const started = new Set<ChildProcess>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-killed-'));
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

const brandIds = ['acme', 'globex'];
const prompts = brandIds.flatMap((brandId) => [0, 1, 2].map(() => ({ id: random.uuid(), brandId })));
const base = [
  { type: 'organization', id: 'o', name: 'O' },
  ...brandIds.map((id) => ({ type: 'brand', id, organizationId: 'o', name: `The ${id}` })),
  ...prompts.map(({ id, brandId }, at) => ({
    type: 'prompt',
    id,
    brandId,
    text: `prompt ${at}`,
    tags: [`tag ${at % 2}`],
  })),
];

/** Old runs are of January, the others of March 2026, so that no age in hours falls between two of one month. */
const march = Date.parse('2026-03-01T00:00:00Z');
function runOf(isOld: boolean) {
  const at = Date.parse(isOld ? '2026-01-01T00:00:00Z' : '2026-03-01T00:00:00Z') + random.below(28 * 86_400_000);
  const named = [['Hooli'], ['Stark', isOld ? `Only ${random.below(500)}` : 'Hooli'], []];
  return {
    type: 'run',
    id: random.uuid(),
    promptId: random.one(random.below(5) < 3 ? prompts.slice(0, 1) : prompts).id,
    model: random.one(['chatgpt', 'gemini']),
    provider: 'p',
    createdAt: new Date(at).toISOString(),
    answer: 'an answer',
    brandMentioned: random.below(2) === 0,
    competitorsMentioned: random.one(named),
    citations: [{ url: `https://site${random.below(9)}.example/${random.below(500)}`, title: `title ${at}` }],
    webQueries: [`query ${random.below(50)}`],
  };
}

/** So many that one step deletes neither those of the first prompt nor the old ones. */
const runs = Array.from({ length: 8_000 }, (_, at) => runOf(at % 6 > 0));
const isOld = ({ createdAt }: (typeof runs)[number]) => Date.parse(createdAt) < march;
const isOf = (brandId: string) => (run: (typeof runs)[number]) =>
  prompts.some(({ id, brandId: of }) => id === run.promptId && of === brandId);

const age = () => `${Math.floor((Date.now() - Date.parse('2026-02-15T00:00:00Z')) / 3_600_000)}h`;
const [gone] = prompts;
const keepsBrand = base.filter(
  (each) => !('brandId' in each && each.brandId === 'acme') && !('id' in each && each.id === 'acme'),
);
const cases: readonly (readonly [string, () => readonly string[], readonly unknown[]])[] = [
  ['delete --brand', () => ['delete', '--brand', 'acme', '--yes'], [...keepsBrand, ...runs.filter(isOf('globex'))]],
  [
    'delete --prompt',
    () => ['delete', '--prompt', gone?.id ?? '', '--yes'],
    [
      ...base.filter((each) => !('id' in each && each.id === gone?.id)),
      ...runs.filter((run) => run.promptId !== gone?.id),
    ],
  ],
  [
    'retain --answers',
    () => ['retain', '--answers', age()],
    [...base, ...runs.map((run) => (isOld(run) ? { ...run, answer: null } : run))],
  ],
  ['retain --runs', () => ['retain', '--runs', age()], [...base, ...runs.filter((run) => !isOld(run))]],
];

it.each(cases)(
  `sightline %s, killed at any moment, ends as if it had not been (KILL_SEED=${seed})`,
  async (_, command, never) => {
    await using db = await filledDatabase(`kill_deletion_${seed}`, async (filled) => {
      await recordAll(filled, [...base, ...runs]);
      await rollBrands(filled);
    });
    let kills = 0;
    while (kills < maxKills && (await runKilled(db, command(), random))) {
      kills++;
      if (random.below(2) === 0) await rollBrands(db);
      await expectRightTiles(db);
    }
    const last = start(db, command());
    expect(await last.ended, last.said()).toBe(0);
    process.stdout.write(`${command().slice(0, 2).join(' ')}: killed ${kills} times; KILL_SEED=${seed}\n`);
    await using other = await testDatabase();
    await recordAll(other, never);
    const expected = await answers(other);
    expect(await answers(db)).toEqual(expected);
    await expectRightTiles(db);
    await rollBrands(db);
    expect(await answers(db)).toEqual(expected);
    await expectRightTiles(db);
  },
  300_000,
);

function start({ url }: TestDatabase, argv: readonly string[]) {
  const child = spawn(process.execPath, [programPath, ...argv], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATABASE_URL: url, SIGHTLINE_DATA: folder },
  });
  started.add(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const ended = once(child, 'close').then(([status]): number | null => {
    started.delete(child);
    return status;
  });
  return { child, ended, said: () => said };
}

/** What `roll --check` compares. */
async function expectRightTiles(db: TestDatabase): Promise<void> {
  for (const { id } of await db.prisma.brand.findMany()) expect((await checkBrand(db, id)).wrong).toEqual([]);
}

/** Whether it was killed before its end. */
async function runKilled(db: TestDatabase, argv: readonly string[], { below }: Random): Promise<boolean> {
  const before = await progress(db);
  const { child, ended } = start(db, argv);
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  if (below(4) === 0) await setTimeout(below(1_500));
  else while (!isOver && (await progress(db)) === before) await setImmediate();
  if (below(2) === 0) await setTimeout(below(30));
  child.kill('SIGKILL');
  return (await ended) === null;
}

/** What changes with each step; cheap, because the next one is not far. */
async function progress({ pool }: TestDatabase): Promise<string> {
  const { rows } = await pool.query(
    `select concat_ws(' ', (select sum(deletions) from deletion), (select count(*) from run), (select count(text) from answer),
       (select count(*) from tile)) as progress`,
  );
  return rows[0]?.progress;
}

const window = 'start=2026-01-01T00:00:00Z&end=2026-05-01T00:00:00Z';
const lists = [
  'analytics',
  'runs',
  'prompt-performance',
  'citations/domains',
  'citations/urls',
  'query-fanout',
  'signals',
];
const more = [
  'breakdown?by=company',
  'breakdown?by=tag,model',
  'runs?company=Only%207',
  'citations/urls?orderBy=change',
];

async function answers(db: TestDatabase): Promise<readonly string[]> {
  await using app = await testApp(db);
  const texts = [(await app.get('/api/v1/brands')).text];
  for (const id of brandIds)
    for (const path of [...lists.map((list) => `${list}?`), ...more]) {
      const { status, text } = await app.get(`/api/v1/brands/${id}/${path}&${window}`);
      texts.push(`${path} ${status} ${text}`);
    }
  const texted = await db.pool.query('select count(text)::int as texts, count(*)::int as answers from answer');
  return [...texts, JSON.stringify(texted.rows)];
}
