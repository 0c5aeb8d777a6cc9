// SPDX-License-Identifier: Apache-2.0
//
// Results that were requested, and results of other commands in a stored report, as documents. Loaded only for reports
// with such results.

import type { Report } from 'fairwasm';
import type { Block } from 'fairwasm/report';
import { html, LitElement } from 'lit';
import '#fairwasm/report/all-results.js';
import { describeExtras } from '#fairwasm/report/describe-extras.js';
import { describeOptional } from '#fairwasm/report/describe-report.js';
import '../../widgets/document-view.js';

export class ExtrasView extends LitElement {
  static override properties = {
    report: { attribute: false },
    without: { attribute: false },
    only: {},
    place: { type: Number },
  };
  declare report: Report;
  /** Names of results that are displayed elsewhere. */
  declare without: readonly string[];
  /** The kind of results to display below the heading of another element. Default: all. */
  declare only: string | undefined;
  /** Position of the breakdown. Default: all. */
  declare place: number | undefined;

  constructor() {
    super();
    this.without = [];
  }

  override render() {
    const { report, without, only, place } = this;
    if (only === undefined) {
      const all = [...describeOptional(report), ...describeExtras(report)];
      const sections = all.filter(({ name }) => !without.includes(getKind(name)));
      return html`<fairwasm-document .sections=${sections}></fairwasm-document>`;
    }
    const found = describeOptional(report).filter(({ name }) => getKind(name) === only);
    const parts = found.flatMap((section): readonly Block[] => (section.name === only ? section.blocks : [section]));
    const isChosen = (block: Block) => place === undefined || ('name' in block && block.name === `${only}-${place}`);
    return html`<fairwasm-document .sections=${parts.filter(isChosen)} level=3></fairwasm-document>`;
  }
}

/** "within" for "within-0". */
const getKind = (name: string): string => name.split('-')[0] as string;

customElements.define('fairwasm-extras', ExtrasView);
