// SPDX-License-Identifier: Apache-2.0
//
// A slider with its name and value as text. Dispatches `slide` with the number on each move.

import { css, html, LitElement } from 'lit';
import { style } from '../../widgets/style.js';

export class SlideControl extends LitElement {
  static override properties = {
    label: {},
    value: { type: Number },
    min: { type: Number },
    max: { type: Number },
    step: { type: Number },
    text: {},
    tone: { reflect: true },
  };
  declare label: string;
  declare value: number;
  declare min: number;
  declare max: number;
  declare step: number;
  /** The formatted value. */
  declare text: string;
  /** `second`: the color of the second group. */
  declare tone: string;

  constructor() {
    super();
    this.min = 0;
    this.max = 1;
    this.step = 0.01;
  }

  override render() {
    // The bounds must be set before the value, or the browser clamps it.
    return html`
      <div class="head">
        <label for="slider">${this.label}</label>
        <output for="slider">${this.text}</output>
      </div>
      <input
        id="slider"
        type="range"
        min=${this.min}
        max=${this.max}
        step=${this.step}
        .value=${String(this.value)}
        aria-valuetext=${this.text}
        @input=${this.#slide}
      />
    `;
  }

  #slide(event: Event): void {
    const detail = (event.target as HTMLInputElement).valueAsNumber;
    this.dispatchEvent(new CustomEvent('slide', { detail }));
  }

  static override styles = [
    style,
    css`
      .head {
        display: flex;
        flex-wrap: wrap;
        justify-content: space-between;
        gap: 0 1rem;
        align-items: baseline;
      }
      label {
        font-weight: 550;
      }
      output {
        font-variant-numeric: tabular-nums;
        font-weight: 600;
        color: var(--accent);
        white-space: nowrap;
      }
      :host([tone='second']) output {
        color: var(--second, var(--accent));
      }
      /* As wide as the picture above it, plus the half of the thumb that stands out at either end. */
      input {
        appearance: none;
        width: calc(100% + 1.5rem);
        height: 1.5rem;
        margin: 0.35rem -0.75rem 0;
        background: none;
        forced-color-adjust: none; /* Else track and thumb have the color of the ground. */
        cursor: pointer;
        color: var(--accent);
      }
      :host([tone='second']) input {
        color: var(--second, var(--accent));
      }
      input::-webkit-slider-runnable-track {
        height: 0.3rem;
        border-radius: 99px;
        background: var(--edge);
      }
      input::-moz-range-track {
        height: 0.3rem;
        border-radius: 99px;
        background: var(--edge);
      }
      input::-webkit-slider-thumb {
        appearance: none;
        width: 1.5rem;
        height: 1.5rem;
        margin-top: -0.6rem;
        border-radius: 50%;
        border: 3px solid var(--card);
        background: currentColor;
        box-shadow: 0 0 0 1px currentColor;
      }
      input::-moz-range-thumb {
        width: 1.5rem;
        height: 1.5rem;
        box-sizing: border-box;
        border-radius: 50%;
        border: 3px solid var(--card);
        background: currentColor;
        box-shadow: 0 0 0 1px currentColor;
      }
    `,
  ];
}

customElements.define('fairwasm-slide-control', SlideControl);
