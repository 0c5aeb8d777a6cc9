// SPDX-License-Identifier: Apache-2.0
//
// The columns of a file by their role in an audit without a positive label, and errors that name them.

import { FairwasmError } from 'fairwasm';
import type { Choice } from './choice.js';

export const getNames = ({ label = '', prediction = '', weight, cluster }: Choice) => ({
  ...{ label, prediction },
  ...(weight !== undefined && { weight }),
  ...(cluster !== undefined && { cluster }),
});

/** Returns the error with the column and the row of the file; the core reports roles and rows of a batch. */
export function toFileError(error: unknown, names: Readonly<Record<string, string>>, firstRow = 0): unknown {
  if (!(error instanceof FairwasmError)) return error;
  return error.with({ argument: names[error.argument] ?? error.argument }).inRowsFrom(firstRow);
}
