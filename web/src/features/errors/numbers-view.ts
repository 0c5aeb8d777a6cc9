// SPDX-License-Identifier: Apache-2.0
//
// A regression report: findings, charts of errors by group, and tables.

import type { ErrorReport } from 'fairwasm/scores';
import { html, LitElement } from 'lit';
import { describeErrors } from '#fairwasm/scores/describe.js';
import { plainReport, plainReportStyle } from '../../widgets/plain-report.js';
import { style } from '../../widgets/style.js';
import '../../widgets/document-view.js';

export class NumbersView extends LitElement {
  static override properties = { report: { attribute: false } };
  declare report: ErrorReport;

  override render() {
    const document = describeErrors(this.report);
    const content = html`<fairwasm-document .sections=${document.blocks}></fairwasm-document>`;
    return plainReport(this.report, document, content);
  }

  static override styles = [style, plainReportStyle];
}

customElements.define('numbers-view', NumbersView);
