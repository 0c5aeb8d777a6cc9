// SPDX-License-Identifier: Apache-2.0
//
// Reads the rows of an audit in batches, or precomputed counts, and returns its results.

import { FairwasmError, invalid, missingValue } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import { isPlain, requireOneOf, requireOptions, shown } from '../core/options.js';
import { type CategoryColumn, type NumberColumn, toNumbers } from '../data/column.js';
import { ColumnWatch } from '../data/column-watch.js';
import { toLabels } from '../data/favorable.js';
import { maxGroups } from '../data/group-limit.js';
import { requireColumns as requireGroupColumns } from '../data/named-columns.js';
import { type MissingTexts, toMissingTexts } from '../data/value.js';
import { requireWeights } from '../data/weights.js';
import { keepCompleteCounts, keepCompleteRows } from '../tally/missing.js';
import { requireColumns } from '../tally/rows.js';
import { type CountedRows, Tally, type TallyColumns, type TallyRows } from '../tally/tally.js';
import { decided, predictionsAt, reachedThreshold } from '../tally/thresholded-tally.js';
import { Audit } from './audit.js';
import {
  type AuditInput,
  type AuditNotes,
  type AuditOptions,
  type AuditorOptions,
  type Finished,
  requireAuditOptions,
  scoresUnused,
} from './audit-input.js';
import { WeightWatch } from './warnings.js';

/**
 * Reads rows in batches. Create one with `fair.auditor(…)`.
 *
 * @example
 * const fair = await load();
 * const auditor = fair.auditor({ groups: ['sex'], label: true, prediction: true });
 * auditor.update({ groups: { sex: ['f', 'f'] }, label: [1, 0], prediction: [1, 1] });
 * auditor.update({ groups: { sex: ['m', 'm'] }, label: [1, 0], prediction: [1, 0] }); // as batches come
 * auditor.audit().frame('sex').difference('falsePositiveRate').value; // 1
 */
export class Auditor<Attribute extends string = string> {
  readonly #wasm: Wasm;
  readonly #options: AuditorOptions<Attribute>;
  readonly #tally: Tally;
  readonly #columns: Required<TallyColumns>;
  readonly #missingTexts: MissingTexts;
  readonly #favorable: readonly string[] | undefined;
  readonly #weights = new WeightWatch();
  readonly #watched = new ColumnWatch();
  #hasOnlyProbabilities = true;
  #dropped = 0;
  #decided: Tally | undefined;

  /** @internal */
  constructor(wasm: Wasm, options: AuditorOptions<Attribute>) {
    const { groups, label = false, prediction = false, score = false, threshold } = options;
    const { cluster = false, missing = 'error', missingValues } = options;
    if (!prediction && !label && threshold === undefined) {
      throw invalid('prediction', 'a prediction, a score with a threshold, or at least a label', 'none of them');
    }
    if (threshold !== undefined && (prediction || !score || !Number.isFinite(threshold))) {
      throw invalid(
        'threshold',
        'a finite number with a score and without a prediction',
        prediction ? 'a threshold and a prediction' : `${threshold}`,
      );
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
      { max: { groups: maxGroups, labels: maxLabels } },
    );
  }

