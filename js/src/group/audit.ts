// SPDX-License-Identifier: Apache-2.0
//
// The group-fairness audit: from columns of decisions to frames and a report. `Auditor` takes rows in
// any number of batches; `Audit` is what can be asked once they are in.

import { FairwasmError } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import type { CategoryColumn, NumberColumn } from '../data/column.js';
import { toNumbers } from '../data/column.js';
import {
  type Favorable,
  guessFavorable,
  otherLabel,
  resolveFavorable,
  toLabels,
} from '../data/favorable.js';
import { keepCompleteRows } from '../data/missing.js';
import { type Report, type ReportContext, reportOf } from '../report/report.js';
import { type CountedRows, Tally, type TallyRows } from '../tally/tally.js';
import { ClassificationMetric } from './classification-metric.js';
import { type ComparedGroups, Groups } from './compared-groups.js';
import { Frame } from './frame.js';
import { defaultUncertainty, type UncertaintyOptions } from './uncertainty.js';

/** How rows are to be read; see the fields of {@link AuditInput} for the columns themselves. */
export interface AuditOptions {
  /**
   * The favorable label or labels: the outcome that counts as positive. May be left out where the labels
   * are a usual pair such as 0 and 1 or no and yes.
   */
  favorable?: Favorable | undefined;
  /** The reference category of an attribute; left out: its largest group. */
  privileged?: Readonly<Record<string, string | number | boolean>> | undefined;
  /** Predictions are made from scores: favorable where score >= threshold. */
  threshold?: number | undefined;
  /**
   * What happens to a row whose label, prediction, score or weight is missing: `error` (the default)
   * stops with its row number, `drop` leaves it out and counts it. A missing group is never dropped: it
   * is a group of its own, named (missing).
   */
  missing?: 'error' | 'drop' | undefined;
  /** How intervals and tests are computed; `false`: not at all, where only the values are wanted. */
  uncertainty?: UncertaintyOptions | false | undefined;
}

/** The columns of an audit, all of one length, and how to read them. */
export interface AuditInput extends AuditOptions {
  /** True outcomes. Without them only selection rates can be audited. */
  label?: CategoryColumn | undefined;
  /** Predicted outcomes or decisions. */
  prediction?: CategoryColumn | undefined;
  /** Estimated probability of the favorable outcome. With `threshold` it stands in for predictions. */
  score?: NumberColumn | undefined;
  /** Columns that say which group a row belongs to, by attribute. */
  groups: Readonly<Record<string, CategoryColumn>>;
  /** Instance weights, 0 or more; left out: 1. */
  weight?: NumberColumn | undefined;
}

/** Which columns of a table are what; the fields are those of {@link AuditInput}, with names for columns. */
export interface NamedColumns {
  label?: string | undefined;
  prediction?: string | undefined;
  score?: string | undefined;
  weight?: string | undefined;
  groups: readonly string[];
}

/** Which columns an {@link Auditor} will be given. */
export interface AuditorOptions extends AuditOptions {
  groups: readonly string[];
  label?: boolean;
  prediction?: boolean;
  score?: boolean;
}

/** Reads rows batch by batch. Make one with `fair.auditor(…)`. */
export class Auditor {
  readonly #wasm: Wasm;
  readonly #options: AuditorOptions;
  readonly #tally: Tally;
  #favorable: string[] | undefined;
  #dropped = 0;

  /** @internal */
  constructor(wasm: Wasm, options: AuditorOptions) {
    const { groups, label = false, prediction = false, score = false, threshold } = options;
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
    this.#wasm = wasm;
    this.#options = options;
    this.#favorable = toLabels(options.favorable);
    this.#tally = new Tally(wasm, {
      groups,
      label,
      prediction: prediction || threshold !== undefined,
      score,
    });
  }

  /**
   * Adds rows. All or nothing, like {@link Tally.update}.
   *
   * @throws FairwasmError that names the column and the row, counted from the start of this batch.
   */
  update(rows: TallyRows): void {
    if (this.#options.missing !== 'drop') {
      this.#add(rows);
      return;
    }
    const { rows: kept, dropped, origins } = keepCompleteRows(rows);
    try {
      this.#add(kept);
    } catch (error) {
      throw atOrigin(error, origins);
    }
    this.#dropped += dropped;
  }

  /** Adds rows that were counted elsewhere, by a GROUP BY for instance. */
  updateCounted(counted: CountedRows): void {
    this.#tally.addCounted(counted);
  }

  /** The counts of what was read so far. */
  get tally(): Tally {
    return this.#tally;
  }

  /**
   * Everything that was read so far, ready to be asked. `uncertainty` takes the place of the auditor's own:
   * `false` gives figures at once, where intervals take their time.
   */
  audit(instead: Pick<AuditOptions, 'uncertainty'> = {}): Audit {
    const options = { ...this.#options, favorable: this.#favorable, ...instead };
    return new Audit(this.#wasm, this.#tally, options, this.#dropped);
  }

  /**
   * Frees its WebAssembly memory at once; otherwise that happens when it is garbage-collected. What it
   * counted goes with it, also for audits made of it: frames and reports that were asked for before stay.
   */
  [Symbol.dispose](): void {
    this.#tally[Symbol.dispose]();
  }

  #add(rows: TallyRows): void {
    const weight = rows.weight && requireWeights(toNumbers(rows.weight, 'weight'));
    this.#tally.update({ ...rows, weight, ...this.#thresholded(rows) });
  }

  // Predictions from scores use the favorable label's own name, so it has to be known by now.
  #thresholded(rows: TallyRows): Pick<TallyRows, 'prediction'> | undefined {
    const { threshold } = this.#options;
    if (threshold === undefined || rows.score === undefined) return undefined;
    const scores = toNumbers(rows.score, 'score');
    this.#favorable ??= [this.#guessFromLabels(rows)];
    const favorable = this.#favorable[0] as string;
    const codes = Uint8Array.from(scores, (score) => (score >= threshold ? 1 : 0));
    return { prediction: { codes, categories: [otherLabel(favorable), favorable] } };
  }

  #guessFromLabels(rows: TallyRows): string {
    if (rows.label === undefined) return '1';
    const probe = new Tally(this.#wasm, { label: true });
    try {
      probe.update({ label: rows.label });
      return (
        guessFavorable(probe.labels) ?? (resolveFavorable(undefined, probe.labels)[0] as string)
      );
    } finally {
      probe[Symbol.dispose]();
    }
  }
}

