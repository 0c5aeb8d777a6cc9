// SPDX-License-Identifier: Apache-2.0
//
// The columns that can define groups, with the options of each selected column: the ranges of its numbers, the number
// of groups to keep, and the reference group.

import { css, html, nothing } from 'lit';
import { rangeNames } from '#fairwasm/data/intake/ranges.js';
import { parseLimits } from '../../table/bins.js';
import { canBeGroup, countedColumns, groupNames, isCrowded, isMeasure, maxGroups } from '../../table/choice.js';
import type { ColumnProfile } from '../../table/profile.js';
import { countText } from '../../widgets/number.js';
import type { Choosing } from './stages.js';

export interface GroupChoosing extends Choosing {
  /** By column: invalid limits as the user typed them. The audit cannot start until they are corrected. */
  readonly refused: Readonly<Record<string, string>>;
  /** Sets the invalid limits of a column; undefined if they were corrected. */
  refuse(column: string, typed: string | undefined): void;
}

export function groupList(form: GroupChoosing) {
  const { profile, choice } = form;
  const counted = countedColumns(choice);
  const open = profile.columns.filter(({ name }) => choice.groups.includes(name) || !counted.includes(name));
  const isPossible = (column: ColumnProfile) => canBeGroup(column) || isMeasure(column) || isCrowded(column);
  const [possible, impossible] = [open.filter(isPossible), open.filter((c) => !isPossible(c))];
  return html`
    ${
      possible.length > 0
        ? html`<ul>${possible.map((column, i) => group(form, column, `note-${i}`))}</ul>`
        : html`<p class="problem">No column is left to define groups.</p>`
    }
    ${
      impossible.length > 0
        ? html`<p class="small soft">
            Without any values: ${impossible.map(({ name }) => name).join(', ')}.
          </p>`
        : nothing
    }
  `;
}

function group(form: GroupChoosing, column: ColumnProfile, noteId: string) {
  const { name, values, missing } = column;
  const isChosen = form.choice.groups.includes(name);
  const count = isMeasure(column)
    ? `numbers from ${column.range?.[0]} to ${column.range?.[1]}, put in ranges`
    : `${column.hasMore ? 'more than ' : ''}${countText(values.length)} ${values.length === 1 ? 'group' : 'groups'}`;
  return html`
    <li>
      <label>
        <input
          type="checkbox"
          .checked=${isChosen}
          aria-describedby=${noteId}
          @change=${(event: Event) => toggle(form, name, (event.target as HTMLInputElement).checked)}
        />
        <span>${name}</span>
      </label>
      <span class="small soft" id=${noteId}>
        ${count}${missing > 0 ? `, and ${countText(missing)} rows without a value` : ''}
      </span>
      ${isChosen ? reference(form, column) : nothing}
      ${isChosen && isMeasure(column) ? limits(form, column, `limits-of-${noteId}`) : nothing}
      ${isChosen && isCrowded(column) ? kept(form, column) : nothing}
    </li>
  `;
}

function toggle({ profile, choice, change }: Choosing, name: string, isChosen: boolean): void {
  const { groups } = choice;
  const wanted = isChosen ? [...groups, name] : groups.filter((group) => group !== name);
  // In the order of the file, regardless of the order of clicks.
  change({ groups: profile.columns.flatMap((c) => (wanted.includes(c.name) ? c.name : [])) });
}

// For numbers, the limits of their ranges.
function limits({ choice, refused, change, refuse }: GroupChoosing, { name }: ColumnProfile, id: string) {
  const limits = choice.bins[name] ?? [];
  const wrong = refused[name];
  const read = (event: Event) => {
    const { value } = event.target as HTMLInputElement;
    const typed = value.trim() === '' ? [] : parseLimits(value);
    refuse(name, typed ? undefined : value);
    if (typed) change({ bins: { ...choice.bins, [name]: typed } });
  };
  return html`
    <label class="limits small">
      <span>Limits<span class="spoken"> of the ranges of ${name}</span></span>
      <input
        type="text"
        inputmode="decimal"
        .value=${wrong ?? limits.join(', ')}
        aria-invalid=${wrong === undefined ? 'false' : 'true'}
        aria-describedby=${wrong === undefined ? nothing : `${id}-problem`}
        @change=${read}
      />
      ${
        wrong === undefined
          ? html`<span class="soft">
              ${limits.length > 0 ? rangeNames(limits).join(' · ') : 'Each distinct number is its own group.'}
            </span>`
          : html`<span class="problem" id="${id}-problem">
              Enter numbers in increasing order.
            </span>`
      }
    </label>
  `;
}

// If there are more groups than can be compared: the largest groups, and all others as one group.
function kept({ choice, change }: Choosing, { name }: ColumnProfile) {
  const read = (event: Event) => {
    const most = (event.target as HTMLInputElement).valueAsNumber;
    change({ kept: { ...choice.kept, [name]: Math.round(most) || 1 } });
  };
  return html`
    <label class="limits small">
      <span>Largest groups<span class="spoken"> of ${name} that are kept</span></span>
      <input
        type="number"
        min="1"
        max=${maxGroups}
        step="1"
        .value=${String(choice.kept?.[name] ?? '')}
        @change=${read}
      />
      <span class="soft">All other values form one group.</span>
    </label>
  `;
}

function reference({ choice, change }: Choosing, column: ColumnProfile) {
  const { name } = column;
  const values = groupNames(column, choice);
  const choose = (event: Event) => {
    const category = (event.target as HTMLSelectElement).value;
    change({ privileged: { ...choice.privileged, [name]: category } });
  };
  const chosen = choice.privileged[name] ?? '';
  return html`
    <label class="inline-field small">
      <span>Compare with<span class="spoken"> (reference group of ${name})</span></span>
      <select @change=${choose}>
        <option value="" ?selected=${chosen === ''}>the largest group, or the first by name</option>
        ${values.map((value) => html`<option value=${value} ?selected=${chosen === value}>${value}</option>`)}
      </select>
    </label>
  `;
}

/** Styles for the options of a column. */
export const groupListStyle = css`
  .limits {
    display: grid;
    grid-template-columns: max-content minmax(8rem, 16rem) minmax(0, 1fr);
    gap: 0.25rem 0.75rem;
    align-items: center;
    width: 100%;
    padding: 0 0 0.6rem 1.9rem;
  }
  @media (max-width: 40rem) {
    .limits {
      grid-template-columns: max-content minmax(0, 1fr);
    }
    .limits > :last-child {
      grid-column: 1 / -1;
    }
  }
  .limits input {
    min-height: 2.25rem;
    padding-block: 0.2rem;
  }
`;
