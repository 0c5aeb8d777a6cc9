// SPDX-License-Identifier: Apache-2.0
//
// Errors as data, because the fields of a FairwasmError are lost when it is posted to another thread.

import { FairwasmError } from 'fairwasm';

export type Failure =
  | {
      kind: 'input';
      code: FairwasmError['code'];
      argument: string;
      expected: string;
      actual: string;
      row: number | undefined;
    }
  | { kind: 'other'; name: string; message: string };

export function toFailure(error: unknown): Failure {
  if (!(error instanceof FairwasmError)) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    return { kind: 'other', name, message };
  }
  const { code, argument, expected, actual, row } = error;
  return { kind: 'input', code, argument, expected, actual, row };
}

export function toError(failure: Failure): Error {
  if (failure.kind === 'other') return Object.assign(new Error(failure.message), { name: failure.name });
  return new FairwasmError(failure.code, failure);
}
