// SPDX-License-Identifier: Apache-2.0
//
// Workbooks: random or changed archives, and valid ones with any text in one part; read or rejected.

import { strToU8, unzipSync, zipSync } from 'fflate';
import { toWorkbook } from '../../js/data/workbook.mjs';
import { acceptedLater, beginning, getColumns } from '../support.mjs';

const zip = [0x50, 0x4b, 0x03, 0x04];
const parts = ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels', 'xl/worksheets/sheet1.xml'];
const whole = unzipSync(toWorkbook(['a', 'b'], [['x', 1]]));
const declaration = strToU8('<?xml version="1.0" encoding="UTF-8"?>');

const withPart = (name, text) => zipSync({ ...whole, [name]: Buffer.concat([declaration, text]) }, { level: 0 });

export async function fuzz(data) {
  if (data.length === 0) return;
  const [kind] = data;
  const rest = data.subarray(1);
  const bytes = kind < parts.length ? withPart(parts[kind], rest) : beginning(rest, zip);
  await acceptedLater(() => getColumns(bytes));
}
