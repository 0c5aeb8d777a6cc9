// SPDX-License-Identifier: Apache-2.0
//
// Instantiates WebAssembly modules, without caching or global state: the caller owns the instance. Each entry
// point names the modules that it needs, so that bundles contain only those.
//
// A module is loaded from the file next to the package's code. If a bundler or server does not include that
// file, it is loaded from the same bytes as a string in a JavaScript module, which every bundler includes:
// see docs/decisions/017-webassembly-loading.md.

import type { MainModule as Wasm } from '../wasm/core.js';
import { FairwasmError, type FairwasmErrorCode, invalid } from './error.js';
import { type Progress, untilAborted } from './long-run.js';
import { requireFunction, requireOptions, shown } from './options.js';
import { unpacked } from './packed.js';
import type { Bytes, CompiledModule } from './platform-types.js';

/** The exports of the core, as Embind declares them. */
export type { Wasm };

/** The name of a WebAssembly module. */
export type ModuleName = Parameters<NonNullable<LoadOptions['onProgress']>>[0]['module'];

/** A module of the package: its file, and the code that calls it. */
export interface WasmModule<Exports> {
  name: ModuleName;
  /** The file in the package. */
  url: () => URL;
  /** The same bytes in a JavaScript module. */
  packed: () => Promise<{ default: string }>;
  create: Create<Exports>;
}

/** Emscripten's code that calls an instance. */
export type Create<Exports> = (settings: object) => Promise<Exports>;

/** The exports of every module: memory for columns. */
export type Memory = Pick<Wasm, '_malloc' | '_free' | 'HEAPU8'>;

/** Source of the WebAssembly: a URL, bytes, a compiled module, or an export of `fairwasm/inline`. */
export type WasmSource =
  | URL
  | string
  | ArrayBuffer
  | ArrayBufferView
  | (typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } } ? Module : object)
  | (() => Promise<ArrayBuffer | ArrayBufferView>);

/** Options for loading an entry point. */
export interface LoadOptions<Source = WasmSource> {
  /** Source of the WebAssembly. Default: the file in the package. */
  wasm?: Source | undefined;
  /**
   * Aborting stops the download; the promise rejects with the signal's reason. There is no default time limit,
   * because a slow network may still succeed; pass `AbortSignal.timeout(30_000)` for a limit of 30
   * seconds.
   */
  signal?: AbortSignal | undefined;
  /** Called with the progress of each download. Local files and bytes are not downloads. */
  onProgress?:
    | ((progress: {
        module:
          | 'core'
          | 'classes'
          | 'individual'
          | 'impact'
          | 'amounts'
          | 'amplification'
          | 'monitoring'
          | 'predictability'
          | 'rankings'
          | 'repeated'
          | 'robustness'
          | 'scores'
          | 'slices'
          | 'text'
          | 'thresholds';
        /** Number of bytes received so far. */
        done: number;
        /** Number of bytes in total; undefined if the server does not send it or compresses the file. */
        total: number | undefined;
      }) => void)
    | undefined;
}

/** Throws `invalidArgument` for unknown options of `load` and for invalid values. */
export function requireLoadOptions(options: LoadOptions<unknown>, otherNames: string[] = []): void {
  requireOptions('load', options, [...otherNames, 'wasm', 'signal', 'onProgress']);
  const { signal, onProgress } = options;
  if (signal !== undefined) requireFunction('signal', signal?.throwIfAborted);
  if (onProgress !== undefined) requireFunction('onProgress', onProgress);
}

/** Returns a new instance of the module that an entry point requires. */
export async function loadModule<Exports extends object>(
  module: WasmModule<Exports>,
  options: LoadOptions,
): Promise<Exports> {
  requireLoadOptions(options);
  return instantiate(module, options.wasm, getWatch(module.name, options));
}

/** Receives the progress of a download, and can abort it. */
export interface DownloadWatch {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** Returns the progress options for one of several downloads. */
export function getWatch(
  module: ModuleName,
  { signal, onProgress }: Pick<LoadOptions, 'signal' | 'onProgress'>,
): DownloadWatch {
  return { signal, onProgress: onProgress && ((progress) => onProgress({ module, ...progress })) };
}

function loadFailed(actual: string, expected = 'a WebAssembly file of this package'): FairwasmError {
  return new FairwasmError('loadFailed', { argument: 'wasm', expected, actual });
}

// Unlike import(), getBuiltinModule is not resolved by bundlers for browsers.
async function readFileUrl(url: URL): Promise<Bytes> {
  const { readFile } = globalThis.process.getBuiltinModule('node:fs/promises');
  return new Uint8Array(await readFile(url));
}

async function fetchBytes(url: URL | string, watch: DownloadWatch): Promise<Bytes> {
  const response = await fetch(url, { signal: watch.signal ?? null });
  if (!response.ok) throw loadFailed(`HTTP status ${response.status} from ${url}`);
  if (!watch.onProgress || !response.body) return new Uint8Array(await response.arrayBuffer());
  // With a Content-Encoding, Content-Length counts compressed bytes.
  const length = response.headers.has('content-encoding') ? null : response.headers.get('content-length');
  const total = length === null ? undefined : Number(length);
  const { onProgress } = watch;
  let done = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      done += chunk.byteLength;
      onProgress({ done, total });
      controller.enqueue(chunk);
    },
  });
  return new Uint8Array(await new Response(response.body.pipeThrough(counter)).arrayBuffer());
}

function toView(source: Bytes, origin: string): Uint8Array {
  try {
    return ArrayBuffer.isView(source)
      ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
      : new Uint8Array(source);
  } catch {
    throw loadFailed(`a buffer that was transferred away from ${origin}`);
  }
}

