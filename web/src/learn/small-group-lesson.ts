// SPDX-License-Identifier: Apache-2.0
//
// Why a small group says little: the same rate with the interval that its size leaves, and groups that
// differ although all are treated alike.

import type { Fairwasm } from 'fairwasm';
import { css, html, LitElement } from 'lit';
import { countText, rangeText, valueText } from '../parts/number.js';
import { style } from '../parts/style.js';
import { probabilityText } from '../report/words.js';
import { type Beside, chanceOfAll, compare, type Drawn, drawGroups, sizes } from './chance.js';
import { lessonStyle } from './style.js';
import './rate-rows.js';
import './slide-control.js';

const drawnGroups = 20;

export class SmallGroupLesson extends LitElement {
  static override properties = {
    fair: { attribute: false },
    place: { state: true },
    share: { state: true },
    drawn: { state: true },
  };
  declare fair: Fairwasm;
  /** Which of the sizes. */
  declare place: number;
  declare share: number;
  declare drawn: readonly Drawn[];

  constructor() {
    super();
    this.place = 1;
    this.share = 0.7;
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('fair') || changed.has('place')) this.#draw();
  }

  override render() {
    const size = this.#size;
    const hired = Math.round(this.share * size);
    const beside = compare(this.fair, size, hired);
    const inside = this.drawn.filter(({ rate: { ci = [1, 0] } }) => {
      return ci[0] <= chanceOfAll && chanceOfAll <= ci[1];
    }).length;
    return html`
      <p class="lead">
        Of 2,000 people in a large group, 1,000 were hired. Beside it stands a small group. How much does its
        rate say about how it is treated?
      </p>
      <div class="stage">
        <div class="controls">
          <slide-control
            label="People in the small group"
            min="0"
            max=${sizes.length - 1}
            step="1"
            value=${this.place}
            text=${countText(size)}
            @slide=${(event: CustomEvent<number>) => {
              this.place = event.detail;
            }}
          ></slide-control>
          <slide-control
            label="Share of them who were hired"
            step="0.05"
            value=${this.share}
            text=${`${countText(hired)} of ${countText(size)}`}
            @slide=${(event: CustomEvent<number>) => {
              this.share = event.detail;
            }}
          ></slide-control>
        </div>
        <div>
          <rate-rows
            label="Chart: share hired in the large and in the small group, with intervals. The table has the same figures."
            .rows=${[
              { label: 'Large group', marks: [{ ...beside.large, shape: 'dot' }] },
              { label: 'Small group', marks: [{ ...beside.small, shape: 'dot', tone: 'second' }] },
            ]}
          ></rate-rows>
          <p class="say" role="status">${verdict(beside)}</p>
          ${this.#table(beside)}
        </div>
      </div>
      <section aria-labelledby="chance">
        <h2 id="chance">Twenty groups that are all treated alike</h2>
        <p>
          Everybody has the same chance of ${valueText(chanceOfAll, 'share').replace('.0', '')}. Each group has
          ${countText(size)} people: move the size above, or draw others.
        </p>
        <div class="row">
          <button class="primary" @click=${this.#draw}>Draw twenty groups</button>
          <p class="drawn" role="status">
            Rates from ${this.#spread()}. ${inside} of ${drawnGroups} intervals hold the true share.
          </p>
        </div>
        <div class="twenty">
          <rate-rows
            label="Chart: shares of twenty groups, with intervals. The table has the same figures."
            .line=${chanceOfAll}
            .rows=${this.drawn.map(({ name, rate }) => ({
              label: name,
              marks: [{ value: rate.value, ci: rate.ci, shape: 'dot', size: 4.5 }],
              text: valueText(rate.value, 'share'),
            }))}
          ></rate-rows>
        </div>
        <details>
          <summary>The figures as a table</summary>
          <div class="scroll" tabindex="0" role="region" aria-label="Twenty groups drawn by chance">
            <table>
              <thead>
                <tr>
                  <th scope="col">Group</th>
                  <th scope="col">Share</th>
                  <th scope="col">95 % interval</th>
                </tr>
              </thead>
              <tbody>
                ${this.drawn.map(
                  ({ name, rate: { value, ci } }) => html`
                    <tr>
                      <th scope="row">${name}</th>
                      <td>${valueText(value, 'share')}</td>
                      <td>${ci ? rangeText(ci, 'share') : ''}</td>
                    </tr>
                  `,
                )}
              </tbody>
            </table>
          </div>
        </details>
      </section>
      <section class="try" aria-labelledby="try">
        <h2 id="try">Try</h2>
        <ol>
          <li>7 of 10 were hired: from which true shares could that come? Then make it 14 of 20, 70 of 100.</li>
          <li>How many people does it take until 60 % can be told from 50 %?</li>
          <li>Draw groups of 10 several times. Which would you have reported to the works council?</li>
        </ol>
      </section>
      <section class="point" aria-labelledby="point">
        <h2 id="point">The point</h2>
        <p>
          A rate of a small group is hardly more than an anecdote, in either direction: it neither proves that the
          group is treated worse, nor that it is not. Intervals shrink with the square root of the size: four
          times the people, half the width. About one in twenty 95 % intervals misses the truth, so whoever
          looks at many groups will find a striking one. (Wilson 1927; Brown, Cai, DasGupta 2001.)
        </p>
      </section>
    `;
  }

  get #size(): number {
    return sizes[this.place] as number;
  }

  #draw = (): void => {
    this.drawn = drawGroups(this.fair, this.#size, drawnGroups);
  };

  #spread(): string {
    const values = this.drawn.map(({ rate }) => rate.value);
    return rangeText([Math.min(...values), Math.max(...values)], 'share');
  }

  #table({ small, large, difference }: Beside) {
    const rows = [
      ['Large group', large, 'share'] as const,
      ['Small group', small, 'share'] as const,
      ['Difference (small − large)', difference, 'points'] as const,
    ];
    return html`
      <div class="scroll" tabindex="0" role="region" aria-label="The small group beside the large one">
        <table>
          <thead>
            <tr>
              <th scope="col">Share hired</th>
              <th scope="col">Value</th>
              <th scope="col">95 % interval</th>
              <th scope="col">p</th>
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              ([title, estimate, unit]) => html`
                <tr>
                  <th scope="row">${title}</th>
                  <td>${valueText(estimate.value, unit)}</td>
                  <td>${estimate.ci ? rangeText(estimate.ci, unit) : ''}</td>
                  <td>${probabilityText(estimate)}</td>
                </tr>
              `,
            )}
          </tbody>
        </table>
      </div>
    `;
  }

  static override styles = [
    style,
    lessonStyle,
    css`
      section {
        margin-top: 3rem;
      }
      .drawn {
        margin: 0;
      }
      section .row {
        margin-top: 1rem;
      }
      .twenty {
        margin-top: 1.25rem;
      }
      details {
        margin-top: 0.75rem;
      }
    `,
  ];
}

function verdict({ small, difference, warning }: Beside): string {
  const range = small.ci ? rangeText(small.ci, 'share') : '';
  const p = difference.adjustedPValue ?? difference.pValue ?? 1;
  const holds = `The true share could well be anywhere from ${range}.`;
  if (p >= 0.05) return `${holds} That the groups are treated alike cannot be ruled out.`;
  return warning
    ? `${holds} The groups differ more than chance usually makes them, but few people stand behind it.`
    : `${holds} Chance alone would hardly make such a difference.`;
}

customElements.define('small-group-lesson', SmallGroupLesson);
