// SPDX-License-Identifier: Apache-2.0
//
// Histogram of a group's scores, with the people who would repay and the threshold. Bars below the threshold are pale.

import { css, html, LitElement, svg } from 'lit';
import { style } from '../../widgets/style.js';
import { levels, type Scores } from './loans.js';

const height = 110;

export class ScoreHistogram extends LitElement {
  static override properties = {
    label: {},
    scores: { attribute: false },
    threshold: { type: Number },
    tallest: { type: Number },
    tone: { reflect: true },
  };
  declare label: string;
  declare scores: Scores;
  declare threshold: number;
  /** The number of people at the most frequent score of all groups, so that charts have the same scale. */
  declare tallest: number;
  declare tone: string;

  override render() {
    const line = `${this.threshold * 100}%`;
    return html`
      <svg role="img" aria-label=${this.label} width="100%" height=${height + 8}>
        ${this.scores.people.map((people, i) => this.#bar(i, people))}
        <line x1="0" x2="100%" y1=${height} y2=${height} class="ground" />
        <line x1=${line} x2=${line} y1="0" y2=${height + 8} class="threshold" />
      </svg>
    `;
  }

  #bar(level: number, people: number) {
    const repaying = this.scores.repaying[level] as number;
    const long = (count: number) => (count / this.tallest) * (height - 4);
    const place = { x: `${(level / levels) * 100}%`, width: `${96 / levels}%` };
    const isSelected = (level + 0.5) / levels >= this.threshold;
    const kind = isSelected ? 'selected' : 'left';
    return svg`
      <rect class="repaying ${kind}" x=${place.x} width=${place.width}
        y=${height - long(repaying)} height=${long(repaying)} />
      <rect class="defaulting ${kind}" x=${place.x} width=${place.width}
        y=${height - long(people)} height=${long(people - repaying)} />
    `;
  }

  static override styles = [
    style,
    css`
      :host {
        color: var(--accent);
      }
      :host([tone='second']) {
        color: var(--second);
      }
      svg {
        display: block;
        overflow: visible;
      }
      .repaying {
        fill: currentColor;
      }
      .defaulting {
        fill: currentColor;
        fill-opacity: 0.38;
      }
      .left {
        opacity: 0.35;
      }
      .ground {
        stroke: var(--edge);
      }
      .threshold {
        stroke: var(--ink);
        stroke-width: 2.5;
      }
    `,
  ];
}

customElements.define('fairwasm-score-histogram', ScoreHistogram);
