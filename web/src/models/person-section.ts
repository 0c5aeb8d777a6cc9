// SPDX-License-Identifier: Apache-2.0
//
// “One row”: the user changes its values and sees the score, and the changes that would alter the decision.

import type { NearestOther, Row, SmallestChange } from 'fairwasm/models';
import { css, html, nothing } from 'lit';
import { fieldStyle, numberField, same, selectField } from '../parts/fields.js';
import { countText, valueText } from '../parts/number.js';
import { style } from '../parts/style.js';
import type { ColumnProfile, TableProfile } from '../table/profile.js';
import { Asking } from './model-request.js';
import type { Person } from './protocol.js';

const maxChoices = 30;

export class PersonSection extends Asking {
  static override properties = {
    ...Asking.properties,
    profile: { attribute: false },
    columns: { attribute: false },
    place: { state: true },
    person: { state: true },
    edited: { state: true },
    nearest: { state: true },
    change: { state: true },
    fixed: { state: true },
  };
  declare profile: TableProfile;
  /** The columns that fill the model. */
  declare columns: readonly string[];
  /** The index of the row, from 0. */
  declare place: number;
  declare person: Person | undefined;
  /** The row with its changes, and its score. */
  declare edited: Person | undefined;
  declare nearest: NearestOther | undefined;
  declare change: SmallestChange | undefined;
  /** Columns that must not change. */
  declare fixed: readonly string[];

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('setup')) return;
    this.fixed = this.columns.includes(this.setup.group) ? [this.setup.group] : [];
    void this.#open(0);
  }

  override render() {
    const { profile, place, person, edited } = this;
    return html`
      <h2 id="person">One row</h2>
      <div class="fields">
        ${numberField(
          { id: 'place', title: 'Row', hint: `From 1 to ${countText(profile.rows)}.` },
          { min: 1, max: profile.rows, step: 1 },
          place + 1,
          (value) => {
            if (value >= 1 && value <= profile.rows && Number.isInteger(value))
              void this.#open(value - 1);
          },
        )}
      </div>
      ${
        person
          ? html`
              <p class="score" role="status">
                Score <strong>${scoreText(edited?.score ?? person.score)}</strong>
                ${this.#decision(edited?.score ?? person.score)}${
                  edited ? html`, with the original values ${scoreText(person.score)}` : nothing
                }
              </p>
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
      ${this.news('Querying the model')}
    `;
  }

  #asked() {
    const { nearest, change, fixed } = this;
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
        <button @click=${this.#findNearest}>Nearest row with another decision</button>
      </p>
      ${change ? this.#shownChange(change) : nothing} ${nearest ? this.#shownNearest(nearest) : nothing}
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

  #shownNearest({ nearest }: NearestOther) {
    if (!nearest) return html`<p>All rows have the same decision.</p>`;
    return html`
      <p>
        Row ${countText(nearest.row + 1)} is the most similar row with the other decision; its score is
        <strong>${scoreText(nearest.score)}</strong>. It has ${differences(nearest.differences)}.
      </p>
    `;
  }

  #toggle(name: string): void {
    this.fixed = this.fixed.includes(name)
      ? this.fixed.filter((each) => each !== name)
      : [...this.fixed, name];
    this.change = undefined;
  }

  async #open(place: number): Promise<void> {
    this.place = place;
    this.edited = undefined;
    this.nearest = undefined;
    this.change = undefined;
    this.person = (await this.answer('person', { row: place })) ?? this.person;
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

  async #findNearest(): Promise<void> {
    this.nearest = (await this.answer('nearest', { row: this.place })) ?? this.nearest;
  }

  static override styles = [
    style,
    fieldStyle,
    css`
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