function atOrigin(error: unknown, origins: readonly number[] | undefined): unknown {
  if (!(error instanceof FairwasmError) || error.row === undefined || !origins) return error;
  return new FairwasmError(error.code, { ...error, row: origins[error.row] });
}

function requireWeights(weights: Float64Array): Float64Array {
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
export class Audit {
  readonly #wasm: Wasm;
  readonly #options: AuditOptions;
  readonly #frames = new Map<string, Frame>();
  /** The counts behind all answers. */
  readonly tally: Tally;
  /** The labels that count as positive. */
  readonly favorable: readonly string[];
  /** Rows left out because something was missing in them. */
  readonly droppedRows: number;

  /** @internal */
  constructor(wasm: Wasm, tally: Tally, options: AuditOptions, droppedRows = 0) {
    this.#wasm = wasm;
    this.#options = options;
    this.tally = tally;
    this.favorable = resolveFavorable(toLabels(options.favorable), tally.labels);
    this.droppedRows = droppedRows;
    this.#requirePrivileged();
  }

  /** The attributes by which groups are made. */
  get attributes(): readonly string[] {
    return this.tally.groups.map(({ name }) => name);
  }

  /**
   * Rates by the categories of one attribute, or of several crossed.
   *
   * @throws FairwasmError `invalidArgument` for an unknown attribute.
   */
  frame(by: string | readonly string[]): Frame {
    const attributes = [by].flat();
    const key = JSON.stringify(attributes);
    const known = this.#frames.get(key);
    if (known) return known;
    const { privileged, uncertainty } = this.#options;
    const options = { favorable: this.favorable, privileged, uncertainty };
    const frame = new Frame(this.#wasm, this.tally, attributes, options);
    this.#frames.set(key, frame);
    return frame;
  }

  /**
   * The metrics of AIF360's ClassificationMetric, comparing any two groups.
   *
   * @throws FairwasmError `invalidArgument` for an unknown attribute or groups that overlap,
   *   `invalidState` where there are no true labels or no predictions.
   */
  classificationMetric(groups: ComparedGroups = {}): ClassificationMetric {
    const { label, prediction } = this.tally.columns;
    if (!label || !prediction) {
      throw new FairwasmError('invalidState', {
        argument: label ? 'prediction' : 'label',
        expected: 'true labels and predictions',
        actual: `no ${label ? 'predictions' : 'true labels'}`,
      });
    }
    return new ClassificationMetric({
      wasm: this.#wasm,
      tally: this.tally,
      favorable: this.favorable,
      groups: new Groups(this.#wasm, this.tally, groups),
    });
  }

  /** Everything at once, as plain data for JSON, a page or a terminal. */
  report(context: ReportContext = {}): Report {
    const { threshold, uncertainty = {} } = this.#options;
    const settings = uncertainty && { ...defaultUncertainty, ...uncertainty };
    return reportOf(this, { threshold, ...context }, settings || null);
  }

  /** Frees the tally's WebAssembly memory at once; otherwise that happens when it is garbage-collected. */
  [Symbol.dispose](): void {
    this.tally[Symbol.dispose]();
  }

  #requirePrivileged(): void {
    for (const [attribute, category] of Object.entries(this.#options.privileged ?? {})) {
      const group = this.tally.groups.find(({ name }) => name === attribute);
      const known = group ? group.categories : this.attributes;
      if (group?.categories.includes(String(category))) continue;
      throw new FairwasmError('invalidArgument', {
        argument: 'privileged',
        expected: `${group ? `a category of ${attribute}` : 'a group attribute'}: ${known.join(', ')}`,
        actual: `'${group ? category : attribute}'`,
      });
    }
  }
}
