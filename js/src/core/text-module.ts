// SPDX-License-Identifier: Apache-2.0
//
// The module that splits delimited text, loaded with the first file and shared by all files.

import type { MainModule as TextWasm } from '../wasm/text.js';
import { untilAborted } from './long-run.js';
import { instantiate, type WasmModule, type WasmSource } from './module.js';

export type { TextWasm };

export const textModule: WasmModule<TextWasm> = {
  name: 'text',
  url: () => new URL('../wasm/text.wasm', import.meta.url),
  packed: () => import('../wasm/text.base64.js'),
  create: async (settings) => (await import('../wasm/text.js')).default(settings),
};

const loads = new Map<WasmSource | undefined, Promise<TextWasm>>();

/**
 * Returns the module, from the package's file or another source. After a failure or an abort, the next call tries
 * again.
 */
export async function loadText({
  wasm,
  signal,
}: {
  wasm?: WasmSource | undefined;
  signal?: AbortSignal | undefined;
} = {}): Promise<TextWasm> {
  signal?.throwIfAborted();
  const loading = loads.get(wasm) ?? instantiate(textModule, wasm);
  loads.set(wasm, loading);
  return untilAborted(loading, signal).catch((error: unknown) => {
    if (loads.get(wasm) === loading) loads.delete(wasm);
    throw error;
  });
}
