// SPDX-License-Identifier: Apache-2.0
//
// Selects the scores from a model's outputs: which output, which class, and how values become probabilities.

import { invalid } from '../core/error.js';
import { shown } from '../core/options.js';
import { sameCategory } from '../data/value.js';
import type { ModelOutput } from './shapes.js';

const numberTypes = ['float32', 'float64'];

/** Returns the output with scores. Throws `invalidArgument` unless there is exactly one. */
export function requireScoreOutput(outputs: readonly ModelOutput[], name: string | undefined): ModelOutput {
  const known = outputs.map((output) => output.name).join(', ');
  if (name !== undefined) {
    const output = outputs.find((each) => each.name === name);
    if (!output) throw wrong(`one of ${known}`, shown(name));
    if (output.type === 'map') throw mapped(output.name);
    if (numberTypes.includes(output.type)) return output;
    throw wrong('an output of numbers', `'${name}', which is of ${output.type}`);
  }
  const numbers = outputs.filter(({ type }) => numberTypes.includes(type));
  const likely = numbers.filter((output) => /prob|score/i.test(output.name));
  const [found, another] = likely.length === 1 ? likely : numbers;
  if (found && !another) return found;
  if (found) throw wrong(`the output with the scores, one of ${known}`, 'no name');
  const map = outputs.find(({ type }) => type === 'map');
  if (map) throw mapped(map.name);
  throw wrong('a model with an output of numbers', `outputs ${known} of ${getTypes(outputs)}`);
}

const getTypes = (outputs: readonly ModelOutput[]) => outputs.map(({ type }) => type).join(', ');

const wrong = (expected: string, actual: string) => invalid('output', expected, actual);

const mapped = (name: string) =>
  invalid(
    'output',
    "probabilities in a table; export the model again without ZipMap: to_onnx(model, X, options={'zipmap': False})",
    `one map per row (ZipMap) as '${name}'`,
  );

/** Returns the index of the class in a row's numbers. Throws `invalidArgument` if the class is unknown. */
export function requireClassPlace(
  wanted: string | number | boolean | undefined,
  width: number,
  classes: readonly string[],
): number {
  if (wanted === undefined && width <= 2) return width - 1;
  // If a model with two classes returns a single number, it belongs to the second class.
  if (width === 1 && classes.length === 2 && sameCategory(classes[1], wanted)) return 0;
  const isNamed = classes.length === width;
  const place = isNamed ? classes.findIndex((name) => sameCategory(name, wanted)) : Number(wanted ?? Number.NaN);
  if (Number.isInteger(place) && place >= 0 && place < width) return place;
  throw invalid(
    'class',
    isNamed
      ? `the class whose scores to use, one of ${classes.slice(0, 20).join(', ')}`
      : `the index of the class whose scores to use, from 0 to ${width - 1}`,
    wanted === undefined ? 'none' : shown(wanted),
  );
}

/** Returns the score of the class at index `place` in a row of `width` numbers. */
export function scoreAt(
  data: ArrayLike<number>,
  width: number,
  place: number,
  activation: 'none' | 'sigmoid' | 'softmax',
): (row: number) => number {
  const at = (row: number, i = place) => data[row * width + i] as number;
  if (activation === 'none') return at;
  if (activation === 'sigmoid') return (row) => 1 / (1 + Math.exp(-at(row)));
  return (row) => {
    // Differences of logits do not overflow.
    let sum = 0;
    for (let i = 0; i < width; i++) sum += Math.exp(at(row, i) - at(row));
    return 1 / sum;
  };
}
