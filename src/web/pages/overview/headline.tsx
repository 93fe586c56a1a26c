// What happened, in a sentence: how visibility changed, with which answers most, and what else is more than chance. Each part leads to it.

import type { ComponentChildren } from 'preact';
import { labelOf, useCatalog } from '../../app/catalog.js';
import { Link, useAddress } from '../../app/navigation.js';
import { notices } from '../../data/document.js';
import { useQuery } from '../../data/use-query.js';
import { comparedOf, filterOf, type View } from '../../data/view.js';
import type { CausesQuery, SignalsQuery } from '../../documents/generated/overview.js';
import { causesDocument, signalsDocument } from '../../documents/overview.js';
import { isOfBrand, signalFor } from '../../ui/change.js';
import { counted, dayRange, points, roundedPercent } from '../../ui/format.js';
import { Loaded, noAnswer } from '../../ui/notice.js';
import { quoted, SubjectLink, verbOf } from '../signals/signal-text.js';

type Changes = SignalsQuery['brandAnalytics'];
type Causes = CausesQuery['brandAnalytics'];
type Cause = Causes['breakdown']['data'][number];

/** In a view that is compared with another window. */
export function Headline() {
  const { view } = useAddress();
  const query = useQuery(signalsDocument, filterOf(view), view);
  const { data, isLoading, of: shown } = query;
  return (
    <div class={`headline wide${isLoading && data ? ' waiting' : ''}`} aria-busy={isLoading}>
      <Loaded query={query} loading={<Loading />}>
        {({ brandAnalytics, [notices]: others = [] }) => (
          <p>
            {brandAnalytics.totals.runs === 0 ? (
              [noAnswer(shown), ...others].join(' ')
            ) : (
              <Sentence changes={brandAnalytics} view={shown} />
            )}
          </p>
        )}
      </Loaded>
    </div>
  );
}

/** Whether the change of visibility is more than chance, `null` where nothing tested it; and which signals say the same. */
function verdictOf({ totals, previous, change, signals }: Changes) {
  const { isSignificant, prompts } = change.visibility;
  const isOf = previous && signalFor({ prompts }, [totals, previous.totals]);
  const tested = isOf && signals.data.some(isOf);
  return { isMore: isSignificant ?? tested, isSame: (isSignificant === null && isOf) || isOfBrand };
}

const Loading = () => <span class="skeleton" aria-busy="true" />;

/** The changes of a view. */
function Sentence({ changes, view }: { readonly changes: Changes; readonly view: View }): ComponentChildren {
  const compared = comparedOf(view);
  const before = compared ? dayRange(compared) : '';
  const { previous, change, signals } = changes;
  const { difference } = change.visibility;
  const { isMore, isSame } = verdictOf(changes);
  // The cause is asked for where there is something to explain; the sentence is shown whole.
  const { data, isOfBefore, error } = useQuery(causesDocument, isMore ? filterOf(view) : null);
  if (isMore && (isOfBefore || (!data && !error))) return <Loading />;
  if (!previous?.totals.runs) return `No answers from ${before} to compare with.`;
  const cause = data && causeOf(data.brandAnalytics, difference ?? 0);
  if (!isMore && signals.total === 0)
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
    .filter((each) => !isSame(each))
    .filter((each, at, all) => all.findIndex(({ kind }) => kind === each.kind) === at);
  return (
    <>
      {isMore ? (
        <>
          <strong>
            Visibility {(difference ?? 0) > 0 ? 'up' : 'down'} {points(difference).slice(1)}
          </strong>{' '}
          compared with {before}, more than chance
          {cause && <CauseOf {...cause} />}
        </>
      ) : (
        <>
          {isMore === null ? 'Change of visibility not tested,' : 'No clear change of visibility'} compared with{' '}
          {before} ({points(difference)})
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

/** The prompt and model that changed visibility most in its direction. */
function CauseOf({ of: { promptId, prompt, model }, share }: NonNullable<ReturnType<typeof causeOf>>) {
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
 * Its share of the whole difference is more than 1 where others went the other way.
 */
function causeOf({ totals, visibility, previous, breakdown }: Causes, difference: number) {
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
