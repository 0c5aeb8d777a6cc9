// SPDX-License-Identifier: Apache-2.0
//
// The module that splits delimited text, loaded when the first file is read and shared by all that are.

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

/** The module, from the package's own file or another source. What failed or was given up is tried anew by the next call. */
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
