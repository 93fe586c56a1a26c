// What one run says of one company as a single number: its sums are a position at most and a label at most. Nearly every cell and every
// quarter of a tag combination is one run, and this takes two bytes where seven sums take eight. Pure.

import type { CompanySums } from '../../domain/summary.js';

const labels = ['positive', 'neutral', 'negative', 'mixed'] as const;
const codesAPosition = labels.length + 1;

/** Position, or 0, and label, or 0, of the run that `sums` are of; `null` where they are not those of one run that mentions the company. */
export function codeOf(sums: CompanySums): number | null {
  const label = labels.findIndex((each) => sums[each] === 1) + 1;
  const labelled = sums.positive + sums.neutral + sums.negative + sums.mixed;
  const isOne = sums.mentions === 1 && labelled === Math.min(label, 1);
  const isPlaced = sums.positions === Math.min(sums.positionSum, 1);
  return isOne && isPlaced ? sums.positionSum * codesAPosition + label : null;
}

/** Adds the sums that `code` stands for. */
export function addCode(code: number, into: CompanySums): void {
  const position = Math.floor(code / codesAPosition);
  const label = labels[(code % codesAPosition) - 1];
  into.mentions++;
  if (label) into[label]++;
  into.positionSum += position;
  if (position > 0) into.positions++;
}
