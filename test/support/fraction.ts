// Exact fractions of whole numbers, for what a test computes a second time: slow, and without rounding up to the last step.

export interface Fraction {
  readonly above: bigint;
  readonly below: bigint;
  plus(other: Fraction): Fraction;
  minus(other: Fraction): Fraction;
  times(other: Fraction): Fraction;
  over(other: Fraction): Fraction;
  isZero(): boolean;
  /** The nearest double, to the last digit or the one before. */
  toNumber(): number;
}

/** `above ÷ below`, in lowest terms. */
export function fraction(above: number | bigint, below: number | bigint = 1): Fraction {
  return reduced(BigInt(above), BigInt(below));
}

function reduced(above: bigint, below: bigint): Fraction {
  if (below === 0n) throw new Error('A fraction has no denominator.');
  const common = divisor(above < 0n ? -above : above, below < 0n ? -below : below) * (below < 0n ? -1n : 1n);
  const [a, b] = [above / common, below / common];
  return {
    above: a,
    below: b,
    plus: (other) => reduced(a * other.below + other.above * b, b * other.below),
    minus: (other) => reduced(a * other.below - other.above * b, b * other.below),
    times: (other) => reduced(a * other.above, b * other.below),
    over: (other) => reduced(a * other.below, b * other.above),
    isZero: () => a === 0n,
    toNumber: () => quotient(a, b),
  };
}

function divisor(one: bigint, other: bigint): bigint {
  let [a, b] = [one, other];
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? 1n : a;
}

/** Digits of the quotient that are kept, in bits: more than a double has. */
const bits = 80;

function quotient(above: bigint, below: bigint): number {
  const size = above < 0n ? -above : above;
  const shift = BigInt(Math.max(0, bits + below.toString(2).length - size.toString(2).length));
  const value = Number((size << shift) / below) / 2 ** Number(shift);
  return above < 0n ? -value : value;
}
