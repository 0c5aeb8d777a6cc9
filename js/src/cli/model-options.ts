// SPDX-License-Identifier: Apache-2.0
//
// Options for the inputs and outputs of a model in a file. This module does not load the model runtime,
// because commands also accept these options without a model.

import { UsageError } from './command.js';
import { rows } from './rows.js';

export const modelOptions = {
  features: rows.features,
  input: rows.input,
  class: rows.class,
  activation: rows.activation,
  'model-output': rows['model-output'],
} as const;

/** Parsed values of these options. */
export interface ModelValues {
  features?: string[] | undefined;
  input?: string[] | undefined;
  class?: string | undefined;
  activation?: string | undefined;
  'model-output'?: string | undefined;
}

/** Returns whether `--model` names a model file, rather than the name in a model card. */
export const isModelFile = (model: string | undefined): model is string =>
  model !== undefined && /\.onnx$/i.test(model);

/** Throws {@link UsageError} for model options without a model. */
export function requireNoModel(values: ModelValues): void {
  const stray = (Object.keys(modelOptions) as (keyof ModelValues)[]).find((name) => values[name]);
  if (stray !== undefined)
    throw new UsageError(`--${stray} has no effect without a model. Add --model FILE.onnx.`);
}
