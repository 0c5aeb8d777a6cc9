// SPDX-License-Identifier: Apache-2.0
//
// The WebAssembly module of this family, and the core, whose tallies it reads.

import type { Wasm as Core, WasmModule } from '../core/module.js';
import create, { type MainModule as Wasm } from '../wasm/classes.js';

export type { Core, Wasm };

/** Both modules. */
export interface ClassModules {
  core: Core;
  classes: Wasm;
}

export const classesModule: WasmModule<Wasm> = {
  name: 'classes',
  // Bundlers recognize only this exact form.
  url: () => new URL('../wasm/classes.wasm', import.meta.url),
  packed: () => import('../wasm/classes.base64.js'),
  create,
};
