// How a figure differs from the window that it is compared with. Only a change that the API tested and found significant has a colour.

import type { ComponentChildren } from 'preact';
import { Link, useAddress } from '../app/navigation.js';
import { useQuery } from '../data/use-query.js';
import { filterOf, type View } from '../data/view.js';
import type { TestedFragment, VerdictsQuery } from '../documents/generated/overview.js';
import { verdictsDocument } from '../documents/overview.js';
import { none, points, probability, signed } from './format.js';
import { noAnswerBefore } from './notice.js';

type Verdicts = VerdictsQuery['brandAnalytics']['signals']['data'][number];
type IsOf = (signal: Pick<Verdicts, 'kind' | 'subject'>) => boolean;

/** What both windows must have of it, for the API to test visibility. */
const least = { runs: 10, prompts: 4 };

export const isOfBrand: IsOf = ({ kind, subject: { model, tag, market } }) =>
  kind === 'VISIBILITY' && model === null && tag === null && market === null;

/**
 * Which signal says of a change of visibility without an interval whether it is more than chance: that of a prompt, by default the only one,
 * or that of the brand. `null`: none is tested.
 */
export function signalFor(
  { prompts }: Pick<TestedFragment, 'prompts'>,
  windows: readonly (typeof least)[],
  promptId = '',
): IsOf | null {
  if (windows.some(({ runs }) => runs < least.runs)) return null;
  if (prompts !== null) return windows.some((window) => window.prompts < least.prompts) ? null : isOfBrand;
  return ({ kind, subject }) => kind === 'PROMPT_VISIBILITY' && (promptId === '' || subject.promptId === promptId);
}

interface ChangeProps {
  /** Its `prompts` are null of fewer than two. */
  readonly change: TestedFragment;
  /** Whether there is a figure now; without one there is nothing to compare. */
  readonly hasFigure?: boolean;
  /** What the ratio is of. */
  readonly whole?: string;
  /** Where signals may test what has no interval: which one, and in which view. */
  readonly signal?: { readonly isOf: IsOf | null; readonly view: View } | undefined;
}

/** A tested change of a ratio of which more is better: the difference with the verdict, and its interval. */
export function Change({ change, hasFigure = true, whole = 'answers', signal }: ChangeProps) {
  const { difference, low, high, isSignificant, prompts } = change;
  if (difference === null) return hasFigure ? <p class="change">No earlier {whole}</p> : null;
  if (low !== null && high !== null) {
    const basis = (
      <>
        95%: {points(low).replace(' pts', '')} to {points(high)}
      </>
    );
    return <Verdict difference={difference} isMore={isSignificant} otherwise="no clear change" basis={basis} />;
  }
  const basis = prompts === null ? 'only one prompt' : 'all prompts moved alike';
  if (signal?.isOf) return <BySignal isOf={signal.isOf} view={signal.view} difference={difference} basis={basis} />;
  const untested = signal && prompts === null ? 'too few answers' : basis;
  return <Verdict difference={difference} otherwise="not tested" basis={untested} />;
}

/** The sign and the class of a change that is more than chance. */
export const markOf = (difference: number): readonly [mark: string, mood: string] =>
  difference > 0 ? ['▲ ', 'better'] : ['▼ ', 'worse'];

interface VerdictProps {
  readonly difference: number;
  /** Than chance. */
  readonly isMore?: boolean | null;
  /** What is said otherwise; nothing while that is not known. */
  readonly otherwise: string | null;
  readonly basis: ComponentChildren;
}

function Verdict({ difference, isMore = false, otherwise, basis }: VerdictProps) {
  const [mark, mood] = markOf(difference);
  return (
    <>
      <p class={isMore ? `change ${mood}` : 'change'} title={String(difference)}>
        {isMore && <span aria-hidden="true">{mark}</span>}
        {[points(difference), isMore ? 'more than chance' : otherwise].filter(Boolean).join(', ')}
      </p>
      <p class="basis">{basis}</p>
    </>
  );
}

interface BySignalProps extends Pick<VerdictProps, 'difference' | 'basis'> {
  readonly isOf: IsOf;
  readonly view: View;
}

/** Without an interval for prompts like these: whether it is more than chance, the signals of the window say. */
function BySignal({ isOf, view, difference, basis }: BySignalProps) {
  const { data, isOfBefore, error, isLoading } = useQuery(verdictsDocument, filterOf(view));
  const isKnown = data !== null && !isOfBefore;
  const signal = isKnown ? data.brandAnalytics.signals.data.find(isOf) : undefined;
  return (
    <div aria-busy={isLoading}>
      <Verdict
        difference={difference}
        isMore={signal !== undefined}
        otherwise={isKnown ? 'no signal' : error && 'verdict unknown'}
        basis={signal ? `by chance: ${probability(signal.p)}` : basis}
      />
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
