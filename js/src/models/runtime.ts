// SPDX-License-Identifier: Apache-2.0
//
// The part of ONNX Runtime's JavaScript API that is used, so that types of the package stand without it; and the
// runtime itself, fetched when the first model is opened.

import { isRecent, loadPeer } from '../core/optional-package.js';

/** What a tensor holds. */
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

/** ONNX Runtime, as `onnxruntime-web` and `onnxruntime-node` export it. */
export interface OnnxRuntime {
  readonly InferenceSession: {
    create(model: Uint8Array, options?: object): Promise<unknown>;
  };
  readonly Tensor: new (type: never, data: never, dims: readonly number[]) => unknown;
}

/** `onnxruntime-web`, or a `loadFailed` that says how to get it. */
export async function defaultRuntime(): Promise<OnnxRuntime> {
  const runtime = await loadPeer(
    'onnxruntime-web',
    () => import('onnxruntime-web/wasm'),
    ({ env }) => isRecent('onnxruntime-web', env.versions.common),
  );
  // Threads need headers that static hosts do not send; several workers do as well.
  runtime.env.wasm.numThreads = 1;
  return runtime;
}
