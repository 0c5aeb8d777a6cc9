// SPDX-License-Identifier: Apache-2.0
//
// A multiclass report of one breakdown: findings, each class compared with the rest, groups, and confusion matrices.

import type { ClassReport } from 'fairwasm/classes';
import { html, LitElement } from 'lit';
import { describeClasses } from '#fairwasm/classes/describe.js';
import { breakdownRadios } from '../../widgets/breakdown-radios.js';
import { plainReport, plainReportStyle } from '../../widgets/plain-report.js';
import { style } from '../../widgets/style.js';
import '../../widgets/document-view.js';

export class ClassesView extends LitElement {
  static override properties = { report: { attribute: false }, chosen: { state: true } };
  declare report: ClassReport;
  declare chosen: number;

  constructor() {
    super();
    this.chosen = 0;
  }

  override render() {
    const document = describeClasses(this.report);
    const { blocks } = document;
    const sections = blocks.filter((block) => 'blocks' in block);
    const others = blocks.filter((block) => !('blocks' in block));
    const shown = [...sections.slice(this.chosen, this.chosen + 1), ...others];
    const content = html`
      ${breakdownRadios(this.report.breakdowns, this.chosen, (place) => {
        this.chosen = place;
      })}
      <fairwasm-document .sections=${shown}></fairwasm-document>
    `;
    return plainReport(this.report, document, content);
  }

  static override styles = [style, plainReportStyle];
}

customElements.define('classes-view', ClassesView);
