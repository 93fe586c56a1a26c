// The pieces that a breakdown is read in: its periods, and in each the runs of the same provider, web search and market where these are told apart. Pure.

import type { BreakdownAsk } from '../../domain/breakdown/breakdown.js';
import type { RunFilter } from '../../domain/selection/run-filter.js';
import type { Window } from '../../domain/window.js';
import type { Fault } from '../../errors.js';
import type { Axes } from './axes.js';
import type { Period } from './periods.js';
import type { ChannelValue, Values } from './values.js';

/** A question of its own. */
export interface Piece {
  readonly window: Window;
  readonly filter: RunFilter;
}

interface Cut {
  readonly axes: Axes;
  readonly periods: readonly Period[];
  readonly values: Values;
}

/** By what they add to the numbers of groups; or why they are too many. */
export function piecesOf(ask: BreakdownAsk, { axes, periods, values }: Cut): ReadonlyMap<number, Piece> | Fault {
  const { filter } = ask.question;
  const isOfAll = values.channels.length === 0;
  const narrowed = new Map(
    isOfAll
      ? [[0, filter]]
      : values.channels.flatMap((channel) => {
          const own = narrowedTo(channel, ask);
          return own ? [[axes.channel(channel), own] as const] : [];
        }),
  );
  const most = mostPieces(values.channels);
  if (periods.length * narrowed.size > most) return tooManyPieces(periods.length, narrowed.size, most);
  return new Map(
    periods.flatMap(({ start, end }, place) =>
      [...narrowed].map(([code, own]) => [axes.period(place) + code, { window: { start, end }, filter: own }] as const),
    ),
  );
}

/** Each is read as a question of its own. */
const maxPieces = 10_000;
/** Each looks through all combinations of provider, web search and market that the brand has; 25 million such looks took over half a minute. */
const maxLookUps = 3_000_000;

/** How many questions may be asked at once of a brand with these channels. */
export function mostPieces(channels: readonly ChannelValue[]): number {
  return Math.min(maxPieces, Math.floor(maxLookUps / Math.max(1, channels.length)));
}

function tooManyPieces(periods: number, channels: number, max: number): Fault {
  const [pieces, most] = [periods * channels, max].map((count) => count.toLocaleString('en-US'));
  const message =
    `The breakdown is read in ${pieces} pieces, ${periods} periods by ${channels} combinations of provider, web search and market, ` +
    `and at most ${most} are read: give fewer dimensions, a shorter window, a longer period or a filter.`;
  return { field: 'by', message };
}

/** The filter of the runs that have these values of the dimensions; `null`: it admits none of them. */
function narrowedTo(
  { provider, webSearch, market }: ChannelValue,
  { by, question: { filter } }: BreakdownAsk,
): RunFilter | null {
  const { providers, markets } = filter;
  if (by.includes('provider') && providers.length > 0 && !providers.includes(provider)) return null;
  if (by.includes('market') && markets.length > 0 && !markets.includes(market)) return null;
  if (by.includes('webSearch') && filter.webSearch !== null && filter.webSearch !== webSearch) return null;
  return {
    ...filter,
    ...(by.includes('provider') ? { providers: [provider] } : {}),
    ...(by.includes('market') ? { markets: [market] } : {}),
    ...(by.includes('webSearch') ? { webSearch } : {}),
  };
}
