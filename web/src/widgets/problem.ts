// SPDX-License-Identifier: Apache-2.0
//
// Converts an error to a message: what happened, where, and what to do.

import { FairwasmError } from 'fairwasm';

export interface Problem {
  /** Omitted for errors that fairwasm did not throw. */
  code?: FairwasmError['code'];
  title: string;
  /** The expected and the actual value. */
  detail: string;
  advice: string;
}

const advice: Record<FairwasmError['code'], string> = {
  invalidArgument: 'Correct the file or choose another column, then try again.',
  shapeMismatch: 'Every row needs the same number of columns. Correct the file and try again.',
  missingValue: 'Fill in the value or remove the row, then try again.',
  incompatible: 'Start again with one file.',
  corruptBytes: 'Start again with the original file.',
  tooLarge: 'Choose fewer groups or a smaller file.',
  invalidState: 'The file has no rows to audit. Choose another file.',
  unreadable: 'Choose the file again.',
  loadFailed: 'Check the connection and reload the page.',
  workerFailed: 'Reload the page and try again.',
};

// Downloaded with the first model, and cached from then on.
const isOfModels = (code: FairwasmError['code'], argument: string) =>
  code === 'loadFailed' && argument === 'onnxruntime-web';
const runtimeAdvice =
  'The model runtime is downloaded with the first model and cached for offline use. Check the ' +
  'connection and choose the model again.';

const notATable =
  'fairwasm reads CSV and other delimited text, .xlsx workbooks, Parquet, Arrow, and JSON, also in ZIP ' + 'archives.';

// The names of errors that browsers throw if a file has changed or no longer exists.
const isOfReading = /^(NotReadable|NotFound)Error$/;

// Messages of Chromium, Firefox, and WebKit.
const isOfImport = /dynamically imported module|Importing a module script failed/i;

const unreadable: Problem = {
  title: 'The file can no longer be read',
  detail:
    'It was changed, moved, or deleted after you chose it, or its disk was removed. Safari cannot read files if this ' +
    'page was opened from the disk.',
  advice: advice.unreadable,
};

const aBadRow =
  'Correct this row and try again. Rows are counted from 1, without the header. If every row has ' +
  'this problem, the file may not be a table: fairwasm reads CSV.';

/** For rarely used parts of the page, which are loaded on demand. */
export const partMissing: Problem = {
  title: 'A part of this page could not be loaded',
  detail: 'The results on this page are correct, but a part is missing.',
  advice: 'Check the connection and reload the page; a newer version may be available.',
};

export function toProblem(error: unknown): Problem {
  if (!(error instanceof FairwasmError)) {
    if (error instanceof Error && isOfReading.test(error.name)) return unreadable;
    if (isOfImport.test(String(error))) return partMissing;
    const message = error instanceof Error ? error.message : String(error);
    return { title: 'Something went wrong', detail: message, advice: 'Reload the page and try again.' };
  }
  const { code, argument, expected, actual, row } = error;
  if (code === 'unreadable') return { code, ...unreadable };
  const where = row === undefined ? '' : `, at data row ${row + 1}`;
  return {
    code,
    title: `${getTitle(code, argument)}${where}`,
    detail: `Expected ${expected}; found ${actual}.`,
    advice: isOfModels(code, argument)
      ? runtimeAdvice
      : argument !== 'file'
        ? advice[code]
        : row === undefined
          ? notATable
          : aBadRow,
  };
}

function getTitle(code: FairwasmError['code'], argument: string): string {
  if (code === 'loadFailed') return 'A part of this page could not be loaded';
  if (argument === 'file') return 'The file cannot be read as a table';
  return `There is a problem with “${argument}”`;
}
