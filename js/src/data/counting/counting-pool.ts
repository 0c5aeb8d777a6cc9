// SPDX-License-Identifier: Apache-2.0
//
// Workers that share the pieces of a file. An idle worker takes the next piece. Results are passed on in file order,
// so they do not depend on the number of workers.

import { FairwasmError, invalid } from '../../core/error.js';
import type { StartWorker } from '../../core/platform-types.js';
import { startPool, type WorkerPool } from '../../core/worker-pool.js';
import { type Readable, unreadable } from '../byte-input.js';
import type { RandomAccess } from '../files/source.js';
import type { Countable, CountReply, CountRequest, Piece, PieceCounts, Shared } from './protocol.js';

// This call does not have the form that bundlers recognize; otherwise, every page with audits would include the
// worker's file.
const here = import.meta.url;
const ownFile = () => new URL('counting-worker.js', here);
const startOfNobody: StartWorker = () => {
  throw invalid(
    'startWorker',
    'a function that starts a module worker with the script fairwasm/counting-worker',
    'no function; only Node finds workers without it',
  );
};

const maxAtHand = 2; // pieces per worker, so that the next one is ready when one is done

interface Task<P extends Piece = Piece, C extends PieceCounts = PieceCounts> {
  piece: P;
  done: (counted: C) => void;
}

interface Member {
  worker: WorkerPool<CountRequest>;
  tasks: Task[];
}

/** Counts pieces. */
export interface Team<P extends Piece, C extends PieceCounts> {
  count(piece: P, options?: { isUrgent?: boolean }): Promise<C>;
  /** Number of pieces that may be in progress. */
  ahead: number;
  stop(): void;
}

/** Yields the counts of pieces in order, as promises; some are counted ahead. */
export function* inOrder<P extends Piece, C extends PieceCounts>(
  pieces: readonly P[],
  team: Team<P, C>,
): Generator<[P, Promise<C>], void> {
  const ahead: Promise<C>[] = [];
  for (const [i, piece] of pieces.entries()) {
    while (ahead.length < Math.min(pieces.length, i + team.ahead)) {
      const counted = team.count(pieces[ahead.length] as P);
      counted.catch(() => {}); // reported to the caller that awaits the counts
      ahead.push(counted);
    }
    yield [piece, ahead[i] as Promise<C>];
    delete ahead[i];
  }
}

export class CountingPool<P extends Piece, C extends PieceCounts> implements Team<P, C> {
  readonly ahead: number;
  readonly #members: Member[] = [];
  readonly #waiting: Task<P, C>[] = [];
  readonly #failure: Promise<never>;
  #fail: (error: unknown) => void = () => {};
  #isStopped = false;

  readonly #bytes: Readable;

  /** Starts the workers and sends each the file; some workers must request its bytes. */
  constructor(
    workers: number,
    table: Countable,
    bytes: Readable & Partial<RandomAccess>,
    startWorker: StartWorker = startOfNobody,
  ) {
    this.ahead = 4 * workers;
    const file = { kind: 'file', table, file: getShared(bytes) } as const;
    this.#failure = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.#bytes = bytes;
    this.#failure.catch(() => {}); // in case no one waits for a range
    for (let i = 0; i < workers; i++) this.#startPool(`fairwasm worker ${i + 1}`, file, startWorker);
  }

  /** Returns the counts of a piece. Rejects with the error of a worker. */
  count(piece: P, { isUrgent = false } = {}): Promise<C> {
    const counted = new Promise<C>((done) => {
      this.#waiting[isUrgent ? 'unshift' : 'push']({ piece, done });
    });
    this.#handOut();
    const result = Promise.race([counted, this.#failure]);
    result.catch(() => {});
    return result;
  }

  /** Terminates all workers. */
  stop(): void {
    this.#isStopped = true;
    for (const { worker } of this.#members) worker.stop();
  }

  #startPool(name: string, file: CountRequest & { kind: 'file' }, start: StartWorker): void {
    const died = (reason: string) => this.#fail(workerFailed(name, reason));
    const tasks: Task[] = [];
    let member: Member | undefined;
    const listeners = {
      died,
      missing: died,
      reply: (reply: CountReply) => {
        if (reply.kind === 'failed') died(reply.reason);
        else if (reply.kind === 'unreadable') this.#fail(unreadable());
        else if (reply.kind === 'read') this.#read(member, reply);
        else tasks.shift()?.done(reply.counted);
        this.#handOut();
      },
    };
    startPool<CountRequest, CountReply>(name, listeners, { file: ownFile, start })
      .then((worker) => {
        if (this.#isStopped) {
          worker.stop();
          return;
        }
        member = { worker, tasks };
        this.#members.push(member);
        worker.post(file);
        this.#handOut();
      })
      .catch((error) => (error instanceof FairwasmError ? this.#fail(error) : died(String(error))));
  }

  #read(member: Member | undefined, { start, end }: { start: number; end: number }): void {
    this.#bytes
      .slice(start, end)
      .then((bytes) => member?.worker.post({ kind: 'bytes', bytes }, [bytes]))
      .catch(this.#fail);
  }

  #handOut(): void {
    for (let max = 1; max <= maxAtHand; max++) {
      for (const { worker, tasks } of this.#members) {
        const task = tasks.length < max ? this.#waiting.shift() : undefined;
        if (!task) continue;
        tasks.push(task as unknown as Task);
        worker.post({ kind: 'piece', piece: task.piece });
      }
    }
  }
}

function workerFailed(name: string, reason: string): FairwasmError {
  return new FairwasmError('workerFailed', {
    argument: name,
    expected: 'a worker that counts its part of the file',
    actual: reason,
  });
}

function getShared({ blob, descriptor, byteLength }: Readable & Partial<RandomAccess>): Shared {
  if (descriptor !== undefined) return { descriptor, byteLength };
  return blob && isCloneable(blob) ? { blob } : { byteLength };
}

// Node cannot clone a Blob of an open file.
function isCloneable(blob: Blob): boolean {
  try {
    structuredClone(blob);
    return true;
  } catch {
    return false;
  }
}
