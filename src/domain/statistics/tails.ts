// How likely a statistic is to lie at least so far out by chance: two-sided tails, exact to about 12 digits however small they are. Pure.

import { sharesAt } from './students-distribution.js';

/** The probability that a variable of Student's distribution is at least `distance` from 0. */
export function studentTail(distance: number, degrees: number): number {
  return sharesAt({ distance, square: distance ** 2, degrees }).beyond;
}

/** The probability that the square of a standard normal variable is at least `square`. */
export function chiSquareTail(square: number): number {
  return sharesAt({ distance: Math.sqrt(square), square, degrees: Number.POSITIVE_INFINITY }).beyond;
}
