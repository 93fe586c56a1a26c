// What happened while a brand was tracked.

/** Instants are epoch milliseconds. */
export interface Annotation {
  readonly id: string;
  readonly at: number;
  /** Excluded; `null`: it is of one instant. */
  readonly until: number | null;
  readonly text: string;
  readonly url: string | null;
}
