// SPDX-License-Identifier: Apache-2.0
//
// The WebAssembly module of individual fairness.

import { Loaded } from '../core/loaded-module.js';
import type { WasmModule } from '../core/module.js';
import create, { type MainModule as Wasm } from '../wasm/individual.js';

export type { Wasm };

export const loadedRows = new Loaded<Wasm>('fairwasm/individual');

export const individualModule: WasmModule<Wasm> = {
  name: 'individual',
  // Bundlers recognize only this exact form.
  url: () => new URL('../wasm/individual.wasm', import.meta.url),
  packed: () => import('../wasm/individual.base64.js'),
  create,
};
