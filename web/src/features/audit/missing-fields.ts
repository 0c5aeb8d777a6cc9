// SPDX-License-Identifier: Apache-2.0
//
// Fields that choose what to do with rows with missing values.

import { html, nothing } from 'lit';
import { countedColumns, countUnknown, findColumn, getBlanks, unknownNames } from '../../table/choice.js';
import type { ColumnProfile, TableProfile } from '../../table/profile.js';
import { selectField } from '../../widgets/fields.js';
import { countText } from '../../widgets/number.js';
import type { Choosing } from './stages.js';

/** Renders nothing if no value is missing. */
export function missingFields({ profile, choice, change }: Choosing, problem?: string) {
  const { groups, missingGroups, missing, blanks = {} } = choice;
  const asked = Object.entries(getBlanks(profile, choice));
  const isAnswered = (name: string | undefined) => name !== undefined && Boolean(blanks[name]);
  const counted = countedColumns(choice).filter((name) => !isAnswered(name));
  const rows = gapsIn(profile, counted);
  const people = groups.flatMap((name) => findColumn(profile, name) ?? []).filter((column) => countUnknown(column) > 0);
  const blankField = (name: string, no: string, i: number) => {
    const column = findColumn(profile, name);
    const given = blanks[name];
    const only = column?.values[0] ?? '';
    return selectField(
      {
        id: `blanks-${i}`,
        title: `A blank in ${name}`,
        hint: `${countText(column?.missing ?? 0)} rows are blank, all others are “${only}”.`,
        wrong: given === undefined ? problem : undefined,
      },
      [
        ...(given === undefined ? [{ value: 'open', text: 'Choose its meaning' }] : []),
        { value: 'no', text: `Means “${no}”` },
        { value: 'omit', text: 'Is unknown: omit these rows' },
      ],
      given === undefined ? 'open' : given === '' ? 'omit' : 'no',
      (value) => {
        if (value !== 'open') change({ blanks: { ...blanks, [name]: value === 'no' ? no : '' } });
      },
    );
  };
  if (rows.length + people.length + asked.length === 0) return nothing;
  return html`
    <section aria-labelledby="gaps">
      <h2 id="gaps">Missing values</h2>
      <div class="fields">
        ${asked.map(([name, no], i) => blankField(name, no, i))}
        ${
          rows.length === 0
            ? nothing
            : selectField(
                { id: 'missing', title: 'Rows without a label, decision, or number', hint: gapText(rows) },
                [
                  { value: 'drop', text: 'Omit these rows and report their number' },
                  { value: 'error', text: 'Stop with an error' },
                ],
                missing,
                (value) => change({ missing: value === 'drop' ? 'drop' : 'error' }),
              )
        }
        ${
          people.length === 0
            ? nothing
            : selectField(
                { id: 'missing-groups', title: 'Rows without a known group', hint: unknownText(people) },
                [
                  { value: 'group', text: 'Show them as separate groups, last' },
                  { value: 'drop', text: 'Omit these rows' },
                ],
                missingGroups ?? 'group',
                (value) => change({ missingGroups: value === 'drop' ? 'drop' : 'group' }),
              )
        }
      </div>
    </section>
  `;
}

function gapsIn(profile: TableProfile, names: readonly (string | undefined)[]): ColumnProfile[] {
  return names.flatMap((name) => {
    const column = findColumn(profile, name);
    return column && column.missing > 0 ? [column] : [];
  });
}

const unknownText = (columns: readonly ColumnProfile[]): string => {
  const texts = columns.map((column) => {
    const names = [...(column.missing > 0 ? ['blank'] : []), ...unknownNames(column).map((name) => `“${name}”`)];
    return `${column.name}: ${countText(countUnknown(column))} (${names.join(', ')})`;
  });
  return `${texts.join(', ')}.`;
};

const gapText = (columns: readonly ColumnProfile[]): string =>
  `${columns.map(({ name, missing }) => `${name}: ${countText(missing)}`).join(', ')}.`;
