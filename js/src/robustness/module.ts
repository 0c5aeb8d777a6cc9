// SPDX-License-Identifier: Apache-2.0
//
// The WebAssembly module of robustness.

import { Loaded } from '../core/loaded-module.js';
import type { WasmModule } from '../core/module.js';
import create, { type MainModule as Wasm } from '../wasm/robustness.js';

export type { Wasm };

export const loadedCertifier = new Loaded<Wasm>('fairwasm/robustness');

export const robustnessModule: WasmModule<Wasm> = {
  name: 'robustness',
  // Bundlers recognize only this exact form.
  url: () => new URL('../wasm/robustness.wasm', import.meta.url),
  packed: () => import('../wasm/robustness.base64.js'),
  create,
};
