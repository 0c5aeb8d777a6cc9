// SPDX-License-Identifier: Apache-2.0
//
// A multiclass report of one breakdown: findings, each class compared with the rest, groups, and confusion matrices.

import type { ClassReport } from 'fairwasm/classes';
import { html, LitElement } from 'lit';
import { describeClasses } from '#fairwasm/classes/describe.js';
import { breakdownRadios } from '../../widgets/breakdown-radios.js';
import { factList, plainReportStyle, reportEnd } from '../../widgets/plain-report.js';
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
    const { title, source, facts = [], blocks } = describeClasses(this.report);
    const sections = blocks.filter((block) => 'blocks' in block);
    const others = blocks.filter((block) => !('blocks' in block));
    const shown = [...sections.slice(this.chosen, this.chosen + 1), ...others];
    return html`
      <div class="top">
        <h1 tabindex="-1">${source ?? title}</h1>
        <slot name="actions"></slot>
      </div>
      ${factList(facts)}
      ${breakdownRadios(this.report.breakdowns, this.chosen, (place) => {
        this.chosen = place;
      })}
      <fairwasm-document .sections=${shown}></fairwasm-document>
      <slot></slot>
      ${reportEnd(this.report)}
    `;
  }

  static override styles = [style, plainReportStyle];
}

customElements.define('classes-view', ClassesView);
