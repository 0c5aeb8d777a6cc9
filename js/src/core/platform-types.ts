/// <reference lib="esnext.disposable" preserve="true" />
// SPDX-License-Identifier: Apache-2.0
//
// Minimal declarations of browser APIs that Node's types lack, so that the package's types also work in a project
// without DOM types. They include `Symbol.dispose`, which a project may not enable.

/** Bytes in any form that WebAssembly accepts. */
export type Bytes = ArrayBuffer | ArrayBufferView;

/** A `WebAssembly.Module` if the project's types declare it. */
export type CompiledModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } }
  ? Module
  : object;

/** Starts a web worker with this name. */
export type StartWorker = (name: string) => {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  terminate(): void;
  addEventListener: (...listening: never[]) => void;
};
