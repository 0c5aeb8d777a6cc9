// SPDX-License-Identifier: Apache-2.0
//
// Optional packages, loaded when first needed.

import { FairwasmError } from '../../core/error.js';

/** What `load` resolves with, or a `loadFailed` that says which package to install. */
export async function loadPeer<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw new FairwasmError('loadFailed', {
      argument: name,
      expected: `the package ${name} to be installed beside fairwasm`,
      actual: String(error),
    });
  }
}
