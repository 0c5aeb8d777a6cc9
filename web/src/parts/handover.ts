// SPDX-License-Identifier: Apache-2.0
//
// Files that one room has for another: they are taken as if they had been chosen there, one after the other.

let waiting: { room: string; files: readonly File[] } | undefined;

/** Opens the room with the files. */
export function handOver(room: string, ...files: File[]): void {
  waiting = { room, files };
  location.hash = `#/${room}`;
}

/** The files that wait for the room, once. */
export function handedTo(room: string): readonly File[] {
  if (waiting?.room !== room) return [];
  const { files } = waiting;
  waiting = undefined;
  return files;
}
