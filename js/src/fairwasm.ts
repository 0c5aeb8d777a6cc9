// SPDX-License-Identifier: Apache-2.0
//
// The main entry point: loads the core once and creates everything that needs it.

import { Audit } from './audit/audit.js';
import { type AuditInput, type AuditOptions, type AuditorOptions, requireAuditOptions } from './audit/audit-input.js';
import { Auditor, readColumns } from './audit/auditor.js';
import type { ComparisonInput, PairedAudit } from './audit/comparison/compare.js';
import type { CustomMetrics } from './audit/custom/custom-figures.js';
import type { CustomRowsInput } from './audit/custom/custom-rows.js';
import { RegressionTally } from './audit/scores/regression.js';
import { ScoreTally } from './audit/scores/scores.js';
import { requireBytes } from './core/accumulator.js';
import { withBoundMethods } from './core/bound-methods.js';
import { coreModule, ownCore } from './core/core-module.js';
import type { RunOptions } from './core/long-run.js';
import { type LoadOptions, loadModule, type Wasm } from './core/module.js';
import { requireBoolean, requireOptions } from './core/options.js';
import type { CategoryColumn, NumberColumn } from './data/column.js';
import type { Favorable } from './data/favorable.js';
import { requireNames, toNames } from './data/named-columns.js';
import { type ColumnOf, getColumn, type Table } from './data/table.js';
import { Tally, type TallyOptions } from './tally/tally.js';
import { requireLabels, requireTally } from './tally/tally-arguments.js';

/**
 * A loaded core. Create one with {@link load}; keep and share it freely. Methods whose code most audits do not need load
 * it when they are called, so they return promises.
 *
 * @example
 * const fair = await load();
 * const audit = fair.audit({
 *   label: [1, 1, 0, 0, 1, 1, 0, 0], // who repaid
 *   prediction: [1, 1, 1, 0, 1, 0, 0, 0], // who got the loan
 *   groups: { sex: ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'] },
 * });
 * audit.frame('sex').difference('truePositiveRate').value; // 0.5
 */
export class Fairwasm {
  readonly #wasm: Wasm;

  /** @internal */
  constructor(wasm: Wasm) {
    this.#wasm = wasm;
    ownCore(this, wasm);
  }

