// SPDX-License-Identifier: Apache-2.0
//
// Replays a completed run: moment by moment with a slider and buttons, or as an animation of 15 or 60 seconds. With
// reduced motion, there are only buttons. Dispatches `moment-change`.

import { css, html, LitElement, nothing } from 'lit';
import { style } from '../../widgets/style.js';
import '../learn/slide-control.js';

const speeds = [
  { seconds: 15, title: 'Play in 15 s' },
  { seconds: 60, title: 'Play slowly, in 60 s' },
] as const;
const shownEvery = 100; // milliseconds

export class ReplayControl extends LitElement {
  static override properties = {
    moment: { type: Number },
    moments: { type: Number },
    text: {},
    isPlaying: { state: true },
  };
  /** The number of moments in view. */
  declare moment: number;
  declare moments: number;
  /** A description of the moment. */
  declare text: string;
  declare isPlaying: boolean;
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #calm = matchMedia('(prefers-reduced-motion: reduce)');

  constructor() {
    super();
    this.isPlaying = false;
  }

  override disconnectedCallback(): void {
    this.#stop();
    super.disconnectedCallback();
  }

  override render() {
    const { moment, moments, text, isPlaying } = this;
    return html`
      <fairwasm-slide-control
        label="Watch it again"
        min="0"
        max=${moments}
        step="1"
        value=${moment}
        text=${text}
        @slide=${(event: CustomEvent<number>) => {
          this.#stop();
          this.#show(event.detail);
        }}
      ></fairwasm-slide-control>
      <div class="row">
        <button ?disabled=${moment <= 0} @click=${() => this.#step(-1)}>Step back</button>
        <button ?disabled=${moment >= moments} @click=${() => this.#step(1)}>Step</button>
        ${
          this.#calm.matches
            ? nothing
            : isPlaying
              ? html`<button @click=${this.#stop}>Pause</button>`
              : speeds.map(({ seconds, title }) => html`<button @click=${() => this.#play(seconds)}>${title}</button>`)
        }
      </div>
    `;
  }

  #step(by: number): void {
    this.#stop();
    this.#show(this.moment + by);
  }

  #play(seconds: number): void {
    const from = this.moment >= this.moments ? 0 : this.moment;
    const began = performance.now();
    this.isPlaying = true;
    this.#timer = setInterval(() => {
      const share = (performance.now() - began) / (seconds * 1000);
      this.#show(Math.min(this.moments, from + Math.floor(share * this.moments)));
      if (this.moment >= this.moments) this.#stop();
    }, shownEvery);
    this.#show(from);
  }

  #stop = (): void => {
    clearInterval(this.#timer);
    this.isPlaying = false;
  };

  #show(moment: number): void {
    if (moment === this.moment) return;
    this.moment = moment;
    this.dispatchEvent(new CustomEvent('moment-change', { detail: moment }));
  }

  static override styles = [
    style,
    css`
      :host {
        margin-top: 1.5rem;
        padding: 1rem 1.5rem 1.25rem;
        border-radius: 14px;
        background: var(--sunken);
      }
      .row {
        margin-top: 0.75rem;
        gap: 0.5rem;
      }
      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];
}

customElements.define('replay-control', ReplayControl);
