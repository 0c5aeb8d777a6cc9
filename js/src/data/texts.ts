// SPDX-License-Identifier: Apache-2.0
//
// Texts as the core hands them over: their bytes one after the other, and where each ends.

export function textsFrom({ bytes, ends }: { bytes: Uint8Array; ends: Uint32Array }): string[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  // Decoding takes a microsecond in some browsers, however short the text is.
  const together = decoder.decode(bytes);
  const isOneByteEach = together.length === bytes.length;
  let start = 0;
  return Array.from(ends, (end) => {
    const text = isOneByteEach
      ? together.slice(start, end)
      : decoder.decode(bytes.subarray(start, end));
    start = end;
    return text;
  });
}
