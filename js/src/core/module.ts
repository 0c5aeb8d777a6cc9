// SPDX-License-Identifier: Apache-2.0
//
// Instantiates WebAssembly modules. Nothing else: no caching, no global state; whoever calls owns the
// instance. There is one for the core and one for each family that not everybody needs.

import type { MainModule as AmplificationWasm } from '../wasm/amplification.mjs';
import createCore, { type MainModule as Wasm } from '../wasm/core.mjs';
import type { MainModule as IndividualWasm } from '../wasm/individual.mjs';
import type { MainModule as PredictabilityWasm } from '../wasm/predictability.mjs';
import type { MainModule as ReplayWasm } from '../wasm/replay.mjs';
import type { MainModule as RobustnessWasm } from '../wasm/robustness.mjs';
import { FairwasmError, type FairwasmErrorCode } from './error.js';
import { shown } from './options.js';

/** The exports of the modules, as Embind declares them; those of the core alone are `Wasm`. */
export type {
  AmplificationWasm,
  IndividualWasm,
  PredictabilityWasm,
  ReplayWasm,
  RobustnessWasm,
  Wasm,
};

/** @internal */
export interface Modules {
  core: Wasm;
  individual: IndividualWasm;
  amplification: AmplificationWasm;
  predictability: PredictabilityWasm;
  replay: ReplayWasm;
  robustness: RobustnessWasm;
}

/** The name of a WebAssembly module. */
export type ModuleName = keyof Modules;

/** What all modules have: memory that columns are copied into. */
export type Memory = Pick<Wasm, '_malloc' | '_free' | 'HEAPU8'>;

/** Where the WebAssembly comes from, if not from the file beside the package's own. */
export type WasmSource = URL | string | BufferSource | WebAssembly.Module;

/** @internal Bytes that are part of the program: see inline.ts. */
export type Inlined = () => Promise<BufferSource>;

/** @internal Who follows a download. */
export interface Watch {
  signal?: AbortSignal | undefined;
  onProgress?: ((loaded: number, total: number | undefined) => void) | undefined;
}

type Factory<N extends ModuleName> = (settings: object) => Promise<Modules[N]>;

// Spelt out, since bundlers look for exactly these forms.
const files: {
  [N in ModuleName]: { url: () => URL; glue: () => Promise<{ default: Factory<N> }> };
} = {
  core: {
    url: () => new URL('../wasm/core.wasm', import.meta.url),
    glue: async () => ({ default: createCore }),
  },
  individual: {
    url: () => new URL('../wasm/individual.wasm', import.meta.url),
    glue: () => import('../wasm/individual.mjs'),
  },
  amplification: {
    url: () => new URL('../wasm/amplification.wasm', import.meta.url),
    glue: () => import('../wasm/amplification.mjs'),
  },
  predictability: {
    url: () => new URL('../wasm/predictability.wasm', import.meta.url),
    glue: () => import('../wasm/predictability.mjs'),
  },
  replay: {
    url: () => new URL('../wasm/replay.wasm', import.meta.url),
    glue: () => import('../wasm/replay.mjs'),
  },
  robustness: {
    url: () => new URL('../wasm/robustness.wasm', import.meta.url),
    glue: () => import('../wasm/robustness.mjs'),
  },
};

function loadFailed(actual: string): FairwasmError {
  return new FairwasmError('loadFailed', {
    argument: 'wasm',
    expected: 'a WebAssembly file of this package',
    actual,
  });
}

// getBuiltinModule, unlike import(), is nothing that a bundler for the web would try to resolve.
async function readFileUrl(url: URL): Promise<BufferSource> {
  const { readFile } = process.getBuiltinModule('node:fs/promises');
  return new Uint8Array(await readFile(url));
}

