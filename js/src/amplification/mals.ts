// SPDX-License-Identifier: Apache-2.0
//
// BA_MALS: bias amplification as in Zhao et al., Men Also Like Shopping: Reducing Gender Bias
// Amplification using Corpus-confidence Constraints, 2017.

import { requireOneOf } from '../core/options.js';
import type { Cooccurrence } from './cooccurrence.js';
import type { DrawOptions } from './draws.js';
import { CooccurrenceMetric, type CooccurrenceMetricOptions, type LabelChoice } from './metric.js';
import { type BiasAmplification, pairAmplification } from './pairs.js';

/**
 * Bias amplification after Zhao et al. 2017, for pairs that are biased toward an attribute: b(a, t) = n(a, t) / Σ_a
 * n(a, t) > 1/|A|. The paper takes b* from the training set (`train`) and b̃ from predicted tasks with predicted
 * attributes (`attribute: 'predicted'`); its 1/|O| is 1/|T| here.
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
  /** The attribute that predicted tasks are counted with. */
  readonly attribute: 'true' | 'predicted';

  constructor(
    counts: Cooccurrence,
    options: CooccurrenceMetricOptions & {
      /**
       * The attribute to count predicted tasks with. `true`: the true attribute, to measure how a classifier treats known
       * groups. `predicted`: the predicted attribute, as in Zhao et al. 2017, whose model predicts objects and gender
       * together, so that b̃ describes a corpus that the model annotated. Default: `true`.
       */
      attribute?: 'true' | 'predicted' | undefined;
    } = {},
  ) {
    super(counts, options);
    const { attribute = 'true' } = options;
    this.attribute = requireOneOf('attribute', attribute, ['true', 'predicted']);
  }

  /** @internal */
  protected override customOptions(): readonly string[] {
    return ['attribute'];
  }

  /**
   * Returns b(a, t) = n(a, t) / Σ_a n(a, t), attributes x tasks: the bias score of the paper. NaN for a task that
   * occurs with no attribute; 0 with `definition: 'bias_amplification'`.
   */
  override computeAgivenT(choice: LabelChoice = {}): number[][] {
    return this.pairMatrix(choice, 'biasScores');
  }

  /**
   * Returns 1 if the pair is biased, b(a, t) > 1/|A|, otherwise 0; attributes x tasks. The comparison is exact,
   * except that `definition: 'bias_amplification'` compares rounded quotients like that package.
   */
  checkBias(): number[][] {
    return this.referenceMatrix('AtoT', 'biasedPairs');
  }

  /**
   * With `paper`, returns 1/|T| Σ over biased pairs of b̂(a, t) - b(a, t), between -1 and 1. b̂ uses the predicted
   * tasks with the true or predicted attributes; b uses the training rows if given, otherwise the true labels. A
   * biased pair whose task is not predicted with any attribute is undefined and excluded from the sum.
   *
   * With `bias_amplification`, returns 1/|T| Σ over biased pairs of P(a, t̂) - P(a, t). It compares joint
   * probabilities, contrary to that package's documentation, and therefore grows with how often a task is predicted.
   *
   * @throws FairwasmError `invalidState` without rows, attributes, tasks, or predicted tasks, or if predicted
   *   attributes are requested and missing.
   */
  computeBiasAmp(options: DrawOptions = {}): Promise<BiasAmplification> {
    const reason = (_: string, task: string) => `${task} is not predicted with any attribute`;
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
