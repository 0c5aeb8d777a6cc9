// SPDX-License-Identifier: Apache-2.0
//
// The audit of multiclass predictions: from columns, or from the counts of a tally, to frames by group.

import { Audit } from '../audit/audit.js';
import { Frame } from '../audit/frame/frame.js';
import { defaultUncertainty, type UncertaintyOptions } from '../audit/frame/uncertainty.js';
import { requireMatchingLabels } from '../audit/label-check.js';
import { invalidState } from '../core/error.js';
import type { Handle } from '../core/handle.js';
import { requireOneOf, requireOptions } from '../core/options.js';
import { type Clustering, Jackknife } from '../tally/jackknife.js';
import type { Tally } from '../tally/tally.js';
import type { ProbabilityRows } from '../wasm/classes.js';
import { ClassFrame, type ClassGroup, fewRowsWarning } from './class-frame.js';
import { getOrder, requireClassName } from './class-order.js';
import { clusteredValues } from './clustered-values.js';
import { type CodedGroups, requireAttributes } from './coded-groups.js';
import { type MetricColumn, measuredGroup, type Place } from './measured-frame.js';
import { MeasuredTable, type WithoutIntervals } from './measured-table.js';
import type { ClassModules } from './module.js';
import { type ClassReport, type ClassReportContext, measuredReport } from './report.js';

/** Options for a multiclass audit. */
export interface ClassOptions {
  /** The classes in their order, including those that never occur. Default: numbers by value, strings by code point. */
  classes?: readonly (string | number | boolean)[] | undefined;
  /**
   * Whether the order of the classes is meaningful, like low, medium, and high. If true, the metrics include
   * `linearKappa`, `quadraticKappa`, and `meanRankDistance`. Default: false.
   */
  ordered?: boolean | undefined;
  /** The reference category of each attribute, for comparing each class with the rest. Default: the largest group. */
  privileged?: Readonly<Record<string, string | number | boolean>> | undefined;
  /** How intervals and tests are computed; `false` computes values only. */
  uncertainty?: UncertaintyOptions | false | undefined;
}

/** @internal Rows with probabilities of the classes. */
export interface KeptProbabilities {
  handle: Handle<ProbabilityRows>;
  groups: CodedGroups;
  /** Empty for independent rows. */
  clusters: readonly Clustering[];
}

const ordinal = ['linearKappa', 'quadraticKappa', 'meanRankDistance'];
const classMetrics = ['brierScore', 'areaUnderCurve', 'averagePrecision'];

/**
 * A multiclass audit. Create one with `classes.audit(…)` or `classes.auditTally(…)`.
 *
 * @example
 * const audit = (await load()).audit({
 *   label: ['low', 'high', 'low', 'low', 'high', 'high'],
 *   prediction: ['low', 'low', 'low', 'low', 'high', 'high'],
 *   groups: { sex: ['f', 'f', 'f', 'm', 'm', 'm'] },
 * });
 * audit.classes; // ["high", "low"]
 * audit.frame('sex').groups.map(({ name, values }) => [name, values.accuracy.value]); // [["f", 0.666…], ["m", 1]]
 */
export class ClassAudit {
  /** A copy of the counts behind all results; rows that are added later do not change it. */
  readonly tally: Tally;
  /** The classes in their order. */
  readonly classes: readonly string[];
  /** Number of rows excluded because of missing values. */
  readonly droppedRows: number;
  /** @internal Sentences about columns that determine the result by construction. */
  readonly warnings: readonly string[];
  readonly #modules: ClassModules;
  readonly #options: ClassOptions;
  readonly #kept: KeptProbabilities | undefined;
  readonly #against = new Map<string, Audit>();
  readonly #frames = new Map<string, ClassFrame>();
  readonly #framesAgainst = new Map<string, Frame>();
  /** The reference categories, by their names in the counts. */
  readonly #privileged: Readonly<Record<string, string>>;

