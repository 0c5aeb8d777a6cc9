// SPDX-License-Identifier: Apache-2.0
//
// Level, duration, and prerequisites of each lesson.

import type { LessonName } from './names.js';

interface CourseEntry {
  /** 1: introductory; 2: intermediate; 3: advanced. */
  level: 1 | 2 | 3;
  /** Without the exercises. */
  minutes: number;
  needs: 'percentages' | 'charts';
  /** Lessons to complete first. */
  after: readonly LessonName[];
}

export const course: Readonly<Record<LessonName, CourseEntry>> = {
  'base-rates': { level: 2, minutes: 15, needs: 'percentages', after: [] },
  thresholds: { level: 1, minutes: 10, needs: 'percentages', after: [] },
  calibration: { level: 2, minutes: 10, needs: 'charts', after: [] },
  'small-groups': { level: 1, minutes: 10, needs: 'percentages', after: [] },
  'intervals-and-tests': { level: 2, minutes: 10, needs: 'percentages', after: ['small-groups'] },
  'four-fifths': { level: 2, minutes: 10, needs: 'percentages', after: ['intervals-and-tests'] },
  simpson: { level: 1, minutes: 10, needs: 'percentages', after: [] },
  proxies: { level: 1, minutes: 10, needs: 'percentages', after: [] },
  'similar-people': { level: 2, minutes: 10, needs: 'charts', after: [] },
  amplification: { level: 2, minutes: 15, needs: 'percentages', after: [] },
  attackers: { level: 3, minutes: 15, needs: 'percentages', after: ['amplification'] },
  certificates: { level: 3, minutes: 10, needs: 'charts', after: ['thresholds'] },
};

/** The lessons of three sessions, in order. */
export const sessions: readonly (readonly LessonName[])[] = [
  ['base-rates', 'thresholds', 'calibration', 'small-groups'],
  ['intervals-and-tests', 'four-fifths', 'simpson', 'proxies'],
  ['similar-people', 'amplification', 'attackers', 'certificates'],
];
