// SPDX-License-Identifier: Apache-2.0
//
// Renders a chart by Observable Plot in the available width, with buttons that save it. For a screen reader it is one
// image with a name; the corresponding table contains its figures. Plot is loaded with the first chart.

import { css, html, LitElement } from 'lit';
import { fileName } from './download.js';
import type { Key } from './save-chart.js';
import { style } from './style.js';
import './chart-buttons.js';

export type Plot = typeof import('@observablehq/plot');
export type Draw = (plot: Plot, width: number) => SVGElement | HTMLElement;

/** Styles that all charts share. */
export const chartStyle = { fontSize: '13px', background: 'none', fontFamily: 'inherit' };

/** Styles of the tooltip next to the pointer. */
export const tipLook = { fill: 'var(--card)', stroke: 'var(--edge)', fontSize: 13, lineHeight: 1.3 } as const;

export class PlotChart extends LitElement {
  static override properties = {
    draw: { attribute: false },
    name: {},
    legend: { attribute: false },
    width: { state: true },
  };
  declare draw: Draw;
  /** Name of the chart. */
  declare name: string;
  /** Legend of the saved chart. */
  declare legend: readonly Key[] | undefined;
  declare width: number;

  readonly #observer = new ResizeObserver(([entry]) => {
    const width = Math.round(entry?.contentRect.width ?? 0);
    if (width > 0) this.width = width;
  });

  override connectedCallback(): void {
    super.connectedCallback();
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    this.#observer.disconnect();
    super.disconnectedCallback();
  }

  override render() {
    return html`
      <div class="chart"></div>
      <fairwasm-chart-buttons
        name=${fileName(this.name)}
        label=${this.name}
        .legend=${this.legend}
        .chart=${() => this.renderRoot.querySelector<SVGSVGElement>('.chart svg')}
      ></fairwasm-chart-buttons>
    `;
  }

  override updated(): void {
    if (this.width) void this.#show();
  }

  async #show(): Promise<void> {
    const { draw, width, name } = this;
    const sorry = 'The chart could not be loaded. The table contains all its figures.';
    const chart = await import('@observablehq/plot').then((plot) => draw(plot, width)).catch(() => sorry);
    if (draw !== this.draw || width !== this.width) return;
    if (typeof chart !== 'string') describe(chart, name);
    this.renderRoot.querySelector('.chart')?.replaceChildren(chart);
    if (typeof chart !== 'string') chart.addEventListener('click', () => this.#pick(chart));
  }

  // Plot stores the datum under the pointer as the value of the element.
  #pick(chart: Element & { value?: { group?: string } | null }): void {
    const group = chart.value?.group;
    if (group === undefined) return;
    this.dispatchEvent(new CustomEvent('pick-group', { detail: group, bubbles: true, composed: true }));
  }

  static override styles = [
    style,
    css`
      :host {
        min-width: 0;
      }
      /* The rules of Plot's own <style>, which the page's policy would block. */
      svg {
        display: block;
        max-width: 100%;
        height: auto;
        overflow: visible;
        font-variant-numeric: tabular-nums;
      }
      svg text,
      svg tspan {
        white-space: pre;
      }
    `,
  ];
}

function describe(chart: SVGElement | HTMLElement, name: string): void {
  chart.querySelector('style')?.remove();
  // The parts of an image have no names for screen readers.
  for (const part of chart.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
  chart.setAttribute('role', 'img');
  chart.setAttribute('aria-label', `Chart: ${name}. The table lists the same figures.`);
}

customElements.define('fairwasm-plot-chart', PlotChart);
