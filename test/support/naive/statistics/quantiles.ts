// The quantiles of Student's t and of the normal distribution, by halving an interval until nothing is left between its ends.

/** The t with probability `(1 + level) / 2` below it, of `degrees` degrees of freedom. */
export function studentQuantile(level: number, degrees: number): number {
  const tail = (t: number) => incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5) / 2;
  return where(tail, (1 - level) / 2);
}

/** The z with probability `(1 + level) / 2` below it. */
export function normalQuantile(level: number): number {
  return where((z) => (1 - centralNormal(z)) / 2, (1 - level) / 2);
}

/** The positive argument at which the falling `tail` is `wanted`. */
function where(tail: (at: number) => number, wanted: number): number {
  let [low, high] = [0, 1];
  while (tail(high) > wanted) high *= 2;
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2;
    if (tail(middle) > wanted) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The probability between -z and z, by the series of positive terms z + z^3/3 + z^5/15 + ... */
function centralNormal(z: number): number {
  let [term, sum] = [z, z];
  for (let odd = 3; term > sum * 1e-18; odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return 2 * sum * (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI));
}

/** The regularised incomplete beta integral from 0 to x (DLMF 8.17.22, its continued fraction from the end to the front). */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  let fraction = 1;
  for (let m = 500; m >= 1; m--) {
    fraction = 1 + (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)) / fraction;
    const n = m - 1;
    fraction = 1 - ((a + n) * (a + b + n) * x) / ((a + 2 * n) * (a + 2 * n + 1)) / fraction;
  }
  return front / a / fraction;
}

/** Stirling's series at an argument of 20 or more, from which the recurrence leads back. */
function logGamma(x: number): number {
  let [at, shift] = [x, 0];
  for (; at < 20; at++) shift += Math.log(at);
  const square = at * at;
  const series = (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / (1188 * square)) / square) / square) / square) / at;
  return (at - 0.5) * Math.log(at) - at + Math.log(2 * Math.PI) / 2 + series - shift;
}
