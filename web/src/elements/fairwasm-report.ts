// SPDX-License-Identifier: Apache-2.0
//
// `<fairwasm-report>`, published as `fairwasm/elements`: the page's view of a report, for any page that has a report's
// JSON. It computes nothing and makes no requests.

import { type Report, readReport } from 'fairwasm';
import { html, LitElement, nothing } from 'lit';
import type { Problem } from '../widgets/problem.js';
import '../widgets/error-note.js';
import '../features/report/report-view.js';
import { getSheet } from '../features/scores/stored-sheet.js';
import { hostStyle } from './host-style.js';

export { FairwasmLesson, lessonNames } from './fairwasm-lesson.js';

export class FairwasmReport extends LitElement {
  static override properties = { report: { attribute: false } };
  /** The result of `audit.report()`, or the text of a saved report: JSON, or HTML that contains it. */
  declare report: Report | string | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.report ??= this.querySelector('script[type="application/json"]')?.textContent ?? undefined;
  }

  override render() {
    if (this.report === undefined) return nothing;
    const report = read(this.report);
    return 'breakdowns' in report
      ? html`<fairwasm-report-view .report=${report} .scores=${getSheet(report)}></fairwasm-report-view>`
      : html`<fairwasm-error-note .problem=${report}></fairwasm-error-note>`;
  }

  static override styles = hostStyle;
}

// An object may come from JSON too, which has null for undefined values.
function read(given: Report | string): Report | Problem {
  try {
    return readReport(typeof given === 'string' ? given : JSON.stringify(given));
  } catch (error) {
    return {
      title: 'This is not a fairwasm report',
      detail: error instanceof Error ? error.message : String(error),
      advice:
        'Pass the result of audit.report(), or a JSON or HTML file saved by the page or by the fairwasm audit command.',
    };
  }
}

customElements.define('fairwasm-report', FairwasmReport);
