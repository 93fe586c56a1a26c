// Whether an answer names the brand, and how.

import { Badge } from '../../lists/badge.js';

interface VerdictProps {
  readonly answer: {
    readonly brandMentioned: boolean;
    readonly assessments: {
      readonly brand: {
        readonly sentiment?: 'positive' | 'neutral' | 'mixed' | 'negative' | null;
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
      <Badge kind={sentiment ?? 'plain'}>{sentiment ?? 'named'}</Badge>
      {position !== null && <Badge title={`Named as number ${position}`}>#{position}</Badge>}
    </>
  );
}
