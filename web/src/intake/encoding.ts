// SPDX-License-Identifier: Apache-2.0
//
// In which encoding a text is written, told from its first bytes: a mark at their beginning, zeros in every other place,
// or bytes that UTF-8 does not have. What is neither is taken for Windows-1252, which all of Western Europe's old files are
// in, and said to be a guess.

export type Guess = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'binary';

/** `isWhole`: whether these are all bytes of the file. */
export function encodingOf(bytes: Uint8Array, isWhole: boolean): Guess {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
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

function isUtf8(bytes: Uint8Array, isWhole: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
    return true;
  } catch {
    return false;
  }
}

// Texts have tabs, line breaks and form feeds.
const isControl = (byte: number) => byte < 32 && ![9, 10, 12, 13].includes(byte);

/** The same text in UTF-8, part by part. */
export async function inUtf8(
  file: Blob,
  encoding: Exclude<Guess, 'utf-8' | 'binary'>,
): Promise<Blob> {
  const decoder = new TextDecoder(encoding);
  const parts: Blob[] = [];
  const step = 1 << 22; // bytes
  for (let from = 0; from < file.size; from += step) {
    const bytes = await file.slice(from, from + step).arrayBuffer();
    parts.push(new Blob([decoder.decode(bytes, { stream: from + step < file.size })]));
  }
  return new Blob(parts);
}
