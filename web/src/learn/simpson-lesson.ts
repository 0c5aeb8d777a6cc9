// SPDX-License-Identifier: Apache-2.0
//
// Simpson's paradox on the admissions at Berkeley: all departments together say one thing, each by itself
// another, and moving applications shows why.

import type { Fairwasm } from 'fairwasm';
import { css, html, LitElement } from 'lit';
import { countText, valueText } from '../parts/number.js';
import { style } from '../parts/style.js';
import { type Admissions, admissionsOf, departmentNames, type Rates } from './admissions.js';
import type { RateRow } from './rate-rows.js';
import { lessonStyle } from './style.js';
import './rate-rows.js';
import './slide-control.js';

export class SimpsonLesson extends LitElement {
  static override properties = {
    fair: { attribute: false },
    moved: { state: true },
    kept: { state: true },
  };
  declare fair: Fairwasm;
  declare moved: number;
  declare kept: ReadonlySet<string>;

  constructor() {
    super();
    this.moved = 0;
    this.kept = new Set(departmentNames);
  }

  override render() {
    const admissions = admissionsOf(this.fair, this.kept, this.moved);
    return html`
      <p class="lead">
        In 1973 the university of California at Berkeley admitted 44.5 % of the men who applied to its six
        largest departments, and 30.4 % of the women. Which department treated women worse?
      </p>
      <div class="stage">
        <div class="controls">
          <slide-control
            label="Women apply where men applied"
            value=${this.moved}
            text=${this.moved === 0 ? 'as it was' : `${Math.round(this.moved * 100)} % of the way`}
            step="0.05"
            @slide=${(event: CustomEvent<number>) => {
              this.moved = event.detail;
            }}
          ></slide-control>
          <fieldset>
            <legend>Departments that count</legend>
            <div class="departments">
              ${departmentNames.map(
                (name) => html`
                  <label>
                    <input
                      type="checkbox"
                      .checked=${this.kept.has(name)}
                      @change=${() => this.#toggle(name)}
                    />
                    ${name}
                  </label>
                `,
              )}
            </div>
          </fieldset>
          <p class="small soft">
            Nothing changes within a department: men and women keep their shares there. Only how many women
            apply to it is moved.
          </p>
        </div>
        <div>${admissions ? this.#result(admissions) : html`<p class="say" role="status">Choose at least one department.</p>`}</div>
      </div>
      <section class="try" aria-labelledby="try">
        <h2 id="try">Try</h2>
        <ol>
          <li>Compare dot and ring, department by department. In how many were women admitted more often?</li>
          <li>Look at how many applied: where did most women apply, where did most men, and who gets in there?</li>
          <li>Move the slider to the end. What has become of the difference in the first row?</li>
          <li>Leave out A and B. Which question has the data answered now?</li>
        </ol>
      </section>
      <section class="point" aria-labelledby="point">
        <h2 id="point">The point</h2>
        <p>
          A difference over all rows can reverse within every part of them. Both are right; they answer
          different questions. By department asks how the departments decided. Overall asks what became of the
          applicants, whatever led them there; and what leads women to departments that admit few is a question of
          its own. (Bickel, Hammel, O’Connell 1975.)
        </p>
      </section>
    `;
  }

  #result({ all, departments }: Admissions) {
    const largest = Math.max(
      ...departments.flatMap((rates) => [rates.menApplied, rates.womenApplied]),
    );
    const rows = [
      this.#row('All together', all, 6, 6),
      ...departments.map((rates) =>
        this.#row(
          `Department ${rates.name}`,
          rates,
          radius(rates.menApplied, largest),
          radius(rates.womenApplied, largest),
        ),
      ),
    ];
    const ahead = departments.filter(({ men, women }) => women > men).length;
    const difference = all.women - all.men;
    return html`
      <p class="say" role="status">
        All together, women are admitted
        <strong>${Math.abs(difference * 100).toFixed(1)} points ${difference < 0 ? 'less' : 'more'}</strong>
        often than men. They are admitted more often in
        <strong>${ahead} of ${departments.length}</strong>
        ${departments.length === 1 ? 'department' : 'departments'}.
      </p>
      <rate-rows
        label="Chart: share admitted, men and women, all together and by department. The table has the same figures."
        .rows=${rows}
      ></rate-rows>
      <p class="small soft legend">
        <span><span class="first">Ring</span>: men. <span class="second">Dot</span>: women.</span>
        <span>By department, the larger the more applied.</span>
      </p>
      <div class="scroll" tabindex="0" role="region" aria-label="Admissions">
        <table>
          <thead>
            <tr>
              <th scope="col">Department</th>
              <th scope="col">Men applied</th>
              <th scope="col">Men admitted</th>
              <th scope="col">Women applied</th>
              <th scope="col">Women admitted</th>
            </tr>
          </thead>
          <tbody>
            ${[{ name: 'All together', ...all }, ...departments].map(
              ({ name, men, women, menApplied, womenApplied }) => html`
                <tr>
                  <th scope="row">${name}</th>
                  <td>${countText(menApplied)}</td>
                  <td class=${men > women ? 'apart' : ''}>${valueText(men, 'share')}</td>
                  <td>${countText(Math.round(womenApplied))}</td>
                  <td class=${women > men ? 'apart' : ''}>${valueText(women, 'share')}</td>
                </tr>
              `,
            )}
          </tbody>
        </table>
      </div>
    `;
  }

  #row(label: string, { men, women }: Rates, menSize: number, womenSize: number): RateRow {
    return {
      label,
      marks: [
        { value: men, shape: 'ring', size: menSize },
        { value: women, shape: 'dot', tone: 'second', size: womenSize },
      ],
      text: `${valueText(women - men, 'points')}`,
    };
  }

  #toggle(name: string): void {
    const kept = new Set(this.kept);
    if (!kept.delete(name)) kept.add(name);
    this.kept = kept;
  }

  static override styles = [
    style,
    lessonStyle,
    css`
      .departments {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 1.25rem;
        margin-top: 0.5rem;
      }
      .departments label {
        display: inline-flex;
        gap: 0.5rem;
        align-items: center;
        min-height: 2.25rem;
      }
    `,
  ];
}

const radius = (applied: number, largest: number) => 2.5 + 10 * Math.sqrt(applied / largest);

customElements.define('simpson-lesson', SimpsonLesson);
