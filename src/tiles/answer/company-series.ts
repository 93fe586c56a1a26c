// The series of one model as an answer lists them: a number for each listed day.

import type { ModelSeries } from '../../domain/summary.js';
import type { MentionPlaces, PlaceCounts } from '../packed/columns/company-series.js';

/** The series over so many places. */
export function seriesOf(model: string, { runs, companies }: MentionPlaces, length: number): ModelSeries {
  const list = (counts: Float64Array) => Array.from({ length }, (_, place) => counts[place] ?? 0);
  const listed = (select: (counts: PlaceCounts) => Float64Array) => {
    const mentioned = [...companies].filter(([, counts]) => select(counts).some((count) => count > 0));
    return new Map(mentioned.map(([company, counts]) => [company, list(select(counts))]));
  };
  return {
    model,
    runs: list(runs.all),
    gaps: list(runs.gaps),
    companies: listed(({ all }) => all),
    companyGaps: listed(({ gaps }) => gaps),
  };
}
