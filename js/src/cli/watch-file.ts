// SPDX-License-Identifier: Apache-2.0
//
// Whether a file stayed as it was while a command read it. One that is written to or cut meanwhile gives rows of before and
// of after, or fewer of them, and its bytes do not tell.

import { type BigIntStats, fstatSync, statSync } from 'node:fs';

/**
 * Looks at an open file, and gives what says whether it is another one since: by its size and by when it was last written
 * to. Pipes and the like never are.
 */
export function watchFile(descriptor: number, path: string | undefined): () => boolean {
  const before = found(() => fstatSync(descriptor, { bigint: true }));
  if (!before?.isFile()) return () => false;
  return () => {
    // Another file may have taken its place, which who opens it a second time reads; of one that is gone all is there.
    const named = path === undefined ? undefined : found(() => statSync(path, { bigint: true }));
    const now = named ?? fstatSync(descriptor, { bigint: true });
    return now.size !== before.size || now.mtimeNs !== before.mtimeNs;
  };
}

function found(look: () => BigIntStats): BigIntStats | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
