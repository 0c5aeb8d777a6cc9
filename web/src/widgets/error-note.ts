// SPDX-License-Identifier: Apache-2.0
//
// Shows an error and what to do; screen readers announce it immediately.

import { css, html, LitElement } from 'lit';
import type { Problem } from './problem.js';
import { style } from './style.js';

export class ErrorNote extends LitElement {
  static override properties = { problem: { attribute: false } };
  declare problem: Problem | undefined;

  override render() {
    if (!this.problem) return html`<div role="alert"></div>`;
    const { title, detail, advice } = this.problem;
    return html`
      <div role="alert" class="note">
        <strong>${title}</strong>
        <p>${detail}</p>
        <p>${advice}</p>
      </div>
    `;
  }

  static override styles = [
    style,
    css`
      .note {
        margin-top: 1.5rem;
        padding: 1rem 1.25rem;
        border-inline-start: 4px solid var(--alert);
        border-radius: 4px 10px 10px 4px;
        background: var(--alert-soft);
        overflow-wrap: anywhere;
      }
      strong {
        color: var(--alert);
      }
      p {
        margin-top: 0.25rem;
      }
    `,
  ];
}

customElements.define('fairwasm-error-note', ErrorNote);
