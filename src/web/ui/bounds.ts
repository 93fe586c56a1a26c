// The interval of a figure: for prompts like these, or of one prompt for further answers to it.

import { none, percent } from './format.js';

export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** `73.0–80.2%`. */
export function interval(bounds: Bounds | null): string {
  return bounds ? `${percent(bounds.low).replace('%', '')}–${percent(bounds.high)}` : none;
}

export interface Bounded {
  readonly robustInterval: Bounds | null;
  readonly interval: Bounds | null;
}

/** For prompts like these; of one prompt, for further answers to it. */
export const boundsOf = ({ robustInterval, interval }: Bounded): Bounds | null => robustInterval ?? interval;

/** `one prompt` where that is all that its interval is of: beside those for prompts like these it would seem surer than they are. */
export const kindOf = ({ robustInterval, interval }: Bounded): string =>
  !robustInterval && interval ? 'one prompt' : '';

/** `95% interval 40.1–60.3%`, and whether it is of one prompt. */
export const boundsText = (each: Bounded): string =>
  [`95% interval ${interval(boundsOf(each))}`, kindOf(each)].filter(Boolean).join(', ');

/** The columns of a file for it. */
export const boundsValues = {
  'Interval low': (each: Bounded) => boundsOf(each)?.low ?? null,
  'Interval high': (each: Bounded) => boundsOf(each)?.high ?? null,
  'Interval of': (each: Bounded) => (each.robustInterval ? 'prompts like these' : kindOf(each) || null),
};
