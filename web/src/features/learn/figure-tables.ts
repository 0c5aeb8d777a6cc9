// SPDX-License-Identifier: Apache-2.0
//
// The tables behind a lesson's charts.

import { html } from 'lit';
import { scrollTable } from '../../widgets/scroll-table.js';
import type { FigureTable } from './lesson.js';

export const figureTables = (tables: readonly FigureTable[]) =>
  tables.map(({ caption, columns, rows }) =>
    scrollTable(
      caption,
      columns,
      rows.map(
        ([name, ...cells]) => html`
          <tr>
            <th scope="row">${name}</th>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr>
        `,
      ),
      caption,
    ),
  );
