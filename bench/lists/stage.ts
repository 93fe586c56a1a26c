// The long lists on a large brand: their pages, the answers of the brand, certainty, and a whole list.

import { join } from 'node:path';
import { dataRoot, prepared, worldOf } from '../data.js';
import { round, spread, table, times } from '../markdown.js';
import { quantile, quantileOf, type Timing } from '../measure.js';
import type { Target } from '../target.js';
import { benchAnswers } from './answers.js';
import { benchPagesOfLists } from './lists.js';
import { benchOverHttp } from './over-http.js';

export async function benchLists(runs: number) {
  const world = worldOf(runs);
  const read = await readAlone(runs);
  return { runs, ...read, ...(await benchOverHttp(join(dataRoot(), String(runs)), world.brandId)) };
}

type Lists = Awaited<ReturnType<typeof benchLists>>;

async function readAlone(runs: number) {
  const heard: string[] = [];
  const world = worldOf(runs);
  await using db = await prepared(world, undefined, (sql) => heard.push(sql));
  const pages = await benchPagesOfLists(db, world.brandId, heard);
  return { pages, answers: await benchAnswers(db, world.brandId) };
}

export function listsSection({ runs, pages, answers, certainty, whole, wholeList }: Lists): string {
  const { rows, bytes, ms, firstMs, addedBytes } = wholeList;
  const memory = !Number.isFinite(addedBytes)
    ? ''
    : ` The server had at most ${round(addedBytes / 1e6)} MB more than before.`;
  return [
    `## Lists, ${runs.toLocaleString('en')} runs`,
    'Pages of 20 rows over 90 days with the window before, distinct prompts and models, and the total; read without HTTP. All rows were equal before they were timed.',
    table(
      ['', 'rows in all', 'tiles', 'SQL on raw rows', 'raw rows / tiles'],
      pages.map(({ tiles, ...page }) => againstRaw(page, tiles)),
    ),
    'Answers of the brand: the third page of 20 over 365 days, with the exact total.',
    table(
      ['', 'runs in all', 'placed by counts', 'filtered and counted', 'ratio', 'tiles not in memory'],
      answers.map(({ placed, cold, ...page }) => [...againstRaw(page, placed), spread(cold)]),
    ),
    'Certainty, over HTTP by GraphQL, one request after the other, each with another window.',
    table(
      ['', 'ms'],
      certainty.map(({ name, timing }) => [name, spread(timing)]),
    ),
    'Breakdowns of 90 days by REST in the same way, up to 1,000 rows with every measure, their intervals and their change; and all signals.',
    table(
      ['', 'ms'],
      whole.map(({ name, timing }) => [name, spread(timing)]),
    ),
    `All ${rows.toLocaleString('en')} URLs as CSV over HTTP: ${round(bytes / 1e6)} MB in ${round(ms / 1000)} s, the first bytes after ${round(firstMs)} ms.${memory}`,
  ].join('\n\n');
}

type Page = Pick<Lists['pages'][number], 'name' | 'total' | 'rawMs'>;

function againstRaw({ name, total, rawMs }: Page, timing: Timing): readonly string[] {
  return [name, total.toLocaleString('en'), spread(timing), round(rawMs), times(rawMs, timing)];
}

export function listsTargets({
  pages = [],
  answers = [],
  certainty = [],
  whole = [],
  wholeList,
}: Partial<Lists> = {}): readonly Target[] {
  const of = (...ends: readonly string[]) => pages.filter(({ name }) => ends.some((end) => name.endsWith(end)));
  const [first, filtered] = [of('first page', 'outcome gap'), of('one tag', 'one model')];
  // A list without rows is no comparison.
  const factors = first.filter(({ total }) => total > 0).map(({ rawMs, tiles }) => rawMs / tiles.median);
  const [plain = Number.NaN, ...others] = certainty.map(({ timing }) => timing.median);
  return [
    ['first pages of lists, and with outcome gap', '≤ 25 ms', quantileOf(first, 1, ({ tiles }) => tiles.median)],
    ['first pages with a tag or a model', '≤ 50 ms', quantileOf(filtered, 1, ({ tiles }) => tiles.median)],
    ['first pages of lists, and with outcome gap: tiles against SQL on raw rows', '≥ 100 ×', quantile(factors, 0)],
    ['answers of a brand: a page', '≤ 10 ms', quantileOf(answers, 1, ({ placed }) => placed.median)],
    ['robust intervals, or the change, add', '≤ 10 ms', quantile(others, 1) - plain],
    ...whole.flatMap(({ name, timing }): Target[] =>
      name === 'signals'
        ? []
        : [[`90 days, ${name} by REST, every measure`, name === 'by=tag,model' ? '≤ 25 ms' : '≤ 40 ms', timing.median]],
    ),
    ['all URLs as CSV', '≤ 2 s', (wholeList?.ms ?? Number.NaN) / 1000],
    ['the server’s memory meanwhile', '≤ 150 MB', (wholeList?.addedBytes ?? Number.NaN) / 1e6],
  ];
}
