// SPDX-License-Identifier: Apache-2.0
//
// AIF360's MDSSClassificationMetric: the evidence of a group's outcomes against a model's scores, and a
// search for the group with the strongest evidence.

import { requireBoolean, requireNumber, requireOneOf, requireOptions } from '../core/options.js';
import { type CategoryColumn, getLength, type NumberColumn, toNumbers } from '../data/column.js';
import { type DatasetInput, type RowGroups, requireRows } from '../data/condition.js';
import { getFavorable, otherLabel } from '../data/favorable.js';
import type { FeatureMatrix } from '../data/matrix.js';
import { RowMetric, type RowMetricInput } from '../data/row-metric.js';
import type { Wasm as RowsWasm } from '../individual/module.js';
import {
  type BiasScanOptions,
  type BiasScanResult,
  distinct,
  getModel,
  indicator,
  type Scoring,
  scan,
  scorings,
} from './bias-scan.js';
import { ClassificationMetric, classificationOptions } from './classification-metric.js';
import { type ComparedGroups, Groups } from './compared-groups.js';
import { getSource, loadedModules, type MetricModules, type MetricSource, requireDataset } from './metric-source.js';

/** Outcomes, scores, and groups of one data set. */
export interface MDSSInput extends DatasetInput {
  /** Predicted labels, for the inherited metrics. Default: favorable if the score is above 0.5. */
  prediction?: CategoryColumn | undefined;
  /** Numeric features of each row, for `consistency`. */
  features?: FeatureMatrix | undefined;
  /** True labels. */
  label: CategoryColumn;
  /** Estimated probability of the favorable label. */
  score: NumberColumn;
  /** The favorable label. Optional if the labels are a common pair, such as 0 and 1. */
  favorable?: string | number | boolean | undefined;
  /** Default: `Bernoulli`. */
  scoring?: BiasScanOptions['scoring'] | undefined;
  /** The rate for `BerkJones`, between 0 and 1. */
  alpha?: number | undefined;
}

const inputOptions = [...classificationOptions, 'scoring', 'alpha'];
const scanOptions = ['numIters', 'penalty', 'replications', 'seed', 'onProgress', 'signal'];

// The rows of the two groups.
class ComparedRows extends RowMetric {
  constructor(input: RowMetricInput, rows: number) {
    super(input, rows);
  }

  get groups(): RowGroups {
    return this.rowGroups;
  }

  mask(privileged: boolean): Uint8Array {
    return this.getRows(privileged);
  }

  /** Returns the number of tests in the group's condition. */
  tests(privileged: boolean): number {
    const condition = this.conditions[privileged ? 'privileged' : 'unprivileged'] ?? [];
    return condition.reduce((count, clause) => count + Object.keys(clause).length, 0);
  }
}

/**
 * Evidence for bias in scores. Create one with `aif360.mdssClassificationMetric(…)`. Also has the methods of
 * {@link ClassificationMetric}, whose counts are computed on first use. Row weights apply to those, but not
 * to the scores of groups.
 *
 * @example
 * const metric = (await load()).mdssClassificationMetric({
 *   label: [1, 1, 0, 1, 0, 0, 0, 0],
 *   score: [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5],
 *   groups: { sex: [...'mmmmffff'] },
 *   unprivileged: [{ sex: 'm' }],
 *   privileged: [{ sex: 'f' }],
 * });
 * metric.scoreGroups(); // 2.7667
 */
export class MDSSClassificationMetric extends ClassificationMetric {
  readonly #wasm: RowsWasm;
  readonly #rows: ComparedRows;
  readonly #observed: Float64Array;
  readonly #expected: Float64Array;
  readonly #scoring: { scoring: Scoring; alpha: number | undefined };

