// The five figures of a window: each with how it differs from the window compared with and whether that is more than chance, what it is of, and
// how sure it is.

import type { ComponentChildren } from 'preact';
import type { Target } from '../../app/address.js';
import { Link, useAddress } from '../../app/navigation.js';
import { useQuery } from '../../data/use-query.js';
import { comparedOf, filterOf, type View } from '../../data/view.js';
import type { TilesQuery } from '../../documents/generated/overview.js';
import { tilesDocument } from '../../documents/overview.js';
import { readText } from '../../lists/answers-link.js';
import { type Bounded, boundsOf, interval, kindOf } from '../../ui/bounds.js';
import { Before, Change, signalFor } from '../../ui/change.js';
import { counted, dayRange, decimal, percent, whole } from '../../ui/format.js';
import { Loaded, noAnswer } from '../../ui/notice.js';

type Figures = TilesQuery['brandAnalytics'];

/** Of the answers to a prompt, or of all. */
export function Tiles({ promptId = '' }: { readonly promptId?: string }) {
  const { view } = useAddress();
  const query = useQuery(tilesDocument, filterOf(view, promptId), view);
  const { isLoading, of: shown } = query;
  const compared = comparedOf(shown);
  const content = (figures: Figures | null) => (
    <>
      <div class={`tile-row${figures && isLoading ? ' waiting' : ''}`}>
        {tilesOf(figures, promptId, shown).map((tile) => (
          <Tile key={tile.id} {...tile} change={compared && tile.change} isReady={figures !== null} />
        ))}
      </div>
      <div class={`interval-note basis${figures ? '' : ' skeleton'}`}>
        {figures && noteOf(figures, shown, compared && dayRange(compared))}
      </div>
    </>
  );
  return (
    <section class="tiles wide" aria-label="Figures of the window" aria-busy={isLoading}>
      <Loaded query={query} loading={content(null)}>
        {({ brandAnalytics }) => content(brandAnalytics)}
      </Loaded>
    </section>
  );
}

interface TileOf {
  readonly id: string;
  readonly label: string;
  readonly exact?: number | null | undefined;
  readonly value?: string;
  readonly change?: ComponentChildren;
  readonly basis?: string;
  readonly to?: Target | null;
  /** As many answers as the basis leads to. */
  readonly answers?: number;
  readonly sure?: string;
}

