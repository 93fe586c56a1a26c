// Several questions in one statement, and the runs that each is about, with bound values.

import { bindings } from '../../database/bindings.js';
import type { Question } from '../../domain/summary.js';

interface Branch {
  /** The question's place, spliced as a number of ours. */
  readonly ask: number;
  readonly question: Question;
  /** The bound brand id, constant in its branch: on a cluster every branch goes to one node. */
  readonly brand: string;
  /** The filtered runs, named `run`. */
  readonly runs: () => string;
  /** Binds a further value and returns its placeholder. */
  readonly bind: (value: unknown) => string;
}

/** One statement of a UNION ALL branch for each question. */
export function branches(
  questions: readonly Question[],
  select: (branch: Branch) => string,
): { text: string; values: unknown[] } {
  const { values, bind } = bindings();
  const texts = questions.map((question, ask) => {
    const brand = bind(question.brandId);
    return `(${select({ ask, question, brand, runs: () => runsOf(question, brand, bind), bind })})`;
  });
  return { text: texts.join('\nunion all\n'), values };
}

function runsOf({ window, model, tags, promptId }: Question, brand: string, bind: (value: unknown) => string): string {
  const filters = [
    `brand_id = ${brand}`,
    `created_at >= ${bind(timestamp(window.start))}`,
    `created_at < ${bind(timestamp(window.end))}`,
  ];
  if (model !== null) filters.push(`model = ${bind(model)}`);
  if (promptId !== null) filters.push(`prompt_id = ${bind(promptId)}`);
  if (tags.length > 0)
    filters.push(`prompt_id in (select id from prompt where brand_id = ${brand} and tags && ${bind(tags)}::text[])`);
  return `(select * from run where ${filters.join(' and ')}) as run`;
}

/** An instant as PostgreSQL reads it; local days may begin before year 1 or end after year 9999. */
export function timestamp(instant: number): string {
  const text = new Date(instant).toISOString();
  return /^\d{4}-/.test(text) && !text.startsWith('0000') ? text : instant < 0 ? '-infinity' : 'infinity';
}
