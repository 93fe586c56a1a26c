// What the recorder is given in each round: new runs, runs of earlier rounds that change and move, prompts whose tags change. The text of
// each record names its round and line, so that the database can be asked up to which line it holds.

import { quarterMs } from '../../src/domain/limits.js';
import { type Random, randomFrom } from './random.js';

export const brandIds = ['acme', 'globex', 'initech'] as const;
export const firstInstant = Date.parse('2026-01-30T00:00:00Z');
/** Runs lie in this time. */
export const spanQuarters = 96 * 4;
export const tags = ['crm', 'smb', 'best of'] as const;
export const models = ['chatgpt', 'gemini', 'claude'] as const;
const names = ['Umbrella', 'Hooli', 'Pied Piper', 'Stark'];

export interface PromptLine {
  readonly type: 'prompt';
  readonly id: string;
  readonly brandId: string;
  readonly text: string;
  readonly tags: readonly string[];
}

export interface RunLine {
  readonly type: 'run';
  readonly id: string;
  readonly promptId: string;
  readonly model: string;
  readonly provider: string;
  readonly createdAt: string;
  readonly answer: string;
  readonly brandMentioned: boolean;
  readonly competitorsMentioned: readonly string[];
  readonly citations: readonly { readonly url: string }[];
  readonly webQueries: readonly string[];
}

export type Line = PromptLine | RunLine | { readonly type: 'organization' | 'brand' | 'competitor' };

const promptIds = (() => {
  const random = randomFrom(77);
  return Array.from({ length: 12 }, random.uuid);
})();
/** Runs that are recorded in round after round. */
const returningIds = (() => {
  const random = randomFrom(78);
  return Array.from({ length: 2_000 }, random.uuid);
})();

const brandOf = (promptId: string) => brandIds[promptIds.indexOf(promptId) % brandIds.length] ?? brandIds[0];

/** What is recorded before the first round. */
export function beginning(): readonly Line[] {
  const random = randomFrom(79);
  return [
    { type: 'organization', id: 'o', name: 'O' } as Line,
    ...brandIds.map((id) => ({ type: 'brand', id, organizationId: 'o', name: `The ${id}` }) as Line),
    ...brandIds.map((brandId) => ({ type: 'competitor', brandId, name: 'Umbrella' }) as Line),
    ...promptIds.map((id, at) => promptLine(random, id, `round 0 line ${at + 1}`)),
  ];
}

/** The lines of a round, several batches; `round` counts from 1. */
export function linesOf(round: number, seed: number): readonly Line[] {
  const random = randomFrom(seed * 1_000 + round);
  // Long lines make a file that is worth a second thread to the recorder.
  const webQueries = random.below(6) === 0 ? ['long '.repeat(600)] : [];
  return Array.from({ length: 1_000 + random.below(1_500) }, (_, at) => {
    const place = `round ${round} line ${at + 1}`;
    if (random.below(100) === 0) return promptLine(random, random.one(promptIds), place);
    const id = random.below(8) === 0 ? random.uuid() : random.one(returningIds);
    return { ...runLine(random, id, place), webQueries };
  });
}

function promptLine(random: Random, id: string, text: string): PromptLine {
  return { type: 'prompt', id, brandId: brandOf(id), text, tags: random.some(tags) };
}

function runLine(random: Random, id: string, answer: string): Omit<RunLine, 'webQueries'> {
  return {
    type: 'run',
    id,
    // A run stays with its prompt.
    promptId: promptIds[Number.parseInt(id.slice(0, 6), 16) % promptIds.length] ?? '',
    model: random.one(models),
    provider: 'p',
    createdAt: new Date(firstInstant + random.below(spanQuarters) * quarterMs + random.below(quarterMs)).toISOString(),
    answer,
    brandMentioned: random.below(2) === 0,
    competitorsMentioned: random.some(names),
    citations: Array.from({ length: random.below(4) }, () => ({
      url: `https://site${random.below(9)}.example/${random.below(500)}`,
    })),
  };
}

/** The round and line that a text names. */
export function placeIn(text: string): { readonly round: number; readonly line: number } {
  const [, round, line] = /^round (\d+) line (\d+)$/.exec(text) ?? [];
  return { round: Number(round), line: Number(line) };
}
