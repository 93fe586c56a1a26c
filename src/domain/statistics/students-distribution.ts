// Student's distribution, and the normal one as that of infinitely many degrees of freedom: how much of it lies within a distance from 0, and how
// much beyond, each exact to about 13 digits however small it is. All terms of its sum and of its continued fraction are positive, so that no digits
// cancel: https://dlmf.nist.gov/8.17.E8 with https://dlmf.nist.gov/15.8.E1, and Gauss's fraction of it, https://dlmf.nist.gov/15.7. Pure.

interface Point {
  /** From 0, and not negative. */
  readonly distance: number;
  /** That of `distance`, which the caller may know exactly. */
  readonly square: number;
  /** `Infinity` of the normal distribution. */
  readonly degrees: number;
}

interface Shares {
  readonly within: number;
  readonly beyond: number;
  /** By how much `within` grows with the logarithm of the distance. */
  readonly slope: number;
}

/** Squares from which on the fraction needs fewer steps than the sum. */
const farSquare = 3;

/** Formulas are in the reciprocal of the degrees of freedom: it is 0 for the normal distribution. */
export function sharesAt({ distance, square, degrees }: Point, height = heightAtZero(degrees)): Shares {
  if (square === Number.POSITIVE_INFINITY) return { within: 1, beyond: 0, slope: 0 };
  const reciprocal = 1 / degrees;
  const power = reciprocal === 0 ? square : Math.log1p(square * reciprocal) / reciprocal;
  const slope = (height * distance * Math.exp((-power / 2) * (1 - reciprocal))) / (1 + square * reciprocal);
  if (square < farSquare) {
    const within = slope * powerSeries(square, reciprocal);
    return { within, beyond: 1 - within, slope };
  }
  const beyond = (slope * (1 / square + reciprocal)) / continuedFraction(square, reciprocal);
  return { within: 1 - beyond, beyond, slope };
}

/** Added from its end, which loses least: 1 + r₁(1 + r₂(1 + …)). */
function powerSeries(square: number, reciprocal: number): number {
  const ratio = (at: number) => (square * (1 + (2 * at - 1) * reciprocal)) / ((1 + square * reciprocal) * (2 * at + 1));
  let last = 1;
  for (let term = 1; term > Number.EPSILON / 8; last++) term *= ratio(last);
  let sum = 1;
  for (let at = last; at > 0; at--) sum = 1 + ratio(at) * sum;
  return sum;
}

/** 1 + c₁/(1 + c₂/(1 + …)), by Lentz's method as modified by Thompson and Barnett. */
function continuedFraction(square: number, reciprocal: number): number {
  let [value, above, below, change] = [1, 1, 0, 0];
  for (let at = 1; Math.abs(change - 1) > Number.EPSILON; at++) {
    const spread = (1 + (2 * at - 2) * reciprocal) * (1 + 2 * at * reciprocal);
    const part = (at * (1 + (at - 1) * reciprocal)) / (square * spread);
    below = 1 / (1 + part * below);
    above = 1 + part / above;
    change = above * below;
    value *= change;
  }
  return value;
}

/** Of Stirling's series for the ratio of two values of the gamma function that are half apart: the numbers of Euler. */
const eulerNumbers = [1, -5, 61, -1385, 50521];
/** From so many degrees of freedom on, they give it to the last digit. */
const leastDegrees = 30;

/** The slope of what lies within a distance, at 0: twice the density there. */
export function heightAtZero(degrees: number): number {
  if (degrees === Number.POSITIVE_INFINITY) return Math.sqrt(2 / Math.PI);
  let [square, many] = [1, degrees];
  for (; many < leastDegrees; many += 2) square *= (many * (many + 2)) / (many + 1) ** 2;
  const middle = 2 * many - 1;
  const logarithm = eulerNumbers.reduce((sum, euler, at) => sum + euler / (4 * (at + 1) * middle ** (2 * at + 2)), 0);
  return Math.sqrt((square * middle) / (Math.PI * many)) * Math.exp(logarithm);
}
