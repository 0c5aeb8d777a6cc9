// SPDX-License-Identifier: Apache-2.0
//
// Types for the part of ONNX Runtime's JavaScript API that fairwasm uses, so that the package's types do not depend
// on it; and the loader, which imports the runtime when the first model is opened.

import { isRecent, loadPeer } from '../core/optional-package.js';

/** The data of a tensor. */
export type TensorData = Float32Array | Float64Array | Int32Array | BigInt64Array | Uint8Array;

export interface RuntimeTensor {
  readonly data: ArrayLike<unknown>;
  readonly dims: readonly number[];
}

export interface RuntimeSession {
  readonly outputNames: readonly string[];
  run(
    feeds: Record<string, RuntimeTensor>,
    fetches: readonly string[],
  ): Promise<Readonly<Record<string, RuntimeTensor>>>;
  release(): Promise<void>;
}

/** ONNX Runtime, as exported by `onnxruntime-web` and `onnxruntime-node`. */
export interface OnnxRuntime {
  readonly InferenceSession: { create(model: Uint8Array, options?: object): Promise<unknown> };
  readonly Tensor: new (type: never, data: never, dims: readonly number[]) => unknown;
}

/** Imports `onnxruntime-web`. Throws `loadFailed` with instructions if it is not installed. */
export async function defaultRuntime(): Promise<OnnxRuntime> {
  const runtime = await loadPeer(
    'onnxruntime-web',
    () => import('onnxruntime-web/wasm'),
    ({ env }) => isRecent('onnxruntime-web', env.versions.common),
  );
  // Threads require headers that static hosts do not send; multiple workers are equally fast.
  runtime.env.wasm.numThreads = 1;
  return runtime;
}
