// Whether a ratio differs between two windows within strata, such as models: the test of Cochran, Mantel and Haenszel, without continuity correction. Pure.
// N. Mantel and W. Haenszel, "Statistical aspects of the analysis of data from retrospective studies of disease", JNCI 22 (1959), 719–748.

import type { Sample } from './sample.js';
import { chiSquareTail } from './tails.js';

export class MantelHaenszel {
  /** Added up over strata: the later parts beyond those expected, and their variance. */
  private excess = 0;
  private variance = 0;

  /** Adds a stratum. One without variance says nothing: one window has none of it, or all of it or nothing counts. */
  add(before: Sample, after: Sample): void {
    const [part, whole] = [before.part + after.part, before.whole + after.whole];
    if (before.whole === 0 || after.whole === 0 || part === 0 || part === whole) return;
    this.excess += (after.part * whole - after.whole * part) / whole;
    this.variance += ((before.whole / whole) * after.whole * (part / whole) * (whole - part)) / (whole - 1);
  }

  /** Two-sided; `null`: no stratum has variance. */
  get p(): number | null {
    return this.variance === 0 ? null : chiSquareTail(this.excess ** 2 / this.variance);
  }
}
