// SPDX-License-Identifier: Apache-2.0
//
// The types of `fairwasm/elements`.

import type { Report } from '../index.js';

/**
 * The view of a report: rates and disparities with intervals and charts, all of them also in tables.
 *
 * @example
 * import { findExample, load, reportExample } from 'fairwasm';
 * import 'fairwasm/elements';
 * const view = document.createElement('fairwasm-report');
 * view.report = reportExample(await load(), findExample('compas')); // or the text of a saved report
 * document.body.append(view);
 */
export declare class FairwasmReport extends HTMLElement {
  /**
   * The result of `audit.report()`, or the text of a saved report: JSON, or HTML that contains it. The element may
   * also contain the JSON, in a `<script type="application/json">`.
   */
  report: Report | string | undefined;
}

export { FairwasmLesson, type LessonName, lessonNames } from './lesson.js';

declare global {
  interface HTMLElementTagNameMap {
    'fairwasm-report': FairwasmReport;
  }
}
