// What happened, in a sentence: how visibility changed, with which answers most, and what else is more than chance. Each part leads to it.

import type { ComponentChildren } from 'preact';
import { labelOf, useCatalog } from '../../app/catalog.js';
import { Link, useAddress } from '../../app/navigation.js';
import type { Complete } from '../../data/document.js';
import { useQuery } from '../../data/use-query.js';
import { comparedOf, filterOf } from '../../data/view.js';
import type { CausesQuery, SignalsQuery } from '../../documents/generated/signals.js';
import { causesDocument, signalsDocument } from '../../documents/signals.js';
import { counted, dayRange, points } from '../../ui/format.js';
import { type Signal, SubjectLink, verbOf } from '../signals/signal-text.js';

type Changes = Complete<SignalsQuery>['brandAnalytics'];
type Causes = Complete<CausesQuery>['brandAnalytics'];
type Cause = Causes['breakdown']['data'][number];

export function Headline() {
  const { view } = useAddress();
  const compared = comparedOf(view);
  const { data, error, isLoading } = useQuery(signalsDocument, filterOf(view));
  if (!compared || (error && !data)) return null;
  const changes = data?.brandAnalytics;
  return (
    <p class={`headline wide${isLoading && data ? ' waiting' : ''}`} aria-busy={isLoading}>
      {changes ? <SentenceOf changes={changes} before={dayRange(compared)} /> : <Loading />}
    </p>
  );
}

interface SentenceProps {
  readonly changes: Changes;
  readonly before: string;
  /** The prompt and model with which visibility changed most in its direction. */
  readonly cause?: Cause | null;
}

/** The cause is asked for where there is something to explain; the sentence is shown whole. */
function SentenceOf(props: SentenceProps) {
  return props.changes.change.visibility.isSignificant ? <Explained {...props} /> : <Sentence {...props} />;
}

function Explained(props: SentenceProps) {
  const { view } = useAddress();
  const { data, error } = useQuery(causesDocument, filterOf(view));
  if (!data && !error) return <Loading />;
  const sign = Math.sign(props.changes.change.visibility.difference ?? 0);
  return <Sentence {...props} cause={data && causeOf(data.brandAnalytics, sign)} />;
}

const Loading = () => <span class="skeleton" aria-busy="true" />;

function Sentence({ changes, before, cause = null }: SentenceProps): ComponentChildren {
  const { totals, previous, change, signals } = changes;
  if (totals.runs === 0) return 'No answer of this window fits these filters.';
  if (!previous?.totals.runs) return `No answers from ${before} to compare with.`;
  const { difference, isSignificant } = change.visibility;
  if (!isSignificant && signals.total === 0)
    return (
      <>
        <Link to={{ page: 'signals' }}>
          {signals.tested > 0 ? 'Nothing changed beyond chance' : 'Too few answers to test what changed'}
        </Link>{' '}
        compared with {before}: visibility {points(difference)}
        {signals.tested > 0 && <>, and none of {counted(signals.tested, 'change')} that were tested is a signal</>}.
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
            {(difference ?? 0) > 0 ? 'Up' : 'Down'} {points(difference).slice(1)}
          </strong>{' '}
          compared with {before}, more than chance
          {cause && <MainCause {...cause.key} />}
        </>
      ) : (
        <>
          No clear change of visibility compared with {before} ({points(difference)})
        </>
      )}
      {others.map((signal) => (
        <>
          ; <SubjectLink signal={signal} /> {verbOf(signal)} ({points(signal.difference)})
        </>
      ))}
      . <Link to={{ page: 'signals' }}>{counted(signals.total, 'signal')}</Link>
    </>
  );
}

/** The change of the brand in all answers is said already. */
const isOther = ({ kind, subject }: Signal) =>
  kind !== 'VISIBILITY' || subject.model !== null || subject.tag !== null || subject.market !== null;

function MainCause({ promptId, prompt, model }: Cause['key']) {
  const catalog = useCatalog();
  return (
    <>
      : mostly{' '}
      <Link to={{ page: 'prompt', promptId: promptId ?? '' }} title={prompt ?? ''}>
        {prompt}
      </Link>{' '}
      on <Link to={{ page: 'overview', view: { model: model ?? '' } }}>{labelOf(catalog, model ?? '')}</Link>
    </>
  );
}

/** The group whose part of the difference is largest: mentions, of all answers, now and before. */
function causeOf({ totals, previous, breakdown }: Causes, sign: number): Cause | null {
  const before = previous?.totals.runs ?? 0;
  const partOf = (group: Cause) =>
    sign * (group.mentions / totals.runs - (before === 0 ? 0 : (group.previous?.mentions ?? 0) / before));
  const [first = null] = [...breakdown.data].sort((one, other) => partOf(other) - partOf(one));
  return first && partOf(first) > 0 ? first : null;
}
