// SPDX-License-Identifier: Apache-2.0
//
// AIF360's MDSSClassificationMetric: how strongly the outcomes of a group speak against a model's scores,
// and the search for the group where they do most.

import type { Wasm } from '../core/module.js';
import { type CategoryColumn, lengthOf, type NumberColumn, toNumbers } from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { resolveFavorable } from '../data/favorable.js';
import { RowMetric, type RowMetricInput } from '../data/row-metric.js';
import {
  type BiasScanOptions,
  type BiasScanResult,
  distinct,
  indicator,
  modelOf,
  type Scoring,
  scan,
} from './bias-scan.js';

/** Outcomes, scores and groups of one data set. */
export interface MDSSInput extends RowMetricInput {
  /** True labels. */
  label: CategoryColumn;
  /** Estimated probability of the favorable label. */
  score: NumberColumn;
  /** The favorable label; may be left out where the labels are a usual pair such as 0 and 1. */
  favorable?: string | number | boolean | undefined;
  /** Default `Bernoulli`. */
  scoring?: Scoring | undefined;
  /** The rate that `BerkJones` compares with, between 0 and 1. */
  alpha?: number | undefined;
}

/** Which group, and what naming each of its categories costs. */
export interface ScoreGroupsOptions {
  /**
   * The privileged group (the default), asked whether its outcomes are worse than its scores; or the
   * unprivileged one, whether they are better.
   */
  privileged?: boolean;
  /** Taken off the score for every test in the group's condition. Default 1e-17. */
  penalty?: number;
}

/** How a search by {@link MDSSClassificationMetric.biasScan} is done. */
export type MDSSScanOptions = Pick<
  BiasScanOptions,
  'numIters' | 'penalty' | 'replications' | 'seed' | 'onProgress' | 'signal'
> & { privileged?: boolean };

/** Make one with `fair.mdssClassificationMetric(…)`. Instance weights count in numInstances alone. */
export class MDSSClassificationMetric extends RowMetric {
  readonly #wasm: Wasm;
  readonly #observed: Float64Array;
  readonly #expected: Float64Array;
  readonly #scoring: { scoring: Scoring; alpha: number | undefined };

  /** @internal */
  constructor(wasm: Wasm, input: MDSSInput) {
    const rows = lengthOf(input.label, 'label');
    super(input, rows);
    this.#wasm = wasm;
    this.#observed = indicator(input.label, favorableOf(input));
    this.#expected = toNumbers(input.score, 'score');
    this.#scoring = { scoring: input.scoring ?? 'Bernoulli', alpha: input.alpha };
    requireRows('score', this.#expected.length, rows);
    modelOf(
      { ...this.#scoring, alpha: input.alpha ?? 0.5 },
      'positive',
      this.#observed,
      this.#expected,
    );
  }

  /**
   * The score of a group, rounded to 4 decimals: the log-likelihood ratio of the best alternative to its
   * scores, less `penalty` for each test that names the group; more is stronger evidence, 0 none.
   * Formulas: {@link Fairwasm.biasScan}. The alternative's factor q is found as AIF360 finds it, by
   * bisection of [0.001, 1000] to a width of 0.001.
   *
   * @throws FairwasmError `invalidArgument` where the group was not named, `Gaussian` was chosen (AIF360
   *   scores single groups with the others only), or `BerkJones` without `alpha`.
   */
  scoreGroups({ privileged = true, penalty = 1e-17 }: ScoreGroupsOptions = {}): number {
    const mask = this.rowsOf(privileged);
    const condition = this.conditions[privileged ? 'privileged' : 'unprivileged'] ?? [];
    const tests = condition.reduce((count, clause) => count + Object.keys(clause).length, 0);
    const observed = this.#observed.filter((_, row) => mask[row]);
    const expected = this.#expected.filter((_, row) => mask[row]);
    const model = modelOf(this.#scoring, privileged ? 'negative' : 'positive', observed, expected);
    return this.#wasm.scoreGroup(model, observed, expected, penalty * tests);
  }

  /**
   * The subgroup whose outcomes are worst compared with its scores (`privileged`, the default), or best,
   * among all that the categories of the `groups` columns can name; see {@link Fairwasm.biasScan}.
   */
  biasScan({ privileged = true, ...options }: MDSSScanOptions = {}): Promise<BiasScanResult> {
    const outcomes = { observed: this.#observed, expected: this.#expected };
    const { scoring, alpha } = this.#scoring;
    return scan(this.#wasm, this.rowGroups, outcomes, privileged, {
      ...options,
      scoring,
      ...(alpha !== undefined && { alpha }),
    });
  }
}

function favorableOf({ label, favorable }: MDSSInput): string {
  if (favorable !== undefined) return String(favorable);
  return resolveFavorable(undefined, distinct(label))[0] as string;
}