async function fetchBytes(url: URL | string, watch: Watch): Promise<BufferSource> {
  const response = await fetch(url, { signal: watch.signal ?? null });
  if (!response.ok) throw loadFailed(`HTTP status ${response.status} from ${url}`);
  if (!watch.onProgress || !response.body) return new Uint8Array(await response.arrayBuffer());
  // A Content-Length counts compressed bytes where there is a Content-Encoding.
  const length = response.headers.has('content-encoding')
    ? null
    : response.headers.get('content-length');
  const total = length === null ? undefined : Number(length);
  const { onProgress } = watch;
  let loaded = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      loaded += chunk.byteLength;
      onProgress(loaded, total);
      controller.enqueue(chunk);
    },
  });
  return new Uint8Array(await new Response(response.body.pipeThrough(counter)).arrayBuffer());
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

async function readBytes(source: URL | string, watch: Watch): Promise<BufferSource> {
  const isFile = source instanceof URL && source.protocol === 'file:';
  return (isFile ? readFileUrl(source) : fetchBytes(source, watch)).catch((error: unknown) => {
    watch.signal?.throwIfAborted();
    throw error instanceof FairwasmError ? error : loadFailed(`${error} for ${source}`);
  });
}

// Engines say in words of their own that a page's policy is the reason: Chromium "Content Security Policy",
// Firefox "blocked by CSP", WebKit "'unsafe-eval'".
const policyWords = /content.security.policy|\bCSP\b|unsafe-eval/i;

/** @internal What an engine throws that does not compile or instantiate a module. */
export function refused(error: unknown): FairwasmError {
  if (!policyWords.test(String(error))) return loadFailed(`a module that does not fit (${error})`);
  return new FairwasmError('loadFailed', {
    argument: 'wasm',
    expected:
      "a page that may run WebAssembly: add 'wasm-unsafe-eval' to the script-src of its Content-Security-Policy",
    actual: String(error),
  });
}

async function compileBytes(bytes: BufferSource): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    throw refused(error);
  }
}

function requireSource(source: unknown): void {
  // By tag: a buffer may come from another realm, such as a frame of the page.
  const tag = Object.prototype.toString.call(source);
  const isBytes = tag === '[object ArrayBuffer]' || ArrayBuffer.isView(source);
  const isPlace = source instanceof URL || typeof source === 'string';
  if (isBytes || isPlace || typeof source === 'function') return;
  throw new FairwasmError('invalidArgument', {
    argument: 'wasm',
    expected: 'a URL, bytes, or a WebAssembly.Module',
    actual: shown(source),
  });
}

async function compile(source: WasmSource | Inlined, watch: Watch): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  requireSource(source);
  if (source instanceof URL || typeof source === 'string') {
    return compileBytes(requireWasm(await readBytes(source, watch), String(source)));
  }
  if (typeof source === 'function') return compileBytes(await source());
  return compileBytes(requireWasm(source, 'the given bytes'));
}

// A bundler makes a file of its own of each glue: that may be missing too.
async function glueOf<N extends ModuleName>(name: N): Promise<{ default: Factory<N> }> {
  try {
    return await files[name].glue();
  } catch (error) {
    throw loadFailed(`${error} for the glue of ${name}`);
  }
}

// What an instance was made from, so that workers can make theirs without a second download.
const compiled = new WeakMap<object, WebAssembly.Module>();

/** The compiled module behind an instance. */
export function moduleOf(wasm: Memory): WebAssembly.Module {
  return compiled.get(wasm) as WebAssembly.Module;
}

/** A fresh instance of a module; without a source, of the file that came with the package. */
export async function instantiate<N extends ModuleName>(
  name: N,
  source: WasmSource | Inlined = files[name].url(),
  watch: Watch = {},
): Promise<Modules[N]> {
  watch.signal?.throwIfAborted();
  const [module, glue] = await Promise.all([compile(source, watch), glueOf(name)]);
  watch.signal?.throwIfAborted();
  // The glue would wait for ever for an instantiation that fails, hence the race.
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(refused(error));
    glue
      .default({
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
      })
      .then((wasm) => {
        compiled.set(wasm, module);
        resolve(wasm);
      }, fail);
  });
}

// C++ exceptions become this; see cpp/bindings/support.cpp.
function createError(
  code: FairwasmErrorCode,
  argument: string,
  expected: string,
  actual: string,
  row?: number,
): FairwasmError {
  return new FairwasmError(code, { argument, expected, actual, row });
}
