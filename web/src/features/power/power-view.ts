// SPDX-License-Identifier: Apache-2.0
//
// Statistical power for an existing report: equivalence tests with a margin, and shrunken rates of many small groups.
// Both are computed on request; `report-change` adds them to the saved report.

import type { Report } from 'fairwasm';
import { css, html, nothing } from 'lit';
import { fieldStyle, notes } from '../../widgets/fields.js';
import { rangeProblem } from '../../widgets/range.js';
import { style } from '../../widgets/style.js';
import { WorkingElement } from '../../widgets/working-element.js';
import type { Extras } from '../../worker/requests.js';
import { hasManySmall } from './many-small-groups.js';
import { type Origin, withExtras } from './origin.js';

const range = { type: 'number', minimum: 0.1, maximum: 99 } as const; // percentage points

export class PowerView extends WorkingElement {
  static override properties = {
    ...WorkingElement.properties,
    report: { attribute: false },
    origin: { attribute: false },
    chosen: { type: Number },
    points: { state: true },
    wrong: { state: true },
  };
  declare report: Report;
  declare origin: Origin;
  /** The breakdown in the report whose results are displayed. */
  declare chosen: number;
  /** The margin as the user entered it. */
  declare points: number;
  declare wrong: string | undefined;

  constructor() {
    super();
    this.chosen = 0;
    this.points = 5;
  }

  override render() {
    if (!this.report.uncertainty) return nothing;
    return html`
      <section aria-labelledby="title">
        <h2 id="title" tabindex="-1">Statistical power</h2>
        ${this.#margin()} ${hasManySmall(this.report) ? this.#small() : nothing}
        <fairwasm-error-note .problem=${this.problem}></fairwasm-error-note>
        <fairwasm-extras only="power" place=${this.chosen} .report=${this.report}></fairwasm-extras>
      </section>
    `;
  }

  #margin() {
    const isBusy = this.abort !== undefined;
    const isTested = this.report.equivalenceMargins !== undefined;
    return html`
      <details ?open=${isTested || isBusy}>
        <summary>Equivalence test: is a gap below a margin?</summary>
      <p class="soft">
        Finding no difference does not prove that there is none. Two one-sided tests (TOST) check whether a gap is
        smaller than the largest gap that you would accept; otherwise, the data are inconclusive.
      </p>
      <form class="row ask" novalidate @submit=${this.#test}>
        <label class="label" for="margin">Margin, in percentage points</label>
        <input
          id="margin"
          type="number"
          min=${range.minimum}
          max=${range.maximum}
          step="any"
          .value=${Number.isNaN(this.points) ? '' : String(this.points)}
          aria-describedby=${this.wrong ? 'margin-problem' : nothing}
          aria-invalid=${this.wrong ? 'true' : 'false'}
          @input=${(event: Event) => {
            this.points = (event.target as HTMLInputElement).valueAsNumber;
          }}
        />
        <button class="primary" ?disabled=${isBusy}>Test</button>
        ${isBusy ? html`<button type="button" @click=${() => this.abort?.abort()}>Cancel</button>` : nothing}
      </form>
      ${notes('margin', undefined, this.wrong)}
      <p role="status">${isBusy ? 'Counting and testing …' : ''}</p>
      </details>
    `;
  }

  protected override updated(): void {
    this.toggleAttribute('drawn', this.report.equivalenceMargins !== undefined || this.#isShrunken);
  }

  #small() {
    const isOn = this.#isShrunken;
    return html`
      <h3>Rates of small groups</h3>
      <label class="switch">
        <input
          type="checkbox"
          .checked=${isOn}
          ?disabled=${this.abort !== undefined}
          @change=${(event: Event) => this.#shrink(event.target as HTMLInputElement)}
        />
        Show shrunken rates
      </label>
      <p class="soft">
        With many small groups, the highest and lowest rates are mostly due to chance. Shrinkage moves each rate toward
        the overall rate; the fewer rows a group has, the further it moves.
      </p>
    `;
  }

  get #isShrunken(): boolean {
    return this.report.breakdowns.some(({ groups }) => groups.some(({ shrunken }) => shrunken));
  }

  #test(event: Event): void {
    event.preventDefault();
    this.wrong = rangeProblem(this.points, range);
    if (this.wrong) {
      this.renderRoot.querySelector<HTMLElement>('#margin')?.focus();
      return;
    }
    const equivalenceMargin = Number((this.points / 100).toPrecision(12));
    void this.#ask({ equivalenceMargin, shrunken: this.#isShrunken });
  }

  async #shrink(box: HTMLInputElement): Promise<void> {
    const margin = Object.entries(this.report.equivalenceMargins ?? {}).find(([, [low]]) => low < 0);
    await this.#ask({ equivalenceMargin: margin?.[1][1], shrunken: box.checked });
    box.checked = this.#isShrunken; // Lit does not reset it, because the report is unchanged.
  }

  async #ask(extras: Extras): Promise<void> {
    const detail = await this.work((options) => withExtras(this.origin, extras, options));
    if (detail) this.dispatchEvent(new CustomEvent('report-change', { detail }));
  }

  static override styles = [
    style,
    fieldStyle,
    css`
      h3 {
        margin-top: 1.75rem;
      }
      .ask {
        margin-top: 1rem;
        align-items: center;
      }
      .ask input {
        max-width: 7rem;
      }
      .switch {
        display: inline-flex;
        align-items: center;
        gap: 0.6rem;
        min-height: 2.25rem;
        margin-top: 0.5rem;
      }
      @media print {
        :host(:not([drawn])),
        .ask,
        .switch {
          display: none;
        }
      }
    `,
  ];
}

customElements.define('power-view', PowerView);
