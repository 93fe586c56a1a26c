// The sentiment of assessed mentions: the share that is positive, and all four labels as a bar.

import { percent } from './format.js';

const labels = ['positive', 'neutral', 'mixed', 'negative'] as const;
type SentimentCounts = Readonly<Record<(typeof labels)[number], number>>;

/** Says so if no mention was assessed. */
export function SentimentBar({ counts }: { readonly counts: SentimentCounts }) {
  const all = labels.reduce((sum, label) => sum + counts[label], 0);
  if (all === 0) return <span class="quiet">not assessed</span>;
  const text = labels.map((label) => `${counts[label]} ${label}`).join(', ');
  return (
    <span class="sentiment" title={text}>
      <span>
        {percent(counts.positive / all)} <small class="quiet">of {all}</small>
      </span>
      <span class="sentiment-bar" aria-hidden="true">
        {labels.map((label) => (
          <span class={label} key={label} style={{ width: `${(100 * counts[label]) / all}%` }} />
        ))}
      </span>
      <span class="visually-hidden">{text}</span>
    </span>
  );
}
