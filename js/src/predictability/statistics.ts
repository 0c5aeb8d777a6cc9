// SPDX-License-Identifier: Apache-2.0
//
// What trials say together: mean or median, spread, and an interval that says how far to trust them.

/** The values of all trials in a few numbers. NaN where there are too few trials to tell. */
export interface Summary {
  /** Mean or median over trials. */
  value: number;
  /** Of a single trial (ddof 1). */
  standardDeviation: number;
  /** Of the mean: standard deviation / √trials. */
  standardError: number;
  /**
   * 95 % interval for the value over trials: Student's t for a mean, order statistics for a median. It covers
   * what is random in trials, not the choice of the rows that they all draw from.
   */
  interval: readonly [low: number, high: number];
}

const confidence = 0.95;

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

// Of a tangent. Engines may differ in the last digit of Math.atan, but not in that of sums, products and roots: the angle
// is halved three times, and then its series is short.
function arcTangent(tangent: number): number {
  if (tangent > 1) return Math.PI / 2 - arcTangent(1 / tangent);
  let x = tangent;
  for (let i = 0; i < 3; i++) x /= 1 + Math.sqrt(1 + x * x);
  let sum = 0;
  for (let k = 27; k > 0; k -= 2) sum = 1 / k - x * x * sum;
  return 8 * x * sum;
}

// P(|T| < t) for a whole number of degrees of freedom (Abramowitz and Stegun 26.7.3 and 26.7.4).
function studentWithin(t: number, degrees: number): number {
  const tangent = t / Math.sqrt(degrees);
  const angle = arcTangent(tangent);
  const cosine = 1 / Math.sqrt(1 + tangent * tangent);
  const sine = 1 / Math.sqrt(1 + 1 / (tangent * tangent));
  let term = degrees % 2 === 0 ? 1 : cosine;
  let sum = degrees === 1 ? 0 : term;
  for (let k = degrees % 2 === 0 ? 2 : 3; k <= degrees - 2; k += 2) {
    term *= ((k - 1) / k) * cosine * cosine;
    sum += term;
  }
  return degrees % 2 === 0 ? sine * sum : (2 / Math.PI) * (angle + sine * sum);
}

/** The t that Student's distribution stays within, in absolute value, with this probability. */
export function studentQuantile(within: number, degrees: number): number {
  let [low, high] = [0, 1];
  while (studentWithin(high, degrees) < within) high *= 2;
  for (let i = 0; i < 80; i++) {
    const middle = (low + high) / 2;
    if (studentWithin(middle, degrees) < within) low = middle;
    else high = middle;
  }
  return high;
}

/** The lower of the two middle values where there are two, as torch.median has it. */
function median(sorted: readonly number[]): number {
  return sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
}

// The widest pair of order statistics is used only if no closer pair covers the median as often as wanted.
function medianInterval(sorted: readonly number[]): [number, number] {
  const n = sorted.length;
  let tail = 0.5 ** n; // P(Binomial(n, 1/2) <= rank)
  let term = tail;
  if (2 * tail > 1 - confidence) return [Number.NaN, Number.NaN];
  let rank = 0;
  for (;;) {
    term *= (n - rank) / (rank + 1);
    if (2 * (tail + term) > 1 - confidence) break;
    tail += term;
    rank++;
  }
  return [sorted[rank] as number, sorted[n - 1 - rank] as number];
}

export function summarize(values: readonly number[], method: 'mean' | 'median'): Summary {
  const n = values.length;
  const center = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - center) ** 2, 0);
  const standardDeviation = n > 1 ? Math.sqrt(squares / (n - 1)) : Number.NaN;
  const standardError = standardDeviation / Math.sqrt(n);
  if (method === 'median') {
    const sorted = [...values].sort((a, b) => a - b);
    const undefinedValue = values.some(Number.isNaN);
    return {
      value: undefinedValue ? Number.NaN : median(sorted),
      standardDeviation,
      standardError,
      interval: undefinedValue ? [Number.NaN, Number.NaN] : medianInterval(sorted),
    };
  }
  const reach = n > 1 ? studentQuantile(confidence, n - 1) * standardError : Number.NaN;
  return {
    value: center,
    standardDeviation,
    standardError,
    interval: [center - reach, center + reach],
  };
}

/** `0.0312 ± 0.0048`: value and standard deviation, as bias_amplification prints them. */
export function toText({ value, standardDeviation }: Summary): string {
  const text = (number: number) => {
    if (Number.isNaN(number)) return 'nan';
    return Number.isFinite(number) ? number.toFixed(4) : number > 0 ? 'inf' : '-inf';
  };
  return `${text(value)} ± ${text(standardDeviation)}`;
}
