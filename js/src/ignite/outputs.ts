// SPDX-License-Identifier: Apache-2.0
//
// Interprets a classifier's outputs like ignite: their kind follows from the shapes.

import { type FairwasmError, invalid, shapeMismatch } from '../core/error.js';
import { shown } from '../core/options.js';
import { rowSize, type Tensor, type TensorInput, toTensor } from './tensor.js';

/** A batch of predictions and true labels, with ignite's names or the same in camelCase. */
export type Outputs =
  | readonly [yPred: TensorInput, y: TensorInput]
  | { readonly yPred: TensorInput; readonly y: TensorInput }
  | { readonly y_pred: TensorInput; readonly y: TensorInput };

/** A batch as tensors, whose first dimension is the rows. */
export interface ReadBatch {
  rows: number;
  yPred: Tensor;
  y: Tensor;
}

/** Predictions and labels of the same shape, position by position. */
export interface ReadOutputs extends ReadBatch {
  kind: 'binary' | 'multiclass' | 'multilabel';
  /** Number of classes or labels; 2 for binary outputs. */
  categories: number;
  /** Positions per row: 1, unless the batch has more dimensions. */
  positions: number;
}

/** @internal Returns a part of a batch, by ignite's name or the same in camelCase. */
export function getPart(batch: object, name: string, ignites: string): TensorInput | undefined {
  const parts = batch as Readonly<Record<string, TensorInput | null | undefined>>;
  return parts[name] ?? parts[ignites] ?? undefined;
}

/** @internal Throws `invalidArgument` for anything but a batch of predictions and labels. */
export function getParts(batch: Outputs): { yPred: TensorInput; y: TensorInput } {
  if (Array.isArray(batch) && batch.length === 2) return { yPred: batch[0], y: batch[1] };
  const isRecord = !Array.isArray(batch) && typeof batch === 'object' && batch !== null;
  const yPred = isRecord ? getPart(batch, 'yPred', 'y_pred') : undefined;
  const y = isRecord ? getPart(batch, 'y', 'y') : undefined;
  if (yPred !== undefined && y !== undefined) return { yPred, y };
  throw invalid(
    'batch',
    '[yPred, y], or an object with them',
    Array.isArray(batch) ? `${batch.length} parts` : isRecord ? `an object of ${Object.keys(batch)}` : shown(batch),
  );
}

function wrong(expected: string, actual: string, row?: number): FairwasmError {
  return (row === undefined ? shapeMismatch : invalid)('yPred', expected, actual, row);
}

/** @internal Throws `shapeMismatch` if the shapes do not match. */
export function readOutputs(yPredInput: TensorInput, yInput: TensorInput, isMultilabel: boolean): ReadOutputs {
  const yPred = toTensor(yPredInput, 'yPred');
  const y = toTensor(yInput, 'y');
  const hasClasses = yPred.shape.length === y.shape.length + 1;
  const expected = hasClasses ? yPred.shape.filter((_, axis) => axis !== 1) : yPred.shape;
  const shapes = `(${yPred.shape}) and (${y.shape})`;
  if (expected.length !== y.shape.length || expected.some((size, axis) => size !== y.shape[axis])) {
    throw wrong('the shape of y, or with a dimension of classes after the first', shapes);
  }
  const categories = yPred.shape[1] ?? 1;
  if (isMultilabel && (hasClasses || categories < 2)) {
    throw wrong('for multilabel data, two of the same shape (rows, labels, …) with 2 labels or more', shapes);
  }
  const rows = y.shape[0] ?? 0;
  const read = { rows, yPred, y };
  if (isMultilabel) {
    const positions = rowSize(y) / categories;
    return { ...read, kind: 'multilabel', categories, positions };
  }
  const isMulticlass = hasClasses && categories > 1;
  return {
    ...read,
    kind: isMulticlass ? 'multiclass' : 'binary',
    categories: isMulticlass ? categories : 2,
    positions: rowSize(y),
  };
}

function requireBits(tensor: Tensor, rows: readonly number[], argument: 'yPred' | 'y'): void {
  const size = rowSize(tensor);
  for (const row of rows) {
    for (let i = row * size; i < (row + 1) * size; i++) {
      const value = Number(tensor.data[i]);
      if (value === 0 || value === 1) continue;
      throw invalid(argument, '0 or 1', shown(value), row);
    }
  }
}

/** @internal Throws `invalidArgument` for values other than 0 and 1 if the kind requires them. */
export function requireValues(outputs: ReadOutputs, rows: readonly number[]): void {
  if (outputs.kind === 'multiclass') return;
  requireBits(outputs.y, rows, 'y');
  requireBits(outputs.yPred, rows, 'yPred');
}

/** @internal Returns the class with the highest score, the first of equal ones; NaN counts as highest. */
export function predictedClass(outputs: ReadOutputs, row: number, position: number): number {
  const { yPred, categories, positions } = outputs;
  const first = row * categories * positions + position;
  let best = 0;
  let max = Number(yPred.data[first]);
  for (let label = 1; label < categories && !Number.isNaN(max); label++) {
    const score = Number(yPred.data[first + label * positions]);
    if (score > max || Number.isNaN(score)) {
      best = label;
      max = score;
    }
  }
  return best;
}
