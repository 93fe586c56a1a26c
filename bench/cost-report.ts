// What the stage `cost` measured, for RESULTS.md.

import { type CostReading, type Costs, median } from './cost.js';

/** The section of the report; the most time per unit first. */
export function costSection({ runs, idleMs, readings }: Costs): string {
  const sorted = readings.toSorted((a, b) => perThousand(b) - perThousand(a));
  const middle = median(sorted.map(perThousand));
  const [worst] = sorted;
  const rows = sorted.map((each) => [
    each.name,
    each.aliases,
    each.status,
    each.cost.toLocaleString('en'),
    each.bytes.toLocaleString('en'),
    each.ms.toFixed(0),
    perThousand(each).toFixed(1),
    (perThousand(each) / middle).toFixed(1),
    each.blockedMs.toFixed(0),
    each.otherMs.toFixed(0),
  ]);
  const head = [
    'kind',
    'aliases',
    'status',
    'cost',
    'bytes',
    'ms',
    'ms per 1,000 units',
    '÷ median',
    'blocked, ms',
    'others, ms',
  ];
  const text = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return `## Cost\n\nDocuments of each kind at the largest size that is accepted, on a brand of ${runs.toLocaleString('en')} runs: the median kind takes ${middle.toFixed(1)} ms per 1,000 units, the worst (${worst?.name}) ${((worst ? perThousand(worst) : 0) / middle).toFixed(1)} times as much. _Blocked_ is the longest stretch that the event loop stood still, _others_ the slowest small request of another client meanwhile (alone: ${idleMs.toFixed(0)} ms).\n\n${text}`;
}

function perThousand({ ms, cost }: CostReading): number {
  return (ms / Math.max(1, cost)) * 1_000;
}
