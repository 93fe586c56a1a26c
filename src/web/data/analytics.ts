// The figures of a view, with the types that the cards use. Ratios are fractions in [0, 1]; `null` if the denominator is zero.

import { ask, type Complete } from './api.js';
import { figuresDocument } from './documents.js';
import type { FiguresQuery, FiguresQueryVariables } from './generated.js';
import { spanOf } from './period.js';
import type { View } from './view.js';

export type Figures = Complete<FiguresQuery>['brandAnalytics'];
export type ModelFigures = Figures['models'][number];
export type Company = Figures['shareOfVoice']['entries'][number];

/** The variables of the query for a view; unset filters are omitted. */
export function variablesOf({ brand, period, model, tags, timeZone }: View): FiguresQueryVariables {
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
  const { brandAnalytics } = await ask(figuresDocument, variablesOf(view), signal);
  return brandAnalytics;
}
