// The section of the stage `gateways`.

import { megabytes, round, table } from '../markdown.js';
import type { Gateways } from './stage.js';

export function gatewaysSection({ runs, readings, memory }: Gateways): string {
  const rows = readings.map((reading) => [
    reading.name,
    `${reading.servers}`,
    ...[
      reading.requestsPerSecond,
      reading.p50,
      reading.p99,
      reading.serverMs,
      reading.databaseMs,
      reading.transactions,
    ].map(round),
    `${reading.connections}`,
  ]);
  const heads = [
    '',
    'servers',
    'requests/s',
    'p50 ms',
    'p99 ms',
    'server ms/request',
    'database ms/request',
    'transactions/request',
    'connections',
  ];
  return [
    '## Several servers on one database',
    `The brand of ${runs.toLocaleString('en')} runs, windows of 90 days, 16 clients in all. The servers, PostgreSQL and the load generators share the processors of one machine, so more servers cannot answer more; what a second machine would bring follows from the processor time of a request in the server and in the database, in milliseconds ([scale.md](../docs/scale.md)). One server had ${megabytes(memory)} MB of memory at the end.`,
    table(heads, rows),
  ].join('\n\n');
}
