// SPDX-License-Identifier: Apache-2.0
//
// Shows the progress of work, in bytes read or as set by the parent, and a button that cancels it.

import { css, html, LitElement } from 'lit';
import type { Progress } from '../worker/requests.js';
import { bytesText } from './number.js';
import { style } from './style.js';

export class WorkProgress extends LitElement {
  static override properties = {
    label: {},
    progress: { attribute: false },
    share: { attribute: false },
    note: {},
    stop: {},
  };
  declare label: string;
  declare progress: Progress | undefined;
  /** Completed fraction and its description, if progress is not measured in bytes. */
  declare share: number | undefined;
  declare note: string | undefined;
  /** Label of the button. */
  declare stop: string | undefined;

  override render() {
    const { done = 0, total = 0 } = this.progress ?? {};
    const share = this.share ?? (total > 0 ? Math.min(1, done / total) : 0);
    const read = `${bytesText(Math.min(done, total))} of ${bytesText(total)} read`;
    return html`
      <div class="box">
        <label for="bar" class="label">${this.label}</label>
        <progress id="bar" max="1" .value=${share}></progress>
        <div class="row">
          <span class="soft small">${this.note ?? (total > 0 ? read : 'Starting')}</span>
          <button @click=${this.#cancel}>${this.stop ?? 'Cancel'}</button>
        </div>
        <!-- Announced in steps of 25%, because announcing every change would overwhelm listeners. -->
        <span class="spoken" role="status">${this.label}, ${Math.floor(share * 4) * 25} percent</span>
      </div>
    `;
  }

  #cancel(): void {
    this.dispatchEvent(new CustomEvent('cancel-work'));
  }

  static override styles = [
    style,
    css`
      .box {
        margin-top: 2rem;
        max-width: 34rem;
      }
      progress {
        appearance: none;
        width: 100%;
        height: 0.5rem;
        margin-block: 0.75rem;
        border: 0;
        border-radius: 99px;
        background: var(--rule);
        overflow: hidden;
        forced-color-adjust: none; /* Else the bar has the color of the ground. */
      }
      progress::-webkit-progress-bar {
        background: var(--rule);
      }
      progress::-webkit-progress-value {
        background: var(--accent);
      }
      progress::-moz-progress-bar {
        background: var(--accent);
      }
      .row {
        justify-content: space-between;
      }
    `,
  ];
}

customElements.define('work-progress', WorkProgress);
