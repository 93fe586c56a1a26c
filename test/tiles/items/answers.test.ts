// Items from their chunks against the plain definition, in one snapshot each: whatever is rolled, marked, moved or damaged.

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../../src/database/postgres.js';
import { type ItemCounts, itemKinds } from '../../../src/domain/lists/items.js';
import { outcomes } from '../../../src/domain/outcome.js';
import { noFilter } from '../../../src/domain/selection/run-filter.js';
import type { Ask, Question, Summary } from '../../../src/domain/summary.js';
import { readItemCounts, readItemDetails, readItemPrompts } from '../../../src/tiles/answer/item-scans.js';
import { readTiles } from '../../../src/tiles/answer/read.js';
import { everyLevel } from '../../../src/tiles/packed/levels.js';
import { readRaw } from '../../../src/tiles/plain/raw.js';
import { readRawDetails, readRawPrompts } from '../../../src/tiles/plain/raw-items.js';
import { rollBrands } from '../../../src/tiles/roll/rolling.js';
import { openReading } from '../../../src/tiles/scan/reading.js';
import { markEverything } from '../../../src/tiles/stored/marks.js';
import { factor } from '../../support/compare.js';
import { testDatabase } from '../../support/database.js';
import {
  base,
  batchOf,
  brandId,
  models,
  promptIds,
  runIds,
  runOf,
  tags,
  windowOf,
} from '../../support/random/busy-brand.js';
import { numbersFrom, type Pick, some } from '../../support/random/mulberry.js';
import { recordAll } from '../../support/records.js';

function questionOf(pick: Pick): Question {
  return {
    brandId,
    window: windowOf(pick),
    model: [...models, null, null, null, null][pick(7)] ?? null,
    tags: pick(3) === 0 ? some(pick, tags) : [],
    filter: noFilter,
    promptId: pick(6) === 0 ? (promptIds[pick(promptIds.length)] ?? null) : null,
    outcome: outcomes[pick(outcomes.length)] ?? 'all',
    series: null,
  };
}

const askOf = (question: Question): Ask => ({
  question,
  parts: new Set(['urlItems', 'domainItems', 'queryItems'] as const),
});

interface Calls {
  corrupt: number;
}

/** The levels that an answer takes, and none. */
const usual: readonly (readonly number[])[] = [everyLevel, []];
/** These, and each level alone. */
const thorough = [...usual, ...everyLevel.map((level) => [level])];

interface Comparison {
  readonly tried?: readonly (readonly number[])[];
  readonly calls?: Calls;
}

/** Every second and every third item that a question counts, with their counts: those of one chunk are asked for twice. */
function countsOf({ urlItems, domainItems, queryItems }: Partial<Summary>, ask: Ask | undefined) {
  return itemKinds.flatMap((kind, place) => {
    const all = [urlItems, domainItems, queryItems][place];
    if (!all || !ask) return [];
    return [2, 3].map((step) => {
      const isAsked = (_: number, at: number) => at % step === 0;
      const ids = all.ids.filter(isAsked);
      const [runs, citations] = [all.runs.filter(isAsked), all.citations.filter(isAsked)];
      return {
        question: ask.question,
        kind,
        ids,
        counts: { ...all, ids, runs, citations, mentioned: all.mentioned.filter(isAsked) },
      };
    });
  });
}

