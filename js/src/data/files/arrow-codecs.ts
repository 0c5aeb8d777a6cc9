// SPDX-License-Identifier: Apache-2.0
//
// Compressed buffers of Arrow and Feather files: LZ4 frames, as pandas and R write them, and Zstandard.

import { CompressionType, setCompressionCodec } from '../../vendor/flechette.js';
import { compressors } from '../../vendor/hyparquet-compressors.js';

const maxLength = 2 ** 31;

const codec = (unpack: (bytes: Uint8Array, length: number) => Uint8Array) => ({
  encode: (): never => {
    throw new Error('compression is not supported');
  },
  decode: (bytes: Uint8Array, length = 0): Uint8Array => {
    if (!(length >= 0 && length <= maxLength)) throw new Error(`a buffer of ${length} bytes`);
    const unpacked = unpack(bytes, length);
    if (unpacked.length !== length) throw new Error(`a buffer of ${unpacked.length} bytes instead of ${length}`);
    return unpacked;
  },
});

/** Registers decompressors for the buffers of Arrow files. */
export function useCodecs(): void {
  setCompressionCodec(CompressionType.LZ4_FRAME, codec(lz4Frame));
  setCompressionCodec(
    CompressionType.ZSTD,
    codec((bytes, length) => compressors.ZSTD?.(bytes, length) as Uint8Array),
  );
}

const magic = 0x184d2204;
const damaged = () => new Error('a damaged LZ4 buffer');

function lz4Frame(bytes: Uint8Array, length: number): Uint8Array {
  // A byte of LZ4 expands to at most 255.
  if (length > 255 * bytes.length) throw damaged();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const output = new Uint8Array(length);
  if (bytes.length < 7 || view.getUint32(0, true) !== magic) throw damaged();
  const flags = bytes[4] as number;
  const [hasSize, hasDictionary, hasChecksums] = [flags & 8, flags & 1, flags & 16];
  let at = 7 + (hasSize ? 8 : 0) + (hasDictionary ? 4 : 0);
  let end = 0;
  for (;;) {
    if (at + 4 > bytes.length) throw damaged();
    const size = view.getUint32(at, true);
    at += 4;
    if (size === 0) return output.subarray(0, end);
    const isStored = size >= 2 ** 31;
    const stored = size % 2 ** 31;
    const block = bytes.subarray(at, at + stored);
    if (block.length < stored) throw damaged();
    if (isStored) {
      if (end + stored > length) throw damaged();
      output.set(block, end);
      end += stored;
    } else end = unpackBlock(block, output, end);
    at += stored + (hasChecksums ? 4 : 0);
  }
}

/** Decompresses a block after the previous ones, to which it may refer. Returns its end. */
function unpackBlock(block: Uint8Array, output: Uint8Array, start: number): number {
  let end = start;
  let at = 0;
  const longer = (length: number): number => {
    let total = length;
    for (let more = 255; length === 15 && more === 255; total += more) {
      if (at >= block.length) throw damaged();
      more = block[at++] as number;
    }
    return total;
  };
  while (at < block.length) {
    const token = block[at++] as number;
    const literals = longer(token >> 4);
    if (at + literals > block.length || end + literals > output.length) throw damaged();
    output.set(block.subarray(at, at + literals), end);
    at += literals;
    end += literals;
    if (at >= block.length) break;
    const offset = (block[at] as number) | ((block[at + 1] ?? 0) << 8);
    at += 2;
    const length = longer(token & 15) + 4;
    if (offset === 0 || offset > end || end + length > output.length) throw damaged();
    for (let i = 0; i < length; i++, end++) output[end] = output[end - offset] as number;
  }
  return end;
}
