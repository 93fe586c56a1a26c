// The interval of a figure.

export interface Bounds {
  readonly low: number;
  readonly high: number;
}

export interface Bounded {
  readonly robustInterval: Bounds | null;
  readonly interval: Bounds | null;
}

/** For prompts like these; of one prompt, for further answers to it. */
export const boundsOf = ({ robustInterval, interval }: Bounded): Bounds | null => robustInterval ?? interval;

/** The columns of a file for it. */
export const boundsValues = {
  'Interval low': (each: Bounded) => boundsOf(each)?.low ?? null,
  'Interval high': (each: Bounded) => boundsOf(each)?.high ?? null,
};
