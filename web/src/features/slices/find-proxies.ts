// SPDX-License-Identifier: Apache-2.0
//
// “Columns that reveal a group”: searches the columns, alone or in pairs and triples, for those from which the group can
// be guessed.

import type { Proxies } from 'fairwasm/slices';
import { css, html, nothing } from 'lit';
import { type Choice, countedColumns } from '../../table/choice.js';
import { isNamedModel } from '../../table/guess.js';
import type { TableProfile } from '../../table/profile.js';
import { choice as getChoice, nameChoice } from '../../widgets/chooser.js';
import { saveResult } from '../../widgets/save-result.js';
import { style } from '../../widgets/style.js';
import { WorkingElement } from '../../widgets/working-element.js';
import { run } from '../../worker/run.js';
import { countCombinations } from './questions.js';
import '../../widgets/result-view.js';

// Each combination needs memory for every row.
const mostCells = 5e7;
const mostCombinations = 10_000;

const sizes = ['Single columns', 'Pairs too', 'Pairs and triples too'] as const;

export class FindProxies extends WorkingElement {
  static override properties = {
    file: { attribute: false },
    profile: { attribute: false },
    choice: { attribute: false },
    group: { state: true },
    maxColumns: { state: true },
    found: { state: true },
  };
  declare file: File;
  declare profile: TableProfile;
  declare choice: Choice;
  declare group: string;
  declare maxColumns: number;
  declare found: Proxies | undefined;

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('choice')) return;
    this.group = this.choice.groups[0] ?? '';
    this.maxColumns = 1;
    this.found = undefined;
  }

  override render() {
    const { choice, group, found } = this;
    const columns = this.#columns();
    if (choice.groups.length === 0 || columns.length === 0) return nothing;
    const possible = sizes.filter((_, i) => {
      const combinations = countCombinations(columns.length, i + 1);
      const isFeasible = combinations <= mostCombinations && combinations * this.profile.rows <= mostCells;
      return i === 0 || (isFeasible && columns.length > i);
    });
    return html`
      <section aria-labelledby="title" class=${found ? '' : 'screen'}>
        <h2 id="title">Columns that reveal a group</h2>
        <p>
          A model without access to the group can use other columns as proxies. This search compares the columns that
          are not the decision, outcome, or score.
        </p>
        <form class="row" @submit=${this.#search}>
          ${
            choice.groups.length > 1
              ? nameChoice('Group', choice.groups, group, (name) => {
                  this.group = name;
                })
              : nothing
          }
          ${
            possible.length > 1
              ? getChoice(
                  'Search',
                  possible.map((text, i) => ({ value: String(i + 1), text })),
                  String(this.maxColumns),
                  (value) => {
                    this.maxColumns = Number(value);
                  },
                )
              : nothing
          }
          <button class="primary" ?disabled=${this.abort !== undefined}>Find columns</button>
        </form>
        ${this.progressOf('Comparing columns')}
        <div role="status">${found ? this.#shown(found) : nothing}</div>
      </section>
    `;
  }

  #shown(found: Proxies) {
    const { weight, cluster } = this.choice;
    const { name } = this.file;
    return html`
      <result-view level="3" .result=${found}></result-view>
      ${
        weight || cluster || found.permutations === 0
          ? html`<p class="small soft">
              ${weight ? 'This search ignores weights. ' : nothing}${this.#missingTests(found)}
            </p>`
          : nothing
      }
      <div class="row downloads">
        ${(['html', 'csv', 'md', 'json'] as const).map(
          (form) => html`<button
            @click=${() => saveResult(found, form, { name, kind: 'proxies', source: name })}
          >
            Save columns as ${form.toUpperCase()}
          </button>`,
        )}
      </div>
    `;
  }

  #missingTests({ permutations }: Proxies): string {
    if (permutations > 0) return '';
    return this.choice.cluster
      ? 'p-values are omitted because several rows can belong to one person.'
      : 'p-values are omitted because they would take minutes for a file of this size.';
  }

  #columns(): string[] {
    const { group, choice } = this;
    const used = [...countedColumns(choice), choice.cluster, group];
    return this.profile.columns
      .filter((column) => !isNamedModel(column) && !used.includes(column.name))
      .map(({ name }) => name);
  }

  async #search(event: Event): Promise<void> {
    event.preventDefault();
    const { file, choice, group, maxColumns } = this;
    this.found = undefined;
    this.found = await this.work((options) =>
      run({ kind: 'proxies', file, choice, group, columns: this.#columns(), maxColumns }, options),
    );
  }

  static override styles = [
    style,
    css`
      section {
        margin-top: 3.25rem;
      }
      form,
      .downloads {
        margin-top: 1rem;
      }
      form {
        align-items: end;
      }
      @media print {
        form,
        .downloads,
        .screen {
          display: none;
        }
      }
    `,
  ];
}

customElements.define('find-proxies', FindProxies);
