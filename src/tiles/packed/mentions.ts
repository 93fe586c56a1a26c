// What the runs of a cell say of the companies that they mention. Nearly every cell is one run, which takes two bytes a company.

import { addPackedSums, type CompanySums, noSums, packSums } from '../../domain/company-sums.js';
import { brandCompany } from '../../domain/summary.js';
import type { ByteReader, ByteWriter } from './bytes.js';
import { addCode, codeOf } from './one-run.js';

/** The sums of companies, each once: the first `length` elements of lists that run parallel. */
export interface Mentions {
  readonly length: number;
  /** By number, 0 the brand. */
  readonly companies: ArrayLike<number>;
  readonly sums: ArrayLike<CompanySums>;
}

/** The sums of the brand; `null` where it is not mentioned. */
export function brandOf({ length, companies, sums }: Mentions): CompanySums | null {
  for (let at = 0; at < length; at++) if (companies[at] === brandCompany) return sums[at] ?? null;
  return null;
}

/** The mentions of all companies together. */
export function allMentionsOf({ length, sums }: Mentions): number {
  let mentions = 0;
  for (let at = 0; at < length; at++) mentions += sums[at]?.mentions ?? 0;
  return mentions;
}

export function writeMentions(to: ByteWriter, { length, companies, sums }: Mentions): void {
  to.varint(length);
  for (let at = 0; at < length; at++) {
    const of = sums[at] ?? noSums();
    const code = codeOf(of);
    to.varint((companies[at] ?? 0) * 2 + Number(code === null));
    if (code === null) packSums(of, to);
    else to.varint(code);
  }
}

/** What `writeMentions` stored, in arrays that are filled again and again. */
export class MentionList implements Mentions {
  length = 0;
  readonly companies: number[] = [];
  readonly sums: CompanySums[] = [];

  read(from: ByteReader): void {
    this.length = from.varint();
    for (let at = 0; at < this.length; at++) {
      const head = from.varint();
      const sums = this.cleared(at);
      this.companies[at] = Math.floor(head / 2);
      if (head % 2 === 1) addPackedSums(sums, from);
      else addCode(from.varint(), sums);
    }
  }

  private cleared(at: number): CompanySums {
    const sums = this.sums[at];
    if (!sums) {
      const made = noSums();
      this.sums.push(made);
      return made;
    }
    sums.mentions = 0;
    sums.positive = 0;
    sums.neutral = 0;
    sums.negative = 0;
    sums.mixed = 0;
    sums.positionSum = 0;
    sums.positions = 0;
    return sums;
  }
}
