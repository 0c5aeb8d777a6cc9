// SPDX-License-Identifier: Apache-2.0
//
// Options for the inputs and outputs of a model in a file. This module does not load the model runtime,
// because most commands have no model.

import { rows } from './rows.js';

export const modelOptions = {
  features: { ...rows.features, requires: ['model'] },
  input: { ...rows.input, requires: ['model'] },
  class: { ...rows.class, requires: ['model'] },
  activation: { ...rows.activation, requires: ['model'] },
  'model-output': { ...rows['model-output'], requires: ['model'] },
} as const;

/** Parsed values of these options. */
export interface ModelValues {
  features?: string[] | undefined;
  input?: string[] | undefined;
  class?: string | undefined;
  activation?: 'none' | 'sigmoid' | 'softmax' | undefined;
  'model-output'?: string | undefined;
}
