// SPDX-License-Identifier: Apache-2.0
//
// The strings that every language must have.

import type { LessonName } from '../names.js';

/** The strings of every lesson; other keys begin with `control.`, `preset.`, `now.`, or `word.`. */
type Common =
  | 'title'
  | 'about'
  | 'lead'
  | 'question'
  | 'guess.1'
  | 'guess.2'
  | 'guess.3'
  | 'task'
  | 'answer'
  | 'remember'
  | 'source'
  | 'exercise.1'
  | 'exercise.2'
  | 'exercise.3'
  | 'solution.1'
  | 'solution.2'
  | 'solution.3';

export type LessonTexts = Readonly<Record<Common, string> & Record<string, string>>;

export interface Catalog {
  /** Shared by all lessons. */
  common: Readonly<Record<string, string>>;
  lessons: Readonly<Record<LessonName, LessonTexts>>;
}