  /**
   * Adds rows. If a row is invalid, none is added; see {@link Tally.update}.
   *
   * @throws FairwasmError that names the column and the row, counted from the start of this batch. `tooLarge`
   *   for a column with more than 10,000 groups or 4,096 labels.
   */
  update(rows: TallyRows): void {
    const length = requireColumns(this.#columns, rows);
    if (this.#options.missing !== 'drop') {
      try {
        this.#add(rows);
      } catch (error) {
        throw explain(error);
      }
      return;
    }
    const { rows: kept, dropped, origins } = keepCompleteRows(rows, length, this.#missingTexts);
    try {
      this.#add(kept);
    } catch (error) {
      throw explain(error, origins);
    }
    this.#dropped += dropped;
  }

  /**
   * Adds precomputed counts, for example from a GROUP BY; see {@link Tally.updateCounted}. With a threshold,
   * `prediction` is 1 for rows that reach it and 0 otherwise; omit `scores` if they are not probabilities.
   *
   * @throws FairwasmError as {@link Tally.updateCounted}; `row` counts the rows of the counts.
   */
  updateCounted(counted: CountedRows): void {
    const { missing, threshold } = this.#options;
    requireCounted(counted);
    const given = threshold === undefined ? counted : this.#predicted(counted);
    if (missing === 'drop') this.#addComplete(given);
    else this.#tally.updateCounted(given);
    this.#watch(given);
    if (threshold !== undefined && !counted.scores) this.#hasOnlyProbabilities = false;
    this.#decided = undefined;
  }

  /** Number of rows dropped so far because of missing values. */
  get droppedRows(): number {
    return this.#dropped;
  }

  /**
   * The counts of the rows read so far. With a threshold, they are a copy whose predictions have the labels
   * read so far.
   *
   * @throws FairwasmError `invalidArgument`, with a threshold, if the favorable label cannot be guessed.
   */
  get tally(): Tally {
    if (this.#options.threshold === undefined) return this.#tally;
    this.#decided ??= decided(this.#wasm, this.#tally, this.#favorable, this.#hasOnlyProbabilities);
    return this.#decided;
  }

  /**
   * Returns the audit of all rows read so far. `uncertainty` overrides the auditor's option: `false` returns
   * the figures immediately, without confidence intervals.
   */
  audit(instead: Pick<AuditOptions, 'uncertainty'> = {}): Audit<Attribute> {
    requireOptions('audit', instead, ['uncertainty']);
    requireAuditOptions('audit', instead, []);
    return new Audit(...this.finished(instead));
  }

  /** @internal Returns the input of the results: everything read so far. */
  finished(instead: Pick<AuditOptions, 'uncertainty'> = {}): Finished {
    return [this.#wasm, this.tally, { ...this.#options, ...instead } as AuditOptions, this.#notes()];
  }

  /** Frees the WebAssembly memory immediately instead of on garbage collection. Audits remain valid. */
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
      this.#tally.updateCounted(counted);
    } catch (error) {
      throw explain(error, origins);
    }
    this.#dropped += dropped;
  }

  // The counts state which rows reach the threshold, so scores are not needed. A missing score is missing
  // from the sums.
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

  #watch({ groups, label, prediction, rows }: Watched): void {
    this.#watched.add({ groups, outcomes: { 'true outcome': label, prediction }, rows });
    this.#watched.addPrediction(label, prediction, { rows });
  }

  #notes(): AuditNotes {
    const improbable = this.#hasOnlyProbabilities ? [] : [scoresUnused];
    return {
      droppedRows: this.#dropped,
      warnings: [...improbable, ...this.#weights.warnings(), ...this.#watched.warnings()],
    };
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
    const prediction = threshold === undefined || !score ? rows.prediction : predictionsAt(threshold, score);
    this.#tally.update({ ...rows, score, weight, prediction });
    this.#watch({ ...rows, prediction });
    if (score && threshold !== undefined) this.#watched.addScores(score, threshold);
    if (improbable >= 0) this.#hasOnlyProbabilities = false;
    if (weight) this.#weights.add(weight);
    this.#decided = undefined;
  }
}

interface Watched {
  groups?: Readonly<Record<string, CategoryColumn>> | undefined;
  label?: CategoryColumn | undefined;
  prediction?: CategoryColumn | undefined;
  rows?: NumberColumn | undefined;
}

const roles = ['label', 'prediction', 'score', 'weight', 'cluster'];

/** @internal Reads the columns of an audit; `what` names the caller in errors. */
export function readColumns<Attribute extends string>(
  what: string,
  wasm: Wasm,
  input: AuditInput<Attribute>,
): Auditor<Attribute> {
  requireAuditOptions(what, input, [...roles, 'groups']);
  requireGroupColumns('groups', input.groups);
  const { groups, label, prediction, score, weight, cluster, ...options } = input;
  const reader = new Auditor<Attribute>(wasm, {
    ...(options as AuditOptions<Attribute>),
    groups: Object.keys(groups) as Attribute[],
    label: label !== undefined,
    prediction: prediction !== undefined,
    score: score !== undefined,
    cluster: cluster !== undefined,
  });
  try {
    reader.update({ groups, label, prediction, score, weight, cluster });
    return reader;
  } catch (error) {
    reader[Symbol.dispose]();
    throw error;
  }
}

const maxLabels = 1 << 12;

function notAProbability(score: number, row: number): FairwasmError {
  return (Number.isNaN(score) ? missingValue : invalid)(
    'score',
    'a probability in [0, 1]; pass a threshold to use other scores',
    Number.isNaN(score) ? 'a missing value' : String(score),
    row,
  );
}

function requireCounted(counted: unknown): void {
  if (isPlain(counted)) return;
  throw invalid('counted', 'columns of precomputed counts, with `rows`', shown(counted));
}

// The row of the caller for an error in the rows that were kept, and the option that keeps only complete rows.
function explain(error: unknown, origins?: readonly number[]): unknown {
  if (!(error instanceof FairwasmError) || error.row === undefined) return error;
  if (origins) return error.with({ row: origins[error.row] });
  if (error.code !== 'missingValue') return error;
  return error.with({ advice: "missing: 'drop' omits such rows" });
}