/** Compares several questions, with each of the sets of levels. */
async function compare(
  db: Database,
  pick: Pick,
  { tried = thorough, calls = { corrupt: 0 } }: Comparison = {},
): Promise<void> {
  const asks = Array.from({ length: 3 }, () => askOf(questionOf(pick)));
  const onDamage = () => {
    calls.corrupt++;
  };
  await db.snapshot(async (client) => {
    const raw = await readRaw(client, asks);
    const listed = raw.flatMap(({ urlItems, domainItems, queryItems }, index) =>
      itemKinds.flatMap((kind, place) => {
        const counts: ItemCounts | null | undefined = [urlItems, domainItems, queryItems][place];
        const question = asks[index]?.question;
        const ids = (counts?.ids ?? new Int32Array()).filter(() => pick(3) === 0);
        return question
          ? [
              { question, kind, ids },
              { question, kind, ids: null },
            ]
          : [];
      }),
    );
    const counted = raw.flatMap((each, index) => countsOf(each, asks[index]));
    const details = await readRawDetails(client, listed);
    const some = listed.flatMap(({ ids, ...rest }) => (ids ? [{ ...rest, ids }] : []));
    const byPrompt = await readRawPrompts(client, some);
    const runsOf = (found: typeof byPrompt) => some.map(({ ids }, at) => Array.from(ids, (id) => found[at]?.of(id)));
    for (const levels of tried) {
      expect(await readTiles(client, asks, { onDamage, levels })).toEqual(raw);
      const states = listed.map(({ question }) => ({
        set: question,
        needsSpan: false,
        needsCompanies: false,
        needsEntries: true,
      }));
      const reading = await openReading(client, states, { onDamage, levels });
      expect(await readItemCounts(reading, counted)).toEqual(counted.map(({ counts }) => counts));
      expect(await readItemDetails(reading, listed)).toEqual(details);
      expect(runsOf((await readItemPrompts(reading, some)) as typeof byPrompt)).toEqual(runsOf(byPrompt));
    }
  });
}

const seeds = fc.integer({ min: 1, max: 1_000_000 });
const runs = Math.ceil(2 * factor);
/** `npm run test:long` spares nothing. */
const isLong = factor >= 1;

describe('items from chunks', () => {
  it('are those of the raw rows, with runs rolled, added, replaced and moved to other tags', async () => {
    const property = fc.asyncProperty(seeds, async (seed) => {
      await using db = await testDatabase();
      const pick = numbersFrom(seed);
      await recordAll(db, [...base(pick), ...runIds.slice(0, 80).map((id) => runOf(pick, id))]);
      const inShort = isLong ? {} : { tried: usual };
      await compare(db, pick, inShort);
      await rollBrands(db);
      await compare(db, pick);
      for (let round = 0; round < (isLong ? 4 : 2); round++) {
        await recordAll(db, batchOf(pick));
        await compare(db, pick, inShort);
        if (pick(3) > 0) await rollBrands(db);
        await compare(db, pick);
      }
    });
    await fc.assert(property, { numRuns: runs, endOnFailure: true });
  });

  it('stay so when late runs have become parts, and parts one again', async () => {
    await using db = await testDatabase();
    const pick = numbersFrom(7);
    await recordAll(db, [...base(pick), ...runIds.map((id) => runOf(pick, id))]);
    await rollBrands(db);
    for (let late = 0; late < 12; late++) {
      await recordAll(db, [{ ...runOf(pick, runIds[0] ?? ''), id: randomUUID(), createdAt: '2026-02-03T10:00:00Z' }]);
      await rollBrands(db);
      if (late === 11 || (isLong && late % 4 === 3)) await compare(db, pick);
    }
    const { rows } = await db.pool.query<{ parts: number }>(
      'select max(part) + 1 as parts from posting where level >= 2',
    );
    expect(rows[0]?.parts).toBeGreaterThan(1);
    expect(rows[0]?.parts).toBeLessThanOrEqual(8);
  });

  it.each(['counts', 'entries'])(
    'are answered from raw rows where their %s are damaged, until the next roll',
    async (column) => {
      await using db = await testDatabase();
      const pick = numbersFrom(11);
      await recordAll(db, [...base(pick), ...runIds.map((id) => runOf(pick, id))]);
      await rollBrands(db);
      await db.pool.query(
        `update posting set ${column} = set_byte(${column}, 5, get_byte(${column}, 5) # 4) where ${column} is not null`,
      );
      const tried = isLong ? thorough : usual;
      const calls = { corrupt: 0 };
      await compare(db, pick, { calls, tried });
      expect(calls.corrupt).toBeGreaterThan(0);
      await markEverything(db.pool, brandId);
      await rollBrands(db);
      const afterwards = { corrupt: 0 };
      await compare(db, pick, { calls: afterwards, tried });
      expect(afterwards.corrupt).toBe(0);
    },
  );
});
