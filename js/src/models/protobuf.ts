// SPDX-License-Identifier: Apache-2.0
//
// Reads and writes the fields of Protocol Buffers messages, without interpreting them. The bytes are untrusted: every
// length is checked against the number of bytes.

import { corruptBytes, type FairwasmError } from '../core/error.js';

/** A field: an integer (wire type 0), or bytes (wire types 1, 2, and 5). */
export interface Field {
  number: number;
  whole: number;
  /** A view of the message; empty for integers. */
  bytes: Uint8Array;
}

const none = new Uint8Array();

/** A read position in the message; each read advances it. */
class Cursor {
  at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  /** Reads an integer. 64-bit integers lose precision beyond 2^53. */
  varint(): number {
    let low = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#bytes[this.at++];
      if (byte === undefined) throw broken('it ends within a number');
      if (byte < 128 && shift === 0n) return byte;
      low |= BigInt(byte & 127) << shift;
      if (byte < 128) return Number(BigInt.asIntN(64, low));
    }
    throw broken('a number has too many digits');
  }

  take(length: number): Uint8Array {
    const left = this.#bytes.length - this.at;
    if (length < 0 || length > left) throw broken(`a part claims ${length} bytes where ${left} are left`);
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }
}

/** Yields the fields of a message. Throws `corruptBytes` if the message is malformed or truncated. */
export function* readFields(message: Uint8Array): Generator<Field> {
  const cursor = new Cursor(message);
  while (!cursor.isAtEnd) {
    const tag = cursor.varint();
    const number = Math.floor(tag / 8);
    if (number < 1) throw broken('a field has no number');
    switch (tag % 8) {
      case 0:
        yield { number, whole: cursor.varint(), bytes: none };
        break;
      case 1:
        yield { number, whole: 0, bytes: cursor.take(8) };
        break;
      case 2:
        yield { number, whole: 0, bytes: cursor.take(cursor.varint()) };
        break;
      case 5:
        yield { number, whole: 0, bytes: cursor.take(4) };
        break;
      default:
        throw broken('a field has an unknown type');
    }
  }
}

/** Returns the integers of a repeated field, packed or not. */
export function toIntegers({ whole, bytes }: Field): number[] {
  if (bytes.length === 0) return [whole];
  const cursor = new Cursor(bytes);
  const wholes: number[] = [];
  while (!cursor.isAtEnd) wholes.push(cursor.varint());
  return wholes;
}

/** Concatenates the parts. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Uint8Array.from([...bytes, rest]);
}

/** Encodes an integer field. */
export const wholeField = (number: number, whole: number): Uint8Array => joined([varint(8 * number), varint(whole)]);

/** Encodes a field of bytes. */
export const bytesField = (number: number, bytes: Uint8Array): Uint8Array =>
  joined([varint(8 * number + 2), varint(bytes.length), bytes]);

/** Returns the error for a malformed file. */
export function broken(why: string): FairwasmError {
  return corruptBytes('model', 'a complete ONNX file', `damaged bytes: ${why}`);
}
