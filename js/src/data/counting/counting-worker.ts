// SPDX-License-Identifier: Apache-2.0
//
// The worker: it opens one file and counts its pieces on request. The same file serves web workers and Node's worker
// threads. In the package it is a single script without imports (scripts/lib/workers.mjs).

import { FairwasmError } from '../../core/error.js';
import { createInstance } from '../../core/module.js';
import { openPort } from '../../core/worker-port.js';
import create, { type MainModule as TextWasm } from '../../wasm/text.js';
import { bytesOfBlob, type Readable } from '../byte-input.js';
import { bytesOfDescriptor } from '../files/descriptor.js';
import type { CountReply, CountRequest, Piece, PieceCounts, Shared } from './protocol.js';
import { type ByteRange, countRange } from './range.js';

function getBytes(file: Shared): Readable {
  if ('blob' in file) return bytesOfBlob(file.blob);
  if ('descriptor' in file) return bytesOfDescriptor(file.descriptor, file.byteLength);
  const { byteLength } = file;
  return { byteLength, slice: (start, end = byteLength) => askFor(start, end) };
}

let arrived: (bytes: ArrayBuffer) => void = () => {};

// Only one piece is counted at a time, and it requests only one block at a time.
function askFor(start: number, end: number): Promise<ArrayBuffer> {
  return new Promise((resolve) => {
    arrived = resolve;
    port.postMessage({ kind: 'read', start, end });
  });
}

/** Counts a piece of the opened file. */
type Count = (piece: Piece) => Promise<PieceCounts>;

let opened: Promise<Count> | undefined;

async function open({ table, file }: CountRequest & { kind: 'file' }): Promise<Count> {
  const bytes = getBytes(file);
  if (table.kind === 'csv') {
    const wasm: TextWasm = await createInstance(create, table.module);
    return (range) => countRange(wasm, table.layout, bytes, range as ByteRange);
  }
  const { openParquetCounts } = await import('../files/parquet-counts.js');
  const parquet = await openParquetCounts(bytes, table);
  return (group) => parquet.count(group as number);
}

async function answer(request: Exclude<CountRequest, { kind: 'bytes' }>): Promise<CountReply | undefined> {
  if (request.kind === 'file') {
    opened = open(request);
    await opened;
    return undefined;
  }
  const count = (await opened) as Count;
  return { kind: 'counted', counted: await count(request.piece) };
}

const getFailure = (error: unknown): CountReply =>
  error instanceof FairwasmError && error.code === 'unreadable'
    ? { kind: 'unreadable' }
    : { kind: 'failed', reason: String(error) };

const port = openPort<CountRequest, CountReply>();
let last: Promise<void> = Promise.resolve(); // completes when the previous piece is counted
port.onRequest((request) => {
  if (request.kind === 'bytes') {
    arrived(request.bytes);
    return;
  }
  last = last
    .then(() => answer(request))
    .then((reply) => reply && port.postMessage(reply))
    .catch((error) => port.postMessage(getFailure(error)));
});
