// SPDX-License-Identifier: Apache-2.0
//
// The module that splits delimited text, loaded when the first file is read and shared by all that are.

import { type Inlined, instantiate, type TextWasm, type WasmSource, type Watch } from './module.js';
import { SharedLoad } from './shared-load.js';

let source: WasmSource | Inlined | undefined;
let loaded: TextWasm | undefined;
let loading: SharedLoad<TextWasm> | undefined;

/** @internal Where the module comes from, for packages that carry it along. */
export function takeTextFrom(inlined: Inlined): void {
  source = inlined;
}

/** @internal */
export async function loadText(watch?: Watch): Promise<TextWasm> {
  if (loaded) return loaded;
  if (!loading || loading.isOver) {
    loading = new SharedLoad((shared) => instantiate('text', source, shared));
  }
  loaded = await loading.wait(watch);
  return loaded;
}
