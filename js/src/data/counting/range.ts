// SPDX-License-Identifier: Apache-2.0
//
// Counts a file in byte ranges. A row that begins before a range belongs to the previous range. The end of the
// range's first line is assumed to end a row, but it may be within quotes. Each range therefore reports where its
// rows begin and end, and is correct if it begins where the previous range ends.

import { FairwasmError, type FairwasmErrorCode, type FairwasmErrorDetails } from '../../core/error.js';
import type { TextWasm } from '../../core/text-module.js';
import { type Readable, unreadable } from '../byte-input.js';
import { pieceLength } from '../coded-csv.js';
import type { CombinationCounts } from './counts.js';
import { type CountLayout, TableCounter } from './table-counter.js';

/** The rows that begin in these bytes. */
export interface ByteRange {
  start: number;
  end: number;
  /** True if a row is known to begin at `start`. */
  isExact: boolean;
}

/** An error as plain data, because class instances cannot be cloned. */
export interface Refusal {
  code: FairwasmErrorCode;
  details: FairwasmErrorDetails;
}

/** The result for a range. */
export interface RangeCounts {
  /** Start of its first row, and start of the row after its last row. */
  begin: number;
  end: number;
  counts: CombinationCounts;
  /** The reason why the row after these rows was rejected. */
  refusal?: Refusal | undefined;
}

const overhang = 1 << 12; // bytes read beyond a range; its last row nearly always ends there

/** Counts the rows of a range. */
export async function countRange(
  wasm: TextWasm,
  layout: CountLayout,
  bytes: Readable,
  range: ByteRange,
): Promise<RangeCounts> {
  const from = range.isExact ? range.start : range.start - 1; // a line may end immediately before it
  const counter = new TableCounter(wasm, layout);
  const work = { counter, begin: range.isExact ? from : undefined };
  try {
    counter.stopAt(range.end - from);
    let refusal: Refusal | undefined;
    for (let at = from, more = range.end + overhang - from; ; more = pieceLength) {
      const end = Math.min(at + more, bytes.byteLength);
      const readInto = bytes.readInto ?? (await getReader(bytes, at, end));
      const block = { start: at, end, isLast: end === bytes.byteLength, readInto };
      at = end;
      refusal = countBlock(work, block, from);
      if (refusal || counter.hasStopped || at === bytes.byteLength) break;
    }
    const end = from + counter.position;
    return { begin: work.begin ?? end, end, counts: counter.take(), refusal };
  } finally {
    counter.delete();
  }
}

type ReadInto = NonNullable<Readable['readInto']>;

async function getReader(bytes: Readable, blockStart: number, end: number): Promise<ReadInto> {
  const block = new Uint8Array(await bytes.slice(blockStart, end));
  if (block.length !== end - blockStart) throw unreadable();
  return (into, start) => {
    const at = start - blockStart;
    into.set(block.subarray(at, at + into.length));
  };
}

interface Work {
  counter: TableCounter;
  /** Undefined until a line has ended. */
  begin: number | undefined;
}

interface Block {
  start: number;
  end: number;
  /** True if the file ends with it. */
  isLast: boolean;
  readInto: ReadInto;
}

// Fed in pieces that stay in the processor's cache.
function countBlock(work: Work, block: Block, from: number): Refusal | undefined {
  const { counter } = work;
  for (let at = block.start; at < block.end && !counter.hasStopped; at += pieceLength) {
    const end = Math.min(at + pieceLength, block.end);
    try {
      counter.feed(end - at, (room) => block.readInto(room, at));
      if (work.begin === undefined && counter.passOver()) work.begin = from + counter.position;
      if (work.begin !== undefined) counter.count(block.isLast && end === block.end);
    } catch (error) {
      return getRefusal(error);
    }
  }
  return undefined;
}

/** Converts an error to plain data; rethrows errors that are not about the file's content. */
export function getRefusal(error: unknown): Refusal {
  if (!(error instanceof FairwasmError) || error.code === 'unreadable') throw error;
  const { code, argument, expected, actual, row } = error;
  return { code, details: { argument, expected, actual, row } };
}
