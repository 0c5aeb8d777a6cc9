// SPDX-License-Identifier: Apache-2.0
//
// Guards functions of plain data from earlier calls. The data may have been stored and edited, so they are checked
// only as far as they are used.

import { FairwasmError, invalid } from './error.js';

/**
 * Returns the result of `make`.
 *
 * @throws FairwasmError `invalidArgument` if `make` fails on an invalid part; a FairwasmError is thrown unchanged.
 */
export function fromPlainData<T>(argument: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof FairwasmError) throw error;
    throw invalid(
      argument,
      'the unmodified result of an earlier call',
      `an invalid part: ${error instanceof Error ? error.message : 'an error'}`,
    );
  }
}
