// SPDX-License-Identifier: Apache-2.0
//
// The group-fairness audit: from columns of decisions to frames and a report. `Auditor` takes rows in
// any number of batches; `Audit` is what can be asked once they are in.

import { FairwasmError } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import { isPlain, requireOneOf, requireOptions, requireTexts, shown } from '../core/options.js';
import type { CategoryColumn, NumberColumn } from '../data/column.js';
import { toNumbers } from '../data/column.js';
import { type Favorable, resolveFavorable, toLabels } from '../data/favorable.js';
import { type MissingTexts, toMissingTexts } from '../data/value.js';
import { type Outcome, outcomes } from '../metrics/outcome.js';
import { keepCompleteCounts, keepCompleteRows } from '../tally/missing.js';
import { requireColumns } from '../tally/rows.js';
import { type CountedRows, Tally, type TallyColumns, type TallyRows } from '../tally/tally.js';
import { requireLabels, requireNumber } from '../tally/tally-arguments.js';
import { decided, predictionsAt, reachedThreshold } from '../tally/thresholded.js';
import {
  type Compared,
  type Conditional,
  type ConditionalOptions,
  conditional,
  reversals,
} from './conditional.js';
import { Frame } from './frame.js';
import { requireMatchingLabels, requireSharedLabels } from './label-check.js';
import { type OwnCountsMetric, ownCounts } from './own-counts.js';
import type { OwnMetrics } from './own-figures.js';
import { type Report, type ReportContext, reportOf } from './report.js';
import { checked, defaultUncertainty, type UncertaintyOptions } from './uncertainty.js';
import { WeightWatch, warningsOf } from './warnings.js';

/** A category for some of the attributes; any names where those of the attributes are not known. */
type Reference<Attribute extends string> = string extends Attribute
  ? Readonly<Record<string, string | number | boolean>>
  : Readonly<Partial<Record<Attribute, string | number | boolean>>>;

/** How rows are to be read; see the fields of {@link AuditInput} for the columns themselves. */
export interface AuditOptions<Attribute extends string = string> {
  /**
   * The favorable label or labels: the outcome that counts as positive. May be left out where the labels
   * are a usual pair such as 0 and 1 or no and yes.
   */
  favorable?: Favorable | undefined;
  /**
   * What a positive decision is to the person it is made about: a `benefit`, such as a loan, or a `burden`, such as
   * detention. No number depends on it; what a report says of them does: its words, what it begins with, and on which
   * side of a gap a group fares worse. Left out: the words are those of a benefit, and nothing is said of sides.
   */
  outcome?: Outcome | undefined;
  /** The reference category of an attribute; left out: its largest group. */
  privileged?: Reference<Attribute> | undefined;
  /** Predictions are made from scores: favorable where score >= threshold. */
  threshold?: number | undefined;
  /**
   * What happens to a row whose label, prediction, score, weight or cluster is missing: `error` (the default)
   * stops with its row number, `drop` leaves it out and counts it. A missing group is never dropped: it
   * is a group of its own, named (missing).
   */
  missing?: 'error' | 'drop' | undefined;
  /**
   * Texts that stand for a missing value, whatever their case; blank ones always do. Left out: NA, N/A, #N/A,
   * <NA>, NaN, NaT, null and ?.
   */
  missingValues?: readonly string[] | undefined;
  /** How intervals and tests are computed; `false`: not at all, where only the values are wanted. */
  uncertainty?: UncertaintyOptions | false | undefined;
}

/** @internal Throws `invalidArgument` for options of audits that are not known, names and values alike. */
export function requireAuditOptions(
  what: string,
  options: object,
  others: readonly string[],
): void {
  requireOptions(what, options, [...others, ...auditOptions]);
  const { favorable, missing, threshold, uncertainty, privileged, outcome } =
    options as AuditOptions;
  if (favorable !== undefined) requireLabels([favorable].flat());
  if (threshold !== undefined) requireNumber('threshold', threshold);
  if (outcome !== undefined) requireOneOf('outcome', outcome, outcomes);
  if (missing !== undefined) requireOneOf('missing', missing, ['error', 'drop']);
  if (uncertainty !== undefined && uncertainty !== false) checked(uncertainty);
  if (privileged !== undefined) requireReference(privileged);
}

function requireReference(privileged: unknown): void {
  if (isPlain(privileged)) return;
  throw new FairwasmError('invalidArgument', {
    argument: 'privileged',
    expected: "a category for each attribute, such as { sex: 'm' }",
    actual: shown(privileged),
  });
}

