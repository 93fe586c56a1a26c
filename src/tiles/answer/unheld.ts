// Parts that no tile holds: they are answered from raw rows, beside those that the tiles answer.

import type pg from 'pg';
import type { Ask, Part, Summary } from '../../domain/summary.js';
import { readDated } from '../plain/raw.js';
import type { DatedAsk } from '../plain/run-spans.js';

const unheldParts: ReadonlySet<Part> = new Set(['companySeries']);

/** Adds the parts that no tile holds to what was answered. */
export async function addUnheld(client: pg.ClientBase, dated: readonly DatedAsk[], answered: Map<Ask, Summary>) {
  const lacking = dated.flatMap(({ ask, days }) => {
    const parts = new Set([...ask.parts].filter((part) => unheldParts.has(part)));
    const summary = answered.get(ask);
    return parts.size > 0 && summary
      ? [{ ask, summary, unheld: { ask: { question: ask.question, parts }, days } }]
      : [];
  });
  if (lacking.length === 0) return;
  const raw = await readDated(
    client,
    lacking.map(({ unheld }) => unheld),
  );
  for (const [index, { ask, summary }] of lacking.entries()) {
    const { companySeries } = raw[index] ?? summary;
    answered.set(ask, { ...summary, companySeries });
  }
}
