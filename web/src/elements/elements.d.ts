// SPDX-License-Identifier: Apache-2.0
//
// The types of `fairwasm/elements`.

import type { Report } from '../index.js';

/**
 * The view of a report: rates and disparities with intervals and charts, everything in a table too.
 *
 * @example
 * import { findExample, load, reportExample } from 'fairwasm';
 * import 'fairwasm/elements';
 * const view = document.createElement('fairwasm-report');
 * view.report = reportExample(await load(), findExample('compas')); // or the text of a report that was saved
 * document.body.append(view);
 */
export declare class FairwasmReport extends HTMLElement {
  /**
   * What `audit.report()` gives, or the text of a report that was saved: JSON, or HTML that holds it. JSON may also stand
   * in the element, in a `<script type="application/json">`.
   */
  report: Report | string | undefined;
}

export { FairwasmLesson, type LessonName, lessonNames } from './lesson.js';

declare global {
  interface HTMLElementTagNameMap {
    'fairwasm-report': FairwasmReport;
  }
}
