// Whether an answer names the brand, and how.

import type { SentimentLabel } from '../../documents/generated/answers.js';
import { Badge } from '../../lists/badge.js';
import { word } from '../../ui/format.js';

interface VerdictProps {
  readonly answer: {
    readonly brandMentioned: boolean;
    readonly assessments: {
      readonly brand: {
        readonly sentiment?: SentimentLabel | null;
        readonly position?: number | null;
      };
    };
  };
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
