// SPDX-License-Identifier: Apache-2.0
//
// A file that one room made for another: it is taken as if it had been chosen there.

let waiting: { room: string; file: File } | undefined;

/** Opens the room with the file. */
export function handOver(room: string, file: File): void {
  waiting = { room, file };
  location.hash = `#/${room}`;
}

/** The file that waits for the room, once. */
export function handedTo(room: string): File | undefined {
  if (waiting?.room !== room) return undefined;
  const { file } = waiting;
  waiting = undefined;
  return file;
}
