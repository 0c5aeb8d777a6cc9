// SPDX-License-Identifier: Apache-2.0
//
// The tables behind a lesson's charts.

import { html } from 'lit';
import type { FigureTable } from './lesson.js';

export const figureTables = (tables: readonly FigureTable[]) =>
  tables.map(
    ({ caption, columns, rows }) => html`
      <div class="scroll" tabindex="0" role="region" aria-label=${caption}>
        <table>
          <caption>${caption}</caption>
          <thead>
            <tr>
              ${columns.map((column) => html`<th scope="col">${column}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              ([name, ...cells]) => html`
                <tr>
                  <th scope="row">${name}</th>
                  ${cells.map((cell) => html`<td>${cell}</td>`)}
                </tr>
              `,
            )}
          </tbody>
        </table>
      </div>
    `,
  );
