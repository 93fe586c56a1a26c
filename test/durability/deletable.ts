// A world of which much is deleted, `sightline` as it deletes, and the answers that tell what is left.

import { once } from 'node:events';
import { expect } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { checkBrand } from '../../src/tiles/check.js';
import { testApp } from '../support/app.js';
import { listenTo, startProgram } from '../support/program.js';
import type { Random } from './random.js';

/** Old runs are of January, the others of March 2026, so that no age in hours falls between two of one month. */
const march = Date.parse('2026-03-01T00:00:00Z');
const age = () => `${Math.floor((Date.now() - Date.parse('2026-02-15T00:00:00Z')) / 3_600_000)}h`;

/** Two brands of three prompts each. Of six runs five are old, and most are of the first prompt, which is of the first brand. */
export function deletableWorld(random: Random, brandIds: readonly [string, string], count: number) {
  const promptOf = (brandId: string) => ({ id: random.uuid(), brandId });
  const first = promptOf(brandIds[0]);
  const prompts = [first, ...[0, 0, 1, 1, 1].map((place) => promptOf(brandIds[place] ?? ''))];
  const base = [
    { type: 'organization', id: 'o', name: 'O' },
    ...brandIds.map((id) => ({ type: 'brand', id, organizationId: 'o', name: `The ${id}` })),
    ...prompts.map(({ id, brandId }, at) => ({
      ...{ type: 'prompt', id, brandId, text: `prompt ${at}`, tags: [`tag ${at % 2}`] },
    })),
  ];
  const runs = Array.from({ length: count }, (_, at) => ({
    ...runOf(random, at % 6 > 0),
    promptId: random.one(random.below(5) < 3 ? [first] : prompts).id,
  }));
  return { brandIds, first, prompts, base, runs };
}

export type DeletableWorld = ReturnType<typeof deletableWorld>;

function runOf(random: Random, isOld: boolean) {
  const at = Date.parse(isOld ? '2026-01-01T00:00:00Z' : '2026-03-01T00:00:00Z') + random.below(28 * 86_400_000);
  const named = [['Hooli'], ['Stark', isOld ? `Only ${random.below(500)}` : 'Hooli'], []];
  return {
    type: 'run',
    id: random.uuid(),
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

/** A command, and the records of a store that never had what it removes. */
export interface Removal {
  readonly argv: () => readonly string[];
  readonly never: readonly unknown[];
}

export function removals({ brandIds, first, prompts, base, runs }: DeletableWorld): Readonly<Record<string, Removal>> {
  const isOld = ({ createdAt }: (typeof runs)[number]) => Date.parse(createdAt) < march;
  const [gone, kept] = brandIds;
  const ofKept = new Set(prompts.filter(({ brandId }) => brandId === kept).map(({ id }) => id));
  return {
    'delete --brand': {
      argv: () => ['delete', '--brand', gone, '--yes'],
      never: [
        ...base.filter((each) => each.id !== gone && !('brandId' in each && each.brandId === gone)),
        ...runs.filter(({ promptId }) => ofKept.has(promptId)),
      ],
    },
    'delete --prompt': {
      argv: () => ['delete', '--prompt', first.id, '--yes'],
      never: [...base.filter(({ id }) => id !== first.id), ...runs.filter(({ promptId }) => promptId !== first.id)],
    },
    'retain --answers': {
      argv: () => ['retain', '--answers', age()],
      never: [...base, ...runs.map((run) => (isOld(run) ? { ...run, answer: null } : run))],
    },
    'retain --runs': {
      argv: () => ['retain', '--runs', age()],
      never: [...base, ...runs.filter((run) => !isOld(run))],
    },
  };
}

/** Starts `sightline` on a database; `ended` resolves to its exit status, `null` where it was killed. */
export function startRemoval({ url }: { readonly url: string }, argv: readonly string[], folder: string) {
  const child = startProgram(argv, { cwd: folder, env: { DATABASE_URL: url, SIGHTLINE_DATA: folder } });
  const { said } = listenTo(child);
  const ended = once(child, 'close').then(([status]): number | null => status);
  return { child, ended, said };
}

/** What changes with each step of a removal; cheap, because the next one is not far. */
export async function progress({ pool }: Database): Promise<string> {
  const { rows } = await pool.query(
    `select concat_ws(' ', (select sum(deletions) from deletion), (select count(*) from run), (select count(text) from answer),
       (select count(*) from tile)) as progress`,
  );
  return rows[0]?.progress;
}

/** What `roll --check` compares. */
export async function expectRightTiles(db: Database): Promise<void> {
  for (const { id } of await db.prisma.brand.findMany()) expect((await checkBrand(db, id)).wrong).toEqual([]);
}

const window = 'start=2026-01-01T00:00:00Z&end=2026-05-01T00:00:00Z';
const lists = [
  ...['analytics', 'runs', 'prompt-performance', 'citations/domains', 'citations/urls', 'query-fanout', 'signals'],
];
const more = [
  'breakdown?by=company',
  'breakdown?by=tag,model',
  'runs?company=Only%207',
  'citations/urls?orderBy=change',
];

export async function answersOf(db: Database, brandIds: readonly string[]): Promise<readonly string[]> {
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