  /** @internal */
  constructor(
    modules: ClassModules,
    tally: Tally,
    options: ClassOptions,
    rows: { kept?: KeptProbabilities | undefined; dropped?: number; warnings?: readonly string[] } = {},
  ) {
    const { label, prediction } = tally.columns;
    if (!label || !prediction) {
      throw invalidState(
        'tally',
        'counts of true labels and of predictions',
        label ? 'no predictions' : 'no true labels',
      );
    }
    this.classes = getOrder(options.classes, tally.labels);
    // A list of classes states that they are of one kind.
    if (options.classes === undefined) requireMatchingLabels(modules.core, tally, []);
    const { privileged = {} } = options;
    requireOptions(
      'privileged',
      privileged,
      tally.groups.map(({ name }) => name),
    );
    this.#privileged = Object.fromEntries(
      Object.entries(privileged).map(([name, value]) => [
        name,
        tally.findCategory(name, value) ?? requireClassName(value, 'privileged'),
      ]),
    );
    this.tally = tally.copy();
    this.droppedRows = rows.dropped ?? 0;
    this.warnings = rows.warnings ?? [];
    this.#modules = modules;
    this.#options = options;
    this.#kept = rows.kept;
  }

  /** The group attributes. */
  get attributes(): readonly string[] {
    return this.tally.groups.map(({ name }) => name);
  }

  /**
   * Returns the audit of one class compared with the rest: a binary audit in which this class is the favorable label,
   * with all its methods, including the report.
   *
   * @example
   * // audit: as in the example of ClassAudit.
   * audit.oneAgainstRest('high').frame('sex').group('f').rates.truePositiveRate.value; // 0
   *
   * @throws FairwasmError `invalidArgument` for an unknown class.
   */
  oneAgainstRest(name: string | number | boolean): Audit {
    const requested = requireOneOf('class', requireClassName(name, 'class'), this.classes);
    const cached = this.#against.get(requested);
    if (cached) return cached;
    const favorable = this.#favorable(requested);
    const { privileged, uncertainty } = this.#options;
    const audit = new Audit(this.#modules.core, this.tally, { favorable, privileged, uncertainty });
    this.#against.set(requested, audit);
    return audit;
  }

  /**
   * Returns the metrics by the categories of one attribute, or of the intersection of several attributes.
   *
   * @throws FairwasmError `invalidArgument` for an unknown attribute.
   */
  frame(by: string | readonly string[]): ClassFrame {
    const attributes = requireAttributes(by, this.attributes);
    const key = JSON.stringify(attributes);
    const cached = this.#frames.get(key) ?? this.#makeFrame(attributes);
    this.#frames.set(key, cached);
    return cached;
  }

  /**
   * Returns all results as plain data, for JSON, a page, or a terminal.
   *
   * @example
   * // audit: as in the example of ClassAudit.
   * audit.report().format; // "fairwasm-classes"
   *
   * @throws FairwasmError `invalidArgument` for an unknown rate or option.
   */
  report(context: ClassReportContext = {}): ClassReport {
    const { classes } = this;
    return { format: 'fairwasm-classes', classes, ...measuredReport(this, context, this.#confidence) };
  }

  /** Frees the WebAssembly memory immediately instead of on garbage collection. */
  [Symbol.dispose](): void {
    this.tally[Symbol.dispose]();
    for (const audit of this.#against.values()) audit[Symbol.dispose]();
    this.#kept?.handle.dispose();
  }

  /** @internal The classes that occur, by role. */
  get occurring() {
    const { confusion } = this.frame([]).overall;
    const isUsed = (weights: readonly number[]) => weights.some((weight) => weight > 0);
    const column = (i: number) => confusion.map((row) => row[i] as number);
    return {
      'true outcome': this.classes.filter((_, i) => isUsed(confusion[i] as readonly number[])),
      prediction: this.classes.filter((_, i) => isUsed(column(i))),
    };
  }

  // A class that never occurs is the label of no row.
  #favorable(name: string): string[] {
    return this.tally.labels.includes(name) ? [name] : [];
  }

  #frameAgainst(name: string, by: readonly string[]): Frame {
    const key = JSON.stringify([name, ...by]);
    const { uncertainty } = this.#options;
    const options = { favorable: this.#favorable(name), privileged: this.#privileged, uncertainty };
    const cached = this.#framesAgainst.get(key) ?? new Frame(this.#modules.core, this.tally, by, options);
    this.#framesAgainst.set(key, cached);
    return cached;
  }

  #makeFrame(by: readonly string[]): ClassFrame {
    const hard = this.#counted(by);
    const soft = this.#kept && this.#ranked(this.#kept, by);
    const parts = soft ? [hard, soft] : [hard];
    const joined = (categories: Readonly<Record<string, string>>): ClassGroup => {
      const [own, ...rest] = parts.map(({ getGroup }) => getGroup(categories));
      const values = Object.assign({}, own?.values, ...rest.map((group) => group.values));
      const byClass = Object.assign({}, own?.byClass, ...rest.map((group) => group.byClass));
      return { ...(own as ClassGroup), values, byClass };
    };
    const offsets = hard.columns.length;
    return new ClassFrame(
      {
        by,
        groups: hard.categories.map(joined),
        overall: joined({}),
        columns: parts.flatMap(({ columns }) => columns),
        getSpread: (column) => (column < offsets ? hard.getSpread(column) : (soft as Part).getSpread(column - offsets)),
      },
      this.classes,
      (name) => this.#frameAgainst(name, by),
    );
  }

  get #confidence(): number | undefined {
    const { uncertainty = {} } = this.#options;
    return uncertainty === false ? undefined : (uncertainty.confidence ?? defaultUncertainty.confidence);
  }

  #without(groups: number): WithoutIntervals {
    if (this.#confidence === undefined) return 'none wanted';
    return groups > this.#modules.core.maxPairedGroups ? 'too many groups' : undefined;
  }

  // Metrics of confusion matrices.
  #counted(by: readonly string[]): Part {
    const { classes } = this.#modules;
    const { handle } = this.tally;
    const cells = this.tally.groups
      .filter(({ name }) => by.includes(name))
      .reduce((count, { categories }) => count * categories.length, 1);
    const without = this.#without(cells);
    const confidence = without === undefined ? this.#confidence : undefined;
    const { cluster } = this.tally.columns;
    const count = (tally: Tally['handle'], level?: number) =>
      classes.countedBy(
        // The intervals of independent rows determine which metrics have intervals.
        { ...tally.schema(), hasCluster: false },
        tally.sums(),
        [...by],
        [...this.classes],
        level,
      );
    const raw = count(handle, confidence);
    const jackknife =
      cluster && confidence !== undefined
        ? Jackknife.fromTally(this.#modules.core, this.tally, (tally) => count(tally).report.values, confidence)
        : undefined;
    const known = by.map((name) => this.tally.groups.find((group) => group.name === name));
    const groups = raw.rows.length - 1;
    const categories = Array.from({ length: groups }, (_, group) =>
      Object.fromEntries(
        by.map((name, i) => [name, known[i]?.categories[raw.codes[group * by.length + i] as number] as string]),
      ),
    );
    const table = new MeasuredTable(raw.report, groups, without, jackknife);
    const all = classes.summaryNames().map((name): MetricColumn => ({ name }));
    const shown = all.flatMap(({ name }, i) => (this.#options.ordered || !ordinal.includes(name) ? [i] : []));
    const part = getPart(all, table, (i) => raw.rows[i] as number, categories);
    const size = this.classes.length;
    return {
      ...part,
      columns: shown.map((i) => all[i] as MetricColumn),
      getSpread: (column) => part.getSpread(shown[column] as number),
      getGroup: (requested) => {
        const index = part.getPlace(requested);
        const { values, ...group } = part.getGroup(requested);
        const matrix = raw.confusions.subarray(index * size * size, (index + 1) * size * size);
        const effectiveRows = raw.effective[index] as number;
        const confusion = this.classes.map((_, i) => [...matrix.subarray(i * size, (i + 1) * size)]);
        const warning = fewRowsWarning(this.classes, confusion, effectiveRows);
        return {
          ...group,
          ...(warning !== undefined && { warning }),
          values: Object.fromEntries(
            shown.map((i) => [all[i]?.name, values[all[i]?.name as string]]),
          ) as ClassGroup['values'],
          effectiveRows,
          confusion,
        };
      },
    };
  }

  // Metrics of probabilities.
  #ranked({ handle, groups, clusters }: KeptProbabilities, by: readonly string[]): Part {
    const { classes } = this.#modules;
    const { codes, places } = groups.by(by);
    const without = this.#without(places.length);
    const confidence = without === undefined ? this.#confidence : undefined;
    const count = (groupOf: Uint32Array, length: number, level?: number) =>
      classes.probabilitiesBy(handle.object, groupOf, length, level);
    const report = count(codes, places.length, confidence);
    const jackknife = clusteredValues(this.#modules.core, clusters, {
      ...{ codes, groups: places.length, confidence },
      getValues: (groupOf, length) => count(groupOf, length).values,
    });
    const columns: MetricColumn[] = [
      ...classes.probabilityNames().map((name) => ({ name })),
      ...this.classes.map((_, i) => ({ name: `top${i + 1}Accuracy` })),
      ...classMetrics.flatMap((name) => this.classes.map((ofClass) => ({ name, ofClass }))),
    ];
    const table = new MeasuredTable(report, places.length, without, jackknife);
    const getRows = (i: number) => places[i]?.rows ?? groups.rows;
    return getPart(
      columns,
      table,
      getRows,
      places.map(({ categories }) => categories),
    );
  }
}

