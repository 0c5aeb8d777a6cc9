// SPDX-License-Identifier: Apache-2.0
//
// Values that a worker loads at its first request and keeps for the next ones.

/** Calls `load` once; after a failure, the next call tries again. */
export function kept<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
