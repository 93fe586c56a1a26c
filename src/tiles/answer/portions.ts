// Parts that hours hold are read apart from those that they do not: together the edges of a window would be read as quarter hours for all. Pure.

import { type Ask, nothing, type Part, type Summary } from '../../domain/summary.js';

/** No hour stores what these are made of. */
const beyondHours: ReadonlySet<Part> = new Set(['promptFigures', 'promptMentions', 'promptTotals', 'companySeries']);

/** The parts of an ask that are read together, each as an ask of its own. */
export function portionsOf({ question, parts }: Ask): readonly Ask[] {
  const held = new Set([...parts].filter((part) => !beyondHours.has(part)));
  const others = new Set([...parts].filter((part) => beyondHours.has(part)));
  return [held, others].filter(({ size }) => size > 0).map((portion) => ({ question, parts: portion }));
}

/** The summary of an ask from those of its portions. Where the days of one are refused, there is nothing else. */
export function joined(portions: readonly Summary[]): Summary {
  const refused = portions.find(hasFault);
  if (refused) return refused;
  const present = portions.flatMap((portion) => Object.entries(portion).filter(([, part]) => part !== null));
  return { ...nothing, ...Object.fromEntries(present) };
}

/** Whether the days of a series are refused. */
export function hasFault({ days }: Summary): boolean {
  return days !== null && 'message' in days;
}
