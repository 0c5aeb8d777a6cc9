// SPDX-License-Identifier: Apache-2.0
//
// An interactive tree of questions: each answer leads to the next question, and a changed answer to other questions.
// The last step shows the measure that fits, and the measures that it excludes.

import { css, html, LitElement, nothing } from 'lit';
import { style } from '../../widgets/style.js';
import { condition, isMeasure, type Measure, type Question, tree } from './tree.js';

export class OutcomeTree extends LitElement {
  static override properties = { path: { state: true } };
  /** The answers so far, by their indexes. */
  declare path: readonly number[];

  constructor() {
    super();
    this.path = [];
  }

  override render() {
    const asked: Question[] = [];
    let next: Question | Measure = tree;
    for (const place of [...this.path, undefined]) {
      if (isMeasure(next)) break;
      asked.push(next);
      const answer: Question['answers'][number] | undefined = place === undefined ? undefined : next.answers[place];
      if (!answer) break;
      next = answer.next;
    }
    return html`
      ${asked.map((question, depth) => this.#question(question, depth))}
      <div role="status">${isMeasure(next) ? end(next) : nothing}</div>
      ${
        this.path.length > 0
          ? html`<button type="button" class="plain small" @click=${this.#restart}>Start over</button>`
          : nothing
      }
    `;
  }

  #question({ question, answers }: Question, depth: number) {
    return html`
      <fieldset>
        <legend>${question}</legend>
        ${answers.map(
          ({ text }, place) => html`
            <label>
              <input
                type="radio"
                name="question-${depth}"
                .checked=${this.path[depth] === place}
                @change=${() => {
                  this.path = [...this.path.slice(0, depth), place];
                }}
              />
              <span>${text}</span>
            </label>
          `,
        )}
      </fieldset>
    `;
  }

  async #restart(): Promise<void> {
    this.path = [];
    await this.updateComplete;
    this.renderRoot.querySelector('input')?.focus();
  }

  static override styles = [
    style,
    css`
      fieldset {
        margin-top: 1rem;
      }
      legend {
        font-weight: 600;
      }
      label {
        display: flex;
        gap: 0.6rem;
        align-items: baseline;
        padding-block: 0.25rem;
        cursor: pointer;
      }
      .end {
        margin-top: 1rem;
        padding: 0.85rem 1rem;
        border-inline-start: 4px solid var(--accent);
        border-radius: 4px 10px 10px 4px;
        background: var(--accent-soft);
      }
      .end p + p {
        margin-top: 0.5rem;
      }
      button {
        padding-inline: 0;
      }
    `,
  ];
}

const end = ({ measure, excludes }: Measure) => html`
  <div class="end">
    <p><strong>${measure}</strong></p>
    <p>${excludes}</p>
    <p class="small soft">${condition} <a href="#/learn/base-rates">See why in a lesson</a></p>
  </div>
`;

customElements.define('outcome-tree', OutcomeTree);
