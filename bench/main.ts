// `npm run bench`: a small brand and one ten times as large. `-- --full`: 200,000 and 2,000,000 runs, and the report goes into bench/.
// `-- --only http,pages` measures only those stages and keeps the results of the others; `-- --roll` rebuilds all tiles first.
// The data is kept in BENCH_DATA. Exit code 1: a stage failed.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { benchAnalytics } from './analytics.js';
import { benchChanges } from './changes.js';
import { chartOf, windowChart } from './chart.js';
import { benchClickHouse } from './clickhouse/stage.js';
import { benchCost } from './cost/stage.js';
import { benchDashboard } from './dashboard/stage.js';
import { dataRoot, forgetTiles, openFolder } from './data.js';
import { benchGateways } from './gateways/stage.js';
import { growthChart, growthParagraph } from './growth/report.js';
import { benchGrowth } from './growth/stage.js';
import { benchBeside } from './http/beside-recorders.js';
import { benchSizing } from './http/sizing.js';
import { benchHttp } from './http/stage.js';
import { benchLists } from './lists/stage.js';
import { describeMachine } from './machine.js';
import { withParagraph } from './markdown.js';
import { benchPages, pageFolders } from './pages.js';
import { benchRecording } from './recording.js';
import { reportOf } from './report.js';
import { loadResults, type Results, saveResults } from './results.js';
import { runStages, type Stage } from './stages.js';

const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({ options: { full: flag, roll: flag, only: { type: 'string' } } });
const [small, large, recorded] = values.full ? [200_000, 2_000_000, 100_000] : [20_000, 200_000, 20_000];
const name = values.full ? 'full' : 'small';

const stages: Readonly<Record<string, Stage>> = {
  analytics: async () => ({ analytics: [await benchAnalytics(small), await benchAnalytics(large)] }),
  lists: async () => ({ lists: await benchLists(large) }),
  pages: async () => ({ pages: await benchPages() }),
  recording: async () => ({ recording: await benchRecording(recorded) }),
  changes: async () => ({ changes: await benchChanges(large) }),
  http: async () => ({ http: await benchHttp(large) }),
  beside: async () => ({ beside: await benchBeside(small) }),
  gateways: async () => ({ gateways: await benchGateways(large) }),
  sizing: async () => ({ sizing: await benchSizing(large) }),
  cost: async () => ({ cost: await benchCost(200_000) }),
  dashboard: async () => ({ dashboard: await benchDashboard(large) }),
  clickhouse: async () => ({ clickhouse: [await benchClickHouse(small), await benchClickHouse(large)] }),
  growth: async () => ({ growth: await benchGrowth([small / 10, small, large]) }),
};

const wanted = values.only?.split(',') ?? Object.keys(stages);
const unknown = wanted.filter((stage) => !(stage in stages));
if (unknown.length > 0)
  throw new Error(`There is no stage ${unknown.join(', ')}: take ${Object.keys(stages).join(', ')}.`);

if (values.roll) {
  for (const folder of [String(small), String(large), ...pageFolders]) {
    await using db = await openFolder(folder);
    await forgetTiles(db);
  }
}

const log = (line: string) => {
  process.stderr.write(`${line}\n`);
};
const save = (results: Results) => saveResults(name, results);
const results = await runStages(await loadResults(name), { stages, wanted, machine: describeMachine, save, log });

const report = reportOf(results);
const folder = values.full ? import.meta.dirname : dataRoot();
const analytics = results.analytics?.at(-1);
if (analytics) await writeFile(join(folder, 'chart.svg'), chartOf(windowChart(analytics.readings, analytics.runs)));
if (results.growth) await writeFile(join(folder, 'growth.svg'), chartOf(growthChart(results.growth)));
if (results.growth && values.full) await writeParagraph('../docs/scale.md', growthParagraph(results.growth));
await writeFile(join(folder, 'RESULTS.md'), report);
process.stdout.write(report);
process.exitCode = wanted.some((stage) => results.failures?.[stage] !== undefined) ? 1 : 0;

async function writeParagraph(path: string, paragraph: string): Promise<void> {
  const file = join(import.meta.dirname, path);
  await writeFile(file, withParagraph(await readFile(file, 'utf8'), 'growth', paragraph));
}