interface Part {
  categories: readonly Readonly<Record<string, string>>[];
  columns: readonly MetricColumn[];
  getPlace(categories: Readonly<Record<string, string>>): number;
  getGroup(categories: Readonly<Record<string, string>>): ReturnType<typeof measuredGroup> & Partial<ClassGroup>;
  getSpread(column: number): ReturnType<MeasuredTable['spread']>;
}

// Matches groups by their categories, because tables of counts and of rows order them differently.
function getPart(
  columns: readonly MetricColumn[],
  table: MeasuredTable,
  getRows: (place: number) => number,
  categories: readonly Readonly<Record<string, string>>[],
): Part {
  const getKey = (each: Readonly<Record<string, string>>) => JSON.stringify(Object.values(each));
  const indexByKey = new Map(categories.map((each, i) => [getKey(each), i]));
  const getPlace = (requested: Readonly<Record<string, string>>): number =>
    Object.keys(requested).length === 0 ? categories.length : (indexByKey.get(getKey(requested)) as number);
  return {
    categories,
    columns,
    getPlace: getPlace,
    getGroup: (requested) => {
      const index = getPlace(requested);
      const described: Place = { categories: requested, rows: getRows(index) };
      return measuredGroup(described, columns, table, index);
    },
    getSpread: (column) => table.spread(column, (columns[column] as MetricColumn).name),
  };
}
