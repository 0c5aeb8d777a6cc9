// SPDX-License-Identifier: Apache-2.0
//
// A result, drawn from its description. The code that describes results is loaded with the first result.

import type { Document, Result } from 'fairwasm/report';
import { html, LitElement, nothing } from 'lit';
import { style } from './style.js';
import './document-view.js';

export class ResultView extends LitElement {
  static override properties = { result: { attribute: false }, level: { type: Number }, described: { state: true } };
  declare result: Result;
  /** Level of the heading. Default: 2. */
  declare level: number;
  declare described: Document | undefined;

  constructor() {
    super();
    this.level = 2;
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('result')) void this.#describe();
  }

  override render() {
    return this.described
      ? html`<fairwasm-document .level=${this.level} .sections=${[this.described]}></fairwasm-document>`
      : nothing;
  }

  async #describe(): Promise<void> {
    const { result } = this;
    const { describeResult } = await import('./write-result.js');
    if (this.result === result) this.described = describeResult(result);
  }

  static override styles = [style];
}

customElements.define('result-view', ResultView);
