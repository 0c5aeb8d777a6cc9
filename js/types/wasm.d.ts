// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm/core.wasm` and the others: the address of the file, or a compiled module, as the tool at hand makes of such an
// import. load({ wasm }) takes either.

import type { WasmSource } from '../index.js';

declare const wasm: WasmSource;
export default wasm;
