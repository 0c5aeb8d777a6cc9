// SPDX-License-Identifier: Apache-2.0
//
// The buttons under a chart that save it.

import { css, html, LitElement } from 'lit';
import type { Caption, Key } from './save-chart.js';
import { style } from './style.js';

export class ChartButtons extends LitElement {
  static override properties = { chart: { attribute: false }, name: {}, label: {}, legend: { attribute: false } };
  /** Returns the chart to save. */
  declare chart: () => SVGSVGElement | null | undefined;
  /** Name of the file, without its extension. */
  declare name: string;
  /** Name of the chart, for screen readers. */
  declare label: string;
  /** Legend of the chart. */
  declare legend: readonly Key[] | undefined;

  override render() {
    return html`
      <div class="row">
        <button class="plain small" @click=${this.#svg}>
          Save as SVG<span class="spoken"> the chart of ${this.label}</span>
        </button>
        <button class="plain small" @click=${this.#png}>
          Save as PNG<span class="spoken"> the chart of ${this.label}</span>
        </button>
      </div>
    `;
  }

  get #caption(): Caption {
    const { label, legend = [] } = this;
    return { title: `${label.charAt(0).toUpperCase()}${label.slice(1)}`, legend };
  }

  async #svg(): Promise<void> {
    const chart = this.chart();
    const { saveSvg } = await import('./save-chart.js');
    if (chart) saveSvg(chart, this.name, this.#caption);
  }

  async #png(): Promise<void> {
    const chart = this.chart();
    const { savePng } = await import('./save-chart.js');
    if (chart) await savePng(chart, this.name, this.#caption);
  }

  static override styles = [
    style,
    css`
      button {
        min-height: 2.25rem;
        padding-inline: 0;
      }
      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];
}

customElements.define('fairwasm-chart-buttons', ChartButtons);
