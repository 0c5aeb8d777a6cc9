// SPDX-License-Identifier: Apache-2.0
//
// The types of `fairwasm/elements/lesson`.

/** The names of the lessons, in the order to take them in. */
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
 * A lesson: a question and a guess, something to move until fairwasm's figures answer, what to remember, and a sheet of
 * exercises. In the language of its `lang`, or of what it stands in: English or German. It dispatches `lesson-state`, a
 * `CustomEvent<string>`, whenever something was moved.
 *
 * @example
 * import 'fairwasm/elements/lesson';
 * const lesson = document.createElement('fairwasm-lesson');
 * lesson.name = 'base-rates';
 * document.body.append(lesson);
 */
export declare class FairwasmLesson extends HTMLElement {
  /** Which one; the attribute `name`. Of another name it says that there is none. */
  name: LessonName;
  /** How it stands, as the event told it; the attribute `state`. Empty: at its beginning. */
  state: string;
}

declare global {
  interface HTMLElementTagNameMap {
    'fairwasm-lesson': FairwasmLesson;
  }
}
