// SPDX-License-Identifier: Apache-2.0
//
// The rows that are counted: a file as it can be read, and a table as the choice asks for it.

import type { Choice } from '../table/choice.js';
import { run } from '../work/run.js';
import type { Table } from './stages.js';

/** A part or a copy of a file, under its name. */
export const named = (part: Blob, file: File): File =>
  part === file ? file : new File([part], file.name);

/** A file that has not been profiled yet. */
export async function takenIn(
  file: File,
  signal: AbortSignal,
): Promise<Pick<Table, 'read' | 'profile'>> {
  const taken = await run({ kind: 'intake', file }, { signal });
  return { read: named(taken.file, file), profile: taken.profile };
}

/** The table as the choice asks for it. */
export async function rowsOf(
  { read, profile }: Pick<Table, 'read' | 'profile'>,
  choice: Choice,
  signal: AbortSignal,
): Promise<File> {
  const { changesOf } = await import('../intake/prepare.js');
  if (changesOf(profile, choice) === undefined) return read;
  return named(await run({ kind: 'prepare', file: read, profile, choice }, { signal }), read);
}
