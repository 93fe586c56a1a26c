// Turns the pages of a list, and says which of all elements are shown.

import type { VNode } from 'preact';
import { counted, whole } from '../ui/format.js';

interface PagerProps {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  /** The noun of an element and of several. */
  readonly noun: readonly [one: string, many: string];
  readonly onPage: (page: number) => void;
}

/** `21–40 of 96 prompts` between two buttons; the count alone if one page holds all. */
export function Pager({ page, limit, total, noun: [one, many], onPage }: PagerProps): VNode {
  const pages = Math.max(1, Math.ceil(total / limit));
  if (pages === 1 && page === 1) return <p class="pager-count quiet">{counted(total, one, many)}</p>;
  const first = (page - 1) * limit + 1;
  const last = Math.min(total, page * limit);
  return (
    <nav class="pager" aria-label={`Pages of ${many}`} data-export="no">
      <button type="button" class="tool" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        ← Previous
      </button>
      <span class="pager-count quiet" aria-live="polite">
        {first > total
          ? `Nothing on this page; ${counted(total, one, many)}`
          : `${whole(first)}–${whole(last)} of ${counted(total, one, many)}`}
      </span>
      <button type="button" class="tool" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next →
      </button>
    </nav>
  );
}
