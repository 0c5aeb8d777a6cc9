// SPDX-License-Identifier: Apache-2.0
//
// ignite's ConfusionMatrix: how often each class is predicted as each other class.

import { invalid, shapeMismatch } from '../core/error.js';
import { requireOneOf, shown } from '../core/options.js';
import type { BaseMetricOptions, Sums } from './base-metric.js';
import { ClassMetric } from './class-metrics.js';
import { type Outputs, predictedClass, type ReadOutputs } from './outputs.js';
import type { TensorInput } from './tensor.js';

type Rows = readonly (readonly number[])[];

const averages = ['samples', 'recall', 'precision'] as const;
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const shareOrZero = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

/**
 * matrix[i][j] counts how often class i is predicted as class j, for outputs with a score for each class. As in
 * ignite, rows whose true label is not a class are skipped.
 *
 * @example
 * const matrix = new ConfusionMatrix(2);
 * matrix.update([[[0.9, 0.1], [0.3, 0.7], [0.4, 0.6]], [0, 0, 1]]); // scores of both classes, y
 * matrix.compute(); // [[1, 1], [0, 1]]
 */
export class ConfusionMatrix<Output = Outputs> extends ClassMetric<number[][], Output> {
  readonly #classes: number;
  readonly #average: (typeof averages)[number] | undefined;

  /** @throws FairwasmError `invalidArgument` for fewer than two classes. */
  constructor(
    numClasses: number,
    options: Omit<BaseMetricOptions<Output>, 'isMultilabel'> & {
      /**
       * Divisor of the counts: the number of rows (`samples`), how often the class occurs (`recall`: the diagonal
       * contains recalls), or how often it is predicted (`precision`). Default: null, without division.
       */
      average?: 'samples' | 'recall' | 'precision' | null | undefined;
    } = {},
  ) {
    super(options, ['average']);
    if (!Number.isInteger(numClasses) || numClasses < 2) {
      throw invalid('numClasses', 'a whole number of at least 2', shown(numClasses));
    }
    const { average } = options;
    this.#classes = numClasses;
    this.#average = average == null ? undefined : requireOneOf('average', average, averages);
  }

  override clone(): ConfusionMatrix<unknown> {
    return new ConfusionMatrix<unknown>(this.#classes, { average: this.#average });
  }

  override read(yPred: TensorInput, y: TensorInput): ReadOutputs {
    const outputs = super.read(yPred, y);
    if (outputs.kind === 'multiclass' && outputs.categories === this.#classes) return outputs;
    throw shapeMismatch('yPred', `a score for each of ${this.#classes} classes`, `(${outputs.yPred.shape})`);
  }

  protected override noSums(): Sums {
    const row = new Array<number>(this.#classes).fill(0);
    return { confusion_matrix: row.map(() => [...row]), _num_examples: 0 };
  }

  protected override sumRows(outputs: ReadOutputs, rows: readonly number[]): Sums {
    const matrix = this.noSums().confusion_matrix as number[][];
    for (const row of rows) {
      for (let position = 0; position < outputs.positions; position++) {
        const truth = matrix[this.#labelAt(outputs, row, position)];
        const predicted = predictedClass(outputs, row, position);
        if (truth) truth[predicted] = (truth[predicted] as number) + 1;
      }
    }
    return { confusion_matrix: matrix, _num_examples: rows.length };
  }

  #labelAt({ y, positions }: ReadOutputs, row: number, position: number): number {
    const label = Number(y.data[row * positions + position]);
    if (Number.isInteger(label)) return label;
    throw invalid('y', 'a whole number', String(label), row);
  }

  protected override valueFrom({ confusion_matrix, _num_examples }: Sums): number[][] {
    const matrix = confusion_matrix as Rows;
    const predicted = matrix.map((_, j) => total(matrix.map((row) => row[j] as number)));
    const whole = {
      samples: () => _num_examples as number,
      recall: (row: readonly number[]) => total(row),
      precision: (_: readonly number[], j: number) => predicted[j] as number,
    };
    const average = this.#average;
    if (!average) return matrix.map((row) => [...row]);
    return matrix.map((row) => row.map((count, j) => shareOrZero(count, whole[average](row, j))));
  }
}
