// SPDX-License-Identifier: Apache-2.0
//
// The WebAssembly module of predictability.

import { Loaded } from '../core/loaded-module.js';
import type { WasmModule } from '../core/module.js';
import create, { type MainModule as Wasm } from '../wasm/predictability.js';

export type { Wasm };

export const loadedAttackers = new Loaded<Wasm>('fairwasm/predictability');

export const predictabilityModule: WasmModule<Wasm> = {
  name: 'predictability',
  // Bundlers recognize only this exact form.
  url: () => new URL('../wasm/predictability.wasm', import.meta.url),
  packed: () => import('../wasm/predictability.base64.js'),
  create,
};
