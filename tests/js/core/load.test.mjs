// SPDX-License-Identifier: Apache-2.0
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { load } from 'fairwasm';
import { load as loadInline } from 'fairwasm/inline';
import { Families } from '../../../dist/core/families.js';
import { errorOf } from '../support.mjs';

const wasmUrl = new URL('../../../dist/wasm/core.wasm', import.meta.url);

async function loadError(wasm) {
  return load({ wasm }).then(
    () => undefined,
    (error) => error,
  );
}

describe('load', () => {
  test.each([
    ['a file URL', () => wasmUrl],
    ['bytes', () => readFile(wasmUrl)],
    ['an ArrayBuffer', async () => new Uint8Array(await readFile(wasmUrl)).buffer],
    ['a compiled module', async () => WebAssembly.compile(await readFile(wasmUrl))],
  ])('takes %s', async (_, source) => {
    const fair = await load({ wasm: await source() });
    expect(fair.tally({ label: true }).labels).toEqual([]);
  });

  test('leaves families out until they are asked for', async () => {
    const fair = await load();
    expect(errorOf(() => fair.cooccurrence())).toMatchObject({
      code: 'invalidState',
      argument: 'amplification',
    });
    expect(errorOf(() => fair.robustness).message).toContain("families: ['robustness']");
    expect(errorOf(() => fair.leakageMetric()).argument).toBe('predictability');
    const { value } = await fair.leakage(
      {
        feature: [0, 1, 0, 1],
        label: [0, 1, 0, 1],
        prediction: [0, 1, 1, 1],
        epochs: 1,
        trials: 2,
      },
      { workers: 0 },
    );
    expect(value).toEqual(expect.any(Number));
    expect(fair.leakageMetric()).toBeDefined(); // it is there now
  });

  test('refuses a family that there is not, and says which there are', async () => {
    const error = await load({ families: ['robust'] }).catch((e) => e);
    expect(error).toMatchObject({ code: 'invalidArgument', argument: 'families' });
    expect(error.expected).toContain('robustness');
    const other = await load({ families: ['toString'] }).catch((e) => e);
    expect(other.code).toBe('invalidArgument');
  });

  test('takes a source for each module by name', async () => {
    const folder = new URL('.', wasmUrl);
    const bytes = await readFile(new URL('robustness.wasm', folder));
    const fair = await load({
      families: ['robustness'],
      wasm: { core: wasmUrl, robustness: bytes },
    });
    expect(fair.robustness.lipschitzBound).toBeDefined();
    const missing = { core: wasmUrl, amplification: new URL('missing.wasm', folder) };
    const error = await load({ families: ['amplification'], wasm: missing }).catch((e) => e);
    expect(error.code).toBe('loadFailed');
    await load(); // the core of the failed call is still on its way; it has arrived after this one
  });

  test('says so when it gets a web page in the place of WebAssembly', async () => {
    const page = new TextEncoder().encode('<!doctype html><title>Not found</title>');
    const error = await loadError(page);
    expect(error.code).toBe('loadFailed');
    expect(error.message).toContain('an HTML page');
  });

  test('says so when the file is something else, or empty', async () => {
    expect((await loadError(new Uint8Array([1, 2, 3, 4]))).code).toBe('loadFailed');
    expect((await loadError(new Uint8Array())).code).toBe('loadFailed');
  });

  test('rejects when the WebAssembly does not belong to this package', async () => {
    const empty = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
    const error = await loadError(empty);
    expect(error.code).toBe('loadFailed');
  });

  test('rejects when the file is missing', async () => {
    const error = await loadError(new URL('missing.wasm', wasmUrl));
    expect(error.code).toBe('loadFailed');
    expect(error.message).toContain('missing.wasm');
  });
});

