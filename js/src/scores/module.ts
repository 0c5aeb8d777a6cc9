// SPDX-License-Identifier: Apache-2.0
//
// The WebAssembly module of this family.

import type { WasmModule } from '../core/module.js';
import create, { type MainModule as Wasm } from '../wasm/scores.js';

export type { Wasm };

export const scoresModule: WasmModule<Wasm> = {
  name: 'scores',
  // Bundlers recognize only this exact form.
  url: () => new URL('../wasm/scores.wasm', import.meta.url),
  packed: () => import('../wasm/scores.base64.js'),
  create,
};
