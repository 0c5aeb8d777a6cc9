// SPDX-License-Identifier: Apache-2.0
//
// Samples of a class of students: each student gets a different random sample from the same population, and a code
// that contains the sample. Together, the samples show the variation of the gap and the proportion of confidence
// intervals that contain the true gap.

import type { Estimate, Fairwasm } from 'fairwasm';
import { randomFrom } from './random.js';

/** Sample sizes per group. */
export const classSizes = [20, 50, 100, 200, 500] as const;
export const maxClass = 9999;
export const maxStudent = 9999;

export interface ClassSettings {
  /** Identifies the population. */
  number: number;
  /** People per group in each sample. */
  size: number;
}

/** The true approval rates of both groups. */
export interface Population {
  a: number;
  b: number;
}

/** A student's sample: the number of approved applicants in each group. */
export interface Sample {
  student: number;
  a: number;
  b: number;
}

const gaps = [-0.2, -0.15, -0.1, -0.05, 0, 0.05, 0.1, 0.15, 0.2] as const;

export function getPopulation({ number }: ClassSettings): Population {
  const random = randomFrom(number);
  const a = 0.4 + 0.05 * Math.floor(random() * 5);
  const gap = gaps[Math.floor(random() * gaps.length)] as number;
  return { a, b: Number((a + gap).toFixed(2)) };
}

/** Returns the sample of a student, which is always the same. */
export function drawSample(settings: ClassSettings, student: number): Sample {
  const { size, number } = settings;
  const { a, b } = getPopulation(settings);
  const random = randomFrom(number * (maxStudent + 1) + student + size * 7919);
  const draw = (chance: number) => Array.from({ length: size }, () => random() < chance).filter(Boolean).length;
  return { student, a: draw(a), b: draw(b) };
}

/** Returns "7-100-12-47-31": the class, the size, the student, and the approved applicants of A and B. */
export const toCode = ({ number, size }: ClassSettings, { student, a, b }: Sample): string =>
  [number, size, student, a, b].join('-');

/** A part of a text that is not a code of the class, and the reason. */
export interface CodeProblem {
  text: string;
  reason: 'unreadable' | 'other' | 'wrong' | 'twice';
}

/** Reads the codes of a class, separated by spaces, commas, or lines. The counts of a code reveal typing errors. */
export function readCodes(settings: ClassSettings, text: string): { samples: Sample[]; problems: CodeProblem[] } {
  const samples = new Map<number, Sample>();
  const problems: CodeProblem[] = [];
  for (const part of text.split(/[\s,;]+/).filter((each) => each !== '')) {
    const found = readCode(settings, part);
    if (typeof found === 'string') problems.push({ text: part, reason: found });
    else if (samples.has(found.student)) problems.push({ text: part, reason: 'twice' });
    else samples.set(found.student, found);
  }
  return { samples: [...samples.values()], problems };
}

function readCode(settings: ClassSettings, text: string): Sample | CodeProblem['reason'] {
  const match = /^(\d{1,4})-(\d{1,4})-(\d{1,4})-(\d{1,4})-(\d{1,4})$/.exec(text);
  if (!match) return 'unreadable';
  const [number, size, student, a, b] = match.slice(1).map(Number) as [number, number, number, number, number];
  if (number !== settings.number || size !== settings.size) return 'other';
  const sample = drawSample(settings, student);
  return sample.a === a && sample.b === b ? sample : 'wrong';
}

/** A sample with its gap: the rate of B minus the rate of A, with its 95% confidence interval. */
export interface Measured {
  sample: Sample;
  gap: Estimate;
}

export const measure = (fair: Fairwasm, size: number, samples: readonly Sample[]): Measured[] =>
  samples.map((sample) => ({ sample, gap: getGap(fair, size, sample) }));

function getGap(fair: Fairwasm, size: number, { a, b }: Sample): Estimate {
  const auditor = fair.auditor({
    groups: ['group'],
    prediction: true,
    favorable: 'yes',
    privileged: { group: 'A' },
    uncertainty: { draws: 200 },
  });
  auditor.updateCounted({
    groups: { group: ['A', 'A', 'B', 'B'] },
    prediction: ['yes', 'no', 'yes', 'no'],
    rows: [a, size - a, b, size - b],
  });
  const frame = auditor.audit().frame('group');
  const [comparison] = frame.disparities(frame.group({ group: 'A' }));
  return comparison?.values.statisticalParityDifference ?? { value: Number.NaN };
}

/** Whether an interval contains a value. */
export const contains = ({ ci }: Estimate, value: number): boolean =>
  ci !== undefined && ci[0] <= value && value <= ci[1];

/** The mean and the standard deviation of all gaps. */
export function getSpread(measured: readonly Measured[]): { mean: number; deviation: number } {
  const values = measured.map(({ gap }) => gap.value);
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
  const squares = values.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / (values.length - 1)) };
}

/** The gaps as dots that are stacked in steps of `width`. */
export function stack(
  measured: readonly Measured[],
  width: number,
): readonly { x: number; y: number; measured: Measured }[] {
  const counts = new Map<number, number>();
  return measured.map((each) => {
    const step = Math.round(each.gap.value / width);
    const y = (counts.get(step) ?? 0) + 1;
    counts.set(step, y);
    return { x: step * width, y, measured: each };
  });
}