describe('load from a server', () => {
  let server;
  let url;
  let stalled;
  let slow; // the response that /slow.wasm was half sent to
  const waiting = [];
  const begun = () => new Promise((resolve) => waiting.push(resolve));
  const closed = () => new Promise((resolve) => slow.response.on('close', resolve));
  const finish = () => slow.response.end(slow.bytes.subarray(1000));

  beforeAll(async () => {
    const bytes = await readFile(wasmUrl);
    const robustness = await readFile(new URL('robustness.wasm', wasmUrl));
    server = createServer((request, response) => {
      if (request.url === '/slow.wasm') {
        slow = { response, bytes: robustness };
        response.write(robustness.subarray(0, 1000));
        waiting.shift()?.();
      } else if (request.url === '/stalled.wasm') stalled = response.write(bytes.subarray(0, 8));
      else response.writeHead(200, { 'Content-Length': bytes.length }).end(bytes);
    });
    await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${server.address().port}`;
  });

  afterAll(() => server.close());

  test('tells how far the download is', async () => {
    const progress = [];
    const fair = await load({ wasm: `${url}/core.wasm`, onProgress: (p) => progress.push(p) });
    expect(fair.tally({ label: true }).labels).toEqual([]);
    const { size } = await stat(wasmUrl);
    expect(progress.at(-1)).toEqual({ module: 'core', loaded: size, total: size });
    const loaded = progress.map((p) => p.loaded);
    expect(loaded).toEqual(loaded.toSorted((a, b) => a - b));
  });

  test('stops a download with the signal’s reason', async () => {
    const controller = new AbortController();
    const loading = load({ wasm: `${url}/stalled.wasm`, signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 50);
    await expect(loading).rejects.toThrow('enough');
    expect(stalled).toBe(true);
  });

  test('that several callers share goes on for those who did not abort', async () => {
    const families = new Families({ robustness: `${url}/slow.wasm` });
    const [mine, other] = [new AbortController(), new AbortController()];
    const seen = [];
    const loads = [
      families.load('robustness', { signal: mine.signal }),
      families.load('robustness', { onProgress: (loaded) => seen.push(loaded) }),
      families.load('robustness', { signal: other.signal }),
    ];
    await begun();
    mine.abort(new Error('not I'));
    await expect(loads[0]).rejects.toThrow('not I');
    finish();
    const [, second, third] = await Promise.allSettled(loads);
    expect(second.status).toBe('fulfilled');
    expect(third.value).toBe(second.value);
    expect(families.get('robustness')).toBe(second.value);
    expect(seen.length).toBeGreaterThan(0);
  });

  test('ends when everybody who waited has left, and begins anew for the next', async () => {
    const families = new Families({ robustness: `${url}/slow.wasm` });
    const controllers = [new AbortController(), new AbortController()];
    const loads = controllers.map(({ signal }) => families.load('robustness', { signal }));
    await begun();
    const ended = closed();
    controllers.forEach((each, i) => {
      each.abort(new Error(`left ${i}`));
    });
    const reasons = (await Promise.allSettled(loads)).map(({ reason }) => reason.message);
    expect(reasons).toEqual(['left 0', 'left 1']);
    await ended;
    const again = families.load('robustness');
    await begun();
    finish();
    expect((await again).wasm).toBeDefined();
  });

  test('does not begin where the signal was aborted before', async () => {
    await expect(load({ signal: AbortSignal.abort(new Error('never')) })).rejects.toThrow('never');
  });
});

describe('a family that several wait for', () => {
  const rows = { label: [0, 1], prediction: [0, 1] };
  const input = {
    feature: [0, 1],
    ...rows,
    test: { feature: [0, 1], ...rows },
    epochs: 1,
    trials: 2,
  };
  let server;
  let url;
  let requests = 0;
  let closed = 0;
  let answer = () => {};

  beforeAll(async () => {
    const bytes = await readFile(new URL('predictability.wasm', wasmUrl));
    server = createServer((_request, response) => {
      requests++;
      response.on('close', () => closed++);
      answer = () => response.writeHead(200).end(bytes);
    });
    await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${server.address().port}`;
  });

  afterAll(() => server.close());

  const until = async (condition) => {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  test('one who gives up takes nobody along', async () => {
    const fair = await load({ wasm: { predictability: `${url}/one.wasm` } });
    const controller = new AbortController();
    const first = fair.leakage(input, { signal: controller.signal, workers: 0 });
    const second = fair.leakage(input, { workers: 0 });
    const gaveUp = expect(first).rejects.toThrow('enough');
    await until(() => requests === 1);
    controller.abort(new Error('enough'));
    await gaveUp;
    answer();
    expect((await second).trials).toHaveLength(2);
    expect(requests).toBe(1);
  });

  test('when nobody waits, the download ends, and the next begins anew', async () => {
    const fair = await load({ wasm: { predictability: `${url}/two.wasm` } });
    const controller = new AbortController();
    const [before, closedBefore] = [requests, closed];
    const only = fair.leakage(input, { signal: controller.signal, workers: 0 });
    const gaveUp = expect(only).rejects.toThrow('enough');
    await until(() => requests === before + 1);
    controller.abort(new Error('enough'));
    await gaveUp;
    await until(() => closed === closedBefore + 1);
    const next = fair.leakage(input, { workers: 0 });
    await until(() => requests === before + 2);
    answer();
    expect((await next).trials).toHaveLength(2);
  });
});

describe('fairwasm/inline', () => {
  test('loads the core and families without any file', async () => {
    const columns = { label: [1, 0], prediction: [1, 1], groups: { sex: ['f', 'm'] } };
    const [inline, fetched] = [await loadInline({ families: ['robustness'] }), await load()];
    expect(inline.robustness.lipschitzBound).toBeDefined();
    expect(inline.audit(columns).report()).toEqual(fetched.audit(columns).report());
  });

  test('still takes a source of the caller’s', async () => {
    const error = await loadInline({ wasm: new Uint8Array([60]) }).catch((e) => e);
    expect(error.code).toBe('loadFailed');
  });
});
