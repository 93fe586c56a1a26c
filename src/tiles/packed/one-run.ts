// What one run says of one company as a single number: its sums are a position at most and a label at most. Nearly every cell and every
// quarter of a tag combination is one run, and this takes two bytes where seven sums take eight. Pure.

import { addMention, type CompanySums, labelled, sentimentLabels } from '../../domain/company-sums.js';

const codesAPosition = sentimentLabels.length + 1;

/** Position, or 0, and label, or 0, of the run that `sums` are of; `null` where they are not those of one run that mentions the company. */
export function codeOf(sums: CompanySums): number | null {
  const label = sentimentLabels.findIndex((each) => sums[each] === 1) + 1;
  const isOne = sums.mentions === 1 && labelled(sums) === Math.min(label, 1);
  const isPlaced = sums.positions === Math.min(sums.positionSum, 1);
  return isOne && isPlaced ? sums.positionSum * codesAPosition + label : null;
}

/** Adds the sums that `code` stands for. */
export function addCode(code: number, into: CompanySums): void {
  addMention(into, code % codesAPosition, Math.floor(code / codesAPosition));
}
