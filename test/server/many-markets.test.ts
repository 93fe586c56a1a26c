// Signals of a brand with many markets: those that cannot be tested are not read, and too many of the others are refused before one is read.

import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/postgres.js';
import { testApp } from '../support/app.js';
import { recordWorld } from '../support/compare.js';
import { testDatabase } from '../support/database.js';
import type { AnyRecord, RunRecord } from '../support/naive/record.js';
import { signalsAnswer } from '../support/naive/signals.js';
import { addHook, notifyOnce, runsOn } from '../support/notifying.js';
import { plainStage } from '../support/readers.js';
import { openReceiver } from '../support/receiver.js';
import { fillTables, prompts, uuid } from '../support/rows.js';
import { sharedApp } from '../support/shared.js';
import { expectAllSignals, expectSignals } from '../support/signals.js';

const brandId = 'markets';
const promptIds = [1, 2, 3, 4, 5].map(uuid);

/** So many runs of a market, half of them from the 2nd to the 8th of March, the others in the week after. */
function runsOf(count: number): readonly RunRecord[] {
  return Array.from({ length: count }, (_, at) => {
    const inFirst = at < Math.ceil(count / 2);
    const day = (inFirst ? 2 : 9) + ((inFirst ? at : at - Math.ceil(count / 2)) % 7);
    return {
      ...{ type: 'run', id: uuid(1_000 * count + at), promptId: promptIds[at % 5] ?? '', model: 'chatgpt' },
      ...{ provider: 'openai', market: `market of ${count}`, brandMentioned: (at * 7) % 3 === 0 || !inFirst },
      ...{ createdAt: `2026-03-${String(day).padStart(2, '0')}T10:00:00Z`, competitorsMentioned: [] },
    };
  });
}

it('tests as many markets as the plain definition, whatever their runs', async () => {
  await using db = await testDatabase();
  const records: readonly AnyRecord[] = [
    { type: 'organization', id: 'acme', name: 'Acme Inc.' },
    { type: 'brand', id: brandId, organizationId: 'acme', name: 'Acme' },
    ...promptIds.map((id) => ({ type: 'prompt', id, brandId, text: `which ${id}`, tags: [] }) as const),
    ...[9, 10, 19, 20].flatMap(runsOf),
  ];
  const world = await recordWorld(db, { records, stage: plainStage, cut: 3 });
  const app = await testApp(db);
  const weeks = { brandId, start: '2026-03-09T00:00:00Z', end: '2026-03-16T00:00:00Z' };
  const overlapping = { ...weeks, start: '2026-03-05T00:00:00Z', compareStart: '2026-03-02T00:00:00Z' };
  const ofVisibility = { kinds: ['visibility'], level: 0.2 } as const;
  const questions = [
    { ...weeks, ...ofVisibility },
    { ...overlapping, ...ofVisibility, compareEnd: '2026-03-12T00:00:00Z' },
    { ...overlapping, ...ofVisibility, start: '2026-03-02T00:00:00Z', compareEnd: '2026-03-16T00:00:00Z' },
    { ...weeks, level: 0.2 },
  ];
  // The brand, its model, and the market of 20 runs; where some runs are of both windows, that of 19 as well, and where all are, that of 10.
  expect(questions.map((question) => signalsAnswer(world, question).tested).slice(0, 3)).toEqual([3, 4, 5]);
  await expectSignals(app, world, questions);
  for (const question of questions) await expectAllSignals(app, question);
});

/** Channels of a market each, which have so many runs for all that is known of them. */
async function addMarkets(db: Database, ofBrand: string, { count, runs }: { count: number; runs: number }) {
  await db.pool.query(
    `insert into channel select $1, $3 * 10000 + number, 'model-1', 'p', false, 'market ' || number || ' of ' || $3, $3
     from generate_series(1, $2::int) as number`,
    [ofBrand, count, runs],
  );
}

const statements: string[] = [];
const { app, db } = await sharedApp(
  async (filled) => {
    const theirs = runsOn(3, true, prompts.theirs).concat(runsOn(10, false, prompts.theirs));
    const ours = [...runsOn(3, true), ...runsOn(10, false)];
    await fillTables(filled, [...ours, ...theirs.map((run) => ({ ...run, brandId: 'other-brand' }))]);
    await addMarkets(filled, 'acme-crm', { count: 1_300, runs: 20 });
    await addMarkets(filled, 'acme-desk', { count: 1_300, runs: 19 });
  },
  { onQuery: (sql) => statements.push(sql) },
);
const weeks = 'start=2026-03-09T00:00:00Z&end=2026-03-16T00:00:00Z';
const path = (more = '', ofBrand = 'acme-crm') => `/api/v1/brands/${ofBrand}/signals?${weeks}${more}`;
const sentence =
  /^The visibility in each of 1,300 markets is to be tested, and of a brand with 1,30\d combinations of provider, web search and market at most 1,15\d can be at once: give some in markets, or kinds without visibility\.$/;

describe('signals of a brand with many markets', () => {
  it('are not read of those with too few runs for both windows', async () => {
    statements.length = 0;
    expect((await app.get(path('', 'acme-desk'))).status).toBe(200);
    expect(statements.length).toBeLessThan(20);
    // There, a run counts in both.
    const overlapping = '&compareStart=2026-03-02T00:00:00Z&compareEnd=2026-03-10T00:00:00Z';
    expect((await app.get(path(overlapping, 'acme-desk'))).status).toBe(400);
  });

  it('are refused where they are too many, until fewer are asked for', async () => {
    const { status, body } = await app.get(path());
    expect([status, body.code]).toEqual([400, 'validation_error']);
    expect(body.message).toMatch(sentence);
    expect(body.faults).toEqual([{ field: 'kinds', message: body.message }]);
    for (const more of ['&kinds=promptVisibility,shareOfVoice,source', '&markets=market 1 of 20,market 2 of 20'])
      expect([more, (await app.get(path(more))).status]).toEqual([more, 200]);
  });

  it.each(['text/csv', 'application/x-ndjson'])('are refused as %s in the same words', async (accept) => {
    const { status, body } = await app.send(path(), { headers: { accept } });
    expect([status, body.code]).toEqual([400, 'validation_error']);
    expect(body.message).toMatch(sentence);
  });

  it('are refused to GraphQL alone, and leave their siblings their answers', async () => {
    const dates = 'start: "2026-03-09T00:00:00Z", end: "2026-03-16T00:00:00Z"';
    const signals = 'signals { tested } others: signals(kinds: [PROMPT_VISIBILITY]) { tested }';
    const { body } = await app.graphql(`{ brandAnalytics(brandId: "acme-crm", ${dates}) { brandName ${signals} } }`);
    expect(body.data.brandAnalytics).toEqual({ brandName: 'Acme CRM', signals: null, others: { tested: 1 } });
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0].message).toMatch(sentence);
  });

  it('are refused to assistants', async () => {
    const given = { brandId: 'acme-crm', start: '2026-03-09T00:00:00Z', end: '2026-03-16T00:00:00Z' };
    const { result } = await app.tool('get_signals', given);
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result)).toContain('give some in markets, or kinds without visibility');
  });

  it('are sent all the same, where nobody waits for them', async () => {
    await using receiver = await openReceiver();
    for (const brand of ['acme-crm', 'other-brand']) await addHook(db, receiver.url, { brand });
    expect(await notifyOnce(db)).toMatchObject({ status: 0 });
    expect(receiver.received.map(({ body }) => JSON.parse(body).brandId).sort()).toEqual(['acme-crm', 'other-brand']);
  });
});
