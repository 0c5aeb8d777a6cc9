// SPDX-License-Identifier: Apache-2.0
//
// Scores and outcomes by group: ROC and calibration curves, AUC, calibration error, and Brier score, with
// confidence intervals and differences between groups, and thresholds by group that equalize a rate.

import { invalid, invalidState } from '../../core/error.js';
import { type Estimate, estimate, requireConfidence } from '../../core/estimate.js';
import { getCompanion } from '../../core/handle.js';
import type { Wasm } from '../../core/module.js';
import { requireNumber, requireOneOf, requireOptions, shown } from '../../core/options.js';
import { type Favorable, toLabels } from '../../data/favorable.js';
import { largestAmong } from '../../data/largest-group.js';
import { toNames } from '../../data/named-columns.js';
import type { NamedGroup } from '../../data/named-group.js';
import type { CountedRows } from '../../tally/counted-rows.js';
import { toCountedRows } from '../../tally/counted-rows.js';
import { GroupAccumulator } from '../../tally/group-accumulator.js';
import { noInterval, withoutInterval } from '../../tally/jackknife.js';
import type { ScoreTally as CoreScoreTally } from '../../wasm/core.js';
import type { RocPoint, ScoreGroup, ScoreMeasure } from './score-group.js';
import { getStatistic, isDefined, whyUndefined, whyUnsure } from './score-reasons.js';
import { type ScoreRows, scoreRows } from './score-rows.js';

/** Options for curves and confidence intervals of scores. */
export interface ScoreOptions {
  /**
   * Number of equal bins of the calibration curve in [0, 1]: a divisor of 7200, such as 10, 15, 20, or 100.
   * Default: 10.
   */
  bins?: number | undefined;
  /** Level of the confidence intervals, in (0, 1). Default: 0.95. */
  confidence?: number | undefined;
}

/** The rate to equalize with thresholds. */
export interface ThresholdOptions {
  /** `truePositiveRate` is equal opportunity (Hardt et al. 2016), `selectionRate` is demographic parity. */
  equalize: 'truePositiveRate' | 'selectionRate';
  /** The rate for every group, in [0, 1]. Default: the rate of all rows at a threshold of 0.5. */
  target?: number | undefined;
}

const equalizable = ['truePositiveRate', 'selectionRate'] as const;

function rocPoint(step: readonly number[], positives: number, negatives: number): RocPoint {
  const [threshold, truePositives, falsePositives] = step as [number, number, number];
  return {
    threshold,
    truePositiveRate: truePositives / positives,
    falsePositiveRate: falsePositives / negatives,
    selectionRate: (truePositives + falsePositives) / (positives + negatives),
    accuracy: (truePositives + negatives - falsePositives) / (positives + negatives),
  };
}

function chunks(flat: Float64Array, size: number): number[][] {
  return Array.from({ length: flat.length / size }, (_, i) => [...flat.subarray(i * size, (i + 1) * size)]);
}

type Totals = Pick<
  ScoreGroup,
  | 'rows'
  | 'positives'
  | 'negatives'
  | 'areaUnderCurve'
  | 'areaUnderCurveError'
  | 'averagePrecision'
  | 'averagePrecisionError'
  | 'brierScore'
  | 'logLoss'
  | 'meanScore'
>;

type Known = Totals & NamedGroup;

/**
 * Histograms of scores by group, over any number of batches. Create one with `fair.scoreTally(…)`.
 *
 * @example
 * const fair = await load();
 * const scores = fair.scoreTally(['race']);
 * const [label, score] = [[1, 1, 0, 0, 1, 1, 0, 0], [0.9, 0.8, 0.3, 0.1, 0.7, 0.4, 0.6, 0.2]];
 * scores.update({ groups: { race: [...'aaaabbbb'] }, label, score });
 * scores.by(['race']).map(({ areaUnderCurve }) => areaUnderCurve); // [1, 0.75]
 * scores.overall.areaUnderCurve; // 0.9375
 */
export class ScoreTally extends GroupAccumulator {
  /** @internal */
  declare readonly coreType: CoreScoreTally;
  readonly #wasm: Wasm;
  readonly #favorable: readonly string[];

  /** @internal */
  constructor(wasm: Wasm, groups: readonly string[], favorable: Favorable, stored?: CoreScoreTally) {
    super(wasm, wasm.ScoreTally, groups, stored);
    this.#wasm = wasm;
    this.#favorable = toLabels(favorable) as string[];
  }

