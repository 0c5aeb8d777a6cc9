// SPDX-License-Identifier: Apache-2.0
//
// The WebAssembly module of this family.

import type { WasmModule } from '../core/module.js';
import create, { type MainModule as Wasm, type Curves as WasmCurves } from '../wasm/thresholds.js';

export type { Wasm, WasmCurves };

export const thresholdsModule: WasmModule<Wasm> = {
  name: 'thresholds',
  // Bundlers recognize only this exact form.
  url: () => new URL('../wasm/thresholds.wasm', import.meta.url),
  packed: () => import('../wasm/thresholds.base64.js'),
  create,
};
