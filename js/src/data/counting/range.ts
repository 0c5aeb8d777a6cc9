// SPDX-License-Identifier: Apache-2.0
//
// A file in ranges of bytes, each counted by itself. Where a range begins within a row, the row is its
// predecessor's; that its first line's end also ends a row can only be supposed, as it may stand within quotes. So each
// says where its rows begin and end: they are right if they begin where those of the range before it end.

import {
  FairwasmError,
  type FairwasmErrorCode,
  type FairwasmErrorDetails,
} from '../../core/error.js';
import type { TextWasm } from '../../core/text-module.js';
import { type Readable, unreadable } from '../byte-input.js';
import { pieceLength } from '../coded-csv.js';
import type { Counts } from './counts.js';
import { type Layout, TableCounter } from './table-counter.js';

/** The rows that begin in these bytes. */
export interface Range {
  start: number;
  end: number;
  /** Whether a row is known to begin at `start`. */
  isExact: boolean;
}

/** An error in pieces, since classes do not survive the crossing from a worker. */
export interface Refusal {
  code: FairwasmErrorCode;
  details: FairwasmErrorDetails;
}

/** What is in a range. */
export interface RangeCounts {
  /** Where its first row begins, and where the one behind its last. */
  begin: number;
  end: number;
  counts: Counts;
  /** Why the row behind these was refused. */
  refusal?: Refusal | undefined;
}

const overhang = 1 << 12; // bytes behind a range that are read with it: nearly always its last row ends there

/** Counts the rows of a range. */
export async function countRange(
  wasm: TextWasm,
  layout: Layout,
  bytes: Readable,
  range: Range,
): Promise<RangeCounts> {
  const from = range.isExact ? range.start : range.start - 1; // a line may end right before it
  const counter = new TableCounter(wasm, layout);
  const work = { counter, begin: range.isExact ? from : undefined };
  try {
    counter.stopAt(range.end - from);
    let refusal: Refusal | undefined;
    for (let at = from, more = range.end + overhang - from; ; more = pieceLength) {
      const end = Math.min(at + more, bytes.byteLength);
      const readInto = bytes.readInto ?? (await readerOf(bytes, at, end));
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

async function readerOf(bytes: Readable, blockStart: number, end: number): Promise<ReadInto> {
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
  /** Whether the file ends with it. */
  isLast: boolean;
  readInto: ReadInto;
}

// Piece by piece, so that what is fed stays in the processor's cache.
function countBlock(work: Work, block: Block, from: number): Refusal | undefined {
  const { counter } = work;
  for (let at = block.start; at < block.end && !counter.hasStopped; at += pieceLength) {
    const end = Math.min(at + pieceLength, block.end);
    try {
      counter.feed(end - at, (room) => block.readInto(room, at));
      if (work.begin === undefined && counter.passOver()) work.begin = from + counter.position;
      if (work.begin !== undefined) counter.count(block.isLast && end === block.end);
    } catch (error) {
      return refusalOf(error);
    }
  }
  return undefined;
}

/** The error in pieces; throws what is no complaint about the file's content. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof FairwasmError) || error.code === 'unreadable') throw error;
  const { code, argument, expected, actual, row } = error;
  return { code, details: { argument, expected, actual, row } };
}
