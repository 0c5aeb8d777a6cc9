// SPDX-License-Identifier: Apache-2.0
//
// Results of other commands in a stored report, as documents. Loaded only for reports with such results.

import type { Report } from 'fairwasm';
import { describeExtras } from 'fairwasm/report';
import { html, LitElement } from 'lit';
import '../parts/document-view.js';

export class ExtrasView extends LitElement {
  static override properties = { report: { attribute: false }, without: { attribute: false } };
  declare report: Report;
  /** Names of results that are displayed elsewhere. */
  declare without: readonly string[];

  override render() {
    const sections = describeExtras(this.report).filter(({ name }) => !this.without.includes(name));
    return html`<fairwasm-document .sections=${sections}></fairwasm-document>`;
  }
}

customElements.define('fairwasm-extras', ExtrasView);
