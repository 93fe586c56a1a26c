// How sure a ratio is whose runs resemble each other within a prompt: an interval clustered by prompt. Pure.
// Its variance is that of the linearised ratio estimator. E. L. Korn and B. I. Graubard, "Confidence intervals for proportions with small expected
// number of positive counts estimated from survey data", Survey Methodology 24 (1998), 193–201: the effective size.

import { normalQuantile, studentQuantile } from './quantiles.js';
import { offsetAt, type PromptSamples, type Sample, totalOf } from './sample.js';
import { type Interval, wilsonScore } from './wilson.js';

export interface RobustInterval extends Interval {
  readonly level: number;
  /** How many times the variance of the ratio is that of as many independent runs, at least 1. */
  readonly designEffect: number;
  /** How many independent runs would be as informative; need not be a whole number. */
  readonly effectiveRuns: number;
  /** Prompts with a denominator, at least 2. */
  readonly prompts: number;
}

/** The interval of the ratio of all prompts together, clustered by prompt; `null` where fewer than 2 prompts have a denominator. */
export function robustInterval(samples: PromptSamples, level: number): RobustInterval | null {
  const prompts = samples.wholes.reduce((count, whole) => count + Number(whole > 0), 0);
  if (prompts < 2) return null;
  const total = totalOf(samples);
  const designEffect = designEffectOf(samples, total, prompts);
  const z = normalQuantile(level);
  const effectiveRuns = (total.whole / designEffect) * (z / studentQuantile(level, prompts - 1)) ** 2;
  const bounds = wilsonScore(total.part / total.whole, effectiveRuns, z);
  return { ...bounds, level, designEffect, effectiveRuns, prompts };
}

/** Of a ratio of 0 or 1, which has no variance to compare, a prompt counts as one observation. */
function designEffectOf(samples: PromptSamples, total: Sample, prompts: number): number {
  const { part, whole } = total;
  if (part === 0 || part === whole) return whole / prompts;
  const observed = part / whole;
  const squares = samples.parts.reduce((sum, _, place) => sum + offsetAt(samples, place, total) ** 2, 0);
  const variance = ((prompts / (prompts - 1)) * squares) / whole ** 2;
  return Math.max(1, variance / ((observed * (1 - observed)) / whole));
}
