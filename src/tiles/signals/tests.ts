// The hypotheses of an answer: how many there were, and those that may be signals. All are corrected together. Pure.

import type { Pause } from '../../domain/pause.js';
import type { SignalKind, SubjectField } from '../../domain/signals/signals.js';
import { falseDiscoveryRates } from '../../domain/statistics/false-discovery.js';
import type { TestedChange } from '../../domain/statistics/paired.js';

/** What a hypothesis is about; a prompt, a company or a domain by its number. */
export interface Subject {
  readonly kind: SignalKind;
  /** `null`: the brand. */
  readonly field: SubjectField | null;
  readonly value: string | number;
}

export interface Found extends Subject, TestedChange {
  readonly q: number;
}

export class Tests {
  tested = 0;
  private readonly likely: (Subject & TestedChange)[] = [];

  /** Rates of false discoveries up to `bound` are looked for: those of larger p-values are larger as well. */
  constructor(private readonly bound: number) {}

  /** `null`: nothing could be tested. */
  add(subject: Subject, change: TestedChange | null): void {
    if (!change) return;
    this.tested += 1;
    if (change.p <= this.bound) this.likely.push({ ...subject, ...change });
  }

  /** The signals, in no order; others have their turn meanwhile. */
  async found(pause: Pause): Promise<readonly Found[]> {
    const rates = falseDiscoveryRates(
      Float64Array.from(this.likely, ({ p }) => p),
      this.tested,
    );
    const found: Found[] = [];
    for (const [place, each] of this.likely.entries()) {
      if (place % 1_000 === 0 && pause.isDue()) await pause.take();
      const q = rates[place] ?? 1;
      if (q <= this.bound) found.push({ ...each, q });
    }
    return found;
  }
}
