// The pages of lists that are measured: 20 rows of a window of 90 days, without and with each filter and order.

import type { ListAsk, ListKind } from '../../src/domain/lists/lists.js';
import type { Outcome } from '../../src/domain/outcome.js';
import { allRuns } from '../../src/domain/summary.js';
import { windowOf } from '../questions.js';
import { commonTag } from '../world.js';

/** One measured page. */
export interface ListQuestion {
  readonly name: string;
  readonly ask: ListAsk;
}

interface Special {
  readonly outcome?: Outcome;
  readonly model?: string;
  readonly tags?: readonly string[];
  readonly orderBy?: ListAsk['orderBy'];
}

const kinds: Readonly<Record<ListKind, { readonly orderBy: ListAsk['orderBy']; readonly others: readonly Special[] }>> =
  {
    prompts: { orderBy: 'visibility', others: [{ orderBy: 'change' }, { outcome: 'gap' }] },
    domains: { orderBy: 'citations', others: [{ orderBy: 'prompts' }, { outcome: 'gap' }] },
    urls: { orderBy: 'citations', others: [{ orderBy: 'prompts' }, { outcome: 'gap' }] },
    queries: { orderBy: 'runs', others: [{ orderBy: 'prompts' }] },
  };

/** The first page of each list, by each filter and order. */
export function listQuestions(brandId: string): readonly ListQuestion[] {
  return Object.entries(kinds).flatMap(([kind, { orderBy, others }]) =>
    [{}, { tags: [commonTag] }, { model: 'gemini' }, ...others].map((special: Special) => ({
      name: `${kind}, ${nameOf(special)}`,
      ask: askOf(brandId, kind as ListKind, { orderBy, ...special }), // safe because the keys are the kinds
    })),
  );
}

function nameOf({ outcome, model, tags, orderBy }: Special): string {
  if (tags) return 'one tag';
  if (model) return 'one model';
  if (outcome) return `outcome ${outcome}`;
  return orderBy ? `by ${orderBy}` : 'first page';
}

function askOf(brandId: string, kind: ListKind, special: Special & Pick<ListAsk, 'orderBy'>): ListAsk {
  const { outcome = 'all', orderBy, ...selected } = special;
  const window = windowOf(90);
  const isPrompts = kind === 'prompts';
  return {
    kind,
    question: { ...allRuns, brandId, window, series: null, ...selected, outcome: isPrompts ? 'all' : outcome },
    compared: windowOf(90, window.start),
    presence: 'current',
    outcome: isPrompts ? outcome : 'all',
    ...{ search: null, categories: [], orderBy, skip: 0, limit: 20 },
    direction: isPrompts ? 'asc' : 'desc',
    wants: new Set(['rows', 'total', 'previous', 'prompts', 'urls', 'models', 'summary']),
  };
}
