// SPDX-License-Identifier: Apache-2.0
//
// Decodes strings from the core: their concatenated bytes, and the end of each.

export function textsFrom({ bytes, ends }: { bytes: Uint8Array; ends: Uint32Array }): string[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  // Decoding takes a microsecond in some browsers, even for short strings, so all are decoded together.
  const together = decoder.decode(bytes);
  const isOneByteEach = together.length === bytes.length;
  let start = 0;
  return Array.from(ends, (end) => {
    const text = isOneByteEach ? together.slice(start, end) : decoder.decode(bytes.subarray(start, end));
    start = end;
    return text;
  });
}
