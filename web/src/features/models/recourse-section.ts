// SPDX-License-Identifier: Apache-2.0
//
// “Recourse”: which people with an unfavorable decision could reverse it by a change of some columns, by group and
// subgroup. Dispatches `recourse-found` with the result, which belongs to the stage of the tab.

import { css, html, nothing } from 'lit';
import { box, boxStyle } from '../../widgets/chooser.js';
import { fieldStyle, selectField } from '../../widgets/fields.js';
import { saveButtons } from '../../widgets/plain-report.js';
import { style } from '../../widgets/style.js';
import { Asking } from './model-request.js';
import type { KeptRecourse, RecourseAsked } from './protocol.js';
import '../../widgets/result-view.js';

export class RecourseSection extends Asking {
  static override properties = {
    columns: { attribute: false },
    searched: { attribute: false },
    kept: { attribute: false },
    asked: { state: true },
  };
  /** The columns that the model takes. */
  declare columns: readonly string[];
  /** The columns that may define subgroups. */
  declare searched: readonly string[];
  /** The last result, also after a reload of the page. */
  declare kept: KeptRecourse | undefined;
  declare asked: RecourseAsked;

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('setup')) {
      this.asked = this.kept?.asked ?? { columns: [], atOnce: 1, metric: 'effectiveness' };
    }
  }

  override render() {
    const { asked, setup } = this;
    return html`
      <h2 id="recourse">Recourse: which changes would reverse a decision</h2>
      <p class="soft">
        Which people with an unfavorable decision could reverse it, and does this differ by ${setup.group}? Choose the
        columns that people can change; fairwasm applies each change to each person, queries the model again, and compares all subgroups.
      </p>
      <form @submit=${this.#ask}>
        <fieldset>
          <legend class="small">Columns that may change</legend>
          <div class="row">
            ${this.columns.map((name) =>
              box(name, asked.columns.includes(name), (is) =>
                this.#change({
                  columns: this.columns.filter((other) => (other === name ? is : asked.columns.includes(other))),
                }),
              ),
            )}
          </div>
        </fieldset>
        <div class="fields">
          ${selectField(
            { id: 'at-once', title: 'Columns changed at once', hint: 'The cost of a change.' },
            [
              { value: '1', text: 'One' },
              { value: '2', text: 'One or two' },
            ],
            String(asked.atOnce),
            (value) => this.#change({ atOnce: Number(value) }),
          )}
          ${selectField(
            { id: 'metric', title: 'Sort subgroups by the gap in' },
            [
              { value: 'effectiveness', text: 'The proportion with recourse' },
              { value: 'meanCost', text: 'The mean cost' },
            ],
            asked.metric,
            (metric) => this.#change({ metric: metric as RecourseAsked['metric'] }),
          )}
        </div>
        <p><button ?disabled=${this.abort !== undefined || asked.columns.length === 0}>Compare recourse</button></p>
      </form>
      ${this.progressOf('Querying the model')}
      <div role="status">${this.kept ? this.#shown(this.kept) : nothing}</div>
    `;
  }

  #shown({ found }: KeptRecourse) {
    const { name } = this.setup.table;
    return html`
      <result-view level="3" .result=${found}></result-view>
      ${saveButtons(found, { name, kind: 'recourse', source: name })}
    `;
  }

  #change(part: Partial<RecourseAsked>): void {
    this.asked = { ...this.asked, ...part };
  }

  async #ask(event: Event): Promise<void> {
    event.preventDefault();
    const { asked, searched } = this;
    const found = await this.answer('recourse', { ...asked, searched });
    if (!found) return;
    this.kept = { asked, found };
    this.dispatchEvent(new CustomEvent('recourse-found', { detail: this.kept }));
  }

  static override styles = [
    style,
    fieldStyle,
    boxStyle,
    css`
      form {
        margin-top: 1rem;
      }
      .keep {
        margin-top: 2rem;
      }
      @media print {
        form {
          display: none;
        }
      }
    `,
  ];
}

customElements.define('recourse-section', RecourseSection);
