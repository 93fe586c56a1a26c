// What happened, in a sentence: how visibility changed, with which answers most, and what else is more than chance. Each part leads to it.

import type { ComponentChildren } from 'preact';
import { labelOf, useCatalog } from '../../app/catalog.js';
import { Link, useAddress } from '../../app/navigation.js';
import { type Complete, notices } from '../../data/document.js';
import { useQuery } from '../../data/use-query.js';
import { comparedOf, filterOf } from '../../data/view.js';
import type { CausesQuery, SignalsQuery } from '../../documents/generated/signals.js';
import { causesDocument, signalsDocument } from '../../documents/signals.js';
import { counted, dayRange, points, roundedPercent } from '../../ui/format.js';
import { noAnswer } from '../../ui/notice.js';
import { quoted, type Signal, SubjectLink, verbOf } from '../signals/signal-text.js';

type Changes = Complete<SignalsQuery>['brandAnalytics'];
type Causes = Complete<CausesQuery>['brandAnalytics'];
type Cause = Causes['breakdown']['data'][number];

export function Headline() {
  const { view } = useAddress();
  const compared = comparedOf(view);
  const { data, error, isLoading } = useQuery(signalsDocument, filterOf(view));
  if (!compared || (error && !data)) return null;
  const changes = data?.brandAnalytics;
  const hasNone = changes?.totals.runs === 0;
  return (
    <p class={`headline wide${isLoading && data ? ' waiting' : ''}`} aria-busy={isLoading}>
      {hasNone && [noAnswer(view), ...(data?.[notices] ?? [])].join(' ')}
      {!hasNone && (changes ? <SentenceOf changes={changes} before={dayRange(compared)} /> : <Loading />)}
    </p>
  );
}

interface SentenceProps {
  readonly changes: Changes;
  readonly before: string;
  /** The prompt and model that changed visibility most in its direction. */
  readonly cause?: MainCause | null;
}

/** The cause is asked for where there is something to explain; the sentence is shown whole. */
function SentenceOf(props: SentenceProps) {
  return props.changes.change.visibility.isSignificant ? <Explained {...props} /> : <Sentence {...props} />;
}

function Explained(props: SentenceProps) {
  const { view } = useAddress();
  const { data, error } = useQuery(causesDocument, filterOf(view));
  if (!data && !error) return <Loading />;
  return (
    <Sentence
      {...props}
      cause={data && causeOf(data.brandAnalytics, props.changes.change.visibility.difference ?? 0)}
    />
  );
}

const Loading = () => <span class="skeleton" aria-busy="true" />;

function Sentence({ changes, before, cause = null }: SentenceProps): ComponentChildren {
  const { previous, change, signals } = changes;
  if (!previous?.totals.runs) return `No answers from ${before} to compare with.`;
  const { difference, isSignificant } = change.visibility;
  if (!isSignificant && signals.total === 0)
    return (
      <>
        <Link to={{ page: 'signals' }}>
          {signals.tested > 0 ? 'Nothing changed beyond chance' : 'Too few answers to test what changed'}
        </Link>{' '}
        compared with {before}: visibility {points(difference)}
        {signals.tested > 0 && `, and no signal among ${counted(signals.tested, 'change')} tested`}.
      </>
    );
  // One of each kind: the first says more than a further one like it.
  const others = signals.data
    .filter(isOther)
    .filter((each, at, all) => all.findIndex(({ kind }) => kind === each.kind) === at);
  return (
    <>
      {isSignificant ? (
        <>
          <strong>
            Visibility {(difference ?? 0) > 0 ? 'up' : 'down'} {points(difference).slice(1)}
          </strong>{' '}
          compared with {before}, more than chance
          {cause && <CauseOf {...cause} />}
        </>
      ) : (
        <>
          No clear change of visibility compared with {before} ({points(difference)})
        </>
      )}
      {others.map((signal) => (
        <>
          ; <SubjectLink signal={signal} isInSentence /> {verbOf(signal)} ({points(signal.difference)})
        </>
      ))}
      . <Link to={{ page: 'signals' }}>{counted(signals.total, 'signal')}</Link>
    </>
  );
}

/** The change of the brand in all answers is said already. */
const isOther = ({ kind, subject }: Signal) =>
  kind !== 'VISIBILITY' || subject.model !== null || subject.tag !== null || subject.market !== null;

interface MainCause {
  readonly of: Cause['key'];
  /** Of the whole difference; more than 1 where others went the other way. */
  readonly share: number;
}

function CauseOf({ of: { promptId, prompt, model }, share }: MainCause) {
  const catalog = useCatalog();
  return (
    <>
      : {share > 0.5 ? 'mostly' : 'most of all'}{' '}
      <Link to={{ page: 'prompt', promptId: promptId ?? '' }} title={prompt ?? ''}>
        {quoted(prompt ?? '')}
      </Link>{' '}
      on <Link to={{ page: 'overview', view: { model: model ?? '' } }}>{labelOf(catalog, model ?? '')}</Link>{' '}
      {share <= 1 && `(${roundedPercent(share)} of it)`}
    </>
  );
}

/** Of fewer answers in either window, a group says little. */
const enoughAnswers = 5;

/**
 * The group whose visibility moved that of all answers most. A group that is a larger part of the answers than before moves it too, but is
 * no cause: each counts with the mean of its two parts. There is none where all answers together went the other way than their prompts did.
 */
function causeOf({ totals, visibility, previous, breakdown }: Causes, difference: number): MainCause | null {
  const before = previous?.totals.runs ?? 0;
  const whole = (visibility.current ?? 0) - (previous?.visibility.current ?? 0);
  if (whole * difference <= 0) return null;
  const shareOf = (group: Cause): number => {
    const { runs = 0, mentions = 0 } = group.previous ?? {};
    if (Math.min(runs, group.runs) < enoughAnswers) return 0;
    const weight = (group.runs / totals.runs + runs / before) / 2;
    return (weight * (group.mentions / group.runs - mentions / runs)) / whole;
  };
  const shares = breakdown.data.map((group) => ({ of: group.key, share: shareOf(group) }));
  const [first = null] = shares.sort((one, other) => other.share - one.share);
  return first && first.share > 0 ? first : null;
}
