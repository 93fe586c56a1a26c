// How likely a statistic is to lie at least so far out by chance: two-sided tails, exact to about 12 digits however small they are. Pure.

import erfc from '@stdlib/math-base-special-erfc';
import betainc from '@stdlib/math-base-special-kernel-betainc';

/** The probability that a variable of Student's distribution is at least `distance` from 0. */
export function studentTail(distance: number, degrees: number): number {
  const square = distance ** 2;
  if (square === Number.POSITIVE_INFINITY) return 0;
  // Of the two shares of a beta distribution, the function is exact where it is given the smaller one; close to 0 it is so of the rest alone.
  const [inside, outside] = [square / (degrees + square), degrees / (degrees + square)];
  if (square < 1) return 1 - betaShare(inside, 0.5, degrees / 2, false);
  if (square < degrees) return betaShare(inside, 0.5, degrees / 2, true);
  return betaShare(outside, degrees / 2, 0.5, false);
}

/** The probability of less than `x`, or of more, in a beta distribution. */
function betaShare(...[x, a, b, isUpper]: readonly [x: number, a: number, b: number, isUpper: boolean]): number {
  return betainc(x, a, b, true, isUpper)[0] ?? 0;
}

/** The probability that the square of a standard normal variable is at least `square`. */
export function chiSquareTail(square: number): number {
  return erfc(Math.sqrt(square / 2));
}
