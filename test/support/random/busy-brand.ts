// The runs of one brand, recorded again and again, while prompts change their tags: for tiles that are compared with raw rows.

import { randomUUID } from 'node:crypto';
import { type Pick, some } from './mulberry.js';

export const brandId = 'acme';
export const start = Date.parse('2026-01-20T00:00:00Z');
export const spanQuarters = 96 * 50;
export const tags: readonly string[] = ['a', 'b', 'c', 'd'];
export const models: readonly string[] = ['chatgpt', 'gemini', 'claude'];
export const promptIds: readonly string[] = Array.from({ length: 6 }, () => randomUUID());
export const runIds: readonly string[] = Array.from({ length: 150 }, () => randomUUID());

const quarterMs = 900_000;

const list = <T>(pick: Pick, max: number, make: () => T) => Array.from({ length: pick(max + 1) }, make);

const promptOf = (pick: Pick, id: string) => ({
  ...{ type: 'prompt', id, brandId, text: 'best crm', tags: some(pick, tags) },
});

export function runOf(pick: Pick, id: string) {
  const competitorsMentioned = some(pick, ['Globex', 'Initech', 'Umbrella']);
  const assessed = () => ({ mentioned: true, sentiment: 'mixed', position: 1 + pick(4) });
  return {
    type: 'run',
    id,
    promptId: promptIds[runIds.indexOf(id) % promptIds.length],
    model: models[pick(3)],
    provider: 'p',
    createdAt: new Date(start + pick(spanQuarters) * quarterMs + pick(quarterMs)).toISOString(),
    brandMentioned: pick(2) === 0,
    competitorsMentioned,
    assessments: { competitors: Object.fromEntries(competitorsMentioned.map((name) => [name, assessed()])) },
    // Few sites and pages, so that a run cites some twice; now and then one of many, for chunks beyond the first.
    citations: list(pick, 6, () => ({ url: `https://site${pick(5)}.example/${pick(3) ? pick(8) : pick(400)}` })),
    webQueries: list(pick, 4, () => `best crm  ${pick(3) ? pick(6) : pick(300)} `),
  };
}

export const base = (pick: Pick) => [
  { type: 'organization', id: 'acme', name: 'Acme' },
  { type: 'brand', id: brandId, organizationId: 'acme', name: 'Acme CRM' },
  { type: 'competitor', brandId, name: 'Globex' },
  ...promptIds.map((id) => promptOf(pick, id)),
];

/** Some runs, new and recorded before, and now and then a change of tags. */
export function batchOf(pick: Pick) {
  const runs = Array.from({ length: 1 + pick(30) }, () => runOf(pick, runIds[pick(runIds.length)] ?? ''));
  return [...runs, ...promptIds.filter(() => pick(8) === 0).map((id) => promptOf(pick, id))];
}

/** A window of the runs, or around them: of some hours, or of weeks. */
export function windowOf(pick: Pick) {
  const from = start + (pick(spanQuarters + 400) - 200) * quarterMs;
  return { start: from, end: from + (1 + pick(pick(2) === 0 ? 120 : spanQuarters)) * quarterMs };
}
