// SPDX-License-Identifier: Apache-2.0
//
// ignite's Loss: the mean of any loss function over batches.

import { invalid, shapeMismatch } from '../core/error.js';
import { BaseMetric, type BaseMetricOptions, type Sums } from './base-metric.js';
import type { Outputs, ReadBatch } from './outputs.js';
import { type Tensor, type TensorInput, takeRows, toTensor } from './tensor.js';

/**
 * The mean of `lossFunction` over all rows. Its range and inputs are not restricted.
 *
 * @example
 * const absolute = new Loss((yPred, y) => Math.abs(Number(yPred.data[0]) - Number(y.data[0]))); // of one row each
 * absolute.update([[21], [20]]);
 * absolute.update([[30], [30]]);
 * absolute.compute(); // 0.5
 */
export class Loss<Output = Outputs> extends BaseMetric<number, Output> {
  readonly #loss: ConstructorParameters<typeof Loss>[0];

  /**
   * @param lossFunction Returns the mean loss of some rows. Predictions and true values are tensors whose first dimension
   *   is the rows.
   * @throws FairwasmError `invalidArgument` if the loss is not a function.
   */
  constructor(
    lossFunction: (yPred: Tensor, y: Tensor) => number,
    options: Omit<BaseMetricOptions<Output>, 'isMultilabel'> = {},
  ) {
    super(options);
    if (typeof lossFunction !== 'function') {
      throw invalid('lossFunction', 'a function of predictions and true values', typeof lossFunction);
    }
    this.#loss = lossFunction;
  }

  override clone(): Loss<unknown> {
    return new Loss<unknown>(this.#loss);
  }

  override read(yPredInput: TensorInput, yInput: TensorInput): ReadBatch {
    const yPred = toTensor(yPredInput, 'yPred');
    const y = toTensor(yInput, 'y');
    const [rows = 0] = y.shape;
    if (yPred.shape[0] === rows) return { rows, yPred, y };
    throw shapeMismatch('yPred', `${rows} rows, as in y`, String(yPred.shape[0]));
  }

  protected override noSums(): Sums {
    return { _sum: 0, _num_examples: 0 };
  }

  protected override signedSums(): readonly string[] {
    return ['_sum'];
  }

  protected override sumRows({ yPred, y }: ReadBatch, rows: readonly number[]): Sums {
    const mean: unknown = this.#loss(takeRows(yPred, rows), takeRows(y, rows));
    if (typeof mean === 'number') return { _sum: mean * rows.length, _num_examples: rows.length };
    throw invalid('lossFunction', 'the mean loss, a number', typeof mean);
  }

  protected override valueFrom({ _sum, _num_examples }: Sums): number {
    return (_sum as number) / (_num_examples as number);
  }
}
