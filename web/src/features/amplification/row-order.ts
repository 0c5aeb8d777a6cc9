// SPDX-License-Identifier: Apache-2.0
//
// The order of the rows of a heat map: by their contribution, by name, or by one of the columns.

import type { Option } from '../../widgets/fields.js';
import type { Matrix } from './arithmetic.js';

const byPart = 'part';
const byName = 'name';

/** With more columns than this, the table is easier to search. */
const maxColumns = 12;

/** The available orders; the initial one comes first. */
export const getOrders = ({ columns, rowName }: Matrix): Option[] => [
  { value: byPart, text: 'largest contribution first' },
  { value: byName, text: `name of the ${rowName}` },
  ...(columns.length <= maxColumns ? columns : []).map((column, i) => ({
    value: String(i),
    text: `contribution of ${column}`,
  })),
];

/** The rows in an order of {@link getOrders}; undefined cells come last. */
export function orderedRows({ cells, columns }: Matrix, order: string): string[] {
  const rows = [...new Set(cells.map(({ row }) => row))]; // by their largest contribution, like cells
  if (order === byPart) return rows;
  if (order === byName) return rows.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const column = columns[Number(order)];
  const values = new Map(cells.flatMap((cell) => (cell.column === column ? [[cell.row, cell.value]] : [])));
  const getPart = (row: string) => {
    const value = values.get(row) ?? Number.NaN;
    return Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value;
  };
  // A subtraction would return NaN for two infinities.
  return rows.sort((a, b) => (getPart(a) < getPart(b) ? 1 : getPart(a) > getPart(b) ? -1 : 0));
}
