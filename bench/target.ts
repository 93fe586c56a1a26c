// A target, and whether it is met.

export interface Target {
  readonly what: string;
  /** `≤` or `≥`, and the bound. */
  readonly bound: readonly ['≤' | '≥', number];
  readonly unit: string;
  /** Not a number: not measured. */
  readonly value: number;
}

export function isMet({ bound: [relation, bound], value }: Target): boolean {
  return relation === '≤' ? value <= bound : value >= bound;
}
