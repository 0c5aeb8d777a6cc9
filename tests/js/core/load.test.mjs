// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import { load } from 'fairwasm';

const wasmUrl = new URL('../../../dist/wasm/fairwasm.wasm', import.meta.url);

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
