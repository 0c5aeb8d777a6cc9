// SPDX-License-Identifier: Apache-2.0
//
// Files that one tab has for another: they are taken as if they had been chosen there, one after the other.

let waiting: { tab: string; files: readonly File[] } | undefined;

/** Opens the tab with the files. */
export function handOver(tab: string, ...files: File[]): void {
  waiting = { tab, files };
  location.hash = `#/${tab}`;
}

/** The files that wait for the tab, once. */
export function handedTo(tab: string): readonly File[] {
  if (waiting?.tab !== tab) return [];
  const { files } = waiting;
  waiting = undefined;
  return files;
}
