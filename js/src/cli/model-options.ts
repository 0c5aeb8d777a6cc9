// SPDX-License-Identifier: Apache-2.0
//
// The options that say how a model in a file is asked, apart from what opens it: commands have them without a model, too.

import { UsageError } from './command.js';

export const modelOptions = {
  features: { type: 'string', multiple: true },
  input: { type: 'string', multiple: true },
  class: { type: 'string' },
  activation: { type: 'string' },
  'model-output': { type: 'string' },
} as const;

export const modelHelp = `  --features COLUMN,...  the model's features, in order; COLUMN=VALUE is 1 if
                         the column has that value and 0 otherwise. Default:
                         the columns named like the model's inputs, or all
                         numeric columns
  --input NAME=COLUMN,...
                         features for one input of a model with several inputs;
                         may be repeated
  --class LABEL          the class to score, if the model has more than two
  --activation sigmoid|softmax
                         function that turns network outputs into probabilities
  --model-output NAME    the output that holds the scores, if several outputs
                         are numeric`;

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
