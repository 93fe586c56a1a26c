// `npm run bench`: a small brand and one ten times as large. `-- --full`: 200,000 and 2,000,000 runs, and the report goes into bench/.
// `-- --only http,pages` measures only those stages and keeps the results of the others; `-- --roll` rebuilds all tiles first.
// The data is kept in BENCH_DATA. Exit code 1: a stage failed.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tuneHeap } from '../src/app/heap.js';
import { stagesOf } from './all-stages.js';
import { dataRoot, forgetTiles, openFolder } from './data.js';
import { describeMachine } from './machine.js';
import { pageFolders } from './pages.js';
import { reportOf } from './report.js';
import { type Results, runStages } from './stages.js';

// What is read in this process is read as in a server.
tuneHeap();

const flag = { type: 'boolean', default: false } as const;
const { values } = parseArgs({ options: { full: flag, roll: flag, only: { type: 'string' } } });
const [small, large, recorded] = values.full ? [200_000, 2_000_000, 100_000] : [20_000, 200_000, 20_000];
const stages = stagesOf({ small, large, recorded });

// Once it is loaded, ClickHouse stays in this process: it comes last.
const wanted = values.only?.split(',') ?? [
  ...Object.keys(stages).filter((name) => name !== 'clickhouse'),
  'clickhouse',
];
const unknown = wanted.filter((name) => !(name in stages));
if (unknown.length > 0)
  throw new Error(`There is no stage ${unknown.join(', ')}: take ${Object.keys(stages).join(', ')}.`);

if (values.roll) {
  for (const folder of [String(small), String(large), ...pageFolders]) {
    await using db = await openFolder(folder);
    await forgetTiles(db);
  }
}

// What was measured is kept beside the data, so that one stage can be measured again and the others stay as they were.
const file = join(dataRoot(), values.full ? 'full.json' : 'small.json');
await mkdir(dataRoot(), { recursive: true });
const before = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Results; // safe because only `save` writes the file
const save = (results: Results) => writeFile(file, JSON.stringify(results, null, 1));
const log = (line: string) => {
  process.stderr.write(`${line}\n`);
};
const results = await runStages(before, { stages, wanted, machine: describeMachine, save, log });

const report = reportOf(results, stages);
await writeFile(join(values.full ? import.meta.dirname : dataRoot(), 'RESULTS.md'), report);
for (const [name, { write }] of Object.entries(stages))
  if (values.full && results[name] !== undefined) await write?.(results[name]);
process.stdout.write(report);
process.exitCode = wanted.some((name) => results.failures?.[name] !== undefined) ? 1 : 0;
