// SPDX-License-Identifier: Apache-2.0
//
// “One row”: the user picks a row on a chart, sees its score, its certified radius, and the nearest row with another
// decision, and changes its values.

import type { Row, SmallestChange } from 'fairwasm/models';
import { css, html, nothing } from 'lit';
import type { ColumnProfile, TableProfile } from '../../table/profile.js';
import { fieldStyle, numberField, same, selectField } from '../../widgets/fields.js';
import { countText, valueText } from '../../widgets/number.js';
import { style } from '../../widgets/style.js';
import { Asking } from './model-request.js';
import { type Explained, type Person, type Points, score } from './protocol.js';
import './row-chart.js';
import '../../widgets/data-table.js';

const maxChoices = 30;

export class PersonSection extends Asking {
  static override properties = {
    profile: { attribute: false },
    columns: { attribute: false },
    place: { state: true },
    opened: { state: true },
    person: { state: true },
    edited: { state: true },
    points: { state: true },
    axes: { state: true },
    change: { state: true },
    fixed: { state: true },
  };
  declare profile: TableProfile;
  /** The columns that fill the model. */
  declare columns: readonly string[];
  /** The index of the row, from 0. */
  declare place: number;
  /** The index of the row that is shown, which is another one while the model is queried. */
  declare opened: number | undefined;
  declare person: Explained | undefined;
  /** The row with its changes, and its score. */
  declare edited: Person | undefined;
  declare points: Points | undefined;
  /** The columns of the chart; the second can be {@link score}. */
  declare axes: readonly [across: string, up: string];
  #isOpening = false;
  declare change: SmallestChange | undefined;
  /** Columns that must not change. */
  declare fixed: readonly string[];

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('setup')) return;
    this.fixed = this.columns.includes(this.setup.group) ? [this.setup.group] : [];
    this.points = undefined;
    this.opened = undefined;
    void this.#start();
  }

  override render() {
    const { profile, place, person, edited } = this;
    return html`
      <h2 id="person">One row</h2>
      <div class="pair">
        <div>${this.#chart()}</div>
        <div>
          ${numberField(
            { id: 'place', title: 'Row', hint: `From 1 to ${countText(profile.rows)}.` },
            { type: 'integer', minimum: 1, maximum: profile.rows },
            place + 1,
            (value) => {
              if (value >= 1 && value <= profile.rows && Number.isInteger(value)) void this.#open(value - 1);
            },
          )}
        <div role="status">
          ${
            person
              ? html`
                  <p class="score">
                    Score <strong>${scoreText(edited?.score ?? person.score)}</strong>
                    ${this.#decision(edited?.score ?? person.score)}${
                      edited ? html`, with the original values ${scoreText(person.score)}` : nothing
                    }
                  </p>
                  ${edited ? nothing : this.#explained(person)}
                `
              : nothing
          }
        </div>
        </div>
      </div>
      ${this.#table()}
      ${
        person
          ? html`
              <h3>Change the values</h3>
              <div class="fields">${this.columns.map((name) => this.#field(name, edited?.row ?? person.row))}</div>
              ${
                edited
                  ? html`<p><button @click=${() => (this.edited = undefined)}>Restore the original values</button></p>`
                  : nothing
              }
              ${this.#asked()}
            `
          : nothing
      }
      ${this.progressOf('Querying the model')}
    `;
  }

  #asked() {
    const { change, fixed } = this;
    return html`
      <h3>What would change the decision?</h3>
      <fieldset>
        <legend class="small soft">Columns that may change</legend>
        <div class="checks">
          ${this.columns.map(
            (name) => html`<label>
              <input type="checkbox" .checked=${!fixed.includes(name)} @change=${() => this.#toggle(name)} />
              ${name}
            </label>`,
          )}
        </div>
      </fieldset>
      <p class="row">
        <button @click=${this.#findChange} ?disabled=${fixed.length === this.columns.length}>Smallest change</button>
      </p>
      ${change ? this.#shownChange(change) : nothing}
    `;
  }

  #chart() {
    const { points, axes, person, place, opened } = this;
    if (!points) return nothing;
    return html`
      <p class="soft">Click a point, or use the arrow keys.</p>
      <row-chart
        .points=${points}
        .axes=${axes}
        .threshold=${this.setup.threshold}
        .place=${place}
        .person=${opened === place ? person : undefined}
        @pick-row=${(event: CustomEvent<number>) => this.#open(event.detail)}
      ></row-chart>
    `;
  }

  #explained({ radius, nearest }: Explained) {
    return html`
      ${
        radius === undefined
          ? nothing
          : html`<p>
              Certified radius <strong>${scoreText(radius)}</strong>: no smaller change of the inputs changes this decision.
              <span class="small soft">Euclidean distance, in the units of the columns.</span>
            </p>`
      }
      ${
        nearest
          ? html`<p>
              Row ${countText(nearest.row + 1)} is the most similar row with the other decision; its score is
              <strong>${scoreText(nearest.score)}</strong>. It has ${differences(nearest.differences)}.
            </p>`
          : html`<p>All rows have the same decision.</p>`
      }
    `;
  }

  /** The axes of the chart, and the points. */
  #table() {
    const { points, place } = this;
    if (!points) return nothing;
    const { rows, scores, radii, columns } = points;
    const number = (value: number) => ({ text: valueText(value, 'number'), order: value });
    const names = Object.keys(columns);
    const axis = (i: 0 | 1, title: string, names: readonly string[]) =>
      selectField({ id: `axis-${i}`, title }, names.map(same), this.axes[i], (name) => {
        this.axes = i === 0 ? [name, this.axes[1]] : [this.axes[0], name];
      });
    return html`
      <div class="fields">
        ${axis(0, 'Horizontal axis', names)} ${axis(1, 'Vertical axis', [...names, score])}
      </div>
      <details>
        <summary>The points as a table</summary>
        <data-table
          name="Points"
          .columns=${[
            { title: 'Row' },
            ...names.map((title) => ({ title })),
            { title: score },
            { title: 'Decision', isText: true },
            ...(radii ? [{ title: 'Certified radius' }] : []),
          ]}
          .rows=${rows.map((row, i) => ({
            key: String(row),
            isChosen: row === place,
            cells: [
              { text: countText(row + 1), order: row },
              ...names.map((name) => number(columns[name]?.[i] ?? Number.NaN)),
              number(scores[i] as number),
              { text: this.#decision(scores[i] as number) },
              ...(radii ? [number(radii[i] as number)] : []),
            ],
          }))}
          @pick-row=${(event: CustomEvent<string>) => this.#open(Number(event.detail))}
        ></data-table>
      </details>
    `;
  }

  #decision(score: number) {
    return score >= this.setup.threshold ? 'favorable' : 'unfavorable';
  }

  #field(name: string, row: Row) {
    const value = String(row[name] ?? '');
    const known = this.profile.columns.find((column) => column.name === name);
    const id = `value-${this.columns.indexOf(name)}`;
    const change = (text: string) => this.#edit(name, text);
    if (known && isChoice(known)) {
      const values = known.values.includes(value) ? known.values : [value, ...known.values];
      return selectField({ id, title: name }, values.map(same), value, change);
    }
    return html`<div>
      <label class="label" for=${id}>${name}</label>
      <input
        id=${id}
        type="text"
        .value=${value}
        @change=${(event: Event) => change((event.target as HTMLInputElement).value)}
      />
    </div>`;
  }

  #shownChange({ change, tried, complete }: SmallestChange) {
    const changes = tried === 1 ? 'One change was tried' : `${countText(tried)} changes were tried`;
    const searched = complete
      ? `${changes}, in order of size.`
      : `${changes}; there are more values, so a smaller change may exist.`;
    if (!change)
      return html`<p>No change of one or two of these columns changes the decision. <span class="small soft">${searched}</span></p>`;
    return html`
      <p>
        With ${differences(change.differences)} the score is
        <strong>${scoreText(change.score)}</strong>, ${this.#decision(change.score)}.
        <span class="small soft">${searched} Values are those of other rows.</span>
      </p>
    `;
  }

  #toggle(name: string): void {
    this.fixed = this.fixed.includes(name) ? this.fixed.filter((each) => each !== name) : [...this.fixed, name];
    this.change = undefined;
  }

  /** Opens the first row, and the chart if there is a numeric column. */
  async #start(): Promise<void> {
    const columns = this.#numeric();
    const [across, up = score] = columns;
    if (across !== undefined) {
      this.axes = [across, up];
      this.points = await this.answer('points', { columns });
    }
    await this.#open(0);
  }

  #numeric(): string[] {
    const isNumeric = ({ name, range }: ColumnProfile) => range && this.columns.includes(name);
    return this.profile.columns.filter(isNumeric).map(({ name }) => name);
  }

  async #open(place: number): Promise<void> {
    this.place = place;
    this.edited = undefined;
    this.change = undefined;
    // The rows between the first and the last of quick steps are skipped.
    if (this.#isOpening) return;
    this.#isOpening = true;
    try {
      for (let row: number | undefined; row !== this.place; ) {
        row = this.place;
        const person = await this.answer('person', { row });
        if (!person) continue;
        this.person = person;
        this.opened = row;
      }
    } finally {
      this.#isOpening = false;
    }
  }

  async #edit(name: string, text: string): Promise<void> {
    const before = this.edited?.row ?? this.person?.row;
    if (!before) return;
    const row = { ...before, [name]: text };
    const score = await this.answer('edited', { row });
    if (score !== undefined) this.edited = { row, score };
  }

  async #findChange(): Promise<void> {
    const columns = this.columns.filter((name) => !this.fixed.includes(name));
    this.change = (await this.answer('change', { row: this.place, columns })) ?? this.change;
  }

  static override styles = [
    style,
    fieldStyle,
    css`
      .pair {
        display: grid;
        gap: 1rem 2.5rem;
        grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr));
      }
      .score {
        font-size: 1.125rem;
        font-variant-numeric: tabular-nums;
        margin-top: 1rem;
      }
      h3 {
        margin-top: 1.75rem;
      }
      .checks {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 1.5rem;
        margin-top: 0.35rem;
      }
      .checks label {
        display: flex;
        gap: 0.6rem;
        align-items: center;
        min-height: 2.5rem;
        overflow-wrap: anywhere;
      }
    `,
  ];
}

const scoreText = (score: number) => valueText(score, 'number');

const isChoice = ({ values, hasMore, range }: ColumnProfile) =>
  !hasMore && values.length <= maxChoices && (range === undefined || values.length <= 2);

const differences = (all: readonly { column: string; from: unknown; to: unknown }[]) =>
  all.map(
    ({ column, from, to }, i) =>
      html`${i === 0 ? '' : i === all.length - 1 ? ' and ' : ', '}${column} <strong>${String(to ?? 'no value')}</strong> instead of ${String(from ?? 'no value')}`,
  );

customElements.define('person-section', PersonSection);
