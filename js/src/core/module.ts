// SPDX-License-Identifier: Apache-2.0
//
// Instantiates the WebAssembly module. Nothing else: no caching, no global state; whoever calls owns
// the instance.

import createModule, { type MainModule } from '../wasm/fairwasm.mjs';
import { FairwasmError, type FairwasmErrorCode } from './error.js';

/** The module's exports, as Embind declares them. */
export type Wasm = MainModule;

/** Where the WebAssembly comes from, if not from the file beside the package's own. */
export type WasmSource = URL | string | BufferSource | WebAssembly.Module;

const defaultUrl = () => new URL('../wasm/fairwasm.wasm', import.meta.url);

function loadFailed(actual: string): FairwasmError {
  return new FairwasmError('loadFailed', {
    argument: 'wasm',
    expected: 'the WebAssembly file fairwasm.wasm',
    actual,
  });
}

async function readFileUrl(url: URL): Promise<BufferSource> {
  const { readFile } = await import('node:fs/promises');
  return new Uint8Array(await readFile(url));
}

async function fetchBytes(url: URL | string): Promise<BufferSource> {
  const response = await fetch(url);
  if (!response.ok) throw loadFailed(`HTTP status ${response.status} from ${url}`);
  return new Uint8Array(await response.arrayBuffer());
}

// A dev server often answers a missing file with its HTML page and status 200, so the first bytes are
// looked at before the engine complains about them.
function requireWasm(source: BufferSource, origin: string): BufferSource {
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
  const isWasm = [0x00, 0x61, 0x73, 0x6d].every((byte, i) => bytes[i] === byte);
  if (isWasm) return source;
  const what = bytes[0] === 0x3c ? 'an HTML page' : 'something else';
  throw loadFailed(`${what} from ${origin}`);
}

async function readBytes(source: URL | string): Promise<BufferSource> {
  const isFile = source instanceof URL && source.protocol === 'file:';
  return (isFile ? readFileUrl(source) : fetchBytes(source)).catch((error: unknown) => {
    throw error instanceof FairwasmError ? error : loadFailed(`${error} for ${source}`);
  });
}

async function compile(source: WasmSource): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof URL || typeof source === 'string') {
    return WebAssembly.compile(requireWasm(await readBytes(source), String(source)));
  }
  return WebAssembly.compile(requireWasm(source, 'the given bytes'));
}

// What an instance was made from, so that workers can make theirs without a second download.
const modules = new WeakMap<Wasm, WebAssembly.Module>();

/** The compiled module behind an instance. */
export function moduleOf(wasm: Wasm): WebAssembly.Module {
  return modules.get(wasm) as WebAssembly.Module;
}

/** A fresh instance of the core. */
export async function instantiate(source: WasmSource = defaultUrl()): Promise<Wasm> {
  const module = await compile(source);
  // The glue would wait for ever for an instantiation that fails, hence the race.
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(loadFailed(`a module that does not fit (${error})`));
    createModule({
      instantiateWasm(
        imports: WebAssembly.Imports,
        done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
      ) {
        WebAssembly.instantiate(module, imports)
          .then((instance) => done(instance, module))
          .catch(fail);
        return {};
      },
      createError,
    }).then((wasm: Wasm) => {
      modules.set(wasm, module);
      resolve(wasm);
    }, fail);
  });
}

// The core's exceptions become this; see cpp/bindings/support.cpp.
function createError(
  code: FairwasmErrorCode,
  argument: string,
  expected: string,
  actual: string,
  row?: number,
): FairwasmError {
  return new FairwasmError(code, { argument, expected, actual, row });
}
