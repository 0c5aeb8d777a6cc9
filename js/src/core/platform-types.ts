/// <reference lib="esnext.disposable" preserve="true" />
// SPDX-License-Identifier: Apache-2.0
//
// What browsers have and Node's types do not know, by as much of it as is used: so the package's types hold in a project
// that has no types of the DOM. `Symbol.dispose`, which projects may not have asked for, comes along.

/** Bytes, as WebAssembly takes them. */
export type Bytes = ArrayBuffer | ArrayBufferView;

/** A `WebAssembly.Module`, where the project's types know of it. */
export type CompiledModule = typeof globalThis extends {
  WebAssembly: { Module: { prototype: infer Module } };
}
  ? Module
  : object;

/** A worker of the web. */
export interface WebWorker {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  terminate(): void;
  addEventListener: (...listening: never[]) => void;
}
