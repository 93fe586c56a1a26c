// What the stage `http` measured, for RESULTS.md, and its targets.

import { round, spread, statusCounts, table } from '../markdown.js';
import { quantileOf } from '../measure.js';
import type { Target } from '../target.js';
import type { OverloadReading } from './overload.js';
import type { Http, HttpReading } from './stage.js';

/** The section of the report. */
export function httpSection(http: Http): string {
  const { runs, readings, firstMs, alone, aloneCold } = http;
  const rows = readings.map(({ name, way, connections, requestsPerSecond, p50, p95, p99, bytes, bare }) => [
    `${name}, ${way}`,
    `${connections}`,
    `${round(requestsPerSecond)}`,
    ...[p50, p95, p99].map(round),
    bytes.toLocaleString('en'),
    `${round(bare)}`,
    `${round((100 * requestsPerSecond) / bare)} %`,
  ]);
  const heads = ['', 'connections', 'requests/s', 'p50 ms', 'p95 ms', 'p99 ms', 'bytes', 'bare node:http/s', 'ratio'];
  return [
    '## HTTP',
    `The brand of ${runs.toLocaleString('en')} runs, windows of 90 days. New questions of each kind are asked for ten seconds before it is measured: a process that has just started compiles besides. _New_: no two requests have the same window. _Again_: the same request, without \`If-None-Match\`, while nothing changes. The server is \`sightline serve\`; it, PostgreSQL and the load generator share the machine. First response of a new process: ${round(firstMs)} ms. The same figures of 90 days read from the tiles alone, just before: ${spread(alone)} ms, with no tile in memory ${spread(aloneCold)} ms.`,
    table(heads, rows),
    overload(http),
  ].join('\n\n');
}

function overload({ overload: { idle, saturated, twice } }: Http): string {
  const small = Object.keys(saturated.p99);
  const row = (name: string, { perSecond, p99, statuses }: OverloadReading) => [
    name,
    round(perSecond),
    ...small.map((each) => round(p99[each] ?? Number.NaN)),
    statusCounts(statuses),
  ];
  const rows = [row('nothing else', idle), row('as many as can be answered', saturated), row('twice as many', twice)];
  return `99th percentile in milliseconds of small requests, one after the other, while new questions are sent by the clock:\n\n${table(['', 'new questions/s', ...small, 'answers to new questions'], rows)}`;
}

export function httpTargets(http: Http | undefined): readonly Target[] {
  const reading = (name: string, way: HttpReading['way'], connections: number) =>
    http?.readings.find((each) => each.name === name && each.way === way && each.connections === connections);
  const ofBare = (name: string, way: HttpReading['way']) => {
    const { requestsPerSecond = Number.NaN, bare = Number.NaN } = reading(name, way, 10) ?? {};
    return (100 * requestsPerSecond) / bare;
  };
  const { idle, saturated, twice } = http?.overload ?? {};
  const p99 = (of: OverloadReading | undefined, name: string) => of?.p99[name] ?? Number.NaN;
  const names = Object.keys(saturated?.p99 ?? {});
  const alone = http?.alone.median ?? Number.NaN;
  const { p50 = Number.NaN, jsonMs = 0, bare = 1 } = reading('REST analytics', 'new', 1) ?? {};
  return [
    ['the same REST question again, of a bare node:http server’s', '≥ 30 %', ofBare('REST analytics', 'again')],
    [
      'the same GraphQL question again, by POST and by GET',
      '≥ 20 %',
      Math.min(ofBare('GraphQL analytics', 'again'), ofBare('GraphQL analytics, by GET', 'again')),
    ],
    ['304s a second, of a bare node:http server’s', '≥ 20 %', ofBare('REST analytics', '304')],
    [
      'p99 of 304s while new questions saturate the server, above that of an idle one',
      '≤ 10 ms',
      p99(saturated, '304') - p99(idle, '304'),
    ],
    ['new REST questions a second, 10 connections', '≥ 400', reading('REST analytics', 'new', 10)?.requestsPerSecond],
    [
      'REST analytics of 90 days, p50 against its parts: the tile read alone, its JSON, and a bare server’s answer of its size',
      '≤ 1.5 ×',
      p50 / (alone + jsonMs + 1_000 / bare),
    ],
    [
      'p99 of small requests at twice the load',
      '≤ 2 ×',
      quantileOf(names, 1, (name) => p99(twice, name) / p99(saturated, name)),
    ],
  ];
}
