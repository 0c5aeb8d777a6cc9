// SPDX-License-Identifier: Apache-2.0
//
// What is made of plain data that another call of ours gave. It is looked at only as far as it says what it is: somebody
// may have stored it, and changed a part of it.

import { FairwasmError, invalid } from './error.js';

/**
 * What `make` gives.
 *
 * @throws FairwasmError `invalidArgument` where `make` stumbles over a part that is not as it should be; what it says itself
 *   where that is an error of ours.
 */
export function ofGiven<T>(argument: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof FairwasmError) throw error;
    throw invalid(
      argument,
      'it as it was given, in every part',
      `a part that is not as it was: ${error instanceof Error ? error.message : 'an error'}`,
    );
  }
}