const auditOptions = Object.keys({
  favorable: true,
  outcome: true,
  privileged: true,
  threshold: true,
  missing: true,
  missingValues: true,
  uncertainty: true,
} satisfies Record<keyof AuditOptions, true>);

/** The columns of an audit, all of one length, and how to read them. */
export interface AuditInput<Attribute extends string = string>
  extends AuditOptions<NoInfer<Attribute>> {
  /** True outcomes. Without them only selection rates can be audited. */
  label?: CategoryColumn | undefined;
  /** Predicted outcomes or decisions. */
  prediction?: CategoryColumn | undefined;
  /**
   * Estimated probability of the favorable outcome, in [0, 1]. With `threshold` it stands in for predictions,
   * and may be any number: a score that is no probability makes predictions and nothing else.
   */
  score?: NumberColumn | undefined;
  /** Columns that say which group a row belongs to, by attribute. */
  groups: Readonly<Record<Attribute, CategoryColumn>>;
  /** Instance weights, 0 or more; left out: 1. */
  weight?: NumberColumn | undefined;
  /**
   * Whose row it is, where a person may have several rows: rows of one value belong together, and intervals and
   * tests are those of persons, not of rows. Any values; of them nothing is kept but a hash.
   */
  cluster?: CategoryColumn | undefined;
}

/** Which columns of a table are what; the fields are those of {@link AuditInput}, with names for columns. */
export interface NamedColumns<Column extends string = string, Attribute extends Column = Column> {
  label?: Column | undefined;
  prediction?: Column | undefined;
  score?: Column | undefined;
  weight?: Column | undefined;
  cluster?: Column | undefined;
  groups: readonly Attribute[];
}

/** Which columns an {@link Auditor} will be given. */
export interface AuditorOptions<Attribute extends string = string>
  extends AuditOptions<NoInfer<Attribute>> {
  groups: readonly Attribute[];
  label?: boolean;
  prediction?: boolean;
  score?: boolean;
  cluster?: boolean;
}

/** Reads rows batch by batch. Make one with `fair.auditor(…)`. */
export class Auditor<Attribute extends string = string> {
  readonly #wasm: Wasm;
  readonly #options: AuditorOptions<Attribute>;
  readonly #tally: Tally;
  readonly #columns: Required<TallyColumns>;
  readonly #missingTexts: MissingTexts;
  readonly #favorable: readonly string[] | undefined;
  readonly #weights = new WeightWatch();
  #hasOnlyProbabilities = true;
  #dropped = 0;
  #decided: Tally | undefined;

  /** @internal */
  constructor(wasm: Wasm, options: AuditorOptions<Attribute>) {
    const { groups, label = false, prediction = false, score = false, threshold } = options;
    const { cluster = false, missing = 'error', missingValues } = options;
    if (!prediction && !label && threshold === undefined) {
      throw new FairwasmError('invalidArgument', {
        argument: 'prediction',
        expected: 'a prediction, a score with a threshold, or at least a label',
        actual: 'none of them',
      });
    }
    if (threshold !== undefined && (prediction || !score || !Number.isFinite(threshold))) {
      throw new FairwasmError('invalidArgument', {
        argument: 'threshold',
        expected: 'a finite number, beside a score and in the place of a prediction',
        actual: prediction ? 'a threshold and a prediction' : `${threshold}`,
      });
    }
    requireOneOf('missing', missing, ['error', 'drop']);
    this.#wasm = wasm;
    this.#options = options;
    this.#missingTexts = toMissingTexts(missingValues);
    this.#favorable = toLabels(options.favorable);
    this.#columns = { groups, label, prediction, score, cluster };
    this.#tally = new Tally(
      wasm,
      { ...this.#columns, prediction: prediction || threshold !== undefined, missingValues },
      { most: { groups: mostGroups, labels: mostLabels } },
    );
  }