// A development server often answers a missing file with its HTML page and status 200, so the first bytes are checked
// before the engine reports a confusing error.
function requireWasm(source: Bytes, origin: string): Bytes {
  const bytes = toView(source, origin);
  const isWasm = [0x00, 0x61, 0x73, 0x6d].every((byte, i) => bytes[i] === byte);
  if (isWasm) return source;
  const what = bytes[0] === 0x3c ? 'an HTML page' : 'something else';
  throw loadFailed(`${what} from ${origin}`);
}

async function readBytes(source: URL | string, watch: DownloadWatch): Promise<Bytes> {
  const isFile = source instanceof URL && source.protocol === 'file:';
  return (isFile ? readFileUrl(source) : fetchBytes(source, watch)).catch((error: unknown) => {
    watch.signal?.throwIfAborted();
    throw error instanceof FairwasmError ? error : loadFailed(`${error} for ${source}`);
  });
}

// Engines use different messages if a page's policy forbids compilation: Chromium writes "Content Security Policy",
// Firefox "blocked by CSP", WebKit "'unsafe-eval'". Cloudflare Workers compile only at deployment.
const rules = [
  {
    words: /content.security.policy|\bCSP\b|unsafe-eval/i,
    expected:
      "a page that may run WebAssembly: add 'wasm-unsafe-eval' to the script-src of its Content-Security-Policy",
  },
  {
    words: /disallowed by embedder/i,
    expected: "a precompiled module: import core from 'fairwasm/core.wasm' and load({ wasm: core })",
  },
];

/** @internal Returns the error for a module that the engine does not compile or instantiate. */
export function refused(error: unknown): FairwasmError {
  const rule = rules.find(({ words }) => words.test(String(error)));
  if (rule) return loadFailed(String(error), rule.expected);
  return loadFailed(`an incompatible module (${error})`);
}

async function compileBytes(bytes: Bytes): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(bytes as BufferSource);
  } catch (error) {
    throw refused(error);
  }
}

function requireSource(source: unknown): void {
  // Compared by tag, because a buffer may come from another realm, such as a frame of the page.
  const tag = Object.prototype.toString.call(source);
  const isBytes = tag === '[object ArrayBuffer]' || ArrayBuffer.isView(source);
  const isPlace = source instanceof URL || typeof source === 'string';
  if (isBytes || isPlace || typeof source === 'function') return;
  throw invalid('wasm', 'a URL, bytes, or a WebAssembly.Module', shown(source));
}

async function compile(source: WasmSource, watch: DownloadWatch): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  requireSource(source);
  if (source instanceof URL || typeof source === 'string') {
    return compileBytes(requireWasm(await readBytes(source, watch), String(source)));
  }
  if (typeof source === 'function') return compileBytes(await source());
  return compileBytes(requireWasm(source as Bytes, 'invalid bytes'));
}

// Compiles the file in the package or, if it is missing, the JavaScript module that contains the same bytes.
async function compileOwn({ name, url, packed }: WasmModule<never>, watch: DownloadWatch): Promise<WebAssembly.Module> {
  try {
    return await compile(url(), watch);
  } catch (error) {
    watch.signal?.throwIfAborted();
    if (error instanceof FairwasmError && isRuled(error)) throw error;
    return compilePacked(packed).catch((second: unknown) => {
      if (second instanceof FairwasmError && isRuled(second)) throw second;
      throw loadFailed(
        `neither the file nor its text copy (${error}; ${second})`,
        `${name}.wasm next to the package's code. Your bundler did not copy it. Write: import { ${name} } from 'fairwasm/inline' and load({ wasm: ${name} })`,
      );
    });
  }
}

const isRuled = ({ expected }: FairwasmError) => rules.some((rule) => rule.expected === expected);

const compilePacked = async (packed: () => Promise<{ default: string }>) =>
  compileBytes(await unpacked((await packed()).default));

// The compiled module of each instance, so that workers need no second download.
const compiled = new WeakMap<object, CompiledModule>();

/** Returns the compiled module of an instance. */
export function getModule(wasm: Memory): CompiledModule {
  return compiled.get(wasm) as CompiledModule;
}

/** Returns a new instance of a module, by default from the files of the package. */
export async function instantiate<Exports extends object>(
  module: WasmModule<Exports>,
  source?: WasmSource,
  watch: DownloadWatch = {},
): Promise<Exports> {
  watch.signal?.throwIfAborted();
  const compiling = source === undefined ? compileOwn(module as WasmModule<never>, watch) : compile(source, watch);
  // Imports and the caller's functions do not receive the signal, so they are no longer awaited after an abort.
  const compiledModule = await untilAborted(compiling, watch.signal);
  watch.signal?.throwIfAborted();
  return createInstance(module.create, compiledModule);
}

/** Returns a new instance of a compiled module, such as one that a worker receives. */
export function createInstance<Exports extends object>(
  create: Create<Exports>,
  module: CompiledModule,
): Promise<Exports> {
  // Emscripten's code waits forever for an instantiation that fails, so it is raced against the failure.
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(refused(error));
    create({
      instantiateWasm(
        imports: WebAssembly.Imports,
        done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
      ) {
        WebAssembly.instantiate(module as WebAssembly.Module, imports)
          .then((instance) => done(instance, module as WebAssembly.Module))
          .catch(fail);
        return {};
      },
      createError,
    }).then((wasm) => {
      compiled.set(wasm, module);
      resolve(wasm);
    }, fail);
  });
}

// C++ exceptions become this error; see cpp/bindings/support.cpp.
function createError(
  code: FairwasmErrorCode,
  argument: string,
  expected: string,
  actual: string,
  row?: number,
): FairwasmError {
  return new FairwasmError(code, { argument, expected, actual, row });
}
