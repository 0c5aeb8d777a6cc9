// SPDX-License-Identifier: Apache-2.0
//
// DBAC or LIC of captions, drawn from its description.

import type { Dbac, LicResult } from 'fairwasm/predictability';
import type { Document } from 'fairwasm/report';
import { html, LitElement, nothing } from 'lit';
import { style } from '../parts/style.js';
import '../parts/document-view.js';

const loadWriter = () => import('../parts/write-result.js');

export class ImageCaptionsView extends LitElement {
  static override properties = { result: { attribute: false }, described: { state: true } };
  declare result: Dbac | LicResult;
  declare described: Document | undefined;

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('result')) this.#describe();
  }

  override render() {
    const { described } = this;
    return described
      ? html`<fairwasm-document level="2" .sections=${[described]}></fairwasm-document>`
      : nothing;
  }

  async #describe(): Promise<void> {
    const { result } = this;
    const { describeResult } = await loadWriter();
    if (this.result === result) this.described = describeResult(result);
  }

  static override styles = [style];
}

customElements.define('image-captions-view', ImageCaptionsView);
