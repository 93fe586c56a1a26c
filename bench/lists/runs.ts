// The runs of a question as a condition of SQL.

import type { ListAsk } from '../../src/domain/lists/lists.js';
import type { Question } from '../../src/domain/summary.js';
import type { Window } from '../../src/domain/window.js';

/** Adds a value to those of a statement, and names it there. */
export type Bind = (value: unknown) => string;

const outcomes = {
  all: '',
  mentioned: 'and companies[1] = 0',
  absent: 'and companies[1] is distinct from 0',
  gap: 'and companies[1] <> 0',
} as const;

/** The runs of a question in a window, as a condition. */
export function runsOf({ brandId, model, tags, outcome }: Question, { start, end }: Window, bind: Bind): string {
  const [brand, from, to] = [bind(brandId), bind(start / 1000), bind(end / 1000)];
  const tagged = `and prompt_id in (select id from prompt where brand_id = ${brand} and tags && `;
  return `run.brand_id = ${brand} and created_at >= to_timestamp(${from}) and created_at < to_timestamp(${to}) ${outcomes[outcome]}
    ${model === null ? '' : `and model = ${bind(model)}`} ${tags.length === 0 ? '' : `${tagged}${bind(tags)}::text[])`}`;
}

/** The compared window, which every ask here has. */
export function previousOf({ compared }: ListAsk): Window {
  if (!compared) throw new Error('There is no window to compare with.');
  return compared;
}
