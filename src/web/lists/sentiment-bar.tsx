// The sentiment of assessed mentions: the share that is positive, those that are negative, and all four labels as a bar.

import { percent, whole } from '../ui/format.js';
import { AnswersLink } from './answers-link.js';

const labels = ['positive', 'neutral', 'mixed', 'negative'] as const;
type SentimentCounts = Readonly<Record<(typeof labels)[number], number>>;

interface SentimentBarProps {
  readonly company: string;
  readonly counts: SentimentCounts;
}

/** Says so if no mention was assessed. */
export function SentimentBar({ company, counts }: SentimentBarProps) {
  const all = labels.reduce((sum, label) => sum + counts[label], 0);
  if (all === 0) return <span class="quiet">not assessed</span>;
  const text = labels.map((label) => `${counts[label]} ${label}`).join(', ');
  return (
    <span class="sentiment" title={text}>
      <span>
        <AnswersLink count={counts.positive} of={{ company, sentiment: 'POSITIVE' }}>
          {percent(counts.positive / all)}
        </AnswersLink>{' '}
        <small class="quiet">
          of {all}
          {counts.negative > 0 && (
            <>
              {', '}
              <AnswersLink count={counts.negative} of={{ company, sentiment: 'NEGATIVE' }}>
                {whole(counts.negative)} negative
              </AnswersLink>
            </>
          )}
        </small>
      </span>
      <span class="sentiment-bar" aria-hidden="true">
        {labels.map((label) => (
          <span key={label} style={{ width: `${(100 * counts[label]) / all}%`, background: `var(--${label})` }} />
        ))}
      </span>
      <span class="visually-hidden">{text}</span>
    </span>
  );
}
