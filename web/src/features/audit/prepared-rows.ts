// SPDX-License-Identifier: Apache-2.0
//
// The rows that are counted: a file in readable form, and a table as the choice selects it.

import type { Choice } from '../../table/choice.js';
import { run } from '../../worker/run.js';
import { named, type Table } from './stages.js';

/** A file that has not been profiled yet. */
export async function takenIn(file: File, signal: AbortSignal): Promise<Pick<Table, 'read' | 'profile'>> {
  const taken = await run({ kind: 'intake', file }, { signal });
  return { read: named(taken.file, file), profile: taken.profile };
}

/** Returns the table as the choice selects it. */
export async function getRows(
  { read, profile }: Pick<Table, 'read' | 'profile'>,
  choice: Choice,
  signal: AbortSignal,
): Promise<File> {
  const { getChanges: findChanges } = await import('../intake/prepare.js');
  if (findChanges(profile, choice) === undefined) return read;
  return named(await run({ kind: 'prepare', file: read, profile, choice }, { signal }), read);
}
