// SPDX-License-Identifier: Apache-2.0
//
// Joint instead of conditional probabilities: an amplification that grows with the frequency of a word.

import { html, LitElement, nothing } from 'lit';
import { style } from '../../widgets/style.js';
import { type Both, getMals } from './defects.js';
import type { Modules } from './modules.js';
import { lessonStyle } from './style.js';
import { twoValues } from './two-values.js';
import './slide-control.js';

export class JointDefect extends LitElement {
  static override properties = { modules: { attribute: false }, often: { state: true }, both: { state: true } };
  declare modules: Modules;
  declare often: number;
  declare both: Both | undefined;

  constructor() {
    super();
    this.often = 1.4;
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('often') || changed.has('modules')) void this.#compute();
  }

  async #compute(): Promise<void> {
    const { often } = this;
    const both = await getMals(this.modules, often);
    if (often === this.often) this.both = both;
  }

  override render() {
    const { often, both } = this;
    return html`
      <section aria-labelledby="title">
        <h2 id="title">Frequency mistaken for bias</h2>
        <p>
          Two thirds of the pictures with cooking show women. A model predicts “cooking” too often or too rarely, but
          always two times out of three for women, so it does not amplify the bias.
        </p>
        <div class="stage">
          <div class="controls">
            <fairwasm-slide-control
              label="How often the model predicts “cooking”"
              min="0.5"
              max="1.5"
              step="0.1"
              value=${often}
              text=${often === 1 ? 'as often as it should' : `${often.toFixed(1)} times as often`}
              @slide=${(event: CustomEvent<number>) => {
                this.often = event.detail;
              }}
            ></fairwasm-slide-control>
          </div>
          <div>
            ${
              both
                ? twoValues(
                    { name: 'Zhao et al. 2017, fairwasm', estimate: both.paper },
                    { name: 'bias_amplification, BA_MALS', estimate: both.library },
                  )
                : nothing
            }
            <p>
              The paper uses the proportion of women among pictures with cooking. The Python package uses proportions
              of all pictures, which grow with every tag.
            </p>
          </div>
        </div>
      </section>
    `;
  }

  static override styles = [style, lessonStyle];
}

customElements.define('joint-defect', JointDefect);
