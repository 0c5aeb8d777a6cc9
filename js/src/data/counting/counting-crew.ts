// SPDX-License-Identifier: Apache-2.0
//
// Workers that share the ranges of a file. Whoever is free takes the next one; what they find is handed on in the order
// of the file, so that nothing depends on how many they are.

import { type Crew, hire } from '../../core/crew.js';
import { FairwasmError } from '../../core/error.js';
import type { WebWorker } from '../../core/hosts.js';
import type { Readable } from '../byte-input.js';
import type { Reply, Request } from './protocol.js';
import type { Range, RangeCounts } from './range.js';

/** Starts a worker of the web. */
export type StartWorker = (name: string) => WebWorker;

// Not spelt as bundlers look for it: every page that audits would have to take the worker's file along.
const here = import.meta.url;
const ownFile = () => new URL('counting-worker.js', here);
const startOfNobody: StartWorker = () => {
  throw new FairwasmError('invalidArgument', {
    argument: 'startWorker',
    expected: 'a function that starts a module worker whose script is fairwasm/counting-worker',
    actual: 'none; only in Node workers are found without it',
  });
};

const mostAtHand = 2; // ranges of a worker: the next one is there when one is done

interface Task {
  range: Range;
  done: (counted: RangeCounts) => void;
}

interface Member {
  worker: Crew<Request>;
  tasks: Task[];
}

export class CountingCrew {
  readonly #members: Member[] = [];
  readonly #waiting: Task[] = [];
  readonly #failure: Promise<never>;
  #fail: (error: unknown) => void = () => {};
  #isStopped = false;

  readonly #bytes: Readable;

  /** Starts so many workers and tells each which file it is, whose bytes some have to ask for. */
  constructor(
    workers: number,
    file: Request & { kind: 'file' },
    bytes: Readable,
    startWorker: StartWorker = startOfNobody,
  ) {
    this.#failure = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.#bytes = bytes;
    this.#failure.catch(() => {}); // where nobody waits for a range
    for (let i = 0; i < workers; i++) this.#hire(`fairwasm worker ${i + 1}`, file, startWorker);
  }

  /** What is in a range, or the error of a worker. */
  count(range: Range, { isUrgent = false } = {}): Promise<RangeCounts> {
    const counted = new Promise<RangeCounts>((done) => {
      this.#waiting[isUrgent ? 'unshift' : 'push']({ range, done });
    });
    this.#handOut();
    const result = Promise.race([counted, this.#failure]);
    result.catch(() => {});
    return result;
  }

  /** Ends all workers, whatever they do. */
  stop(): void {
    this.#isStopped = true;
    for (const { worker } of this.#members) worker.stop();
  }

  #hire(name: string, file: Request & { kind: 'file' }, start: StartWorker): void {
    const died = (reason: string) => this.#fail(workerFailed(name, reason));
    const tasks: Task[] = [];
    let member: Member | undefined;
    const listeners = {
      died,
      missing: died,
      reply: (reply: Reply) => {
        if (reply.kind === 'failed') died(reply.reason);
        else if (reply.kind === 'read') this.#read(member, reply);
        else tasks.shift()?.done(reply.counted);
        this.#handOut();
      },
    };
    hire<Request, Reply>(name, listeners, { file: ownFile, start })
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
    for (let most = 1; most <= mostAtHand; most++) {
      for (const { worker, tasks } of this.#members) {
        const task = tasks.length < most ? this.#waiting.shift() : undefined;
        if (!task) continue;
        tasks.push(task);
        worker.post({ kind: 'range', range: task.range });
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
