// SPDX-License-Identifier: Apache-2.0
//
// The core's WebAssembly module and its owner: other entry points can share the core of a `Fairwasm`,
// including its tallies.

import createCore from '../wasm/core.js';
import { invalid } from './error.js';
import {
  getWatch,
  instantiate,
  type LoadOptions,
  type ModuleName,
  requireLoadOptions,
  type Wasm,
  type WasmModule,
  type WasmSource,
} from './module.js';
import { requireOptions, shown } from './options.js';

export const coreModule: WasmModule<Wasm> = {
  name: 'core',
  // Bundlers recognize only this exact form.
  url: () => new URL('../wasm/core.wasm', import.meta.url),
  packed: () => import('../wasm/core.base64.js'),
  create: createCore,
};

const owners = new WeakMap<object, Wasm>();

/** Registers the owner of a core. */
export function ownCore(owner: object, wasm: Wasm): void {
  owners.set(owner, wasm);
}

/** Returns the core of a result of `load()` of `fairwasm`. Throws `invalidArgument` for anything else. */
export function getCore(fair: unknown): Wasm {
  const wasm = typeof fair === 'object' && fair !== null ? owners.get(fair) : undefined;
  if (wasm) return wasm;
  throw invalid('fair', "the result of load() from 'fairwasm'", shown(fair));
}

/** Loads the module of an entry point, and the core unless `fair` shares its core. */
export async function loadWithCore<Exports extends object>(
  options: LoadOptions<object> & { fair?: unknown },
  module: WasmModule<Exports>,
): Promise<[core: Wasm, exports: Exports]> {
  requireLoadOptions(options, ['fair']);
  const { name } = module;
  const { fair, wasm = {} } = options;
  requireOptions('wasm', wasm, ['core', name]);
  const sources: Partial<Record<ModuleName, WasmSource>> = wasm;
  return Promise.all([
    fair === undefined ? instantiate(coreModule, sources.core, getWatch('core', options)) : getCore(fair),
    instantiate(module, sources[name], getWatch(name, options)),
  ]);
}
