// The query of the dashboard and the type of its result. Ratios are fractions in [0, 1]; `null` if the denominator is zero.

import { ask } from './api.js';
import { type Span, spanOf } from './period.js';
import type { View } from './view.js';

export interface Bounds {
  readonly low: number;
  readonly high: number;
}

export interface Labels {
  readonly positive: number;
  readonly neutral: number;
  readonly negative: number;
  readonly mixed: number;
}

interface Sentiment extends Labels {
  readonly positiveShare: number | null;
  readonly negativeShare: number | null;
}

interface Position {
  readonly average: number | null;
  readonly positions: number;
}

export interface Company {
  readonly name: string;
  readonly isBrand: boolean;
  readonly mentions: number;
  readonly prompts: number;
  readonly share: number | null;
  readonly interval: Bounds | null;
  readonly sentiment: Sentiment;
  readonly position: Position;
}

export interface ModelFigures {
  readonly model: string;
  readonly label: string;
  readonly runs: number;
  readonly brandMentions: number;
  readonly visibility: number | null;
  readonly interval: Bounds | null;
  readonly citations: number;
  readonly sentiment: Sentiment;
  readonly position: Position;
}

export interface Figures {
  readonly brandName: string;
  readonly range: Span;
  readonly totals: {
    readonly runs: number;
    readonly prompts: number;
    readonly citations: number;
    readonly uniqueDomains: number;
    readonly uniqueUrls: number;
  };
  readonly visibility: {
    readonly current: number | null;
    readonly runs: number;
    readonly mentions: number;
    readonly interval: Bounds | null;
    readonly series: readonly {
      readonly date: string;
      readonly visibility: number | null;
      readonly runs: number;
      readonly mentions: number;
      readonly interval: Bounds | null;
    }[];
  };
  readonly shareOfVoice: {
    readonly brand: number | null;
    readonly mentions: number;
    readonly allMentions: number;
    readonly interval: Bounds | null;
    readonly entries: readonly Company[];
    readonly series: readonly {
      readonly date: string;
      readonly share: number | null;
      readonly mentions: number;
      readonly allMentions: number;
      readonly interval: Bounds | null;
    }[];
  };
  readonly sentiment: Sentiment & { readonly series: readonly (Labels & { readonly date: string })[] };
  readonly position: Position & { readonly series: readonly (Position & { readonly date: string })[] };
  readonly models: readonly ModelFigures[];
  /** The preceding window of equal length. */
  readonly previous: {
    readonly visibility: { readonly current: number | null };
    readonly shareOfVoice: { readonly brand: number | null };
    readonly sentiment: { readonly positiveShare: number | null };
    readonly position: { readonly average: number | null };
    readonly totals: { readonly runs: number; readonly citations: number };
  } | null;
}

export const figuresDocument = `
query Figures($brandId: ID!, $start: DateTime!, $end: DateTime!, $model: ID, $tags: [String!], $timeZone: TimeZone) {
  brandAnalytics(brandId: $brandId, start: $start, end: $end, model: $model, tags: $tags, timeZone: $timeZone) {
    brandName
    range { start end }
    totals { runs prompts citations uniqueDomains uniqueUrls }
    visibility { current runs mentions interval { ...B } series { date visibility runs mentions interval { ...B } } }
    shareOfVoice {
      brand mentions allMentions interval { ...B }
      entries { name isBrand mentions prompts share interval { ...B } sentiment { ...S } position { average positions } }
      series { date share mentions allMentions interval { ...B } }
    }
    sentiment {
      positive neutral negative mixed positiveShare negativeShare
      series { date positive neutral negative mixed }
    }
    position { average positions series { date average positions } }
    models {
      model label runs brandMentions visibility interval { ...B } citations
      sentiment { ...S } position { average positions }
    }
    previous {
      visibility { current }
      shareOfVoice { brand }
      sentiment { positiveShare }
      position { average }
      totals { runs citations }
    }
  }
}
fragment B on Interval { low high }
fragment S on SentimentCounts { positive neutral negative mixed positiveShare negativeShare }`;

/** The variables of the query for a view; unset filters are omitted. */
export function variablesOf({ brand, period, model, tags, timeZone }: View): Readonly<Record<string, unknown>> {
  return {
    brandId: brand,
    ...spanOf(period, timeZone),
    timeZone,
    ...(model ? { model } : {}),
    ...(tags.length > 0 ? { tags } : {}),
  };
}

/** Loads all figures of a view. Throws `ApiError`. */
export async function loadFigures(view: View, signal: AbortSignal): Promise<Figures> {
  const data = await ask<{ readonly brandAnalytics: Figures }>(figuresDocument, variablesOf(view), signal);
  return data.brandAnalytics;
}
