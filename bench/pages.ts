// Pages of one prompt's runs: by place, against OFFSET with a count, and against a deferred join (OFFSET over the index alone) with a count.

import type pg from 'pg';
import { bindings, lookUps } from '../src/database/bindings.js';
import type { Database } from '../src/database/postgres.js';
import { quarterMs } from '../src/domain/limits.js';
import type { PageAsk, Run, RunPage } from '../src/domain/run.js';
import { readPages } from '../src/runs/page.js';
import { readPlacedPages } from '../src/runs/placed-page.js';
import { mentionsOf, runColumns } from '../src/runs/read.js';
import { prepared } from './data.js';
import { pivot, spread } from './markdown.js';
import { measure } from './measure.js';
import { pageAsk } from './questions.js';
import type { Target } from './target.js';
import { endInstant, firstInstant, promptsOf, type World } from './world.js';

type Reader = (client: pg.ClientBase, asks: readonly PageAsk[]) => Promise<readonly RunPage[]>;

const ways: Readonly<Record<string, Reader>> = {
  'by place': readPlacedPages,
  'OFFSET and count': async (client, asks) => Promise.all(asks.map((ask) => readOffset(client, ask))),
  'deferred join and count': readPages,
};

/** The layout of the prompt's 500,000 runs on disk. */
const layouts: readonly { readonly layout: string; readonly folder: string; readonly world: World }[] = [
  {
    layout: 'alone in its brand',
    folder: 'pages',
    world: { brandId: 'one-prompt', runs: 500_000, prompts: 1, citationsPerRun: 0 },
  },
  {
    layout: 'among another prompt’s as many',
    folder: 'pages-mixed',
    world: { brandId: 'two-prompts', runs: 1_000_000, prompts: 2, citationsPerRun: 0 },
  },
];

/** The folders of all layouts. */
export const pageFolders = layouts.map(({ folder }) => folder);

export async function benchPages() {
  const readings = [];
  for (const { layout, folder, world } of layouts) {
    await using db = await prepared(world, folder);
    for (const page of [1, 1_000, 20_000])
      for (const reading of await comparePage(db, askFor(world, page))) readings.push({ layout, ...reading });
  }
  return readings;
}

type Pages = Awaited<ReturnType<typeof benchPages>>;

async function comparePage(db: Database, ask: PageAsk) {
  const reads = Object.entries(ways).map(([way, reader]) => {
    return { way, read: () => db.snapshot((client) => reader(client, [ask])) };
  });
  const answers = new Set<string>();
  for (const { read } of reads) answers.add(JSON.stringify((await read()).map(({ rows, total }) => [rows, total])));
  if (answers.size > 1) throw new Error(`Page ${ask.page}: the ways disagree.`);
  const readings = [];
  for (const { way, read } of reads) {
    const timing = await measure(read);
    process.stderr.write(`  page ${ask.page} ${way}: ${timing.median.toFixed(2)} ms\n`);
    readings.push({ way, page: ask.page, timing });
  }
  return readings;
}

/** Neither edge of the window is that of a day. */
function askFor(world: World, page: number): PageAsk {
  const window = { start: firstInstant + 33 * quarterMs, end: endInstant - 21 * quarterMs };
  const promptId = promptsOf(world)[0]?.id ?? '';
  return pageAsk(world.brandId, { promptId, window, page, parts: new Set(['rows', 'total']) });
}

/** Sort, skip, take, over whole rows. */
async function readOffset(
  client: pg.ClientBase,
  { brandId, promptId, window, page, limit }: PageAsk,
): Promise<RunPage> {
  const { values, bind } = bindings();
  const condition = `brand_id = ${bind(brandId)} and prompt_id = ${bind(promptId)}
    and created_at >= to_timestamp(${bind(window.start / 1000)}) and created_at < to_timestamp(${bind(window.end / 1000)})`;
  const counted = await client.query<{ total: number }>(
    `select count(*)::float8 as total from run where ${condition}`,
    [...values],
  );
  const columns = runColumns(bind(Number.MAX_SAFE_INTEGER), lookUps([brandId], bind), mentionsOf([brandId], ''));
  const { rows } = await client.query<Run>(
    `select ${columns} from (
       select * from run where ${condition} order by created_at desc, id desc
       limit ${bind(limit)}::bigint offset ${bind((page - 1) * limit)}::bigint
     ) as run order by created_at desc, id desc`,
    values,
  );
  return { rows, next: null, total: counted.rows[0]?.total ?? 0 };
}

export function pagesSection(pages: Pages): string {
  const rows = pivot(pages, {
    row: ({ layout, way }) => `${layout}: ${way}`,
    column: ({ page }) => `page ${page.toLocaleString('en')}`,
    cell: ({ timing }) => spread(timing),
  });
  return `## Pages of one prompt with 500,000 runs\n\n20 runs per page, including the exact total.\n\n${rows}`;
}

/** Of the first layout, which favors OFFSET most. */
export function pagesTargets(pages: Pages = []): readonly Target[] {
  const ms = (way: string, page: number) =>
    pages.find((each) => each.layout === pages[0]?.layout && each.way === way && each.page === page)?.timing.median ??
    Number.NaN;
  const [first, far] = [ms('by place', 1), ms('by place', 20_000)];
  return [
    ['page 20,000 against page 1', '≤ 1.5 ×', far / first],
    ['page 20,000', '≤ 2 ms', far],
    ['page 20,000: by place against OFFSET and count', '≥ 75 ×', ms('OFFSET and count', 20_000) / far],
  ];
}
