// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import { load } from 'fairwasm';
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
