// SPDX-License-Identifier: Apache-2.0
//
// ignite's metrics of decisions, accuracy and selection rate, and the base class of all class metrics.

import { BaseMetric, type Sum, type Sums } from './base-metric.js';
import { type Outputs, predictedClass, type ReadOutputs, readOutputs, requireValues } from './outputs.js';
import type { TensorInput } from './tensor.js';

/**
 * A metric of binary, multiclass, or multilabel outputs; all batches have the same kind.
 *
 * @example
 * const rates = new SelectionRate(); // a metric of this kind: of scores of three classes, here
 * rates.update([[[0.8, 0.1, 0.1], [0.2, 0.2, 0.6]], [0, 2]]);
 * rates.compute(); // [0.5, 0, 0.5]
 */
export abstract class ClassMetric<Value, Output = Outputs> extends BaseMetric<Value, Output> {
  override read(yPred: TensorInput, y: TensorInput): ReadOutputs {
    return readOutputs(yPred, y, this.isMultilabel);
  }

  protected override getKind({ kind, categories }: ReadOutputs): string {
    return `${kind} outputs of ${categories} categories`;
  }
}

function isRight(outputs: ReadOutputs, row: number, position: number): boolean {
  const { kind, y, yPred, categories, positions } = outputs;
  if (kind === 'multiclass') {
    const label = Number(y.data[row * positions + position]);
    return predictedClass(outputs, row, position) === label;
  }
  if (kind === 'binary') {
    const index = row * positions + position;
    return Number(y.data[index]) === Number(yPred.data[index]);
  }
  const first = row * categories * positions + position;
  for (let label = 0; label < categories; label++) {
    const place = first + label * positions;
    if (Number(y.data[place]) !== Number(yPred.data[place])) return false;
  }
  return true;
}

/**
 * Proportion of correct predictions, in [0, 1]: of values (binary), of positions whose class with the highest score
 * is the label (multiclass), or of rows whose labels are all correct (multilabel).
 *
 * @example
 * const accuracy = new Accuracy();
 * accuracy.update([[1, 0, 1, 1], [1, 0, 0, 1]]); // y_pred, y
 * accuracy.compute(); // 0.75
 */
export class Accuracy<Output = Outputs> extends ClassMetric<number, Output> {
  override clone(): Accuracy<unknown> {
    return new Accuracy<unknown>({ isMultilabel: this.isMultilabel });
  }

  protected override noSums(): Sums {
    return { _num_correct: 0, _num_examples: 0 };
  }

  protected override sumRows(outputs: ReadOutputs, rows: readonly number[]): Sums {
    requireValues(outputs, rows);
    let correct = 0;
    for (const row of rows) {
      for (let position = 0; position < outputs.positions; position++) {
        if (isRight(outputs, row, position)) correct++;
      }
    }
    return { _num_correct: correct, _num_examples: rows.length * outputs.positions };
  }

  protected override valueFrom({ _num_correct, _num_examples }: Sums): number {
    return (_num_correct as number) / (_num_examples as number);
  }
}

/**
 * Proportions of predictions, each in [0, 1]: of 0 and of 1 (binary), of each class (multiclass), or of the rows with
 * each label (multilabel). True labels are validated but not used.
 *
 * @example
 * const selected = new SelectionRate();
 * selected.update([[1, 0, 1, 1], [1, 0, 0, 1]]);
 * selected.compute(); // [0.25, 0.75]
 */
export class SelectionRate<Output = Outputs> extends ClassMetric<number[], Output> {
  override clone(): SelectionRate<unknown> {
    return new SelectionRate<unknown>({ isMultilabel: this.isMultilabel });
  }

  protected override noSums(): Sums {
    return { _num_positives: 0, _num_examples: 0 };
  }

  protected override sumRows(outputs: ReadOutputs, rows: readonly number[]): Sums {
    requireValues(outputs, rows);
    const { kind, categories, positions, yPred } = outputs;
    const counts = new Array<number>(categories).fill(0);
    const count = (category: number) => {
      counts[category] = (counts[category] as number) + 1;
    };
    for (const row of rows) {
      for (let position = 0; position < positions; position++) {
        if (kind === 'multiclass') count(predictedClass(outputs, row, position));
        else if (kind === 'binary') count(Number(yPred.data[row * positions + position]));
        else {
          for (let label = 0; label < categories; label++) {
            if (Number(yPred.data[(row * categories + label) * positions + position])) count(label);
          }
        }
      }
    }
    return { _num_positives: counts, _num_examples: rows.length * positions };
  }

  protected override valueFrom({ _num_positives, _num_examples }: Sums): number[] {
    return (_num_positives as readonly Sum[]).map((count) => (count as number) / (_num_examples as number));
  }
}