function tilesOf(figures: Figures | null, promptId: string, view: View): readonly TileOf[] {
  const labels = ['Visibility', 'Share of voice', 'Position', 'Positive sentiment', 'Citations'];
  if (!figures) return labels.map((label) => ({ id: label, label }));
  const { visibility, shareOfVoice, sentiment, position, totals, change } = figures;
  const before = figures.previous?.totals.runs ? figures.previous : null;
  const isOf = before && signalFor(change.visibility, [totals, before.totals], promptId);
  // Its answers count whatever its tags are and whether it is branded.
  const tested = promptId ? { ...view, tags: [], branded: '' as const } : view;
  const labelled = sentiment.positive + sentiment.neutral + sentiment.negative + sentiment.mixed;
  const mentioned = { page: 'answers', params: { prompt: promptId, outcome: 'MENTIONED' } } as const;
  return [
    {
      id: 'visibility',
      label: 'Visibility',
      exact: visibility.current,
      value: percent(visibility.current),
      change: (
        <Change change={change.visibility} hasFigure={visibility.current !== null} signal={{ isOf, view: tested }} />
      ),
      to: mentioned,
      answers: visibility.mentions,
      basis:
        visibility.runs > 0 ? `${whole(visibility.mentions)} of ${counted(visibility.runs, 'answer')}` : 'No answers',
      sure: sureOf(visibility),
    },
    {
      id: 'share',
      label: 'Share of voice',
      exact: shareOfVoice.brand,
      value: percent(shareOfVoice.brand),
      change: <Change change={change.shareOfVoice} hasFigure={shareOfVoice.brand !== null} whole="mentions" />,
      to: promptId ? null : { page: 'competitors' },
      basis:
        shareOfVoice.allMentions > 0
          ? `${whole(shareOfVoice.mentions)} of ${counted(shareOfVoice.allMentions, 'mention')}`
          : 'No mentions',
      // The note below says what the interval of visibility is of.
      sure: [sureOf(shareOfVoice), visibility.robustInterval && kindOf(shareOfVoice)].filter(Boolean).join(', '),
    },
    {
      id: 'position',
      label: 'Position',
      exact: position.average,
      value: decimal(position.average),
      change: <Before now={position.average} before={before?.position.average} format={decimal} />,
      // No link leads to some of these answers alone.
      ...(position.positions === visibility.mentions ? { to: mentioned, answers: visibility.mentions } : {}),
      basis: position.positions > 0 ? `mean of ${counted(position.positions, 'mention')}` : 'No position known',
    },
    {
      id: 'sentiment',
      label: 'Positive sentiment',
      exact: sentiment.positiveShare,
      value: percent(sentiment.positiveShare),
      change: <Before now={sentiment.positiveShare} before={before?.sentiment.positiveShare} format={percent} />,
      to: { page: 'answers', params: { prompt: promptId, sentiment: 'POSITIVE' } },
      answers: sentiment.positive,
      basis: labelled > 0 ? `${whole(sentiment.positive)} of ${whole(labelled)} assessed` : 'No answer was assessed',
    },
    {
      id: 'citations',
      label: 'Citations',
      value: whole(totals.citations),
      change: <Before now={totals.citations} before={before?.totals.citations} format={whole} />,
      to: promptId ? null : { page: 'sources' },
      basis: `${counted(totals.uniqueDomains, 'domain')}, ${counted(totals.uniqueUrls, 'page')}`,
    },
  ];
}

function sureOf(figure: Bounded): string {
  const bounds = boundsOf(figure);
  return bounds ? `95% interval ${interval(bounds)}` : '';
}

function Tile({ id, label, exact, value, change, basis, to, answers, sure, isReady }: TileOf & { isReady: boolean }) {
  const title = answers === undefined ? undefined : readText(answers);
  return (
    <div class="tile" id={`figure-${id}`}>
      <h2>{label}</h2>
      <p class={isReady ? 'value' : 'value skeleton'} title={typeof exact === 'number' ? String(exact) : undefined}>
        {value}
      </p>
      <div class="tile-change">{change}</div>
      <p class="basis">
        {to && answers !== 0 ? (
          <Link to={to} title={title}>
            {basis}
          </Link>
        ) : (
          basis
        )}
      </p>
      <p class="basis">{sure}</p>
    </div>
  );
}

/** Says what the figures are compared with, and what the intervals are of. */
function noteOf({ totals, visibility, previous }: Figures, view: View, compared: string | null) {
  if (totals.runs === 0) return noAnswer(view);
  const { robustInterval } = visibility;
  const of = `${totals.runs === 1 ? 'this' : 'these'} ${counted(totals.runs, 'answer')} to ${counted(totals.prompts, 'prompt')}`;
  return (
    <>
      <div
        class="hint"
        title={
          robustInterval
            ? 'The 95% intervals say where a figure would lie if other prompts like these were tracked: more prompts narrow them, more answers to the same ones hardly do. Position, sentiment and citations have none, and their changes are not tested.'
            : 'All answers are to one prompt: the 95% intervals say where a figure would lie if it were asked again. They say nothing of other prompts.'
        }
      >
        The figures are exact for {of}. The 95% intervals show where they would lie{' '}
        {robustInterval ? 'with other prompts like these' : 'if the prompt were asked again'}.
      </div>
      {compared && (
        <div>
          {previous?.totals.runs
            ? `Compared with ${compared}.`
            : `There are no answers from ${compared} to compare with.`}
        </div>
      )}
    </>
  );
}
