// Two recorders that write about one brand at the same time, each its own prompts, runs and settings: whatever the order of their batches, what stands
// after some of each is one world.

import type { AnyRecord } from '../naive/record.js';
import { type NaiveWorld, worldOf } from '../naive/world.js';
import { numbersFrom, oneOf, type Pick, some } from '../random/mulberry.js';

export const brandId = 'acme';
export const tags: readonly string[] = ['a', 'b', 'c', 'd'];
export const models: readonly string[] = ['chatgpt', 'claude', 'gemini'];
export const companies: readonly string[] = ['Globex', 'Initech', 'Umbrella'];
export const firstDay = Date.parse('2026-01-20T00:00:00Z');
export const days = 20;

const dayMs = 86_400_000;
const runsOfEach = 30;

export const promptId = (number: number) => `6f1f0000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const runId = (number: number) => `0c9d0000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** The prompts of each recorder, and the numbers of its runs. */
const promptsOf = [
  [0, 1, 2],
  [3, 4, 5],
] as const;
export const promptIds: readonly string[] = promptsOf.flat().map(promptId);

export interface History {
  readonly base: readonly AnyRecord[];
  /** Of each recorder, in its order. */
  readonly batches: readonly [readonly Batch[], readonly Batch[]];
  /** What stands after `base` and so many batches of each. */
  readonly worldAfter: (first: number, second: number) => NaiveWorld;
}

type Batch = readonly AnyRecord[];

export function historyOf(seed: number, batchesOfEach: number): History {
  const pick = numbersFrom(seed);
  const base = baseOf(pick);
  const batchesBy = (recorder: 0 | 1) => Array.from({ length: batchesOfEach }, () => batchOf(pick, recorder));
  const batches = [batchesBy(0), batchesBy(1)] as const;
  const worlds = new Map<string, NaiveWorld>();
  return {
    base,
    batches,
    worldAfter: (first, second) => {
      const name = `${first} ${second}`;
      const records = () => [...base, ...batches[0].slice(0, first).flat(), ...batches[1].slice(0, second).flat()];
      const world = worlds.get(name) ?? worldOf(records());
      worlds.set(name, world);
      return world;
    },
  };
}

function baseOf(pick: Pick): Batch {
  return [
    { type: 'organization', id: 'acme', name: 'Acme' },
    ...models.map((id): AnyRecord => ({ type: 'model', id, label: `${id} 0` })),
    { type: 'brand', id: brandId, organizationId: 'acme', name: 'Acme 0', domains: ['site1.example'] },
    { type: 'competitor', brandId, name: 'Globex', domains: ['site2.example'] },
    ...promptsOf.flat().map((number) => promptOf(pick, number)),
    ...Array.from({ length: runsOfEach }, (_, number) => runOf(pick, number % 2 === 0 ? 0 : 1)),
  ];
}

/** Runs, some of them recorded before, and most often a prompt with other tags; of the first recorder, other settings of the brand as well. */
function batchOf(pick: Pick, recorder: 0 | 1): Batch {
  const runs = Array.from({ length: 1 + pick(5) }, () => runOf(pick, recorder));
  const retagged = promptsOf[recorder].filter(() => pick(2) === 0).map((number) => promptOf(pick, number));
  return [...runs, ...retagged, ...(recorder === 0 ? settingsOf(pick) : [])];
}

function settingsOf(pick: Pick): Batch {
  const number = pick(4);
  const name = oneOf(pick, companies);
  return some<AnyRecord>(pick, [
    { type: 'brand', id: brandId, organizationId: 'acme', name: `Acme ${number}`, domains: [`site${number}.example`] },
    { type: 'competitor', brandId, name, tracked: pick(2) === 0, domains: [`site${pick(7)}.example`] },
    { type: 'model', id: oneOf(pick, models), label: `label ${number}` },
  ]);
}

function promptOf(pick: Pick, number: number): AnyRecord {
  return {
    type: 'prompt',
    id: promptId(number),
    brandId,
    text: `prompt ${pick(20)}`,
    tags: some(pick, tags),
  };
}

function runOf(pick: Pick, recorder: 0 | 1): AnyRecord {
  const number = pick(runsOfEach);
  const competitorsMentioned = some(pick, companies);
  const assessed = { mentioned: true, sentiment: 'mixed', position: 1 + pick(4) } as const;
  return {
    type: 'run',
    id: runId(2 * number + recorder),
    promptId: promptId(promptsOf[recorder][number % 3] ?? 0),
    model: oneOf(pick, models),
    provider: 'any',
    createdAt: new Date(firstDay + pick(days) * dayMs + pick(dayMs)).toISOString(),
    answer: `answer ${pick(1_000)}`,
    brandMentioned: pick(2) === 0,
    competitorsMentioned,
    assessments: { competitors: Object.fromEntries(competitorsMentioned.map((name) => [name, assessed])) },
    webQueries: some(pick, ['best crm', 'crm  price', 'crm price']),
    citations: Array.from({ length: pick(4) }, () => ({ url: `https://site${pick(7)}.example/${pick(20)}` })),
  };
}
