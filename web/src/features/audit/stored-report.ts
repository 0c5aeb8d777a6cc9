// SPDX-License-Identifier: Apache-2.0
//
// A file that is a saved report or another saved result instead of a table: JSON, or HTML that contains it.

import { isStored } from '../../widgets/is-stored.js';
import type { Stored } from './read-report.js';

/**
 * Returns the result in the file; undefined for any other file.
 *
 * @throws FairwasmError for a file that begins like a result but is not valid.
 */
export async function storedResult(file: File): Promise<Stored | undefined> {
  if (!(await isStored(file))) return undefined;
  const { readStored } = await import('./read-report.js');
  return readStored(await file.text());
}
