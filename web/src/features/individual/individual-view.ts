// SPDX-License-Identifier: Apache-2.0
//
// “Individual fairness”: the user chooses numeric columns that define similar people, and the number of neighbors.

import type { Document } from 'fairwasm/report';
import { css, html, nothing } from 'lit';
import type { Choice } from '../../table/choice.js';
import type { TableProfile } from '../../table/profile.js';
import { box, boxStyle, choice as getChoice } from '../../widgets/chooser.js';
import { same } from '../../widgets/fields.js';
import { saveResult } from '../../widgets/save-result.js';
import { style } from '../../widgets/style.js';
import { WorkingElement } from '../../widgets/working-element.js';
import { run } from '../../worker/run.js';
import { getFeatures, getProposed, type IndividualAsked, type KeptIndividual } from './questions.js';
import '../../widgets/document-view.js';

const neighbors = ['2', '3', '5', '10', '20'] as const;

export class IndividualView extends WorkingElement {
  static override properties = {
    file: { attribute: false },
    profile: { attribute: false },
    choice: { attribute: false },
    kept: { attribute: false },
    asked: { state: true },
  };
  declare file: File;
  declare profile: TableProfile;
  declare choice: Choice;
  /** The last result, also after a reload of the page. */
  declare kept: KeptIndividual | undefined;
  declare asked: IndividualAsked;

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('choice')) return;
    this.asked = this.kept?.asked ?? { features: getProposed(this.profile, this.choice), neighbors: 5, isScaled: true };
  }

  override render() {
    const { asked, profile, choice } = this;
    const possible = getFeatures(profile, choice);
    if (possible.length === 0) return nothing;
    return html`
      <section aria-labelledby="title">
        <h2 id="title">Individual fairness</h2>
        <p>
          Are similar people treated similarly? You decide which columns make people similar; choose only columns that
          should matter for the decision.
        </p>
        <form @submit=${this.#compute}>
          <fieldset>
            <legend class="small">Columns that make people similar</legend>
            <div class="row">
              ${possible.map((name) =>
                box(name, asked.features.includes(name), (is) =>
                  this.#change({
                    features: possible.filter((other) => (other === name ? is : asked.features.includes(other))),
                  }),
                ),
              )}
            </div>
          </fieldset>
          <div class="row fields">
            ${getChoice('Nearest people, including the person', neighbors.map(same), String(asked.neighbors), (value) => this.#change({ neighbors: Number(value) }))}
            ${box('Give each column the same weight', asked.isScaled, (isScaled) => this.#change({ isScaled }))}
            <button class="primary" ?disabled=${this.abort !== undefined || asked.features.length === 0}>
              Compare similar people
            </button>
          </div>
        </form>
        ${this.progressOf('Comparing similar people')}
        <div role="status">${this.kept ? this.#shown(this.kept.found) : nothing}</div>
      </section>
    `;
  }

  #shown(found: Document) {
    const { name } = this.file;
    return html`
      <fairwasm-document level="3" .sections=${[{ ...found, title: 'Similar people' }]}></fairwasm-document>
      <div class="row downloads">
        ${(['html', 'csv', 'md', 'json'] as const).map(
          (form) => html`<button
            @click=${() => saveResult({ ...found, source: name }, form, { name, kind: 'individual' })}
          >
            Save individual fairness as ${form.toUpperCase()}
          </button>`,
        )}
      </div>
    `;
  }

  #change(part: Partial<IndividualAsked>): void {
    this.asked = { ...this.asked, ...part };
  }

  async #compute(event: Event): Promise<void> {
    event.preventDefault();
    const { file, choice, asked } = this;
    this.kept = undefined;
    const found = await this.work((options) => run({ kind: 'individual', file, choice, asked }, options));
    if (!found) return;
    this.kept = { asked, found };
    this.dispatchEvent(new CustomEvent('individual-found', { detail: this.kept }));
  }

  static override styles = [
    style,
    boxStyle,
    css`
      section {
        margin-top: 3.25rem;
      }
      form,
      .downloads,
      .fields {
        margin-top: 1rem;
      }
      .fields {
        align-items: end;
      }
      @media print {
        form,
        .downloads {
          display: none;
        }
      }
    `,
  ];
}

customElements.define('individual-view', IndividualView);
