// SPDX-License-Identifier: Apache-2.0
//
// WebAssembly as text in a module: base64 of gzip, which is smaller than the file itself. Unpacked by what the machine
// has.

import type { Bytes } from './platform-types.js';

/** The bytes that a text stands for. */
export async function unpacked(text: string): Promise<Bytes> {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  // jsdom and older Bun have no DecompressionStream; Node's own is there as well.
  const zlib = globalThis.process?.getBuiltinModule?.('node:zlib');
  if (zlib) return zlib.gunzipSync(bytes);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}
