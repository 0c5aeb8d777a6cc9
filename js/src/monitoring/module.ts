// SPDX-License-Identifier: Apache-2.0
//
// The WebAssembly module of this family.

import type { WasmModule } from '../core/module.js';
import create, { type MainModule as Wasm } from '../wasm/monitoring.js';

export type { Wasm };

export const monitoringModule: WasmModule<Wasm> = {
  name: 'monitoring',
  // Bundlers recognize only this exact form.
  url: () => new URL('../wasm/monitoring.wasm', import.meta.url),
  packed: () => import('../wasm/monitoring.base64.js'),
  create,
};
