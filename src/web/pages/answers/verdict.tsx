// Whether an answer names the brand, and how.

import { Badge } from '../../lists/badge.js';
import { word } from '../../ui/format.js';
import type { ListedAnswer } from './selection.js';

interface VerdictProps {
  readonly answer: Pick<ListedAnswer, 'brandMentioned' | 'assessments'>;
}

/** Badges: the sentiment and the position, or that the brand is not named. */
export function Verdict({ answer: { brandMentioned, assessments } }: VerdictProps) {
  if (!brandMentioned) return <Badge>not named</Badge>;
  const { sentiment = null, position = null } = assessments.brand;
  return (
    <>
      {sentiment ? <Badge kind={word(sentiment)}>{word(sentiment)}</Badge> : <Badge>named</Badge>}
      {position !== null && <Badge title={`Named as number ${position}`}>#{position}</Badge>}
    </>
  );
}
