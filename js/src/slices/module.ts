// SPDX-License-Identifier: Apache-2.0
//
// The WebAssembly module of slices.

import type { WasmModule } from '../core/module.js';
import create, { type MainModule as Wasm } from '../wasm/slices.js';

export type { Wasm };

export const slicesModule: WasmModule<Wasm> = {
  name: 'slices',
  // Bundlers recognize only this exact form.
  url: () => new URL('../wasm/slices.wasm', import.meta.url),
  packed: () => import('../wasm/slices.base64.js'),
  create,
};
