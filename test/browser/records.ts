// What the brands that browser tests look at are made of.

import type { Database } from '../../src/database/postgres.js';
import { recordAll } from '../support/records.js';

/** The id of a prompt or an answer: of each kind there is one of each number. */
export const id = (kind: number, number: number) =>
  `00000000-0000-4000-8${String(kind).padStart(3, '0')}-${String(number).padStart(12, '0')}`;

export const brandOf = (brandId: string, name: string, domains: readonly string[] = []) => ({
  ...{ type: 'brand', id: brandId, organizationId: 'acme', name, domains },
});

export const promptOf = (brandId: string, promptId: string, text: string, tags: readonly string[] = []) => ({
  ...{ type: 'prompt', id: promptId, brandId, text, tags },
});

/** An answer at an instant of which little matters but what `more` says. */
export const answerOf = <More extends object>(promptId: string, runId: string, at: number, more: More) => ({
  ...{ type: 'run', id: runId, promptId, model: 'chatgpt', provider: 'a provider' },
  ...{ createdAt: new Date(at).toISOString(), answer: 'An answer.', ...more },
});

/** Records it all. Throws if a record is rejected. */
export async function recordWhole(db: Database, records: readonly unknown[]): Promise<void> {
  const { rejected } = await recordAll(db, records);
  if (rejected.length > 0) throw new Error(`A record was rejected: ${JSON.stringify(rejected[0]?.faults)}`);
}
