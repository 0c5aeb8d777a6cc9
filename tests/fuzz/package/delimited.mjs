// SPDX-License-Identifier: Apache-2.0
//
// Delimited text compared with Papa Parse: fields are equal, or both reject the text.

import { isJudgedOtherwise, papaRows } from '../../js/data/papa.mjs';
import { acceptedLater, choices, getColumns, require } from '../support.mjs';

// Carriage returns occur only before line feeds, because Papa Parse does not distinguish one inside quotes from one
// after them.
const pieces = ['a', 'b', 'é', '😀', ' ', '1.5', ',', ',', '\n', '\r\n', '"', '"', '""', ';'];

export async function fuzz(data) {
  const among = choices(data);
  const width = 1 + among(4);
  const text = Array.from({ length: Math.max(0, data.length - 1) }, () => pieces[among(pieces.length)]).join('');
  if (isJudgedOtherwise(text)) return;
  const rows = papaRows(text, width, ',');
  const names = Array.from({ length: width }, (_, i) => `column${i}`);
  const read = await acceptedLater(() => getColumns(Buffer.from(`${names.join()}\n${text}`)));
  if (rows === undefined || rows.length === 0) {
    require(read === undefined, 'text that Papa Parse rejects is rejected');
    return;
  }
  const expected = names.map((name, i) => [name, rows.map((fields) => fields[i])]);
  require(read !== undefined, 'what Papa Parse reads is read');
  require(JSON.stringify(Object.entries(read)) === JSON.stringify(expected), 'the fields are the same');
}