  /**
   * Adds rows. All or nothing, like {@link Tally.update}.
   *
   * @throws FairwasmError that names the column and the row, counted from the start of this batch. `tooLarge`
   *   for a column with more than 10,000 groups or 4,096 labels.
   */
  update(rows: TallyRows): void {
    const length = requireColumns(this.#columns, rows);
    if (this.#options.missing !== 'drop') {
      this.#add(rows);
      return;
    }
    const { rows: kept, dropped, origins } = keepCompleteRows(rows, length, this.#missingTexts);
    try {
      this.#add(kept);
    } catch (error) {
      throw atOrigin(error, origins);
    }
    this.#dropped += dropped;
  }

  /**
   * Adds rows that were counted elsewhere, by a GROUP BY for instance; see {@link Tally.addCounted}. Beside a threshold,
   * `prediction` says which of them reach it, 1 or 0, and `scores` are left out where they are no probabilities.
   *
   * @throws FairwasmError as {@link Tally.addCounted}; `row` counts the rows of the counts.
   */
  updateCounted(counted: CountedRows): void {
    const { missing, threshold } = this.#options;
    requireCounted(counted);
    const given = threshold === undefined ? counted : this.#predicted(counted);
    if (missing === 'drop') this.#addComplete(given);
    else this.#tally.addCounted(given);
    if (threshold !== undefined && !counted.scores) this.#hasOnlyProbabilities = false;
    this.#decided = undefined;
  }

  /** Rows left out so far because something was missing in them. */
  get droppedRows(): number {
    return this.#dropped;
  }

  /**
   * The counts of what was read so far. With a threshold they are a copy, whose predictions bear the labels
   * that were read so far.
   *
   * @throws FairwasmError `invalidArgument`, with a threshold, where the favorable label cannot be guessed.
   */
  get tally(): Tally {
    if (this.#options.threshold === undefined) return this.#tally;
    this.#decided ??= decided(this.#wasm, this.#tally, this.#favorable, this.#hasOnlyProbabilities);
    return this.#decided;
  }

  /**
   * Everything that was read so far, ready to be asked. `uncertainty` takes the place of the auditor's own:
   * `false` gives figures at once, where intervals take their time.
   */
  audit(instead: Pick<AuditOptions, 'uncertainty'> = {}): Audit<Attribute> {
    requireOptions('audit', instead, ['uncertainty']);
    requireAuditOptions('audit', instead, []);
    const options = { ...this.#options, ...instead } as AuditOptions;
    return new Audit(this.#wasm, this.tally, options, this.#notes());
  }

  /** Frees its WebAssembly memory at once; otherwise that happens when it is garbage-collected. Audits stay. */
  [Symbol.dispose](): void {
    this.#tally[Symbol.dispose]();
    this.#decided?.[Symbol.dispose]();
  }

  #addComplete(given: CountedRows): void {
    const { groups, label, prediction, scores } = given;
    const columns = { ...this.#columns, prediction: this.#tally.columns.prediction };
    const length = requireColumns(columns, { groups, label, prediction, score: scores?.sum });
    const { counted, dropped, origins } = keepCompleteCounts(given, length, this.#missingTexts);
    try {
      this.#tally.addCounted(counted);
    } catch (error) {
      throw atOrigin(error, origins);
    }
    this.#dropped += dropped;
  }

  // Which rows reach the threshold is known where they were counted; the scores are not needed for it. One that is
  // missing is missing from its sums.
  #predicted(counted: CountedRows): CountedRows {
    const { prediction, scores } = counted;
    const reached = reachedThreshold(prediction, this.#missingTexts);
    const none = reached.map((each) => (each === null ? null : 0));
    return {
      ...counted,
      prediction: predictionsAt(0.5, Float64Array.from(reached, Number)),
      scores: scores ?? { sum: none, squares: none, weighted: none },
    };
  }

  #notes(): AuditNotes {
    const improbable = this.#hasOnlyProbabilities ? [] : [scoresUnused];
    return { droppedRows: this.#dropped, warnings: [...improbable, ...this.#weights.warnings()] };
  }

  #add(rows: TallyRows): void {
    const { threshold } = this.#options;
    const numbers = (name: 'score' | 'weight') => {
      const column = rows[name];
      return column && toNumbers(column, name, this.#missingTexts);
    };
    const score = numbers('score');
    const weight = numbers('weight');
    if (weight) requireWeights(weight);
    const improbable = score?.findIndex((value) => !(value >= 0 && value <= 1)) ?? -1;
    if (score && improbable >= 0 && threshold === undefined) {
      throw notAProbability(score[improbable] as number, improbable);
    }
    const prediction =
      threshold === undefined || !score ? rows.prediction : predictionsAt(threshold, score);
    this.#tally.update({ ...rows, score, weight, prediction });
    if (improbable >= 0) this.#hasOnlyProbabilities = false;
    if (weight) this.#weights.add(weight);
    this.#decided = undefined;
  }
}

/** @internal What is said of scores that made predictions alone. */
export const scoresUnused =
  'The scores are no probabilities: they made predictions and were used for nothing else.';

const mostGroups = 10_000;
const mostLabels = 1 << 12;

// A tally may count any number; comparing them would take minutes, and say nothing.
function requireFewGroups({ groups }: Tally): void {
  const crowd = groups.find(({ categories }) => categories.length > mostGroups);
  if (!crowd) return;
  throw new FairwasmError('tooLarge', {
    argument: crowd.name,
    expected: `at most ${mostGroups} different values`,
    actual: `${crowd.categories.length} of them; put them into ranges, or choose another column`,
  });
}

/** @internal What an auditor saw that the counts do not tell. */
export interface AuditNotes {
  droppedRows?: number;
  warnings?: readonly string[];
}

function notAProbability(score: number, row: number): FairwasmError {
  return new FairwasmError(Number.isNaN(score) ? 'missingValue' : 'invalidArgument', {
    argument: 'score',
    expected: 'a probability in [0, 1], or a threshold beside scores of another kind',
    actual: Number.isNaN(score) ? 'a missing value' : String(score),
    row,
  });
}

function requireCounted(counted: unknown): void {
  if (isPlain(counted)) return;
  throw new FairwasmError('invalidArgument', {
    argument: 'counted',
    expected: 'columns of what was counted, with `rows`',
    actual: shown(counted),
  });
}

function atOrigin(error: unknown, origins: readonly number[] | undefined): unknown {
  if (!(error instanceof FairwasmError) || error.row === undefined || !origins) return error;
  return new FairwasmError(error.code, { ...error, row: origins[error.row] });
}

/** @internal Throws `invalidArgument` for weights below 0. */
export function requireWeights(weights: Float64Array): Float64Array {
  const row = weights.findIndex((weight) => weight < 0);
  if (row < 0) return weights;
  throw new FairwasmError('invalidArgument', {
    argument: 'weight',
    expected: 'a weight of 0 or more',
    actual: String(weights[row]),
    row,
  });
}

/** The answers of an audit. Get one from `fair.audit(…)` or {@link Auditor.audit}. */
export class Audit<Attribute extends string = string> {
  readonly #wasm: Wasm;
  readonly #options: AuditOptions;
  readonly #frames = new Map<string, Frame>();
  /** The counts behind all answers: a copy, which later rows do not change. */
  readonly tally: Tally;
  /** The labels that count as positive. */
  readonly favorable: readonly string[];
  /** Rows left out because something was missing in them. */
  readonly droppedRows: number;
  /** What looks like a mistake in the columns, in sentences: scores that rank backwards, for instance. */
  readonly warnings: readonly string[];

  /** @internal */
  constructor(wasm: Wasm, tally: Tally, options: AuditOptions, notes: AuditNotes = {}) {
    this.#wasm = wasm;
    this.tally = tally.copy();
    requireSharedLabels(wasm, tally); // before a favorable label is looked for among those of both columns
    this.favorable = resolveFavorable(toLabels(options.favorable), tally.labels);
    requireFewGroups(tally);
    requireMatchingLabels(wasm, tally, this.favorable);
    this.#options = { ...options, privileged: this.#privileged(options.privileged) };
    this.droppedRows = notes.droppedRows ?? 0;
    this.warnings = [...(notes.warnings ?? []), ...warningsOf(wasm, tally, this.favorable)];
  }

  /** The attributes by which groups are made. */
  get attributes(): readonly Attribute[] {
    return this.tally.groups.map(({ name }) => name as Attribute);
  }

  /**
   * Rates by the categories of one attribute, or of several crossed.
   *
   * @throws FairwasmError `invalidArgument` for an unknown attribute.
   */
  frame<By extends Attribute>(by: By | readonly By[]): Frame<By> {
    const attributes = requireTexts('by', [by].flat()) as readonly By[];
    const key = JSON.stringify(attributes);
    const known = this.#frames.get(key);
    if (known) return known as Frame<By>;
    const { privileged, uncertainty } = this.#options;
    const options = { favorable: this.favorable, privileged, uncertainty };
    const frame = new Frame(this.#wasm, this.tally, attributes, options);
    this.#frames.set(key, frame);
    return frame;
  }

  /**
   * Groups compared within strata, such as applicants to one department: what the gaps would be if the groups were
   * spread over the strata alike, the common odds ratio, and tests of whether odds and odds ratios are alike in all
   * strata. From the counts: the strata have to be made of attributes that were counted.
   *
   * Undefined (NaN, with a reason) where no stratum has both groups; strata in which one of them has no rate are left
   * out, and `groupShare` and `referenceShare` say how much is left. Where rows are weighted, tests and odds are those of
   * as many rows of equal weight as say as much; where they are of clusters there are neither intervals nor tests.
   *
   * Sources: Cochran 1954; Mantel and Haenszel 1959; Breslow and Day 1980; Tarone 1985; Robins, Breslow and Greenland
   * 1986.
   *
   * @throws FairwasmError `invalidArgument` for an unknown attribute, one that stands on both sides, and for a rate that
   *   is no share of rows.
   */
  conditional(
    by: Attribute | readonly Attribute[],
    options: ConditionalOptions<Attribute>,
  ): Conditional {
    return conditional(this.#compared(by), options);
  }

  /** @internal Sentences on gaps by these attributes that turn around within others. */
  reversals(by: readonly Attribute[], within: readonly string[]): string[] {
    return reversals(this.#compared(by), within);
  }

  /** Everything at once, as plain data for JSON, a page or a terminal. */
  report(context: ReportContext<Attribute> = {}): Report {
    const { threshold, outcome, uncertainty = {} } = this.#options;
    const settings = uncertainty && { ...defaultUncertainty, ...uncertainty };
    const { metrics, ...others } = context;
    const report = reportOf(this as Audit, { threshold, outcome, ...others }, settings || null);
    if (metrics === undefined) return report;
    const own = this.#ownMetrics(
      metrics,
      report.breakdowns.map(({ by }) => by),
      settings || null,
    );
    return { ...report, beside: { ownMetrics: own } };
  }

  /**
   * Metrics of your own: functions of a group's counts, of all rows and by each attribute, and where there are several by
   * all of them crossed. Intervals come from draws of the counts after Jeffreys's prior, half a row in each cell of the
   * confusion matrix, so that they need to know nothing of the function; sums of scores are NaN in these draws, and what
   * is made of them has no interval. Undefined (NaN, with a reason) where the function gives no finite number.
   *
   * @returns What `report({ metrics })` has as `beside.ownMetrics`.
   * @throws FairwasmError `invalidArgument` for what is no function by name, and for one that throws or gives no number.
   */
  ownMetrics(metrics: Readonly<Record<string, OwnCountsMetric>>): OwnMetrics {
    const { uncertainty = {} } = this.#options;
    const single = this.attributes.map((name) => [name]);
    const choices = single.length > 1 ? [...single, [...this.attributes]] : single;
    return this.#ownMetrics(metrics, choices, uncertainty && checked(uncertainty));
  }

  /** Frees the tally's WebAssembly memory at once; otherwise that happens when it is garbage-collected. */
  [Symbol.dispose](): void {
    this.tally[Symbol.dispose]();
  }

  #ownMetrics(
    metrics: Readonly<Record<string, OwnCountsMetric>>,
    choices: readonly (readonly string[])[],
    uncertainty: Required<UncertaintyOptions> | false | null,
  ): OwnMetrics {
    const audited = {
      wasm: this.#wasm,
      tally: this.tally,
      frames: choices.map((by) => (this as Audit).frame(by)),
      overall: this.frame([]),
    };
    return ownCounts(audited, metrics, uncertainty || null);
  }

  #compared(by: Attribute | readonly Attribute[]): Compared {
    const { uncertainty = {} } = this.#options;
    const { confidence = defaultUncertainty.confidence } = uncertainty || {};
    return {
      wasm: this.#wasm,
      tally: this.tally,
      frame: this.frame(by),
      favorable: this.favorable,
      confidence: uncertainty === false ? undefined : confidence,
    };
  }

  // The reference categories under the names that they have in the counts.
  #privileged(given: AuditOptions['privileged'] = {}): Record<string, string> {
    const entries = Object.entries(given).map(([attribute, category]): [string, string] => {
      const group = this.tally.groups.find(({ name }) => name === attribute);
      const name = group && this.tally.categoryOf(attribute, category);
      if (name !== undefined) return [attribute, name];
      const known: readonly string[] = group ? group.categories : this.attributes;
      throw new FairwasmError('invalidArgument', {
        argument: 'privileged',
        expected: `${group ? `a category of ${attribute}` : 'a group attribute'}: ${known.join(', ')}`,
        actual: shown(group ? category : attribute),
      });
    });
    return Object.fromEntries(entries);
  }
}
