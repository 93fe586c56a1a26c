// What the stage `http` measured, for RESULTS.md, and its targets.

import { round, statusCounts, table } from '../markdown.js';
import type { Target } from '../target.js';
import type { OverloadReading } from './overload.js';
import type { Sizing } from './sizing.js';
import type { Http, HttpReading } from './stage.js';

/** The section of the report. */
export function httpSection(http: Http): string {
  const { runs, readings, firstMs, alone, aloneCold } = http;
  const rows = readings.map(({ name, way, connections, requestsPerSecond, p50, p95, p99, bytes, bare }) => [
    `${name}, ${ways[way]}`,
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
    `The brand of ${runs.toLocaleString('en')} runs, windows of 90 days. New questions of each kind are asked for ten seconds before it is measured: a process that has just started compiles besides. _New_: no two requests have the same window. _Again_: the same request, without \`If-None-Match\`, while nothing changes. The server is \`sightline serve\`; it, PostgreSQL and the load generator share the machine. First response of a new process: ${round(firstMs)} ms. The same figures of 90 days read from the tiles alone, just before: ${timing(alone)} ms, with no tile in memory ${timing(aloneCold)} ms.`,
    table(heads, rows),
    overload(http),
  ].join('\n\n');
}

const ways: Readonly<Record<HttpReading['way'], string>> = { new: 'new', again: 'again', '304': '304' };

function timing({ median, p95 }: Http['alone']): string {
  return `${round(median)} (${round(p95)})`;
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
  const ofBare = (way: HttpReading['way'], names: readonly string[]) =>
    least(
      names.map((name) => {
        const { requestsPerSecond = Number.NaN, bare = Number.NaN } = reading(name, way, 10) ?? {};
        return (100 * requestsPerSecond) / bare;
      }),
    );
  const { idle, saturated, twice } = http?.overload ?? {};
  const rest = ['REST analytics'];
  const graphql = ['GraphQL analytics', 'GraphQL analytics, by GET'];
  const worse = Object.keys(saturated?.p99 ?? {}).map((name) => (twice?.p99[name] ?? 0) / (saturated?.p99[name] ?? 0));
  const alone = http?.alone.median ?? Number.NaN;
  const single = reading('REST analytics', 'new', 1);
  const target = (what: string, bound: Target['bound'], unit: string, value: number): Target => {
    return { what, bound, unit, value };
  };
  return [
    target('the same REST question again, of a bare node:http server’s', ['≥', 30], '%', ofBare('again', rest)),
    target('the same GraphQL question again, by POST and by GET', ['≥', 20], '%', ofBare('again', graphql)),
    target('304s a second, of a bare node:http server’s', ['≥', 20], '%', ofBare('304', rest)),
    target(
      'p99 of 304s while new questions saturate the server, above that of an idle one',
      ['≤', 10],
      'ms',
      (saturated?.p99['304'] ?? Number.NaN) - (idle?.p99['304'] ?? Number.NaN),
    ),
    target(
      'new REST questions a second, 10 connections',
      ['≥', 400],
      '',
      reading('REST analytics', 'new', 10)?.requestsPerSecond ?? Number.NaN,
    ),
    target(
      'REST analytics of 90 days, p50 against its parts: the tile read alone, its JSON, and a bare server’s answer of its size',
      ['≤', 1.5],
      '×',
      single ? single.p50 / (alone + single.jsonMs + 1_000 / single.bare) : Number.NaN,
    ),
    target(
      'p99 of small requests at twice the load',
      ['≤', 2],
      '×',
      worse.length === 0 ? Number.NaN : Math.max(...worse),
    ),
  ];
}

/** Not a number where one of `values` is not. */
const least = (values: readonly number[]) => Math.min(...values);

/** The section of the stage `sizing`. */
export function sizingSection({ runs, readings, skipped }: Sizing): string {
  const counts = [...new Set(readings.map(({ processors }) => processors))];
  const sizes = new Map(readings.map(({ reads, poolSize }) => [`${reads} of ${poolSize}`, { reads, poolSize }]));
  const rows = [...sizes].map(([name, { reads, poolSize }]) => [
    name,
    ...counts.map((count) => {
      const found = readings.find(
        (each) => each.processors === count && each.reads === reads && each.poolSize === poolSize,
      );
      return found ? `${round(found.requestsPerSecond)} (${round(found.p99)})` : '';
    }),
  ]);
  const heads = ['MAX_CONCURRENT_READS of DATABASE_POOL_SIZE', ...counts.map((count) => `processors: ${count}`)];
  const missing = skipped.length === 0 ? '' : ` Not measured, because the machine has fewer: ${skipped.join(' and ')}.`;
  return [
    '## Concurrent reads and connections',
    `New REST questions a second of 16 connections (in brackets: the 99th percentile in milliseconds), the better of two rounds, on the brand of ${runs.toLocaleString('en')} runs. The server and its PostgreSQL are limited to so many processors; the load generator is not.${missing}`,
    table(heads, rows),
  ].join('\n\n');
}
