// SPDX-License-Identifier: Apache-2.0
//
// Reads the columns of a multiclass audit: rows are counted in a tally, and kept if they have probabilities.

import { requireAuditOptions } from '../audit/audit-input.js';
import { requireBoolean, requireOneOf, requireOptions } from '../core/options.js';
import { CategoryEncoder } from '../data/category.js';
import { type CategoryColumn, type NumberColumn, toNumbers } from '../data/column.js';
import { ColumnWatch } from '../data/column-watch.js';
import type { FeatureMatrix } from '../data/matrix.js';
import { requireColumns } from '../data/named-columns.js';
import { toMissingTexts } from '../data/value.js';
import { requireWeights } from '../data/weights.js';
import { clusterings } from '../tally/jackknife.js';
import { type CompleteRows, keepCompleteRows } from '../tally/missing.js';
import { requireColumns as requireRows, type TallyRows } from '../tally/rows.js';
import { Tally } from '../tally/tally.js';
import { ClassAudit, type ClassOptions, type KeptProbabilities } from './class-audit.js';
import { getOrder, requireClasses } from './class-order.js';
import { CodedGroups } from './coded-groups.js';
import type { ClassModules } from './module.js';
import { keptProbabilities, requireMatrix } from './rows.js';

/** The columns of a multiclass audit, all of equal length, and options for reading them. */
export interface ClassInput extends ClassOptions {
  /** True classes. */
  label: CategoryColumn;
  /** Predicted classes. */
  prediction: CategoryColumn;
  /** Columns with the group of each row, by attribute. */
  groups: Readonly<Record<string, CategoryColumn>>;
  /** Row weights, at least 0. Default: 1. */
  weight?: NumberColumn | undefined;
  /**
   * The person (or other unit) of each row, if a person can have several rows; tests and intervals then treat people,
   * not rows, as independent.
   */
  cluster?: CategoryColumn | undefined;
  /** The probability of each class in each row: a table with one column per class, in the order of the classes. */
  probabilities?: FeatureMatrix | undefined;
  /** Handling of rows with missing values; see {@link AuditOptions.missing}. */
  missing?: 'error' | 'drop' | undefined;
  /** Strings to read as missing values. */
  missingValues?: readonly string[] | undefined;
}

const options = Object.keys({ classes: true, ordered: true, privileged: true, uncertainty: true } satisfies Record<
  keyof ClassOptions,
  true
>);
const columns = [
  ...['label', 'prediction', 'groups', 'weight', 'cluster', 'probabilities'],
  ...['missing', 'missingValues'],
];

/** @internal Throws `invalidArgument` for unknown options and invalid values. */
export function requireClassOptions(caller: string, input: ClassOptions, otherNames: readonly string[] = []): void {
  requireOptions(caller, input, [...options, ...otherNames]);
  requireAuditOptions(caller, input, [...options, ...otherNames]);
  const { classes, ordered } = input;
  if (ordered !== undefined) requireBoolean('ordered', ordered);
  if (classes !== undefined) requireClasses(classes);
}

/** @internal Returns the audit of these columns. */
export function auditOfColumns(modules: ClassModules, input: ClassInput): ClassAudit {
  requireClassOptions('audit', input, columns);
  requireColumns('groups', input.groups);
  const { probabilities, missing, missingValues, label, prediction, cluster, ...rest } = input;
  const { groups, weight, ...chosen } = rest;
  const announced = {
    groups: Object.keys(groups),
    label: true,
    prediction: true,
    score: false,
    cluster: cluster !== undefined,
  };
  const texts = toMissingTexts(missingValues);
  const all: TallyRows = { groups, label, prediction, cluster, weight };
  const length = requireRows(announced, all);
  const { rows, dropped, origins }: CompleteRows =
    requireOneOf('missing', missing ?? 'error', ['error', 'drop']) === 'drop'
      ? keepCompleteRows(all, length, texts)
      : { rows: all, dropped: 0 };
  const tally = new Tally(modules.core, { ...announced, missingValues });
  try {
    if (rows.weight) requireWeights(toNumbers(rows.weight, 'weight', texts));
    tally.update(rows);
    const kept =
      probabilities === undefined
        ? undefined
        : keep(modules, { rows, origins, length, probabilities, tally, texts, options: chosen });
    const watch = new ColumnWatch()
      .add({ groups: rows.groups, outcomes: { 'true outcome': rows.label, prediction: rows.prediction } })
      .addPrediction(rows.label, rows.prediction);
    return new ClassAudit(modules, tally, chosen, { kept, dropped, warnings: watch.warnings() });
  } finally {
    tally[Symbol.dispose]();
  }
}

function keep(
  { classes: wasm }: ClassModules,
  input: {
    rows: TallyRows;
    origins: readonly number[] | undefined;
    length: number;
    probabilities: FeatureMatrix;
    tally: Tally;
    texts: ReturnType<typeof toMissingTexts>;
    options: ClassOptions;
  },
): KeptProbabilities {
  const { rows, origins, tally, texts } = input;
  const classes = getOrder(input.options.classes, tally.labels);
  const matrix = requireMatrix('probabilities', input.probabilities, { rows: input.length, columns: classes.length });
  // Converts the tally's codes of labels to indices of classes, which the module expects.
  const encoder = new CategoryEncoder('label', tally.labels, 'error', { missingTexts: texts });
  const positions = tally.labels.map((label) => classes.indexOf(label));
  const truths = Uint32Array.from(encoder.encode(rows.label as CategoryColumn), (code) => positions[code] as number);
  const width = classes.length;
  const probabilities = origins
    ? Float64Array.from(
        { length: truths.length * width },
        (_, i) => matrix.values[(origins[Math.floor(i / width)] as number) * width + (i % width)] as number,
      )
    : matrix.values;
  const weights = rows.weight && toNumbers(rows.weight, 'weight', texts);
  const kept = { classes: width, truths, probabilities, weights };
  return {
    handle: keptProbabilities(wasm, kept),
    groups: new CodedGroups(rows.groups as Readonly<Record<string, CategoryColumn>>, truths.length, texts),
    clusters: clusterings({ cluster: rows.cluster }, truths.length, texts),
  };
}