  /** Requires `await load()` first. Throws like {@link Aif360.mdssClassificationMetric}. */
  constructor(input: MDSSInput);
  /** @internal */
  constructor(input: MDSSInput, modules: MetricModules);
  constructor(input: MDSSInput, module?: MetricModules) {
    const { wasm, rowsWasm } = loadedModules.of(module);
    requireDataset('mdssClassificationMetric', input, inputOptions);
    if (input.scoring !== undefined) requireOneOf('scoring', input.scoring, scorings);
    const rows = getLength(input.label, 'label');
    super(lazily(() => countedSource({ wasm, rowsWasm }, input)));
    this.#wasm = rowsWasm;
    this.#rows = new ComparedRows(input, rows);
    this.#observed = indicator(input.label, findFavorable(input));
    this.#expected = toNumbers(input.score, 'score');
    this.#scoring = { scoring: input.scoring ?? 'Bernoulli', alpha: input.alpha };
    requireRows('score', this.#expected.length, rows);
    getModel({ ...this.#scoring, alpha: input.alpha ?? 0.5 }, 'positive', this.#observed, this.#expected);
  }

  /** @internal Comparisons use the counts; scores of groups need the rows. */
  protected override comparing(groups: ComparedGroups): this {
    const { wasm, tally } = this.source;
    const compared = new Groups(wasm, tally, groups);
    return new ClassificationMetric({ ...this.source, groups: compared }) as this;
  }

  /**
   * Returns the score of a group, rounded to 4 decimals: the log-likelihood ratio of the best alternative to
   * its scores, minus `penalty` for each test that defines the group; 0 means no evidence. See
   * {@link Aif360.biasScan} for formulas. The factor q of the alternative is found as in AIF360, by bisection
   * of [0.001, 1000] to a width of 0.001.
   *
   * @throws FairwasmError `invalidArgument` if the group was not named, `Gaussian` was chosen (AIF360
   *   scores a single group only with the other functions), or `BerkJones` without `alpha`.
   */
  scoreGroups(
    options: {
      /**
       * True to test whether the privileged group's outcomes are worse than its scores; false to test whether the
       * unprivileged group's are better. Default: true.
       */
      privileged?: boolean;
      /** Subtracted from the score for every test in the group's condition. Default: 1e-17. */
      penalty?: number;
    } = {},
  ): number {
    requireOptions('scoreGroups', options, ['privileged', 'penalty']);
    const privileged = requireBoolean('privileged', options.privileged ?? true);
    const penalty = requireNumber('penalty', options.penalty ?? 1e-17);
    const mask = this.#rows.mask(privileged);
    const observed = this.#observed.filter((_, row) => mask[row]);
    const expected = this.#expected.filter((_, row) => mask[row]);
    const model = getModel(this.#scoring, privileged ? 'negative' : 'positive', observed, expected);
    return this.#wasm.scoreGroup(model, observed, expected, penalty * this.#rows.tests(privileged));
  }

  /**
   * Finds the subgroup whose outcomes are worst (`privileged`, the default) or best relative to its scores,
   * among all that the categories of the `groups` columns define; see {@link Aif360.biasScan}.
   */
  async biasScan(
    options: Pick<BiasScanOptions, 'numIters' | 'penalty' | 'replications' | 'seed' | 'onProgress' | 'signal'> & {
      privileged?: boolean;
    } = {},
  ): Promise<BiasScanResult> {
    requireOptions('biasScan', options, ['privileged', ...scanOptions]);
    const { privileged = true, ...search } = options;
    requireBoolean('privileged', privileged);
    const outcomes = { observed: this.#observed, expected: this.#expected };
    const { scoring, alpha } = this.#scoring;
    return scan(this.#wasm, this.#rows.groups, outcomes, privileged, {
      ...search,
      scoring,
      ...(alpha !== undefined && { alpha }),
    });
  }
}

function lazily(make: () => MetricSource): MetricSource {
  let made: MetricSource | undefined;
  const source = () => {
    made ??= make();
    return made;
  };
  return {
    get wasm() {
      return source().wasm;
    },
    get tally() {
      return source().tally;
    },
    get favorable() {
      return source().favorable;
    },
    get groups() {
      return source().groups;
    },
    get rows() {
      return source().rows;
    },
    get rowsWasm() {
      return source().rowsWasm;
    },
  };
}

function countedSource(modules: MetricModules, input: MDSSInput): MetricSource {
  const favorable = findFavorable(input);
  const codes = Uint8Array.from(toNumbers(input.score, 'score'), (score) => (score > 0.5 ? 1 : 0));
  const prediction = input.prediction ?? {
    codes,
    categories: [otherLabel(favorable, distinct(input.label)), favorable],
  };
  return getSource(modules, { ...input, favorable, prediction }, { label: true, prediction: true, score: true });
}

function findFavorable({ label, favorable }: MDSSInput): string {
  return getFavorable(favorable, distinct(label))[0] as string;
}
