// SPDX-License-Identifier: Apache-2.0
//
// Why definitions of fairness conflict: a threshold for each of two groups, and five rates that some
// definition or other wants to be alike.

import { type Fairwasm, findMetric } from 'fairwasm';
import { css, html, LitElement } from 'lit';
import { countText, valueText } from '../parts/number.js';
import { style } from '../parts/style.js';
import {
  type GroupName,
  groupNames,
  type Loans,
  levels,
  makeLoans,
  ratesAt,
  type Thresholds,
  thresholdsFor,
} from './loans.js';
import { lessonStyle } from './style.js';
import './score-histogram.js';
import './slide-control.js';

const wanted = [
  { rate: 'selectionRate', title: 'Of all, get the loan', notion: 'demographic parity' },
  {
    rate: 'truePositiveRate',
    title: 'Of those who would repay, get it',
    notion: 'equal opportunity',
  },
  {
    rate: 'falsePositiveRate',
    title: 'Of those who would not, get it',
    notion: 'with the one above: equalized odds',
  },
  {
    rate: 'positivePredictiveValue',
    title: 'Of the loans given, are repaid',
    notion: 'predictive parity',
  },
] as const;

const alike = 0.02; // a step of a threshold moves a rate by up to 1.6 %

export class ConflictLesson extends LitElement {
  static override properties = {
    fair: { attribute: false },
    apart: { state: true },
    thresholds: { state: true },
  };
  declare fair: Fairwasm;
  declare apart: number;
  declare thresholds: Thresholds;

  constructor() {
    super();
    this.apart = 0.2;
    this.thresholds = { A: 0.5, B: 0.5 };
  }

  override render() {
    const loans = makeLoans(this.apart);
    const tallest = Math.max(...groupNames.flatMap((name) => loans[name].people));
    const names = wanted.map(({ rate }) => rate);
    const rates = ratesAt(this.fair, loans, this.thresholds, names);
    const isAlike = (rate: string) => (rates[rate]?.difference ?? 1) <= alike;
    const count = wanted.filter(({ rate }) => isAlike(rate)).length;
    return html`
      <p class="lead">
        A bank scores everybody’s chance of repaying a loan, and the scores are right: of the people with 70
        in 100, 70 in 100 repay, in either group. It lends from a threshold on. Full bars would repay, light
        ones would not.
      </p>
      <div class="stage even">
        <div class="controls">
          ${groupNames.map((name) => this.#group(name, loans[name], tallest))}
          <div class="presets" role="group" aria-label="Set the thresholds so that the groups have">
            <button @click=${this.#sameThreshold}>One threshold</button>
            <button @click=${() => this.#equalize('selectionRate')}>Equal share of loans</button>
            <button @click=${() => this.#equalize('truePositiveRate')}>
              Equal share among those who would repay
            </button>
          </div>
          <slide-control
            label="How far the groups’ scores lie apart"
            min="0"
            max="0.4"
            step="0.02"
            value=${this.apart}
            text="${Math.round(this.apart * 100)} points"
            @slide=${(event: CustomEvent<number>) => {
              this.apart = event.detail;
            }}
          ></slide-control>
        </div>
        <div>
          <p class="say" role="status">
            <strong>${count} of ${wanted.length}</strong> shares are alike. ${this.#verdict(count)}
          </p>
          <div class="scroll" tabindex="0" role="region" aria-label="Rates of both groups">
            <table>
              <thead>
                <tr>
                  <th scope="col">What could be alike</th>
                  <th scope="col">A</th>
                  <th scope="col">B</th>
                  <th scope="col">Apart</th>
                </tr>
              </thead>
              <tbody>
                ${wanted.map(({ rate, title, notion }) => {
                  const {
                    A = Number.NaN,
                    B = Number.NaN,
                    difference = Number.NaN,
                  } = rates[rate] ?? {};
                  return html`
                    <tr class=${isAlike(rate) ? 'alike' : ''}>
                      <th scope="row">${title}<span class="notion">${notion}</span></th>
                      <td>${valueText(A, 'share')}</td>
                      <td>${valueText(B, 'share')}</td>
                      <td class="apart">
                        ${isAlike(rate) ? 'alike' : `${(difference * 100).toFixed(1)}\u202fpp`}
                      </td>
                    </tr>
                  `;
                })}
              </tbody>
            </table>
          </div>
          <p class="small soft">
            Alike: at most ${alike * 100} percentage points apart. The shares are
            ${wanted.map(({ rate }) => findMetric(rate)?.title.toLowerCase()).join(', ')}.
          </p>
          ${scoreTable(loans)}
        </div>
      </div>
      <section class="try" aria-labelledby="try">
        <h2 id="try">Try</h2>
        <ol>
          <li>One threshold treats equal scores equally. Which shares are alike, and which are not?</li>
          <li>Make the groups’ shares of loans equal. What happened to the loans that are repaid?</li>
          <li>Make the first two shares alike by hand. Can you keep the last one alike as well?</li>
          <li>Move the groups together, to 0 points apart, with one threshold. Now everything holds.</li>
        </ol>
      </section>
      <section class="point" aria-labelledby="point">
        <h2 id="point">The point</h2>
        <p>
          Where groups differ in how often the outcome occurs, and nobody can tell the future for sure, no rule
          makes all these shares alike. That is arithmetic, not a fault of the model: which share matters is a
          decision for people. (Chouldechova 2017; Kleinberg, Mullainathan, Raghavan 2016.)
        </p>
      </section>
    `;
  }

