// SPDX-License-Identifier: Apache-2.0
//
// Form fields for names and places: a column of the file and a table of the user for each, and the categories.

import { css, html, nothing } from 'lit';
import { tableFiles } from '../../table/files.js';
import type { TableProfile } from '../../table/profile.js';
import { box, choice as getChoice } from '../../widgets/chooser.js';
import { same } from '../../widgets/fields.js';
import { toProblem } from '../../widgets/problem.js';
import { run } from '../../worker/run.js';
import { guessTable } from './input-guess.js';
import type { NameSource, NamesAsked } from './protocol.js';

const sources: Readonly<Record<NameSource, { title: string; table: string }>> = {
  surname: { title: 'Surname', table: 'Table of surnames' },
  firstName: { title: 'First name', table: 'Table of first names' },
  place: { title: 'Place', table: 'Table of places' },
};

/** `fail` receives the message if a table cannot be read. */
export function nameFields(
  profile: TableProfile,
  asked: NamesAsked,
  change: (part: Partial<NamesAsked>) => void,
  fail: (message: string) => void,
) {
  const names = profile.columns.map(({ name }) => same(name));
  const { columns, tables, tableColumns, categories, people } = asked;
  const chooseColumn = (source: NameSource, name: string) => {
    const { [source]: _, ...others } = columns;
    change({
      columns: name === '' ? others : { ...columns, [source]: name },
      ...(name === asked.decision && { decision: '', favorable: undefined }),
      ...(name === asked.cell && { cell: undefined }),
    });
  };
  const chooseTable = async (source: NameSource, file: File | undefined) => {
    if (file === undefined) return;
    change({ tables: { ...tables, [source]: file } });
    if (source !== 'surname') return;
    try {
      const [, ...others] = (await run({ kind: 'profile', file })).columns;
      change(guessTable(others.map(({ name }) => name)));
    } catch (error) {
      const { title, detail } = toProblem(error);
      fail(`“${file.name}”: ${title} ${detail}`);
    }
  };
  const row = (source: NameSource) => {
    const { title, table } = sources[source];
    return html`
      <div class="row below">
        ${getChoice(
          title,
          [{ value: '', text: source === 'surname' ? 'Choose one' : 'None' }, ...names],
          columns[source] ?? '',
          (name) => chooseColumn(source, name),
        )}
        ${
          columns[source] === undefined
            ? nothing
            : html`<label class="table">
                <span class="small soft">${table}${tables[source] ? `: ${tables[source].name}` : ''}</span>
                <input
                  type="file"
                  accept=${tableFiles}
                  @change=${(event: Event) => chooseTable(source, (event.target as HTMLInputElement).files?.[0])}
                />
              </label>`
        }
      </div>
    `;
  };
  return html`
    ${(Object.keys(sources) as NameSource[]).map(row)}
    <p class="small soft">
      Each table has a name or place in its first column, and the same columns of categories. Tables of surnames may
      contain only percentages. Other tables contain numbers of people, or percentages with the number of people.
    </p>
    ${
      tableColumns.length > 0
        ? html`
            <fieldset>
              <legend class="small">Categories in the tables</legend>
              <div class="row">
                ${tableColumns
                  .filter((name) => name !== people)
                  .map((name) =>
                    box(name, categories.includes(name), (is) =>
                      change({
                        categories: tableColumns.filter((other) => (other === name ? is : categories.includes(other))),
                        reference: undefined,
                      }),
                    ),
                  )}
              </div>
            </fieldset>
            <div class="row below">
              ${getChoice(
                'Number of people, if the categories are percentages',
                [{ value: '', text: 'None: numbers of people' }, ...tableColumns.map(same)],
                people ?? '',
                (name) =>
                  change({ people: name || undefined, categories: categories.filter((other) => other !== name) }),
              )}
            </div>
          `
        : nothing
    }
  `;
}

export const nameFieldStyle = css`
  .table input {
    display: block;
    min-height: 2.75rem;
    max-width: 100%;
    font: inherit;
  }
`;
