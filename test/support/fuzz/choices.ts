// Random choices as one list of numbers. What is built of them shrinks by itself: a shorter list, or smaller numbers, means plainer choices.

import fc from 'fast-check';

/** Hands out the numbers one by one; when they have run out, every choice is the first. */
export class Choices {
  private at = 0;

  constructor(private readonly numbers: readonly number[]) {}

  /** A whole number from 0 to below `count`. */
  below(count: number): number {
    return (this.numbers[this.at++] ?? 0) % count;
  }

  /** One of `values`; the plainest comes first. */
  of<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error('There is nothing to choose from.');
    return value;
  }

  /** True once in `times`. */
  rarely(times: number): boolean {
    return this.below(times) === times - 1;
  }

  /** From 0 to `most` values. */
  list<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.below(most + 1) }, make);
  }

  /** Some of `values`, at least the first that was drawn. */
  some<T>(values: readonly T[]): T[] {
    const first = this.of(values);
    return values.filter((each) => each === first || this.below(3) === 2);
  }
}

/** What `build` makes of random choices. */
export function built<T>(build: (choices: Choices) => T, mostChoices = 240): fc.Arbitrary<T> {
  const numbers = fc.array(fc.nat(), { minLength: 4, maxLength: mostChoices, size: 'max' });
  return numbers.map((each) => build(new Choices(each)));
}

/** `count` things at once, each of choices of its own. */
export function severally<T>(build: (choices: Choices) => T, count: number): fc.Arbitrary<readonly T[]> {
  return fc.array(built(build), { minLength: count, maxLength: count, size: 'max' });
}
