// SPDX-License-Identifier: Apache-2.0
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { load } from 'fairwasm';
import { load as loadInline } from 'fairwasm/inline';
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

  beforeAll(async () => {
    const bytes = await readFile(wasmUrl);
    server = createServer((request, response) => {
      if (request.url === '/stalled.wasm') stalled = response.write(bytes.subarray(0, 8));
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

  test('does not begin where the signal was aborted before', async () => {
    await expect(load({ signal: AbortSignal.abort(new Error('never')) })).rejects.toThrow('never');
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
