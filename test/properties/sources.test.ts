// The most cited sources: tiles beside the plain definition in SQL, and both beside arrays, in every state that tiles can be in.

import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { maxSources } from '../../src/domain/limits.js';
import { byCodePoint } from '../../src/domain/metrics.js';
import { type Ask, everyPart, type Question, type Sources } from '../../src/domain/summary.js';
import { parseWindow } from '../../src/domain/window.js';
import { readTiles } from '../../src/tiles/answer/read.js';
import { inOrder } from '../../src/tiles/check.js';
import { readRaw } from '../../src/tiles/plain/raw.js';
import { rollBrands } from '../../src/tiles/roll/rolling.js';
import { often, propertyTimeoutMs, recordWorld } from '../support/compare.js';
import { testDatabase } from '../support/database.js';
import type { AnalyticsQuestion } from '../support/naive/answers.js';
import type { AnyRecord } from '../support/naive/record.js';
import { questionPlans, questionsFor } from '../support/random/questions.js';
import { randomWorlds } from '../support/random/world.js';
import { recordAll } from '../support/records.js';

it(
  'are those of the raw rows before, between and after rolling',
  async () => {
    const property = fc.asyncProperty(
      randomWorlds(150),
      questionPlans(6),
      fc.nat(150),
      async ({ turn, records }, plans, cut) => {
        await using db = await testDatabase();
        const settle = async (to: Database, isLast: boolean) => {
          if (!isLast) await rollBrands(to);
        };
        const stage = { name: 'half rolled', settle };
        const world = await recordWorld(db, { records, stage, cut });
        const { analytics } = questionsFor(plans, world, turn);
        const asks = analytics.map((question): Ask => ({ question: toQuestion(question), parts: new Set(everyPart) }));
        await expectEqual(db, asks);
        await rollBrands(db);
        await expectEqual(db, asks);
      },
    );
    await fc.assert(property, often(10));
  },
  propertyTimeoutMs,
);

function toQuestion({ brandId, start, end, model, tags, timeZone }: AnalyticsQuestion): Question {
  const window = parseWindow(start, end);
  if (!('start' in window)) throw new Error(`${start} to ${end} is no window`);
  const series = { timeZone: timeZone ?? 'UTC', maxDays: 3_660 };
  return { brandId, window, model: model ?? null, tags: tags ?? [], promptId: null, outcome: 'all', series };
}

async function expectEqual(db: Database, asks: readonly Ask[]): Promise<void> {
  const [raw, tiles] = await db.snapshot(async (client) => [
    await readRaw(client, asks),
    await readTiles(client, asks),
  ]);
  deepStrictEqual(tiles?.map(inOrder), raw?.map(inOrder));
}

/** A brand whose runs cite many pages equally often, so that the last place in the list is contested. */
function crowded(runs: readonly (readonly number[])[]): readonly AnyRecord[] {
  return [
    { type: 'organization', id: 'o', name: 'O' },
    { type: 'brand', id: 'b', organizationId: 'o', name: 'B' },
    ...[0, 1, 2].map((prompt) => ({ ...promptOf(prompt), brandId: 'b', text: `${prompt}`, tags: [`t${prompt}`] })),
    ...runs.map(
      (cited, index): AnyRecord => ({
        type: 'run',
        id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        promptId: promptOf(index % 3).id,
        model: `m${index % 2}`,
        provider: 'p',
        webSearchEnabled: true,
        createdAt: new Date(Date.UTC(2026, 2, 1, index)).toISOString(),
        brandMentioned: false,
        competitorsMentioned: [],
        citations: cited.map((page) => ({ url: urlOf(page) })),
      }),
    ),
  ];
}

const promptOf = (prompt: number) => ({ type: 'prompt' as const, id: `6f1f0000-0000-4000-8000-00000000000${prompt}` });
/** Hosts whose order in code points is not that of a language. */
const urlOf = (page: number) => `https://${'zaZ9é'[page % 5]}${page % 40}.example/${page % 3 === 0 ? 'Ä' : 'b'}${page}`;

it(
  'are ranked by citations, then by name, and cut where the list is full',
  async () => {
    const someRuns = fc.array(fc.array(fc.nat(400), { maxLength: 30, size: 'max' }), { maxLength: 40, size: 'max' });
    const property = fc.asyncProperty(someRuns, fc.boolean(), async (runs, rolled) => {
      await using db = await testDatabase();
      expect((await recordAll(db, crowded(runs))).rejected).toEqual([]);
      if (rolled) await rollBrands(db);
      const question = { brandId: 'b', start: '2026-03-01T00:00:00Z', end: '2026-04-01T00:00:00Z' };
      const ask = { question: toQuestion(question), parts: new Set(everyPart) };
      await expectEqual(db, [ask]);
      const [summary] = await db.snapshot((client) => readTiles(client, [ask]));
      deepStrictEqual(
        summary?.urlSources,
        ranked(runs, (url) => url),
      );
      deepStrictEqual(
        summary?.domainSources,
        ranked(runs, () => null),
      );
    });
    await fc.assert(property, often(15));
  },
  propertyTimeoutMs,
);

/** The same by arrays alone; `urlOfSource` says which URL stands for a page, if any. */
function ranked(runs: readonly (readonly number[])[], urlOfSource: (url: string) => string | null): Sources {
  const cited = runs.flatMap((pages, run) =>
    pages.map((page) => {
      const { href, host } = new URL(urlOf(page));
      return { domain: host, url: urlOfSource(href), prompt: run % 3 };
    }),
  );
  const nameOf = (source: { domain: string; url: string | null }) => source.url ?? source.domain;
  const names = [...new Set(cited.map(nameOf))];
  const top = names.map((name) => {
    const own = cited.filter((each) => nameOf(each) === name);
    const [{ domain, url } = { domain: '', url: null }] = own;
    return { domain, url, citations: own.length, prompts: new Set(own.map(({ prompt }) => prompt)).size };
  });
  top.sort((a, b) => b.citations - a.citations || byCodePoint(nameOf(a), nameOf(b)));
  return { citations: cited.length, top: top.slice(0, maxSources) };
}
