// SPDX-License-Identifier: Apache-2.0
//
// BA_MALS: bias amplification as in Zhao et al., Men Also Like Shopping: Reducing Gender Bias
// Amplification using Corpus-confidence Constraints, 2017.

import { limitArguments } from '../core/arity.js';
import { requireOneOf } from '../core/options.js';
import type { Cooccurrence } from './cooccurrence.js';
import type { DrawOptions } from './draws.js';
import {
  CooccurrenceMetric,
  type CooccurrenceMetricOptions,
  type LabelChoice,
  type Matrix,
} from './metric.js';
import { type BiasAmplification, pairAmplification } from './pairs.js';

export interface MALSOptions extends CooccurrenceMetricOptions {
  /**
   * Which attribute predicted tasks are counted with. `true`, the default: the rows' own, as whoever asks how
   * a classifier treats known groups. `predicted`: the predicted one, as in Zhao et al. 2017, whose model
   * predicts objects and gender together, so that b̃ is what a corpus annotated by it would say.
   */
  attribute?: 'true' | 'predicted' | undefined;
}

/**
 * Bias amplification after Zhao et al. 2017, for the pairs that are biased toward an attribute:
 * b(a, t) = n(a, t) / Σ_a n(a, t) > 1/|A|. The paper takes b* from the training set (`train`) and b̃ from
 * predicted tasks with predicted attributes (`attribute: 'predicted'`); its 1/|O| is 1/|T| here.
 *
 * @example
 * const counts = (await load()).cooccurrence({ taskPrediction: true });
 * counts.update({
 *   attribute: ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'],
 *   task: ['cooks', 'cooks', 'cooks', 'rides', 'cooks', 'rides', 'rides', 'rides'],
 *   taskPrediction: ['cooks', 'cooks', 'cooks', 'cooks', 'rides', 'rides', 'rides', 'rides'],
 * });
 * const { value } = await new BA_MALS(counts).computeBiasAmp();
 * value; // 0.25
 */
export class BA_MALS extends CooccurrenceMetric {
  /** Which attribute predicted tasks are counted with. */
  readonly attribute: 'true' | 'predicted';

  constructor(counts: Cooccurrence, options: MALSOptions = {}, ...surplus: never[]) {
    super(counts, options, ...surplus);
    const { attribute = 'true' } = options;
    this.attribute = requireOneOf('attribute', attribute, ['true', 'predicted']);
  }

  /** @internal */
  protected override customOptions(): readonly string[] {
    return ['attribute'];
  }

  /**
   * b(a, t) = n(a, t) / Σ_a n(a, t), attributes x tasks: the bias score of the paper. NaN for a task
   * that occurs with no attribute; 0 with `definition: 'bias_amplification'`.
   */
  override computeAgivenT(choice: LabelChoice = {}): Matrix {
    return this.pairMatrix(choice, 'biasScores');
  }

  /**
   * 1 where the pair is biased, b(a, t) > 1/|A|, else 0; attributes x tasks. Exact, except that
   * `definition: 'bias_amplification'` compares rounded quotients like its model.
   */
  checkBias(): Matrix {
    return this.referenceMatrix('AtoT', 'biasedPairs');
  }

  /**
   * `paper`: 1/|T| Σ over biased pairs of b̂(a, t) - b(a, t), with b̂ from the predicted tasks, and the true
   * or the predicted attributes, and b from the training rows, or else the true labels. A biased pair whose task is never predicted with any
   * attribute is undefined and left out of the sum. Between -1 and 1.
   *
   * `bias_amplification`: 1/|T| Σ over biased pairs of P(a, t̂) - P(a, t). It compares joint
   * probabilities, in spite of its documentation, and so grows with how often a task is predicted.
   *
   * @throws FairwasmError `invalidState` without rows, attributes, tasks or predicted tasks, or without the
   *   predicted attributes that were asked for.
   */
  computeBiasAmp(options: DrawOptions = {}): Promise<BiasAmplification> {
    const reason = (_: string, task: string) => `${task} is never predicted with any attribute`;
    return pairAmplification(
      this.counts,
      'AtoT',
      {
        metric: 'mals',
        definition: this.definition,
        train: this.train,
        predictedFrom: this.attribute === 'predicted',
        reason,
      },
      options,
    );
  }
}

limitArguments(BA_MALS, { computeAgivenT: 1, computeBiasAmp: 1 });
