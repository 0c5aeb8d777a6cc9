// SPDX-License-Identifier: Apache-2.0
//
// The WebAssembly module of bias amplification.

import type { WasmModule } from '../core/module.js';
import create, { type MainModule as Wasm } from '../wasm/amplification.js';

export type { Wasm };

export const amplificationModule: WasmModule<Wasm> = {
  name: 'amplification',
  // Bundlers recognize only this exact form.
  url: () => new URL('../wasm/amplification.wasm', import.meta.url),
  packed: () => import('../wasm/amplification.base64.js'),
  create,
};
