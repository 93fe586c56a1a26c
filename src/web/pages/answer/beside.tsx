// The answers beside this one in the list that it was opened from: by links, and by the keys J and K.

import { useEffect } from 'preact/hooks';
import type { Target } from '../../app/address.js';
import { Link, useAddress } from '../../app/navigation.js';
import { useQuery } from '../../data/use-query.js';
import { answersBesideDocument } from '../../documents/answer.js';
import { selecting, selectionOf } from '../answers/selection.js';

export function Beside({ runId }: { readonly runId: string }) {
  const { view, params, go } = useAddress();
  const { data } = useQuery(answersBesideDocument, selectionOf(view, params));
  const answers = data?.brandRuns.data ?? [];
  const at = answers.findIndex(({ id }) => id === runId);
  const targetOf = (index: number): Target | null => {
    const answer = at < 0 ? null : answers[index];
    return answer ? { page: 'answer', promptId: answer.promptId, runId: answer.id, params: selecting(params) } : null;
  };
  const [newer, older] = [targetOf(at - 1), targetOf(at + 1)];
  const keys = { k: newer, j: older };
  const moves = JSON.stringify(keys);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, select, textarea');
      const to = event.key === 'j' || event.key === 'k' ? keys[event.key] : null;
      if (!to || isTyping || event.metaKey || event.ctrlKey || event.altKey) return;
      event.preventDefault();
      go(to);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [moves]);
  return (
    <nav class="beside" aria-label="Answers of the list" data-export="no">
      <Move to={newer} text="← Newer" hint="K" />
      <Move to={older} text="Older →" hint="J" />
    </nav>
  );
}

interface MoveProps {
  readonly to: Target | null;
  readonly text: string;
  readonly hint: string;
}

function Move({ to, text, hint }: MoveProps) {
  return to ? (
    <Link class="tool" to={to} aria-keyshortcuts={hint}>
      {text} <kbd>{hint}</kbd>
    </Link>
  ) : (
    <span class="tool quiet">{text}</span>
  );
}
