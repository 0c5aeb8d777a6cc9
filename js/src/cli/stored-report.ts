// SPDX-License-Identifier: Apache-2.0
//
// Reads a stored report from a file.

import { readFile } from 'node:fs/promises';
import { FairwasmError } from '../core/error.js';
import { oneLine } from '../document/format.js';
import { readReport } from '../report/read.js';
import type { Report } from '../report/report.js';
import { InputError } from './command.js';

/** Reads the report in the file. Throws {@link InputError} if the file is not a report. */
export async function readStored(path: string): Promise<Report> {
  try {
    return readReport(await readFile(path, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why =
      error instanceof FairwasmError
        ? `not a fairwasm report: expected ${error.expected}, got ${error.actual}`
        : code === 'ENOENT'
          ? 'file not found'
          : message;
    throw new InputError(oneLine(`${path}: ${why}`));
  }
}
