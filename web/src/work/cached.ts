// SPDX-License-Identifier: Apache-2.0
//
// What a worker loads at its first request and keeps for the next ones.

/** `load`, called once; where it failed, the next who asks tries again. */
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
