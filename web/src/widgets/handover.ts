// SPDX-License-Identifier: Apache-2.0
//
// Passes files from one tab to another, which receives them as if they had been chosen there.

let waiting: { tab: string; files: readonly File[] } | undefined;

/** Opens the tab with the files. */
export function handOver(tab: string, ...files: File[]): void {
  waiting = { tab, files };
  location.hash = `#/${tab}`;
}

/** Returns and clears the files that were passed to the tab. */
export function handedTo(tab: string): readonly File[] {
  if (waiting?.tab !== tab) return [];
  const { files } = waiting;
  waiting = undefined;
  return files;
}
