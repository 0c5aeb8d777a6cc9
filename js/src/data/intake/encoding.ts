// SPDX-License-Identifier: Apache-2.0
//
// Detects the encoding of text from its first bytes: a byte order mark, zeros at every other byte, or bytes that UTF-8
// does not allow. Text that is neither UTF-16 nor UTF-8 is treated as Windows-1252, which most older European files use.

export type DetectedEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'binary';

/** @param isWhole True if these are all bytes of the file. */
export function getEncoding(bytes: Uint8Array, isWhole: boolean): DetectedEncoding {
  const zeros = [0, 0];
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const half = bytes.length / 2;
  if (odd > half * 0.6 && even < half * 0.1) return 'utf-16le';
  if (even > half * 0.6 && odd < half * 0.1) return 'utf-16be';
  if (even + odd > 0) return 'binary';
  if (isUtf8(bytes, isWhole)) return 'utf-8';
  return bytes.some((byte) => isControl(byte)) ? 'binary' : 'windows-1252';
}

// A character that is cut off at the end of UTF-8 is an error for the reader, not a sign of another encoding.
function isUtf8(bytes: Uint8Array, isWhole: boolean): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    const text = decoder.decode(bytes, { stream: true });
    if (isWhole && !/[\u0080-\uffff]/.test(text)) decoder.decode();
    return true;
  } catch {
    return false;
  }
}

// Text contains tabs, line breaks, and form feeds, but no other control characters.
const isControl = (byte: number) => byte < 32 && ![9, 10, 12, 13].includes(byte);
