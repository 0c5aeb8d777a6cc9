// SPDX-License-Identifier: Apache-2.0
//
// A misplaced division: an index that jumps when its parameter passes 0.

import { css, html, LitElement, svg } from 'lit';
import { getMax, getMin } from '#fairwasm/core/extremes.js';
import { valueText } from '../../widgets/number.js';
import { scrollTable } from '../../widgets/scroll-table.js';
import { style } from '../../widgets/style.js';
import { getEntropies } from './defects.js';
import type { Modules } from './modules.js';
import { lessonStyle } from './style.js';
import './slide-control.js';

const [least, most] = [-2, 3];
const height = 190;
const alphas = Array.from({ length: 101 }, (_, i) => least + ((most - least) * i) / 100);

export class EntropyDefect extends LitElement {
  static override properties = {
    modules: { attribute: false },
    alpha: { state: true },
    falsePositives: { state: true },
  };
  declare modules: Modules;
  declare alpha: number;
  declare falsePositives: number;

  constructor() {
    super();
    this.alpha = 0;
    this.falsePositives = 30;
  }

  override render() {
    const { alpha } = this;
    const { at, meanBenefit } = getEntropies(this.modules, this.falsePositives);
    const value = at(alpha);
    const library = alpha === 0 ? value / meanBenefit : value;
    return html`
      <section aria-labelledby="title">
        <h2 id="title">A false discontinuity</h2>
        <p>
          The generalized entropy index measures how unequally a model’s errors are distributed among people. Alpha sets
          the weight of the extremes. The curve should be continuous at 0.
        </p>
        <div class="stage">
          <div class="controls">
            <fairwasm-slide-control
              label="Alpha"
              min=${least}
              max=${most}
              step="0.05"
              value=${alpha}
              text=${alpha.toFixed(2).replace('-', '−')}
              @slide=${(event: CustomEvent<number>) => {
                // The steps do not include exactly 0.
                this.alpha = Math.round(event.detail * 20) / 20;
              }}
            ></fairwasm-slide-control>
            <fairwasm-slide-control
              label="False positives, of 100 people"
              min="1"
              max="60"
              step="1"
              value=${this.falsePositives}
              text=${String(this.falsePositives)}
              @slide=${(event: CustomEvent<number>) => {
                this.falsePositives = event.detail;
              }}
            ></fairwasm-slide-control>
          </div>
          <div>
            <dl class="big">
              <div>
                <dt>Speicher et al. 2018, fairwasm</dt>
                <dd>${valueText(value, 'number')}</dd>
              </div>
              <div>
                <dt>AIF360, generalized_entropy_index</dt>
                <dd class="second">${valueText(library, 'number')}</dd>
              </div>
            </dl>
            ${this.#chart(at, value, library)}
            <p role="status">
              ${
                alpha === 0
                  ? `At 0, AIF360 divides by the mean benefit a second time, ${valueText(meanBenefit, 'number')}: ${valueText(value, 'number')} / ${valueText(meanBenefit, 'number')} = ${valueText(library, 'number')}.`
                  : 'Both agree except at 0. Move alpha to 0.'
              }
            </p>
            ${this.#table(at, meanBenefit)}
          </div>
        </div>
      </section>
    `;
  }

  #chart(at: (alpha: number) => number, value: number, library: number) {
    const values = alphas.map(at);
    const [low, high] = [getMin(values, library), getMax(values)];
    const y = (index: number) => 12 + (1 - (index - low) / (high - low)) * (height - 48);
    const x = (alpha: number) => ((alpha - least) / (most - least)) * 100;
    const line = values.map((index, i) => `${x(alphas[i] as number)},${y(index)}`).join(' ');
    const atZero = this.alpha === 0;
    return html`
      <svg
        role="img"
        aria-label="Chart: the index over alpha, from ${least} to ${most}. It is smooth; AIF360’s value at 0 lies below it."
        width="100%"
        height=${height}
      >
        <svg viewBox="0 0 100 ${height}" preserveAspectRatio="none" width="100%" height=${height}>
          <polyline points=${line} vector-effect="non-scaling-stroke" />
        </svg>
        ${[least, 0, 1, 2, most].map((tick) => svg`<text x="${x(tick)}%" y=${height - 6} text-anchor=${tick === least ? 'start' : tick === most ? 'end' : 'middle'}>${String(tick).replace('-', '−')}</text>`)}
        <circle class="mine" cx="${x(this.alpha)}%" cy=${y(value)} r="6" />
        <circle class="reference" cx="${x(this.alpha)}%" cy=${y(library)} r=${atZero ? 6 : 10} />
      </svg>
    `;
  }

  #table(at: (alpha: number) => number, meanBenefit: number) {
    const rows = Array.from({ length: 11 }, (_, i) => least + i / 2);
    return html`
      <details class="figures">
        <summary>The curve as a table</summary>
        ${scrollTable(
          'The index by alpha',
          ['Alpha', 'Speicher et al., fairwasm', 'AIF360'],
          rows.map(
            (alpha) => html`
                  <tr>
                    <th scope="row">${String(alpha).replace('-', '−')}</th>
                    <td>${valueText(at(alpha), 'number')}</td>
                    <td>${valueText(alpha === 0 ? at(0) / meanBenefit : at(alpha), 'number')}</td>
                  </tr>
                `,
          ),
        )}
      </details>
    `;
  }

  static override styles = [
    style,
    lessonStyle,
    css`
      svg {
        display: block;
        overflow: visible;
      }
      polyline {
        fill: none;
        stroke: var(--accent);
        stroke-width: 2.5;
      }
      text {
        fill: var(--soft);
        font-size: 0.8125rem;
      }
      .mine {
        fill: var(--accent);
      }
      .reference {
        fill: none;
        stroke: var(--second);
        stroke-width: 2.5;
      }
    `,
  ];
}

customElements.define('entropy-defect', EntropyDefect);
