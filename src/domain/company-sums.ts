// The sums over the runs that mention one company, and all code that handles them one by one. Addition and packing are written out field by
// field, because a read executes them a hundred thousand times and a loop over names is several times slower; a new sum is a line in each.

/** The labels of a sentiment, in the order of their codes: 1 is the first, 0 is none. */
export const sentimentLabels = ['positive', 'neutral', 'negative', 'mixed'] as const;
export type SentimentLabel = (typeof sentimentLabels)[number];

/** Runs, runs by label, and the runs that have a position: in the order in which they are packed. */
export const companySums = ['mentions', ...sentimentLabels, 'positionSum', 'positions'] as const;
export type CompanySums = Record<(typeof companySums)[number], number>;

/** The label with a code; `null` for 0, none. */
export function labelOf(code: number): SentimentLabel | null {
  return sentimentLabels[code - 1] ?? null;
}

export function noSums(): CompanySums {
  return { mentions: 0, positive: 0, neutral: 0, negative: 0, mixed: 0, positionSum: 0, positions: 0 };
}

/** Runs with any label. */
export function labelled({ positive, neutral, negative, mixed }: CompanySums): number {
  return positive + neutral + negative + mixed;
}

/** Adds a run that mentions the company, by the code of its label and its position, each 0 where it has none. */
export function addMention(into: CompanySums, sentiment: number, position: number): void {
  const label = labelOf(sentiment);
  into.mentions++;
  if (label) into[label]++;
  into.positionSum += position;
  if (position > 0) into.positions++;
}

/** Adds `from` to `into`. */
export function addSums(into: CompanySums, from: CompanySums): void {
  into.mentions += from.mentions;
  into.positive += from.positive;
  into.neutral += from.neutral;
  into.negative += from.negative;
  into.mixed += from.mixed;
  into.positionSum += from.positionSum;
  into.positions += from.positions;
}

/** Adds the next numbers of `from`, in the order of `companySums`. */
export function addPackedSums(into: CompanySums, from: { varint(): number }): void {
  into.mentions += from.varint();
  into.positive += from.varint();
  into.neutral += from.varint();
  into.negative += from.varint();
  into.mixed += from.varint();
  into.positionSum += from.varint();
  into.positions += from.varint();
}

/** Writes the sums in the order of `companySums`. */
export function packSums(sums: CompanySums, to: { varint(value: number): void }): void {
  to.varint(sums.mentions);
  to.varint(sums.positive);
  to.varint(sums.neutral);
  to.varint(sums.negative);
  to.varint(sums.mixed);
  to.varint(sums.positionSum);
  to.varint(sums.positions);
}

/** Adds the sums to as many numbers of `into`, from `at` on. */
export function addSumsAt(into: Float64Array, at: number, sums: CompanySums): void {
  into[at] = (into[at] ?? 0) + sums.mentions;
  into[at + 1] = (into[at + 1] ?? 0) + sums.positive;
  into[at + 2] = (into[at + 2] ?? 0) + sums.neutral;
  into[at + 3] = (into[at + 3] ?? 0) + sums.negative;
  into[at + 4] = (into[at + 4] ?? 0) + sums.mixed;
  into[at + 5] = (into[at + 5] ?? 0) + sums.positionSum;
  into[at + 6] = (into[at + 6] ?? 0) + sums.positions;
}

/** The sums that `addSumsAt` added up. */
export function sumsAt(values: Float64Array, at: number): CompanySums {
  return {
    mentions: values[at] ?? 0,
    positive: values[at + 1] ?? 0,
    neutral: values[at + 2] ?? 0,
    negative: values[at + 3] ?? 0,
    mixed: values[at + 4] ?? 0,
    positionSum: values[at + 5] ?? 0,
    positions: values[at + 6] ?? 0,
  };
}

/** Whether all of them are 0. */
export function isNothing(sums: CompanySums): boolean {
  return sums.mentions === 0 && labelled(sums) === 0 && sums.positionSum === 0 && sums.positions === 0;
}
