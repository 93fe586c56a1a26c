// How a figure differs from the window that it is compared with. Only a change that the API tested and found significant has a colour.

import { Link, useAddress } from '../app/navigation.js';
import { useQuery } from '../data/use-query.js';
import { filterOf } from '../data/view.js';
import type { TestedFragment } from '../documents/generated/overview.js';
import { signalsDocument } from '../documents/signals.js';
import { none, points, probability, signed } from './format.js';
import { noAnswerBefore } from './notice.js';

interface ChangeProps {
  /** Its `prompts` are null of fewer than two. */
  readonly change: TestedFragment;
  /** Whether there is a figure now; without one there is nothing to compare. */
  readonly hasFigure?: boolean;
  /** Where it may be of one prompt, whose visibility is tested among the signals: of which one; empty for the only one of the view. */
  readonly promptId?: string | null;
}

/** A tested change of a ratio of which more is better: the difference with the verdict, and its interval. */
export function Change({ change, hasFigure = true, promptId = null }: ChangeProps) {
  const { difference, low, high, isSignificant, prompts } = change;
  if (difference === null) return hasFigure ? <p class="change">No earlier answers</p> : null;
  if (prompts === null && promptId !== null) return <ChangeOfPrompt difference={difference} promptId={promptId} />;
  if (low === null || high === null) {
    return (
      <>
        <p class="change" title={String(difference)}>
          {points(difference)}, not tested
        </p>
        <p class="basis">{prompts === null ? 'only one prompt' : 'all prompts moved alike'}</p>
      </>
    );
  }
  return (
    <>
      <Verdict difference={difference} isMore={isSignificant ?? false} otherwise="no clear change" />
      <p class="basis">
        95%: {points(low).replace(' pts', '')} to {points(high)}
      </p>
    </>
  );
}

/** The sign and the class of a change that is more than chance. */
export const markOf = (difference: number): readonly [mark: string, mood: string] =>
  difference > 0 ? ['▲ ', 'better'] : ['▼ ', 'worse'];

interface VerdictProps {
  readonly difference: number;
  /** Than chance. */
  readonly isMore: boolean;
  readonly otherwise: string;
}

function Verdict({ difference, isMore, otherwise }: VerdictProps) {
  const [mark, mood] = markOf(difference);
  return (
    <p class={isMore ? `change ${mood}` : 'change'} title={String(difference)}>
      {isMore && <span aria-hidden="true">{mark}</span>}
      {points(difference)}, {isMore ? 'more than chance' : otherwise}
    </p>
  );
}

/** It has no interval for prompts like it; whether it is more than chance, the signals of the window say. */
function ChangeOfPrompt({ difference, promptId }: { readonly difference: number; readonly promptId: string }) {
  const { view } = useAddress();
  const { data, isLoading } = useQuery(signalsDocument, filterOf(view));
  const signal = data?.brandAnalytics.signals.data.find(
    ({ kind, subject }) => kind === 'PROMPT_VISIBILITY' && (promptId === '' || promptId === subject.promptId),
  );
  return (
    <div aria-busy={isLoading}>
      <Verdict difference={difference} isMore={signal !== undefined} otherwise={data ? 'no signal' : 'not tested'} />
      <p class="basis">{signal ? `by chance: ${probability(signal.p)}` : 'only one prompt'}</p>
    </div>
  );
}

/** What is to be known of many changes with verdicts. */
export const TestedAlone = () => (
  <span class="quiet">
    Changes marked ▲ or ▼ are more than chance when each is tested alone: where nothing changed, 1 in 20 would be marked
    too. <Link to={{ page: 'signals' }}>Signals</Link> are corrected for that.
  </span>
);

interface CountChangeProps {
  readonly now: number;
  readonly before: number;
  /** Whether it is counted now and was not before, as the API answers it: never where the window before has no answers. */
  readonly isNew: boolean;
  /** What the figure was before, in words. */
  readonly basis: string;
  /** Both as shares of all, where there are such. */
  readonly shares?: string;
}

/** The change of a count; a dash where the window compared with has no answers. */
export function CountChange({ now, before, isNew, basis, shares }: CountChangeProps) {
  const nothingBefore = noAnswerBefore(useAddress().view);
  if (before === 0 && !isNew)
    return (
      <span class="change" title={nothingBefore}>
        <span aria-hidden="true">{none}</span>
        <span class="visually-hidden">{nothingBefore}</span>
      </span>
    );
  return (
    <span class="change" title={`${basis} in the window compared with. Not tested for chance.`}>
      {now === before ? 'as before' : signed(now - before)}
      {shares && <span class="sub">{shares}</span>}
    </span>
  );
}

interface BeforeProps {
  readonly now: number | null;
  readonly before: number | null | undefined;
  readonly format: (value: number) => string;
}

/** The figure of the window compared with: the API does not test whether these differ by more than chance, so there is no verdict. */
export function Before({ now, before, format }: BeforeProps) {
  if (before === null || before === undefined) return now === null ? null : <p class="change">No earlier figure</p>;
  return (
    <p class="change">{now !== null && format(before) === format(now) ? 'as before' : `${format(before)} before`}</p>
  );
}
