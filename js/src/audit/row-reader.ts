// SPDX-License-Identifier: Apache-2.0
//
// Reads the rows of an audit, in any number of batches, or what was counted of them elsewhere. What is then asked of them
// stands elsewhere, so that a program takes along only what it asks.

import { FairwasmError, invalid } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import { isPlain, requireOneOf, shown } from '../core/options.js';
import { toNumbers } from '../data/column.js';
import { toLabels } from '../data/favorable.js';
import { requireColumns as requireGroupColumns } from '../data/named-columns.js';
import { type MissingTexts, toMissingTexts } from '../data/value.js';
import { requireWeights } from '../data/weights.js';
import { keepCompleteCounts, keepCompleteRows } from '../tally/missing.js';
import { requireColumns } from '../tally/rows.js';
import { type CountedRows, Tally, type TallyColumns, type TallyRows } from '../tally/tally.js';
import { decided, predictionsAt, reachedThreshold } from '../tally/thresholded.js';
import {
  type AuditInput,
  type AuditOptions,
  type AuditorOptions,
  requireAuditOptions,
} from './audit-input.js';
import { WeightWatch } from './warnings.js';

/** Reads rows batch by batch. */
export class RowReader<Attribute extends string = string> {
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
      throw invalid(
        'prediction',
        'a prediction, a score with a threshold, or at least a label',
        'none of them',
      );
    }
    if (threshold !== undefined && (prediction || !score || !Number.isFinite(threshold))) {
      throw invalid(
        'threshold',
        'a finite number, beside a score and in the place of a prediction',
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
      { most: { groups: maxGroups, labels: maxLabels } },
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
   * Adds rows that were counted elsewhere, by a GROUP BY for instance; see {@link Tally.updateCounted}. Beside a threshold,
   * `prediction` says which of them reach it, 1 or 0, and `scores` are left out where they are no probabilities.
   *
   * @throws FairwasmError as {@link Tally.updateCounted}; `row` counts the rows of the counts.
   */
  updateCounted(counted: CountedRows): void {
    const { missing, threshold } = this.#options;
    requireCounted(counted);
    const given = threshold === undefined ? counted : this.#predicted(counted);
    if (missing === 'drop') this.#addComplete(given);
    else this.#tally.updateCounted(given);
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

  /** @internal What the answers are made of: everything that was read so far. */
  finished(instead: Pick<AuditOptions, 'uncertainty'> = {}): Finished {
    return [
      this.#wasm,
      this.tally,
      { ...this.#options, ...instead } as AuditOptions,
      this.#notes(),
    ];
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
      this.#tally.updateCounted(counted);
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

/** @internal What an auditor saw that the counts do not tell. */
export interface AuditNotes {
  droppedRows?: number;
  warnings?: readonly string[];
}

/** @internal */
export type Finished = [wasm: Wasm, tally: Tally, options: AuditOptions, notes?: AuditNotes];

const roles = ['label', 'prediction', 'score', 'weight', 'cluster'];

/** @internal Reads the columns of an audit; `what` is who is asked for it, for errors. */
export function readColumns<Attribute extends string>(
  what: string,
  wasm: Wasm,
  input: AuditInput<Attribute>,
): RowReader<Attribute> {
  requireAuditOptions(what, input, [...roles, 'groups']);
  requireGroupColumns('groups', input.groups);
  const { groups, label, prediction, score, weight, cluster, ...options } = input;
  const reader = new RowReader<Attribute>(wasm, {
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

/** @internal What is said of scores that made predictions alone. */
export const scoresUnused =
  'The scores are no probabilities: they made predictions and were used for nothing else.';

/** Of an attribute that an audit takes. */
export const maxGroups = 10_000;
const maxLabels = 1 << 12;

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
  throw invalid('counted', 'columns of what was counted, with `rows`', shown(counted));
}

function atOrigin(error: unknown, origins: readonly number[] | undefined): unknown {
  if (!(error instanceof FairwasmError) || error.row === undefined || !origins) return error;
  return new FairwasmError(error.code, { ...error, row: origins[error.row] });
}
