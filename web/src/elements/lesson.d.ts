// SPDX-License-Identifier: Apache-2.0
//
// The types of `fairwasm/elements/lesson`.

/** The names of the lessons, in the recommended order. */
export declare const lessonNames: readonly LessonName[];

export type LessonName =
  | 'base-rates'
  | 'thresholds'
  | 'calibration'
  | 'small-groups'
  | 'intervals-and-tests'
  | 'four-fifths'
  | 'simpson'
  | 'proxies'
  | 'similar-people'
  | 'amplification'
  | 'attackers'
  | 'certificates';

/**
 * A lesson: a question and a guess, an interactive chart whose figures fairwasm computes, a summary, and a sheet of
 * exercises. Its language is that of `lang`, on the element or an ancestor: English or German. Dispatches
 * `lesson-state`, a `CustomEvent<string>`, after each change by the user.
 *
 * @example
 * import 'fairwasm/elements/lesson';
 * const lesson = document.createElement('fairwasm-lesson');
 * lesson.name = 'base-rates';
 * document.body.append(lesson);
 */
export declare class FairwasmLesson extends HTMLElement {
  /** The name of the lesson; the attribute `name`. An unknown name shows an error. */
  name: LessonName;
  /** The state, as reported by the event; the attribute `state`. Empty: the initial state. */
  state: string;
}

declare global {
  interface HTMLElementTagNameMap {
    'fairwasm-lesson': FairwasmLesson;
  }
}
