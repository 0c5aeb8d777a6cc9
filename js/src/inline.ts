// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm/inline`: the WebAssembly as strings in JavaScript, for bundlers that do not emit the files of `new
// URL('…', import.meta.url)`, and for pages that must not request them. Each module is a separate file, which is
// fetched when it is loaded; only imported modules are bundled:
//
//   import { load } from 'fairwasm/robustness';
//   import { robustness } from 'fairwasm/inline';
//   await load({ wasm: robustness });

import type { WasmSource } from './core/module.js';
import { unpacked } from './core/packed.js';
import type { Bytes } from './core/platform-types.js';

const getBytes = async (module: Promise<{ default: string }>): Promise<Bytes> => unpacked((await module).default);

/** The WebAssembly module of `fairwasm`, `fairwasm/aif360`, `fairwasm/classes`, and `fairwasm/fairlearn`. */
export const core: WasmSource = () => getBytes(import('./wasm/core.base64.js'));
/** The WebAssembly module of `fairwasm/classes`. */
export const classes: WasmSource = () => getBytes(import('./wasm/classes.base64.js'));
/** The WebAssembly module of `fairwasm/individual` and `fairwasm/aif360`. */
export const individual: WasmSource = () => getBytes(import('./wasm/individual.base64.js'));
/** The WebAssembly module of `fairwasm/impact`. */
export const impact: WasmSource = () => getBytes(import('./wasm/impact.base64.js'));
/** The WebAssembly module of `fairwasm/amounts`. */
export const amounts: WasmSource = () => getBytes(import('./wasm/amounts.base64.js'));
/** The WebAssembly module of `fairwasm/amplification`. */
export const amplification: WasmSource = () => getBytes(import('./wasm/amplification.base64.js'));
/** The WebAssembly module of `fairwasm/monitoring`. */
export const monitoring: WasmSource = () => getBytes(import('./wasm/monitoring.base64.js'));
/** The WebAssembly module of `fairwasm/predictability`. */
export const predictability: WasmSource = () => getBytes(import('./wasm/predictability.base64.js'));
/** The WebAssembly module of `fairwasm/rankings`. */
export const rankings: WasmSource = () => getBytes(import('./wasm/rankings.base64.js'));
/** The WebAssembly module of `fairwasm/repeated`. */
export const repeated: WasmSource = () => getBytes(import('./wasm/repeated.base64.js'));
/** The WebAssembly module of `fairwasm/robustness`. */
export const robustness: WasmSource = () => getBytes(import('./wasm/robustness.base64.js'));
/** The WebAssembly module of `fairwasm/slices`. */
export const slices: WasmSource = () => getBytes(import('./wasm/slices.base64.js'));
/** The WebAssembly module of `fairwasm/thresholds`. */
export const thresholds: WasmSource = () => getBytes(import('./wasm/thresholds.base64.js'));
/** The WebAssembly module of `fairwasm/scores`. */
export const scores: WasmSource = () => getBytes(import('./wasm/scores.base64.js'));
/** The WebAssembly module for reading files: pass it as the option `wasm` of `readCsv`, and of functions that read CSV files. */
export const text: WasmSource = () => getBytes(import('./wasm/text.base64.js'));
