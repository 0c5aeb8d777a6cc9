// SPDX-License-Identifier: Apache-2.0
//
// Writes the smallest .xlsx workbook with a table: the five parts that spreadsheets require, in a zip file.
import { strToU8, zipSync } from 'fflate';

const sheetml = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function cell(value, row, column) {
  const place = `${String.fromCharCode(65 + column)}${row + 1}`;
  if (value === null) return '';
  if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${Number(value)}</v></c>`;
  if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`;
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
}

/** Returns the bytes of a workbook with one sheet: a header, and rows of strings, numbers, booleans, and nulls. */
export const toWorkbook = (header, rows) =>
  getSheet(
    [header, ...rows]
      .map((row, r) => `<row r="${r + 1}">${row.map((value, c) => cell(value, r, c)).join('')}</row>`)
      .join(''),
  );

/** Returns the bytes of a workbook with one sheet: its rows as XML. */
export function getSheet(rows) {
  const part = (type) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml`;
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${part('sheet.main')}"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${part('worksheet')}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${sheetml}" xmlns:r="${office}"><sheets><sheet name="rows" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${sheetml}"><sheetData>${rows}</sheetData></worksheet>`,
  };
  const files = Object.entries(parts).map(([name, text]) => [
    name,
    strToU8(`<?xml version="1.0" encoding="UTF-8"?>${text}`),
  ]);
  return zipSync(Object.fromEntries(files));
}
