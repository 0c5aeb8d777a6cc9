// SPDX-License-Identifier: Apache-2.0
//
// The inputs and outputs of a model in terms of rows: how many rows per call, and how many values of which type per
// row.

import { type FairwasmError, invalid } from '../core/error.js';
import type { OnnxFile, OnnxValue } from './onnx-file.js';

/** An input type that columns can fill. */
export type InputType = ModelInput['type'];
export const inputTypes: readonly InputType[] = [
  ...(['float32', 'float64', 'int32', 'int64', 'bool', 'string'] as const),
];

/** One input of a model. */
export interface ModelInput {
  name: string;
  type: 'float32' | 'float64' | 'int32' | 'int64' | 'bool' | 'string';
  /** Number of values per row; undefined if the file does not specify it. */
  width: number | undefined;
  /** Sizes in the file, rows first; undefined for any size. */
  shape: readonly (number | undefined)[];
}

/** One output of a model. */
export interface ModelOutput {
  name: string;
  /**
   * The element type. `map` is a probability per class for each row, as from scikit-learn's ZipMap, which cannot be
   * read.
   */
  type: string;
  /** Number of values per row; undefined if the file does not specify it. */
  width: number | undefined;
}

/** Returns the number of values per row; the first size is the number of rows. */
function getWidth(shape: readonly (number | undefined)[] | undefined): number | undefined {
  const sizes = shape?.slice(1);
  if (!sizes || sizes.includes(undefined)) return undefined;
  return (sizes as number[]).reduce((product, size) => product * size, 1);
}

/** Returns the inputs. Throws `invalidArgument` if columns cannot fill an input's type. */
export function getInputs({ inputs }: OnnxFile): ModelInput[] {
  if (inputs.length === 0) throw unusable('at least one input', 'none');
  return inputs.map(({ name, type, shape = [undefined, undefined] }) => {
    const known = inputTypes.find((each) => each === type);
    if (known) return { name, type: known, width: getWidth(shape), shape };
    throw unusable(`inputs of ${inputTypes.join(', ')}`, `${type ?? 'no tensor'}, of the input '${name}'`);
  });
}

export function getOutputs({ outputs }: OnnxFile): ModelOutput[] {
  return outputs.map(({ name, type, shape }: OnnxValue) => ({
    name,
    type: type ?? 'map',
    width: type === undefined ? undefined : getWidth(shape),
  }));
}

/** Returns the number of rows per call if the model fixes it, otherwise undefined. */
export function getFixedRows(inputs: readonly ModelInput[]): number | undefined {
  const sizes = new Set(inputs.map(({ shape }) => shape[0]));
  if (sizes.size > 1) throw unusable('inputs that take the same number of rows', [...sizes].map(String).join(' and '));
  const [size] = sizes;
  if (size === undefined || size <= maxFixedRows) return size;
  throw unusable(`at most ${maxFixedRows} rows at a time`, String(size));
}

const maxFixedRows = 65_536; // exporters that fix the size write 1

const labelLists = ['classlabels_strings', 'classlabels_int64s', 'classlabels_ints'];

/** Returns a classifier's class labels in the order of its probabilities; empty if the file has none. */
export function getClasses({ nodes }: OnnxFile): string[] {
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
