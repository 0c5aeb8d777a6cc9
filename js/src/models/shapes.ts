// SPDX-License-Identifier: Apache-2.0
//
// What a model takes and gives, in terms of rows: how many rows at a time, and how many values of which type for each.

import { type FairwasmError, invalid } from '../core/error.js';
import type { OnnxFile, OnnxValue } from './onnx-file.js';

/** The types of which inputs can be filled. */
export const inputTypes = ['float32', 'float64', 'int32', 'int64', 'bool', 'string'] as const;
export type InputType = (typeof inputTypes)[number];

/** One input of a model. */
export interface ModelInput {
  name: string;
  type: InputType;
  /** How many values a row has in it; undefined where the file does not say. */
  width: number | undefined;
  /** Sizes as the file has them, rows first; undefined where any will do. */
  shape: readonly (number | undefined)[];
}

/** One output of a model. */
export interface ModelOutput {
  name: string;
  /** `map`: a probability by class for each row, as scikit-learn's ZipMap gives them, which cannot be read. */
  type: string;
  /** How many values a row has in it; undefined where the file does not say. */
  width: number | undefined;
}

/** How many values a row has, the first size being that of rows. */
function widthOf(shape: readonly (number | undefined)[] | undefined): number | undefined {
  const sizes = shape?.slice(1);
  if (!sizes || sizes.includes(undefined)) return undefined;
  return (sizes as number[]).reduce((product, size) => product * size, 1);
}

/** The inputs. Throws `invalidArgument` where one is of a type that columns cannot fill. */
export function inputsOf({ inputs }: OnnxFile): ModelInput[] {
  if (inputs.length === 0) throw unusable('at least one input', 'none');
  return inputs.map(({ name, type, shape = [undefined, undefined] }) => {
    const known = inputTypes.find((each) => each === type);
    if (known) return { name, type: known, width: widthOf(shape), shape };
    throw unusable(
      `inputs of ${inputTypes.join(', ')}`,
      `${type ?? 'no tensor'}, of the input '${name}'`,
    );
  });
}

export function outputsOf({ outputs }: OnnxFile): ModelOutput[] {
  return outputs.map(({ name, type, shape }: OnnxValue) => ({
    name,
    type: type ?? 'map',
    width: type === undefined ? undefined : widthOf(shape),
  }));
}

/** How many rows the model takes at a time, where it takes no other number; undefined where any will do. */
export function fixedRowsOf(inputs: readonly ModelInput[]): number | undefined {
  const sizes = new Set(inputs.map(({ shape }) => shape[0]));
  if (sizes.size > 1) {
    throw unusable(
      'inputs that take the same number of rows',
      [...sizes].map(String).join(' and '),
    );
  }
  const [size] = sizes;
  if (size === undefined || size <= maxFixedRows) return size;
  throw unusable(`at most ${maxFixedRows} rows at a time`, String(size));
}

const maxFixedRows = 65_536; // exporters that fix it write 1

const labelLists = ['classlabels_strings', 'classlabels_int64s', 'classlabels_ints'];

/** What the classes of a classifier are called, in the order of its probabilities; none where the file does not say. */
export function classesOf({ nodes }: OnnxFile): string[] {
  for (const { domain, attributes } of nodes.toReversed()) {
    if (domain !== 'ai.onnx.ml') continue;
    for (const list of labelLists) {
      const labels = attributes.get(list);
      const classes = labels ? [...labels.texts, ...labels.wholes.map(String)] : [];
      if (classes.length > 0) return classes;
    }
  }
  return [];
}

function unusable(expected: string, actual: string): FairwasmError {
  return invalid('model', expected, actual);
}
