// SPDX-License-Identifier: Apache-2.0
//
// A regression report: findings, charts of errors by group, and tables.

import type { ErrorReport } from 'fairwasm/scores';
import { html, LitElement } from 'lit';
import { describeErrors } from '#fairwasm/scores/describe.js';
import { factList, plainReportStyle, reportEnd } from '../../widgets/plain-report.js';
import { style } from '../../widgets/style.js';
import '../../widgets/document-view.js';

export class NumbersView extends LitElement {
  static override properties = { report: { attribute: false } };
  declare report: ErrorReport;

  override render() {
    const { title, source, facts = [], blocks } = describeErrors(this.report);
    return html`
      <div class="top">
        <h1 tabindex="-1">${source ?? title}</h1>
        <slot name="actions"></slot>
      </div>
      ${factList(facts)}
      <fairwasm-document .sections=${blocks}></fairwasm-document>
      <slot></slot>
      ${reportEnd(this.report)}
    `;
  }

  static override styles = [style, plainReportStyle];
}

customElements.define('numbers-view', NumbersView);
