// The outcomes of runs: whom an answer names. Every run is of exactly one class; a filter by outcome selects some of the classes. Pure.

/** What a filter by outcome takes: `absent` are the runs that do not mention the brand, `gap` those of them that mention another company. */
export const outcomes = ['all', 'mentioned', 'absent', 'gap'] as const;
export type Outcome = (typeof outcomes)[number];

/** The classes of runs, in the order of their numbers: the brand is mentioned; only other companies are; nobody is. */
export const outcomeClasses = ['mentioned', 'gap', 'neither'] as const;

const selected: Readonly<Record<Outcome, readonly number[]>> = {
  all: [0, 1, 2],
  mentioned: [0],
  absent: [1, 2],
  gap: [1],
};

/** The numbers of the classes that `outcome` selects, ascending. */
export function classesOf(outcome: Outcome): readonly number[] {
  return selected[outcome];
}

/** The number of the class of a run that mentions `companies`: numbers, of which 0 is the brand and comes first. */
export function classOfRun(companies: readonly number[]): number {
  if (companies.length === 0) return 2;
  return companies[0] === 0 ? 0 : 1;
}