  /**
   * Audits decisions by group.
   *
   * @example
   * // fair: the result of `load()`.
   * const region = ['north', 'north', 'north', 'south', 'south', 'south'];
   * const approved = ['yes', 'no', 'yes', 'no', 'yes', 'no'];
   * const loans = fair.audit({ groups: { region }, prediction: approved, favorable: 'yes' });
   * const [south] = loans.frame('region').disparities();
   * [south.group.name, south.values.disparateImpact.value]; // ["south", 0.5]
   *
   * @throws FairwasmError that names the column and the row, if columns are missing, differ in length, or contain
   * invalid values.
   */
  audit<Attribute extends string>(input: AuditInput<Attribute>): Audit<Attribute> {
    const reader = readColumns('audit', this.#wasm, input);
    try {
      return new Audit(...reader.finished());
    } finally {
      reader[Symbol.dispose]();
    }
  }

  /**
   * Audits the rows of a table with columns given by name: an object of columns, an array of row objects, or
   * any object with `getChild(name)`, such as an Arrow table.
   *
   * @example
   * // fair: the result of `load()`.
   * const rows = [
   *   { repaid: 1, approved: 1, sex: 'f' },
   *   { repaid: 0, approved: 1, sex: 'f' },
   *   { repaid: 1, approved: 0, sex: 'm' },
   * ];
   * const ofRows = fair.auditTable(rows, { label: 'repaid', prediction: 'approved', groups: 'sex' });
   * ofRows.frame('sex').group({ sex: 'f' }).rates.accuracy.value; // 0.5
   *
   * @throws FairwasmError as {@link audit}, and for a column that the table does not have.
   */
  auditTable<Rows extends Table, Attribute extends ColumnOf<Rows>>(
    table: Rows,
    request: {
      label?: ColumnOf<Rows> | undefined;
      prediction?: ColumnOf<Rows> | undefined;
      score?: ColumnOf<Rows> | undefined;
      weight?: ColumnOf<Rows> | undefined;
      cluster?: ColumnOf<Rows> | undefined;
      groups: Attribute | readonly Attribute[];
    } & AuditOptions<NoInfer<Attribute>>,
  ): Audit<Attribute> {
    requireAuditOptions('auditTable', request, ['groups', 'weight', ...declared]);
    const { groups: names, label, prediction, score, weight, cluster, ...options } = request;
    const groups = toNames('groups', names) as readonly Attribute[];
    const pick = (name: string | undefined) => (name === undefined ? undefined : getColumn(table, name));
    return this.audit({
      ...options,
      label: pick(label),
      prediction: pick(prediction),
      score: pick(score) as NumberColumn | undefined,
      weight: pick(weight) as NumberColumn | undefined,
      cluster: pick(cluster),
      groups: Object.fromEntries(groups.map((name) => [name, getColumn(table, name)])) as Record<
        Attribute,
        CategoryColumn
      >,
    });
  }

  /**
   * Returns an auditor for rows in batches: from a file larger than memory, or from a stream.
   *
   * @example
   * // fair: the result of `load()`.
   * const auditor = fair.auditor({ groups: ['sex'], prediction: true });
   * auditor.update({ groups: { sex: ['f', 'm'] }, prediction: [1, 1] });
   * auditor.update({ groups: { sex: ['f', 'm'] }, prediction: [0, 1] });
   * auditor.audit().frame('sex').ratio('selectionRate').value; // 0.5
   */
  auditor<Attribute extends string>(options: AuditorOptions<Attribute>): Auditor<Attribute> {
    requireAuditOptions('auditor', options, ['groups', ...declared]);
    requireNames('groups', options.groups);
    for (const role of declared) {
      if (options[role] !== undefined) requireBoolean(role, options[role]);
    }
    return new Auditor(this.#wasm, options);
  }

  /**
   * Audits the counts of a tally, such as rows merged from workers or groups counted by a database.
   *
   * @example
   * // fair: the result of `load()`.
   * const tally = fair.tally({ groups: ['sex'], prediction: true });
   * tally.updateCounted({ groups: { sex: ['f', 'f', 'm', 'm'] }, prediction: [1, 0, 1, 0], rows: [30, 70, 60, 40] });
   * fair.auditTally(tally).frame('sex').ratio('selectionRate').value; // 0.5
   */
  auditTally(tally: Tally, options: AuditOptions = {}): Audit {
    requireTally(this.#wasm, tally);
    requireAuditOptions('auditTally', options, []);
    return new Audit(this.#wasm, tally, options);
  }

  /**
   * Compares two predictions for the same rows by group: what a new model changes for each group, and whether
   * it widens or narrows the gaps. More precise than two separate audits, because the rows are paired.
   *
   * @example
   * // fair: the result of `load()`.
   * const compared = await fair.compare({
   *   label: [1, 1, 0, 1, 1, 0],
   *   predictions: { a: [1, 0, 0, 1, 1, 0], b: [1, 1, 0, 0, 1, 0] }, // the model in use, and the new one
   *   groups: { sex: ['f', 'f', 'f', 'm', 'm', 'm'] },
   * });
   * const { a, b } = compared.frame('sex').group({ sex: 'm' }).rates.truePositiveRate;
   * [a.value, b.value]; // [1, 0.5]
   *
   * @throws FairwasmError as {@link audit}; a missing label, prediction, or weight is an error.
   */
  async compare(input: ComparisonInput): Promise<PairedAudit> {
    const { PairedAudit } = await import('./audit/comparison/compare.js');
    return new PairedAudit(this.#wasm, input);
  }

  /**
   * Computes custom metrics, which are functions of a group's rows (labels and predictions of any kind), for
   * all rows, for each attribute, and for their intersection. Confidence intervals come from a bootstrap of
   * each group's rows, with percentiles widened like Student's t (Hesterberg 2015); with few rows they are
   * approximate and have a warning.
   *
   * @returns The metrics in the form of `extras.customMetrics` of a report.
   *
   * @example
   * // fair: the result of `load()`.
   * const { metrics } = await fair.rowMetrics({
   *   metrics: { worst: (label, prediction) => Math.max(...label.map((y, i) => Number(prediction[i]) - Number(y))) },
   *   label: [20, 30, 20, 40], // wages
   *   prediction: [18, 24, 21, 41],
   *   groups: { sex: ['f', 'f', 'm', 'm'] },
   * });
   * metrics[0].breakdowns[0].groups.map(({ name, value }) => [name, value.value]); // [["f", -2], ["m", 1]]
   *
   * @throws FairwasmError that names the column or the metric: for columns of different lengths, and for a function
   * that
   *   throws or does not return a number; the signal's reason if it is aborted.
   */
  async rowMetrics(input: CustomRowsInput, run: RunOptions = {}): Promise<CustomMetrics> {
    const { customRows } = await import('./audit/custom/custom-rows.js');
    return customRows(this.#wasm, input, run);
  }

  /** Returns an empty accumulator of regression errors by the named attributes. */
  regressionTally(groups: string | readonly string[] = []): RegressionTally {
    return new RegressionTally(this.#wasm, toNames('groups', groups));
  }

  /** Restores a tally from {@link RegressionTally.toBytes}. Throws `corruptBytes` for other bytes. */
  regressionTallyFromBytes(bytes: Uint8Array): RegressionTally {
    const stored = this.#wasm.RegressionTally.fromBytes(requireBytes(bytes)) ?? undefined;
    return new RegressionTally(this.#wasm, [], stored);
  }

  /**
   * Returns an empty accumulator of scores by the named attributes.
   *
   * @param favorable The favorable label or labels. Default: 1.
   */
  scoreTally(groups: string | readonly string[] = [], favorable: Favorable = 1): ScoreTally {
    const attributes = toNames('groups', groups);
    requireLabels([favorable].flat());
    return new ScoreTally(this.#wasm, attributes, favorable);
  }

  /** Restores a tally from {@link ScoreTally.toBytes}. Throws `corruptBytes` for other bytes. */
  scoreTallyFromBytes(bytes: Uint8Array, favorable: Favorable = 1): ScoreTally {
    requireLabels([favorable].flat());
    const stored = this.#wasm.ScoreTally.fromBytes(requireBytes(bytes)) ?? undefined;
    return new ScoreTally(this.#wasm, [], favorable, stored);
  }

  /** Returns an empty tally, the accumulator behind every group metric. */
  tally(columns: TallyOptions): Tally {
    requireOptions('tally', columns, ['groups', ...declared, 'missingValues']);
    const { groups = [], label = false, prediction = false, score = false, cluster = false } = columns;
    requireNames('groups', groups);
    const has = { label, prediction, score, cluster };
    for (const role of declared) requireBoolean(role, has[role]);
    return new Tally(this.#wasm, { ...columns, groups, ...has });
  }

  /** Restores a tally from {@link Tally.toBytes}. Throws `corruptBytes` for other bytes. */
  tallyFromBytes(bytes: Uint8Array): Tally {
    return Tally.fromBytes(this.#wasm, bytes);
  }
}

const declared = ['label', 'prediction', 'score', 'cluster'] as const;

/**
 * Loads the WebAssembly core.
 *
 * @example
 * const fair = await load();
 * const hired = fair.audit({ prediction: [1, 1, 0, 1, 0, 0], groups: { sex: ['m', 'm', 'm', 'f', 'f', 'f'] } });
 * hired.frame('sex').ratio('selectionRate').value; // 0.5
 *
 * @throws FairwasmError `loadFailed` if the file is missing or not WebAssembly; the signal's reason
 * if it is aborted.
 */
export async function load(options: LoadOptions = {}): Promise<Fairwasm> {
  return withBoundMethods(new Fairwasm(await loadModule(coreModule, options)));
}
