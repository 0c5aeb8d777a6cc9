// SPDX-License-Identifier: Apache-2.0
//
// Formats numbers for the language of a lesson.

export interface FormatWords {
  undefined: string;
  /** Percentage points, as a unit. */
  points: string;
}

export interface Format {
  /** 0.4449: "44.5%". */
  share: (value: number) => string;
  /** 0.6: "60%". */
  whole: (value: number) => string;
  /** -0.141: "−14.1 pp". */
  points: (value: number) => string;
  /** The same without a sign. */
  apart: (value: number) => string;
  /** In whole points: "20 pp". */
  wholePoints: (value: number) => string;
  count: (value: number) => string;
  number: (value: number, digits?: number) => string;
  /** "42.6 to 47.2%"; "to" is translated. */
  range: (ends: readonly [number, number] | undefined) => string;
  /** A difference: "+1.3 to +20.4 pp". */
  pointRange: (ends: readonly [number, number] | undefined) => string;
  /** "p = 0.031". */
  probability: (value: number | undefined) => string;
}

const space = '\u202f';

export function getFormat(language: string, words: FormatWords & { to: string }): Format {
  const digits = (least: number) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: least, maximumFractionDigits: least });
  const [none, one] = [digits(0), digits(1)];
  const minus = (text: string) => text.replace(/^-(?=.*[1-9])/, '−').replace(/^-/, '');
  const defined = (text: (value: number) => string) => (value: number) =>
    Number.isNaN(value) ? words.undefined : minus(text(value));
  // German and French have a space before the percent sign, English does not.
  const sample = new Intl.NumberFormat(language, { style: 'percent' }).format(1);
  const percent = /\s/.test(sample) ? `${space}%` : '%';
  const share = defined((value) => `${one.format(value * 100)}${percent}`);
  const signed = (value: number) => {
    const text = one.format(value * 100);
    return value > 0 && /[1-9]/.test(text) ? `+${text}` : minus(text);
  };
  return {
    share,
    whole: defined((value) => `${none.format(value * 100)}${percent}`),
    points: defined((value) => `${signed(value)}${space}${words.points}`),
    apart: defined((value) => `${one.format(Math.abs(value) * 100)}${space}${words.points}`),
    wholePoints: defined((value) => `${none.format(value * 100)}${space}${words.points}`),
    count: defined((value) => none.format(value)),
    number: (value, count = 2) => defined((each) => digits(count).format(each))(value),
    range: (ends) =>
      ends === undefined || ends.some(Number.isNaN)
        ? ''
        : `${minus(one.format(ends[0] * 100))} ${words.to} ${share(ends[1])}`,
    pointRange: (ends) =>
      ends === undefined || ends.some(Number.isNaN)
        ? ''
        : `${signed(ends[0])} ${words.to} ${signed(ends[1])}${space}${words.points}`,
    probability: (value) => {
      if (value === undefined || Number.isNaN(value)) return '';
      return value < 0.001 ? `p < ${digits(3).format(0.001)}` : `p = ${digits(3).format(value)}`;
    },
  };
}
