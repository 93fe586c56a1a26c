// The stage `beside`: new questions about a brand, alone and while ten recorders send what was asked just now, as a brand is that is watched live.

import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { dayMs, quarterMs } from '../../src/domain/limits.js';
import { whileServing } from '../../src/tiles/roll/rolling.js';
import { dataRoot, prepare, worldOf } from '../data.js';
import { runLine } from '../lines.js';
import { round, statusCounts, table } from '../markdown.js';
import { windowEnd, writtenWindow } from '../questions.js';
import type { Target } from '../target.js';
import { runsOf } from '../world.js';
import type { Loaded } from './load.js';
import { adminKey, load, type Server, startServer } from './processes.js';
import { get } from './requests.js';

/** Within these, tiles are updated about twice. */
const seconds = 60;
/** After a pause, in which the last runs come into the tiles. */
const warmSeconds = 5;
const perSecond = 50;
const recorders = 10;
/** An answer of a model takes seconds: so often a recorder that has some under way at once has these. */
const [everyMs, runsOfBody] = [30_000, 20];
/** Between two new runs. */
const apartMs = 25;

/** `bodies`: how often each status answered one. */
export async function benchBeside(runs: number) {
  const folder = `beside ${runs}`;
  const world = worldOf(runs);
  await prepare(world, folder);
  await using server = await startServer({ dataFolder: join(dataRoot(), folder) });
  const questions = questionsOf(world.brandId);
  // No run is recorded twice, whenever the stage runs; some are left over.
  const seed = Date.now() % 2 ** 31;
  const count = (3 * recorders * runsOfBody * seconds * 1_000) / everyMs;
  const firstAt = windowEnd - count * apartMs;
  const lines = [...runsOf({ ...world, runs: count }, seed)].map((run, at) =>
    runLine({ ...run, createdAt: firstAt + at * apartMs }),
  );
  const ask = (of = seconds) =>
    load({ port: server.port, connections: 0, seconds: of, perSecond, requests: questions() });
  const askBeside = () => Promise.all([ask(), recordFor(server, lines)]);
  // Whoever watches a brand does so for longer than what a process takes to warm up.
  await askBeside();
  await setTimeout(whileServing.gatherMs + warmSeconds * 1_000);
  await ask(warmSeconds);
  const alone = await ask();
  const [recorded, bodies] = await askBeside();
  return { runs, alone, recorded, bodies };
}

type Beside = Awaited<ReturnType<typeof benchBeside>>;

/** All windows end now; none is asked for twice. */
function questionsOf(brandId: string): () => ReturnType<typeof get>[] {
  let number = 0;
  return () =>
    Array.from({ length: perSecond * (seconds + 1) }, () => {
      const start = windowEnd - 90 * dayMs - number++ * quarterMs;
      return get(`brands/${brandId}/analytics`, writtenWindow({ start, end: windowEnd }));
    });
}

/** Takes what it sends from the front of `lines`. */
async function recordFor({ port }: Server, lines: string[]): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  const until = performance.now() + seconds * 1_000;
  const recordOne = async (_: unknown, place: number) => {
    await setTimeout((everyMs / recorders) * place);
    while (performance.now() < until) {
      const started = performance.now();
      const { status } = await fetch(`http://127.0.0.1:${port}/api/v1/records`, {
        method: 'POST',
        headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/x-ndjson' },
        body: lines.splice(0, runsOfBody).join(''),
      });
      statuses[status] = (statuses[status] ?? 0) + 1;
      await setTimeout(Math.max(0, everyMs - (performance.now() - started)));
    }
  };
  await Promise.all(Array.from({ length: recorders }, recordOne));
  return statuses;
}

export function besideSection({ runs, alone, recorded, bodies }: Beside): string {
  const row = (name: string, { p50, p95, p99, statuses }: Loaded) => [
    name,
    ...[p50, p95, p99].map(round),
    statusCounts(statuses),
  ];
  const rows = [row('nothing is recorded', alone), row('ten recorders', recorded)];
  return [
    '## Questions beside recorders',
    `${perSecond} new REST questions a second about the brand of ${runs.toLocaleString('en')} runs, windows of 90 days until now; ten recorders send ${runsOfBody} new runs of the brand each every ${everyMs / 1_000} s (${statusCounts(bodies)}). All share the machine.`,
    table(['', 'p50 ms', 'p95 ms', 'p99 ms', 'answers'], rows),
  ].join('\n\n');
}

export function besideTargets(beside: Beside | undefined): readonly Target[] {
  const value = beside && beside.recorded.p99 / beside.alone.p99;
  return [['p99 of new questions beside ten recorders, against alone', '≤ 2 ×', value]];
}
