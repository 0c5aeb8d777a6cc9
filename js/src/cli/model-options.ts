// SPDX-License-Identifier: Apache-2.0
//
// The options that say how a model in a file is asked, apart from what opens it: commands have them without a model, too.

import { UsageError } from './command.js';
import { rows } from './rows.js';

export const modelOptions = {
  features: rows.features,
  input: rows.input,
  class: rows.class,
  activation: rows.activation,
  'model-output': rows['model-output'],
} as const;

/** What the command line says of a model. */
export interface ModelValues {
  features?: string[] | undefined;
  input?: string[] | undefined;
  class?: string | undefined;
  activation?: string | undefined;
  'model-output'?: string | undefined;
}

/** Whether `--model` names a file of a model, and not how a model card calls it. */
export const isModelFile = (model: string | undefined): model is string =>
  model !== undefined && /\.onnx$/i.test(model);

/** Throws {@link UsageError} for options that are of a model where none is given. */
export function requireNoModel(values: ModelValues): void {
  const stray = (Object.keys(modelOptions) as (keyof ModelValues)[]).find((name) => values[name]);
  if (stray !== undefined) throw new UsageError(`--${stray} is of a model: give --model FILE.onnx`);
}
