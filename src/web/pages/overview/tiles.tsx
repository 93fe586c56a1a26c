// The five figures of the window: each with what it is of, how sure it is, and how it differs from the window before.

import type { ComponentChildren } from 'preact';
import type { Target } from '../../app/address.js';
import { useBrand } from '../../app/catalog.js';
import { Link, useAddress } from '../../app/navigation.js';
import type { Complete } from '../../data/document.js';
import { useQuery } from '../../data/use-query.js';
import { filterOf } from '../../data/view.js';
import type { TilesQuery } from '../../documents/generated/overview.js';
import { tilesDocument } from '../../documents/overview.js';
import { Change, Difference } from '../../ui/change.js';
import { counted, decimal, interval, percent, whole } from '../../ui/format.js';
import { Failure, Stale } from '../../ui/notice.js';

type Figures = Complete<TilesQuery>['brandAnalytics'];

const labels = ['Visibility', 'Share of voice', 'Position', 'Positive sentiment', 'Citations'];

export function Tiles() {
  const { view } = useAddress();
  const { data, error, isLoading, retry } = useQuery(tilesDocument, filterOf(view));
  const figures = data?.brandAnalytics;
  return (
    <section class="tiles wide" aria-label="Figures of the window" aria-busy={isLoading}>
      {!figures && error && !isLoading ? <Failure error={error} onRetry={retry} /> : null}
      {!figures && isLoading && (
        <div class="tile-row">
          {labels.map((label) => (
            <div class="tile" key={label}>
              <h2>{label}</h2>
              <div class="skeleton" />
            </div>
          ))}
        </div>
      )}
      {figures && error && !isLoading ? <Stale error={error} onRetry={retry} /> : null}
      {figures && <Values figures={figures} isWaiting={isLoading} />}
      {(figures || isLoading) && <IntervalNote figures={figures ?? null} />}
    </section>
  );
}

function Values({ figures, isWaiting }: { readonly figures: Figures; readonly isWaiting: boolean }) {
  const { visibility, shareOfVoice, sentiment, position, totals, change } = figures;
  const before = figures.previous?.totals.runs ? figures.previous : null;
  const labelled = sentiment.positive + sentiment.neutral + sentiment.negative + sentiment.mixed;
  const mentioned: Target = { page: 'answers', params: { outcome: 'MENTIONED' } };
  /** A figure of some of these answers alone has no link: none leads to just those. */
  const toThese = (answers: number) => (answers === visibility.mentions ? mentioned : null);
  return (
    <div class={`tile-row${isWaiting ? ' waiting' : ''}`}>
      <Tile
        id="visibility"
        label="Visibility"
        value={percent(visibility.current)}
        exact={visibility.current}
        change={<Change change={change.visibility} />}
        to={mentioned}
        basis={
          visibility.runs === 0
            ? 'No answers'
            : `${whole(visibility.mentions)} of ${counted(visibility.runs, 'answer')}`
        }
        sure={sureOf(visibility.robustInterval, visibility.runs)}
      />
      <Tile
        id="share"
        label="Share of voice"
        value={percent(shareOfVoice.brand)}
        exact={shareOfVoice.brand}
        change={<Change change={change.shareOfVoice} />}
        to={{ page: 'competitors' }}
        basis={
          shareOfVoice.allMentions === 0
            ? 'No mentions'
            : `${whole(shareOfVoice.mentions)} of ${counted(shareOfVoice.allMentions, 'mention')}`
        }
        sure={sureOf(shareOfVoice.robustInterval, shareOfVoice.allMentions)}
      />
      <Tile
        id="position"
        label="Position"
        value={decimal(position.average)}
        exact={position.average}
        change={
          <Difference now={position.average} before={before?.position.average} format={decimal} betterIs="lower" />
        }
        to={toThese(position.positions)}
        basis={position.positions === 0 ? 'No position known' : `mean of ${counted(position.positions, 'mention')}`}
      />
      <Tile
        id="sentiment"
        label="Positive sentiment"
        value={percent(sentiment.positiveShare)}
        exact={sentiment.positiveShare}
        change={
          <Difference
            now={sentiment.positiveShare}
            before={before?.sentiment.positiveShare}
            format={percent}
            betterIs="higher"
          />
        }
        to={toThese(labelled)}
        basis={
          labelled === 0
            ? 'No answer was assessed'
            : `${whole(sentiment.positive)} of ${counted(labelled, 'assessed mention')}`
        }
      />
      <Tile
        id="citations"
        label="Citations"
        value={whole(totals.citations)}
        exact={null}
        change={<Difference now={totals.citations} before={before?.totals.citations} format={whole} />}
        to={{ page: 'sources' }}
        basis={`${counted(totals.uniqueDomains, 'domain')}, ${counted(totals.uniqueUrls, 'page')}`}
      />
    </div>
  );
}

function sureOf(bounds: { readonly low: number; readonly high: number } | null, of: number): string {
  if (bounds) return `${interval(bounds)} for prompts like these`;
  return of === 0 ? '' : 'One prompt: no interval';
}

interface TileProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly exact: number | null;
  readonly change: ComponentChildren;
  readonly to: Target | null;
  readonly basis: string;
  readonly sure?: string;
}

function Tile({ id, label, value, exact, change, to, basis, sure }: TileProps) {
  return (
    <div class="tile" id={`figure-${id}`}>
      <h2>{label}</h2>
      <p class="value" title={exact === null ? undefined : String(exact)}>
        {value}
      </p>
      <p>{change}</p>
      <p class="basis">{to ? <Link to={to}>{basis}</Link> : basis}</p>
      {sure && <p class="basis">{sure}</p>}
    </div>
  );
}

/** Says what the intervals are of: they are wide, and should not be mistaken for those of more answers to the same prompts. */
function IntervalNote({ figures }: { readonly figures: Figures | null }) {
  const brand = useBrand()?.name ?? 'the brand';
  return (
    <p class="interval-note">
      {figures && <span>{intervalNoteOf(figures, brand)}</span>}
      <span class={figures ? 'room' : 'room skeleton'} aria-hidden="true">
        {explained(100_000, 100)}
      </span>
    </p>
  );
}

function intervalNoteOf({ totals, visibility }: Figures, brand: string): string {
  if (totals.runs === 0) return 'No answer of this window fits these filters.';
  if (visibility.robustInterval) return explained(totals.runs, totals.prompts);
  return `All answers are to one prompt. What they say of ${brand} cannot be carried over to other prompts, so there is no interval.`;
}

/** The longest of these texts: the others have the room that it takes. */
const explained = (runs: number, prompts: number): string =>
  `Figures are exact for the ${counted(runs, 'answer')} to ${counted(prompts, 'prompt')} recorded here. The 95% intervals say where they would lie if other prompts like these were tracked: more prompts narrow them, more answers to the same ones hardly do. Position, sentiment and citations have none, and their changes are not tested.`;