  #group(name: GroupName, scores: Loans['A'], tallest: number) {
    const threshold = this.thresholds[name];
    const tone = name === 'B' ? 'second' : '';
    return html`
      <div>
        <h2 class=${tone || 'first'}>Group ${name}</h2>
        <score-histogram
          label="Scores of group ${name}: more people near ${Math.round((0.5 + (name === 'A' ? 1 : -1) * (this.apart / 2)) * 100)} in 100, loans from ${Math.round(threshold * 100)} on"
          tone=${tone}
          .scores=${scores}
          threshold=${threshold}
          tallest=${tallest}
        ></score-histogram>
        <slide-control
          tone=${tone}
          label="Threshold of ${name}"
          value=${threshold}
          text="${Math.round(threshold * 100)} in 100"
          @slide=${(event: CustomEvent<number>) => {
            this.thresholds = { ...this.thresholds, [name]: event.detail };
          }}
        ></slide-control>
      </div>
    `;
  }

  #verdict(count: number): string {
    if (count === wanted.length && this.apart === 0)
      return 'The groups do not differ, so nothing is in conflict.';
    if (count === wanted.length) return 'The groups differ too little for a conflict to show.';
    const { A, B } = this.thresholds;
    if (A === B) return 'The same score leads to the same decision, whatever the group.';
    return `Group ${A < B ? 'B' : 'A'} needs a higher score than group ${A < B ? 'A' : 'B'}.`;
  }

  #sameThreshold(): void {
    this.thresholds = { A: 0.5, B: 0.5 };
  }

  #equalize(rate: 'selectionRate' | 'truePositiveRate'): void {
    this.thresholds = thresholdsFor(this.fair, makeLoans(this.apart), rate);
  }

  static override styles = [
    style,
    lessonStyle,
    css`
      .notion {
        display: block;
        font-size: 0.8125rem;
        font-weight: 400;
        color: var(--soft);
      }
      .alike td.apart {
        color: var(--accent);
      }
      slide-control {
        margin-top: 0.25rem;
      }
    `,
  ];
}

const shownBands = 10;

function scoreTable(loans: Loans) {
  const size = levels / shownBands;
  const sum = (counts: readonly number[], band: number) =>
    counts.slice(band * size, (band + 1) * size).reduce((total, count) => total + count, 0);
  const columns = groupNames.flatMap((name) => [loans[name].people, loans[name].repaying]);
  return html`
    <details class="figures">
      <summary>The scores as a table</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="Scores of both groups">
        <table>
          <thead>
            <tr>
              <th scope="col">Score, in 100</th>
              ${groupNames.map(
                (name) =>
                  html`<th scope="col">${name}, people</th><th scope="col">${name}, would repay</th>`,
              )}
            </tr>
          </thead>
          <tbody>
            ${Array.from(
              { length: shownBands },
              (_, band) => html`
                <tr>
                  <th scope="row">${band * size} to ${(band + 1) * size}</th>
                  ${columns.map((counts) => html`<td>${countText(sum(counts, band))}</td>`)}
                </tr>
              `,
            )}
          </tbody>
        </table>
      </div>
    </details>
  `;
}

customElements.define('conflict-lesson', ConflictLesson);
