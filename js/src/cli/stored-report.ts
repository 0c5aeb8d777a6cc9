// SPDX-License-Identifier: Apache-2.0
//
// A report that was stored as a file, read again.

import { readFile } from 'node:fs/promises';
import type { Report } from '../audit/report.js';
import { FairwasmError } from '../core/error.js';
import { readReport } from '../report/read.js';
import { oneLine } from '../report/shown.js';
import { InputError } from './command.js';

/** The report in the file. Throws {@link InputError} for a file that is none. */
export async function readStored(path: string): Promise<Report> {
  try {
    return readReport(await readFile(path, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why =
      error instanceof FairwasmError
        ? `it is no report: ${error.expected} was expected, ${error.actual} was there`
        : code === 'ENOENT'
          ? 'there is no such file'
          : message;
    throw new InputError(oneLine(`${path}: ${why}`));
  }
}
