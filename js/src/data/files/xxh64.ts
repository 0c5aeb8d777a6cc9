// SPDX-License-Identifier: Apache-2.0
//
// XXH64 (https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md) with seed 0; Zstandard files contain its
// last four bytes as a checksum. Other libraries use WebAssembly that is compiled at run time, which Cloudflare
// Workers forbid, or BigInt, which takes longer than decompression. Here a 64-bit number is a pair of 32-bit numbers,
// the higher half first.

type Long = readonly [high: number, low: number];

const prime1: Long = [0x9e3779b1, 0x85ebca87];
const prime2: Long = [0xc2b2ae3d, 0x27d4eb4f];
const prime3: Long = [0x165667b1, 0x9e3779f9];
const prime4: Long = [0x85ebca77, 0xc2b2ae63];
const prime5: Long = [0x27d4eb2f, 0x165667c5];

const stripe = 32; // bytes, in four lanes

// The higher half of a function's result; the function returns the lower half.
let high = 0;

function sum(ah: number, al: number, bh: number, bl: number): number {
  const low = (al >>> 0) + (bl >>> 0);
  high = (ah + bh + (low > 0xffffffff ? 1 : 0)) | 0;
  return low | 0;
}

function product(ah: number, al: number, bh: number, bl: number): number {
  const [a0, a1] = [al & 0xffff, al >>> 16];
  const [b0, b1] = [bl & 0xffff, bl >>> 16];
  const middle = a1 * b0 + ((a0 * b0) >>> 16);
  const other = a0 * b1 + (middle & 0xffff);
  const carried = (middle >>> 16) + (other >>> 16);
  high = (Math.imul(a1, b1) + carried + Math.imul(ah, bl) + Math.imul(al, bh)) | 0;
  return Math.imul(al, bl);
}

/** Rotates by less than 32 bits. */
function rotated(ah: number, al: number, by: number): number {
  high = (ah << by) | (al >>> (32 - by));
  return (al << by) | (ah >>> (32 - by));
}

function round(ah: number, al: number, inputHigh: number, inputLow: number): number {
  let low = product(inputHigh, inputLow, 0xc2b2ae3d, 0x27d4eb4f); // prime2
  low = sum(ah, al, high, low);
  low = rotated(high, low, 31);
  return product(high, low, 0x9e3779b1, 0x85ebca87); // prime1
}

/** Updates the lanes with whole stripes between two offsets. */
function take(lanes: Int32Array, view: DataView, from: number, to: number): void {
  let [h0, l0, h1, l1, h2, l2, h3, l3] = lanes as unknown as [...Long, ...Long, ...Long, ...Long];
  for (let at = from; at < to; at += stripe) {
    l0 = round(h0, l0, view.getInt32(at + 4, true), view.getInt32(at, true));
    h0 = high;
    l1 = round(h1, l1, view.getInt32(at + 12, true), view.getInt32(at + 8, true));
    h1 = high;
    l2 = round(h2, l2, view.getInt32(at + 20, true), view.getInt32(at + 16, true));
    h2 = high;
    l3 = round(h3, l3, view.getInt32(at + 28, true), view.getInt32(at + 24, true));
    h3 = high;
  }
  lanes.set([h0, l0, h1, l1, h2, l2, h3, l3]);
}

/** The hash of bytes that arrive in pieces. */
export class Xxh64 {
  readonly #lanes = new Int32Array(8);
  readonly #rest = new Uint8Array(stripe); // bytes that do not fill a stripe
  readonly #restView = new DataView(this.#rest.buffer);
  #length = 0;

  constructor() {
    const [h, l] = prime1;
    const low = sum(h, l, ...prime2);
    this.#lanes.set([high, low, ...prime2, 0, 0, ~h, -l]);
  }

  update(bytes: Uint8Array): void {
    const held = this.#length % stripe;
    const missing = held > 0 ? Math.min(stripe - held, bytes.length) : 0;
    this.#length += bytes.length;
    this.#rest.set(bytes.subarray(0, missing), held);
    if (held > 0 && held + missing < stripe) return;
    if (held > 0) take(this.#lanes, this.#restView, 0, stripe);
    const end = bytes.length - ((bytes.length - missing) % stripe);
    take(this.#lanes, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), missing, end);
    this.#rest.set(bytes.subarray(end));
  }

  /** Returns the lower 32 bits as a nonnegative number. */
  lowBits(): number {
    let long = this.#length < stripe ? prime5 : merged(this.#lanes);
    long = plus(long, [Math.floor(this.#length / 2 ** 32), this.#length]);
    const held = this.#length % stripe;
    const view = this.#restView;
    let at = 0;
    for (; at + 8 <= held; at += 8) {
      const part = getRound(view.getInt32(at + 4, true), view.getInt32(at, true));
      long = plus(times(turned(xor(long, part), 27), prime1), prime4);
    }
    if (at + 4 <= held) {
      const part = times([0, view.getInt32(at, true)], prime1);
      long = plus(times(turned(xor(long, part), 23), prime2), prime3);
      at += 4;
    }
    for (; at < held; at++) {
      const part = times([0, view.getUint8(at)], prime5);
      long = times(turned(xor(long, part), 11), prime1);
    }
    return avalanche(long);
  }
}

const toLong = (low: number): Long => [high, low];
const plus = ([ah, al]: Long, [bh, bl]: Long) => toLong(sum(ah, al, bh, bl));
const times = ([ah, al]: Long, [bh, bl]: Long) => toLong(product(ah, al, bh, bl));
const turned = ([ah, al]: Long, by: number) => toLong(rotated(ah, al, by));
const xor = ([ah, al]: Long, [bh, bl]: Long): Long => [ah ^ bh, al ^ bl];
const getRound = (ih: number, il: number) => toLong(round(0, 0, ih, il));

function merged(lanes: Int32Array): Long {
  const each = [0, 2, 4, 6].map((i): Long => [lanes[i] as number, lanes[i + 1] as number]);
  const turns = [1, 7, 12, 18];
  const start = each.reduce((long, lane, i) => plus(long, turned(lane, turns[i] as number)), [0, 0]);
  return each.reduce((long, [h, l]) => plus(times(xor(long, getRound(h, l)), prime1), prime4), start);
}

function avalanche([h, l]: Long): number {
  const [h2, l2] = times([h, l ^ (h >>> 1)], prime2); // shifted by 33 bits
  const shifted: Long = [h2 >>> 29, (l2 >>> 29) | (h2 << 3)];
  const [h3, l3] = times(xor([h2, l2], shifted), prime3);
  return (l3 ^ h3) >>> 0; // by 32 bits
}
