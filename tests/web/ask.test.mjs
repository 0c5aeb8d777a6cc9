// Requests to a worker: the promise always settles, and no worker is left behind.

import { vi } from 'vitest';
import { present } from '../present.mjs';
import { importSource } from './source.mjs';

const { ask } = await importSource('worker/ask');

class FakeWorker {
  /** @type {FakeWorker[]} */
  static all = [];
  /** @type {((event: { data: unknown }) => void) | undefined} */
  onmessage;
  isEnded = false;
  asked = [];
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(work) {
    if (typeof work === 'function') throw new DOMException('could not be cloned', 'DataCloneError');
    this.asked.push(work);
  }
  terminate() {
    this.isEnded = true;
  }
  say(data) {
    this.onmessage?.({ data });
  }
}

const { Worker, location, navigator } = globalThis;
beforeEach(() => {
  FakeWorker.all = [];
  // Only the members that the code under test uses.
  globalThis.Worker = /** @type {any} */ (FakeWorker);
  // Node's value for the origin of a blob.
  const place = { protocol: 'https:', href: 'https://example.org/', origin: 'null' };
  globalThis.location = /** @type {any} */ (place);
  // Without locks, as on pages without https.
  Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true, writable: true });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.runAllTimers(); // workers that rest are ended
  vi.useRealTimers();
  Object.assign(globalThis, { Worker, location, navigator });
});

const started = () => present(FakeWorker.all.at(-1));
const patience = ({ left }) => (left > 0 ? 1000 : undefined);
const news = (left) => ({ kind: 'progress', progress: { left } });

test('ends a worker that cannot receive its work', async () => {
  await expect(ask('worker.js', () => {})).rejects.toThrow('could not be cloned');
  expect(started().isEnded).toBe(true);
});

test('ends a stalled worker, and ignores its later messages', async () => {
  const heard = [];
  const onProgress = ({ left }) => heard.push(left);
  const answer = ask('worker.js', 'work', { patience, onProgress });
  const settled = expect(answer).rejects.toMatchObject({
    code: 'invalidArgument',
    argument: 'file',
    actual: 'one whose reading stalled for 1 seconds',
  });
  started().say(news(2));
  vi.advanceTimersByTime(999);
  expect(started().isEnded).toBe(false);
  started().say(news(1)); // the timeout starts again
  vi.advanceTimersByTime(999);
  expect(started().isEnded).toBe(false);
  vi.advanceTimersByTime(1);
  expect(started().isEnded).toBe(true);
  started().say(news(0));
  await settled;
  expect(heard).toEqual([2, 1]);
});

test('does not apply the time limit before or after reading', async () => {
  const answer = ask('worker.js', 'work', { patience });
  vi.advanceTimersByTime(1e6);
  started().say(news(1));
  started().say(news(0));
  vi.advanceTimersByTime(1e6);
  expect(started().isEnded).toBe(false);
  started().say({ kind: 'done', result: 42 });
  expect(await answer).toBe(42);
});

test('ends the worker on cancel', async () => {
  const abort = new AbortController();
  const answer = ask('worker.js', 'work', { signal: abort.signal, patience });
  const settled = expect(answer).rejects.toThrow('enough');
  started().say(news(1));
  abort.abort(new Error('enough'));
  await settled;
  expect(started().isEnded).toBe(true);
});
