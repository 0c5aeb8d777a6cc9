// SPDX-License-Identifier: Apache-2.0
//
// Detects whether a file changed while a command read it. A file that is written or truncated meanwhile gives
// a mix of old and new rows, which the bytes do not show.

import { type BigIntStats, fstatSync, statSync } from 'node:fs';

/**
 * Records the state of an open file and returns a function that reports whether its size or modification time
 * has changed. Pipes never change.
 */
export function watchFile(descriptor: number, path: string | undefined): () => boolean {
  const before = found(() => fstatSync(descriptor, { bigint: true }));
  if (!before?.isFile()) return () => false;
  return () => {
    // A different file may have replaced it, which a second open would read; a deleted file is still
    // complete.
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