  /**
   * Adds rows. If a row is invalid, none is added. With `cluster`, rows are kept, about 20 bytes each, intervals and tests are
   * those of the jackknife over clusters, and the calibration error has none.
   *
   * @throws FairwasmError that names the column and the row: a label that is missing, a score outside
   *   [0, 1], a weight below 0; `missingValue` for a missing cluster; `invalidState` if only some rows have clusters.
   */
  update(rows: ScoreRows): void {
    this.add(scoreRows(rows, this.#favorable));
  }

  /**
   * Adds precomputed counts, for example from a GROUP BY over groups, outcome, and score: `rows[i]` rows have
   * these values. If a row is invalid, none is added.
   *
   * @throws FairwasmError as {@link update}, and `invalidArgument` for an invalid number of rows or impossible sums of weights.
   */
  updateCounted(counted: Pick<ScoreRows, 'groups' | 'label' | 'score'> & Pick<CountedRows, 'rows' | 'weights'>): void {
    requireOptions('updateCounted', counted, ['groups', 'label', 'score', 'rows', 'weights']);
    const { rows, weights, ...columns } = counted;
    const read = scoreRows(columns, this.#favorable);
    this.add({ ...read, ...toCountedRows({ rows, weights }, read.label.length) });
  }

  /** Adds the rows of another tally with the same attributes. Throws `incompatible` for other attributes. */
  merge(other: ScoreTally): void {
    this.mergeCore(getCompanion(this.handle, other, ScoreTally, 'other', 'a ScoreTally'), other);
  }

  /**
   * Returns every combination of the categories of `by`, including those without rows; `[]` returns all rows
   * together.
   *
   * @throws FairwasmError `invalidArgument` for an unknown attribute, an unknown option, another number of
   *   bins, or a confidence that is not between 0 and 1.
   */
  by(by: string | readonly string[], options: ScoreOptions = {}): ScoreGroup[] {
    const attributes = toNames('by', by);
    requireOptions('scores', options, ['bins', 'confidence']);
    const { bins, confidence } = checked(options);
    const known = this.#known(attributes);
    const getReports = (rows: CoreScoreTally) => this.#wasm.scoreReports(rows, [...attributes], bins, confidence);
    const reports = getReports(this.handle);
    const jackknife = this.jackknife(
      this.#wasm,
      (rows) => getReports(rows).flatMap((report) => getValues(report.measures, 3)),
      confidence,
    );
    const count = this.#wasm.scoreMeasures().length;
    return known.map((own, i) => {
      const report = reports[i] as (typeof reports)[0];
      const { operations, calibration, cases } = report;
      const measures = chunks(report.measures, 3);
      const calibrationCurve = chunks(calibration, 6).map((bin) => {
        const [upper, weight, scores, positives] = bin as [number, number, number, number];
        return { upper, weight, meanScore: scores / weight, positiveRate: positives / weight };
      });
      const estimates = this.#named((measure, m) => {
        const [value, low, high] = measures[m] as [number, number, number];
        const warning = whyUnsure(measure, low, cases);
        const independent = estimate(value, () => whyUndefined(own), { ci: [low, high], warning });
        if (!jackknife) return independent;
        const statistic = getStatistic(measure);
        return statistic
          ? jackknife.estimate(independent, (values) => values[i * count + m] as number, statistic)
          : withoutInterval(independent);
      });
      return {
        ...own,
        rocCurve: chunks(operations, 3).map((step) => rocPoint(step, own.positives, own.negatives)),
        calibrationCurve,
        expectedCalibrationError: estimates.expectedCalibrationError.value,
        estimates,
      };
    });
  }

  /**
   * Compares every other group that has rows with a reference group: differences of their statistics, with
   * confidence intervals (Zou and Donner 2008) and p-values. The p-value is 1 minus the confidence at which
   * the interval first reaches 0, so the two never contradict each other; `adjustedPValue` adjusts it for all
   * groups (Benjamini and Hochberg). `expectedCalibrationError` has no p-value, because its estimate depends
   * on the number of rows even if groups are equal; use its interval, which accounts for that.
   *
   * @example
   * // scores: as in the example of ScoreTally.
   * const [{ categories, values }] = scores.differences(['race'], { reference: { race: 'a' } });
   * [categories.race, values.areaUnderCurve.value]; // ["b", -0.25]
   *
   * @throws FairwasmError `invalidArgument` as {@link ScoreTally.by}, and for a reference that has no rows.
   */
  differences(
    by: string | readonly string[],
    options: ScoreOptions & {
      /**
       * Categories of the reference group; if several groups have them, the largest of those. Default: the
       * largest group.
       */
      reference?: Readonly<Record<string, string | number | boolean>> | undefined;
    } = {},
  ): (NamedGroup & {
    /** Categories of the reference group. */
    reference: Readonly<Record<string, string>>;
    /** Value of the group minus that of the reference group, with confidence interval and p-value. */
    values: Readonly<Record<keyof ScoreGroup['estimates'], Estimate>>;
  })[] {
    const attributes = toNames('by', by);
    requireOptions('differences', options, ['reference', 'bins', 'confidence']);
    const { bins, confidence } = checked(options);
    const known = this.#known(attributes);
    const reference = largestAmong(known, attributes, options.reference);
    const compare = (rows: CoreScoreTally) =>
      this.#wasm.scoreDifferences(rows, [...attributes], reference, bins, confidence);
    const { groups, cases } = compare(this.handle);
    const jackknife = this.jackknife(
      this.#wasm,
      (rows) => compare(rows).groups.flatMap((each) => getValues(each, 4)),
      confidence,
    );
    const measures = this.#wasm.scoreMeasures().length;
    const differences = groups.map((each) => chunks(each, 4));
    const at = (group: number, measure: number) => differences[group]?.[measure] as Difference;
    const others = known.flatMap(({ rows }, i) => (rows > 0 && i !== reference ? [i] : []));
    const names: readonly ScoreMeasure[] = this.#wasm.scoreMeasures();
    const bounds =
      jackknife &&
      others.map((group) =>
        names.map((name, m) => {
          if (getStatistic(name) === undefined) return noInterval;
          const max = name === 'logLoss' ? Number.POSITIVE_INFINITY : 1;
          return jackknife.bound((values) => values[group * measures + m] as number, 'signed', { max });
        }),
      );
    const adjusted = Array.from({ length: measures }, (_, m) =>
      this.#wasm.adjustPValues(
        Float64Array.from(others, (group, place) =>
          bounds ? (bounds[place]?.[m]?.pValue ?? Number.NaN) : at(group, m)[3],
        ),
      ),
    );
    const base = known[reference] as Known;
    return others.map((group, place) => {
      const own = known[group] as Known;
      const fewest = Math.min(cases[group] as number, cases[reference] as number);
      const values = this.#named((measure, m) => {
        const [value, low, high, pValue] = at(group, m);
        const undefinedIn = isDefined(own, measure) ? base : own;
        return estimate(value, () => whyUndefined(undefinedIn), {
          ...(bounds?.[place]?.[m] ?? { ci: [low, high], pValue, warning: whyUnsure(measure, low, fewest) }),
          adjustedPValue: adjusted[m]?.[place],
        });
      });
      const { categories, name } = own;
      return { categories, name, reference: base.categories, values };
    });
  }

  /** All rows together. */
  get overall(): ScoreGroup {
    return this.by([])[0] as ScoreGroup;
  }

  /**
   * Returns, for each group with the required rows, the threshold at which its rate comes closest to the
   * target; the higher one in case of a tie. Rates change in steps, one for each distinct score, so they
   * cannot always be equal: compare the returned rates.
   *
   * @throws FairwasmError `invalidArgument` for a target outside [0, 1], `invalidState` if it is omitted and all rows together do not define it.
   */
  equalizingThresholds(
    by: string | readonly string[],
    options: {
      /** `truePositiveRate` is equal opportunity (Hardt et al. 2016), `selectionRate` is demographic parity. */
      equalize: 'truePositiveRate' | 'selectionRate';
      /** The rate for every group, in [0, 1]. Default: the rate of all rows at a threshold of 0.5. */
      target?: number | undefined;
    },
  ): (ScoreGroup['rocCurve'][number] & NamedGroup)[] {
    requireOptions('equalizingThresholds', options, ['equalize', 'target']);
    const equalize = requireOneOf('equalize', options.equalize, equalizable);
    const { target = this.#rateAtHalf(equalize) } = options;
    if (!(requireNumber('target', target) >= 0 && target <= 1)) {
      throw (Number.isNaN(target) ? invalidState : invalid)('target', 'a rate in [0, 1]', shown(target));
    }
    const away = (point: RocPoint) => Math.abs(point[equalize] - target);
    return this.by(by).flatMap(({ categories, name, rocCurve }) => {
      const [first] = rocCurve;
      if (!first || rocCurve.length < 2 || Number.isNaN(rocCurve[1]?.[equalize])) return [];
      const best = rocCurve.reduce((a, b) => (away(b) < away(a) ? b : a), first);
      return [{ categories, name, ...best }];
    });
  }

  #known(by: readonly string[]): Known[] {
    const { codes } = this.#wasm.scoreGroups(this.handle, [...by]);
    const totals: Totals[] = this.#wasm.scoreSummaries(this.handle, [...by]);
    return this.getGroups(codes, by, totals.length).map((group, i) => ({ ...group, ...(totals[i] as Totals) }));
  }

  #named(make: (measure: ScoreMeasure, place: number) => Estimate) {
    const names: readonly ScoreMeasure[] = this.#wasm.scoreMeasures();
    return Object.fromEntries(names.map((name, i) => [name, make(name, i)])) as Record<ScoreMeasure, Estimate>;
  }

  #rateAtHalf(rate: ThresholdOptions['equalize']): number {
    const selecting = this.overall.rocCurve.filter(({ threshold }) => threshold >= 0.5);
    return selecting.at(-1)?.[rate] ?? Number.NaN;
  }
}

/** Returns the first of every `width` numbers. */
const getValues = (flat: Float64Array, width: number): number[] =>
  Array.from({ length: flat.length / width }, (_, i) => flat[i * width] as number);

/** Value, interval and p-value, as the core has them. */
type Difference = [value: number, low: number, high: number, pValue: number];

function checked({ bins = 10, confidence }: ScoreOptions) {
  if (!(Number.isInteger(bins) && bins > 0)) {
    throw invalid('bins', 'a divisor of 7200, such as 10, 15, 20 or 100', shown(bins));
  }
  return { bins, confidence: requireConfidence(confidence) };
}
