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

export const modelHelp = `  --features COLUMN,...  what fills the model, in its order; COLUMN=VALUE is 1
                         where the column has that value, and 0 elsewhere; left
                         out: columns named as its inputs, or all of numbers
  --input NAME=COLUMN,...
                         the same for one input of several; may be repeated
  --class LABEL          the class whose scores are wanted, of more than two
  --activation sigmoid|softmax
                         what makes probabilities of a network's numbers
  --model-output NAME    the output with the scores, if several have numbers`;

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
