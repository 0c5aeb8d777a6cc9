// SPDX-License-Identifier: Apache-2.0
//
// Reads a stored report from a file.

import { readFile } from 'node:fs/promises';
import { readReport } from '../report/read.js';
import type { Report } from '../report/report.js';
import { unusable } from './input.js';

/** Reads the report in the file. Throws {@link InputError} if the file is not a report. */
export async function readStored(path: string): Promise<Report> {
  try {
    return readReport(await readFile(path, 'utf8'));
  } catch (error) {
    throw unusable(path, error, 'not a fairwasm report: ');
  }
}
