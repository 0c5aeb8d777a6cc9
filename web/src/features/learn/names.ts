// SPDX-License-Identifier: Apache-2.0
//
// The lessons, in the recommended order. To add one, add a row, a file in `lessons/`, and its strings in each catalog;
// its address is `#/learn/<name>`, so that a lecture can link to it.

import type { AnyLesson } from './lesson.js';

type Loader = () => Promise<{ default: AnyLesson }>;

export const lessons = {
  'base-rates': () => import('./lessons/base-rates.js'),
  thresholds: () => import('./lessons/thresholds.js'),
  calibration: () => import('./lessons/calibration.js'),
  'small-groups': () => import('./lessons/small-groups.js'),
  'intervals-and-tests': () => import('./lessons/intervals-and-tests.js'),
  'four-fifths': () => import('./lessons/four-fifths.js'),
  simpson: () => import('./lessons/simpson.js'),
  proxies: () => import('./lessons/proxies.js'),
  'similar-people': () => import('./lessons/similar-people.js'),
  amplification: () => import('./lessons/amplification.js'),
  attackers: () => import('./lessons/attackers.js'),
  certificates: () => import('./lessons/certificates.js'),
} as const satisfies Record<string, Loader>;

export type LessonName = keyof typeof lessons;

export const lessonNames = Object.keys(lessons) as LessonName[];

export const isLessonName = (name: unknown): name is LessonName => lessonNames.includes(name as LessonName);
