// The answers of a brand, page by page over random records, while others are recorded.

import fc from 'fast-check';
import { describe, it } from 'vitest';
import { type TestApp, testApp } from '../support/app.js';
import { expectSame, often, propertyTimeoutMs, recordWorld } from '../support/compare.js';
import { testDatabase } from '../support/database.js';
import { listPath } from '../support/lists/paths.js';
import { type BrandRunsQuestion, brandRuns } from '../support/naive/answers.js';
import type { ListQuestion } from '../support/naive/lists/lists.js';
import type { NaiveWorld } from '../support/naive/world.js';
import { worldOf } from '../support/naive/world.js';
import { brandRunsPlans, brandRunsQuestionFor } from '../support/random/brand-run-questions.js';
import { listPlans, listQuestionFor } from '../support/random/list-questions.js';
import { randomWorlds } from '../support/random/world.js';
import { type BrandRunsAnswer, openReaders, type Reader } from '../support/readers.js';
import { recordAll } from '../support/records.js';
import { bodyOf, restPath } from '../support/rest.js';
import { stages } from '../support/stages.js';

const plans = fc.array(brandRunsPlans, { minLength: 1, maxLength: 12, size: 'max' });
const listed = fc.array(
  listPlans.filter(({ kind }) => kind !== 'prompts'),
  { minLength: 3, maxLength: 5 },
);

describe.each(stages)('the answers of a brand that are $name', (stage) => {
  it(
    'are those of the plain definition on all pages together, and as many as the rows of lists count that lead to them',
    async () => {
      const property = fc.asyncProperty(
        randomWorlds(150),
        fc.tuple(plans, listed),
        fc.nat(150),
        async ({ turn, records }, [somePlans, lists], cut) => {
          await using db = await testDatabase();
          const world = await recordWorld(db, { records, stage, cut });
          for (const reader of await openReaders(db)) {
            for (const plan of somePlans) {
              const question = brandRunsQuestionFor(plan, world, turn);
              await expectPages(reader, { question, limit: plan.limit }, { world, from: undefined });
            }
          }
          const app = await testApp(db);
          for (const plan of lists) await expectRows(app, listQuestionFor(plan, world, turn));
        },
      );
      await fc.assert(property, often(3));
    },
    propertyTimeoutMs,
  );

  it(
    'neither repeat nor lose a run while more are recorded',
    async () => {
      const property = fc.asyncProperty(
        randomWorlds(150),
        brandRunsPlans,
        fc.tuple(fc.nat(150), fc.nat(3)),
        async ({ turn, records }, plan, [cut, pages]) => {
          await using db = await testDatabase();
          const world = await recordWorld(db, { records: records.slice(0, cut), stage, cut: 0 });
          if (world.brands.length === 0) return;
          const [reader] = await openReaders(db);
          const question = brandRunsQuestionFor(plan, world, turn);
          const limit = Math.min(plan.limit ?? 20, 3);
          let last: Place | undefined;
          for (let page = 0; page <= pages && reader; page++) {
            last = lastOf(await reader.brandRuns({ ...question, limit, after: last?.cursor }));
            if (!last) return;
          }
          await recordAll(db, records.slice(cut));
          if (reader) await expectPages(reader, { question, limit }, { world: worldOf(records), from: last });
        },
      );
      await fc.assert(property, often(3));
    },
    propertyTimeoutMs,
  );
});

interface Row {
  readonly domain?: string;
  readonly url?: string;
  readonly query?: string;
  readonly runs: number;
  readonly brandMentions?: number;
}

/** The rows of a page of a list lead to as many answers as they count. */
async function expectRows(app: TestApp, given: ListQuestion): Promise<void> {
  const question = { ...given, presence: undefined, page: undefined };
  const { data } = await bodyOf(app, listPath(question));
  // An empty parameter is absent: a query of blanks alone cannot be asked for.
  const named = data.filter(({ query }: Row) => query !== '');
  for (const row of named.slice(0, 3)) await expectAnswers(app, question, row);
}

/** The answers behind a row are as many as it counts, and those of them that mention the brand. */
async function expectAnswers(app: TestApp, question: ListQuestion, { domain, url, query, ...row }: Row): Promise<void> {
  const { brandId, start, end, model, tags, filter, outcome } = question;
  const item = url === undefined ? { domain, query } : { url };
  const asked = { brandId, start, end, model, tags, filter, limit: 1, ...item };
  const totalOf = async (of: string | undefined) =>
    (await bodyOf(app, restPath('brands/:brandId/runs', { ...asked, outcome: of }))).total;
  expectSame(await totalOf(outcome), row.runs);
  if (row.brandMentions !== undefined) expectSame(await totalOf('mentioned'), row.brandMentions);
}

interface Asked {
  readonly question: BrandRunsQuestion;
  readonly limit: number | undefined;
}

/** The last run of a page, and the cursor that continues there. */
interface Place {
  readonly id: string;
  readonly createdAt: string;
  readonly cursor: string;
}

/** `undefined` after the last page. */
function lastOf({ data, nextCursor }: BrandRunsAnswer): Place | undefined {
  const last = data.at(-1);
  return last && nextCursor !== null ? { id: last.id, createdAt: last.createdAt, cursor: nextCursor } : undefined;
}

interface Rest {
  readonly world: NaiveWorld;
  readonly from: Place | undefined;
}

/** All pages from a cursor on hold what `world` says comes after the run there, a full page each but for the last. */
async function expectPages(reader: Reader, { question, limit }: Asked, { world, from }: Rest): Promise<void> {
  const expected = brandRuns(world, question);
  const size = Math.min(limit ?? 20, 100);
  let rest = expected.data.filter(
    ({ createdAt, id }) => !from || createdAt < from.createdAt || (createdAt === from.createdAt && id < from.id),
  );
  let after = from?.cursor;
  do {
    const { range, data, total, nextCursor } = await reader.brandRuns({ ...question, limit, after });
    expectSame({ range, data, total }, { ...expected, data: rest.slice(0, size) });
    rest = rest.slice(size);
    expectSame(nextCursor === null, rest.length === 0);
    after = nextCursor ?? undefined;
  } while (after !== undefined);
}
