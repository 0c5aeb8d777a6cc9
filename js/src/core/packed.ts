// SPDX-License-Identifier: Apache-2.0
//
// Decodes WebAssembly that is embedded in a JavaScript module as base64 of gzip, which is smaller than the file.

import type { Bytes } from './platform-types.js';

/** Returns the bytes of an encoded string. */
export async function unpacked(text: string): Promise<Bytes> {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  // jsdom and older versions of Bun have no DecompressionStream, but they have Node's zlib.
  const zlib = globalThis.process?.getBuiltinModule?.('node:zlib');
  if (zlib) return zlib.gunzipSync(bytes);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).arrayBuffer();
}
