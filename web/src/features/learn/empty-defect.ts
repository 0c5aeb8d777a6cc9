// SPDX-License-Identifier: Apache-2.0
//
// A ratio of 0 to 0: a group without rows counts as a group without amplification.

import { html, LitElement, nothing } from 'lit';
import { style } from '../../widgets/style.js';
import { type Both, getEmptyGroup } from './defects.js';
import type { Modules } from './modules.js';
import { lessonStyle } from './style.js';
import { twoValues } from './two-values.js';
import './slide-control.js';

export class EmptyDefect extends LitElement {
  static override properties = { modules: { attribute: false }, rows: { state: true }, both: { state: true } };
  declare modules: Modules;
  declare rows: number;
  declare both: Both | undefined;

  constructor() {
    super();
    this.rows = 10;
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('rows') || changed.has('modules')) void this.#compute();
  }

  async #compute(): Promise<void> {
    const { rows } = this;
    const both = await getEmptyGroup(this.modules, rows);
    if (rows === this.rows) this.both = both;
  }

  override render() {
    const { rows, both } = this;
    const reason = both?.paper.pairs.find(({ contribution }) => contribution.reason)?.contribution;
    return html`
      <section aria-labelledby="title">
        <h2 id="title">An empty group counted as no bias</h2>
        <p>
          A third group, “unknown”, is tagged like the women. Remove its pictures one by one. The model stays the same;
          what should happen to the amplification when the last picture is gone?
        </p>
        <div class="stage">
          <div class="controls">
            <fairwasm-slide-control
              label="Pictures of the third group"
              min="0"
              max="10"
              step="1"
              value=${rows}
              text=${String(rows)}
              @slide=${(event: CustomEvent<number>) => {
                this.rows = event.detail;
              }}
            ></fairwasm-slide-control>
          </div>
          <div>
            ${
              both
                ? twoValues(
                    { name: 'Wang and Russakovsky 2021, fairwasm', estimate: both.paper },
                    { name: 'bias_amplification, DBA', estimate: both.library },
                  )
                : nothing
            }
            <p role="status">
              ${
                reason
                  ? `Without pictures, the share is undefined: fairwasm excludes the group and reports “${reason.reason}”. The Python package replaces 0/0 with 0 and includes it in the mean, so the model looks better.`
                  : 'With at least one picture, both agree.'
              }
            </p>
          </div>
        </div>
      </section>
    `;
  }

  static override styles = [style, lessonStyle];
}

customElements.define('empty-defect', EmptyDefect);
