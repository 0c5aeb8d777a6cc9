// SPDX-License-Identifier: Apache-2.0
//
// The input of AIF360's metrics: the counted columns of a data set, and the compared groups.

import { requireMatchingLabels } from '../audit/label-check.js';
import { invalid } from '../core/error.js';
import { Loaded } from '../core/loaded-module.js';
import type { Wasm } from '../core/module.js';
import { requireOptions } from '../core/options.js';
import { type CategoryColumn, getLength } from '../data/column.js';
import type { DatasetInput } from '../data/condition.js';
import { type Favorable, resolveFavorable, toLabels } from '../data/favorable.js';
import type { FeatureMatrix } from '../data/matrix.js';
import { requireColumns } from '../data/named-columns.js';
import type { Wasm as RowsWasm } from '../individual/module.js';
import { Tally, type TallyRows } from '../tally/tally.js';
import { requireLabels } from '../tally/tally-arguments.js';
import { Groups } from './compared-groups.js';

/** A data set with an outcome for each row. */
export interface BinaryLabelDatasetInput extends DatasetInput {
  /** True outcomes. */
  label: CategoryColumn;
  /**
   * The favorable label, or a list of several (AIF360's MulticlassLabelDataset). Optional if the labels are a
   * common pair, such as 0 and 1.
   */
  favorable?: Favorable | undefined;
  /** Numeric features of each row, for {@link BinaryLabelDatasetMetric.consistency}. */
  features?: FeatureMatrix | undefined;
}

/** @internal The WebAssembly of AIF360's metrics. */
export interface MetricModules {
  wasm: Wasm;
  /** Computes metrics of rows instead of counts. */
  rowsWasm: RowsWasm;
}

/** @internal */
export const loadedModules = new Loaded<MetricModules>('fairwasm/aif360');

/** @internal The source from which a metric is derived. */
export interface MetricSource {
  wasm: Wasm;
  tally: Tally;
  /** Whether the tally belongs to this metric and is freed with it. */
  ownsTally?: boolean;
  favorable: readonly string[];
  groups: Groups;
  /** The columns, for metrics that need rows. Metrics of an audit have none. */
  rows?: LabeledRows | undefined;
  /** Computes metrics of rows instead of counts. */
  rowsWasm?: RowsWasm | undefined;
}

/**
 * Returns the labels that count as positive. A single one requires exactly two labels, as in AIF360's
 * BinaryLabelDataset.
 */
function getFavorable(tally: Tally, favorable: Favorable | undefined): string[] {
  const labels = resolveFavorable(toLabels(favorable), tally.labels);
  const names = new Set([...labels, ...tally.labels]);
  if (Array.isArray(favorable) || names.size <= 2) return labels;
  throw invalid(
    'label',
    `two labels including ${labels[0]}, or a list of favorable labels`,
    [...names].map((label) => `'${label}'`).join(', '),
  );
}

/** @internal The options of a data set; derived metrics add further options. */
export const datasetOptions = ['groups', 'unprivileged', 'privileged', 'weight'];
/** @internal */
export const labeledOptions = [...datasetOptions, 'label', 'favorable', 'features'];

/** @internal Throws `invalidArgument` for options that are not in `allowed`, and for groups without names. */
export function requireDataset(caller: string, input: DatasetInput, allowed: readonly string[]): void {
  requireOptions(caller, input, allowed);
  requireColumns('groups', input.groups);
  const { favorable } = input as LabeledRows;
  if (favorable !== undefined) requireLabels([favorable].flat());
}

/** @internal The columns of any metric here. */
export type LabeledRows = DatasetInput &
  Omit<TallyRows, 'groups'> &
  Pick<BinaryLabelDatasetInput, 'favorable' | 'features'>;

/**
 * @internal Returns whether the value is a result of {@link getSource}: no option of a data set has the name
 * `wasm`.
 */
export const isSource = (input: DatasetInput | MetricSource): input is MetricSource =>
  typeof input === 'object' && input !== null && 'wasm' in input;

/** @internal Counts the columns of `input` that `columns` names. */
export function getSource(
  { wasm, rowsWasm }: MetricModules,
  input: LabeledRows,
  columns: { label?: boolean; prediction?: boolean; score?: boolean },
): MetricSource {
  const { groups, weight, label, prediction, score } = input;
  const tally = new Tally(wasm, { ...columns, groups: Object.keys(groups) });
  tally.update({
    groups,
    weight,
    label: columns.label ? label : undefined,
    prediction: columns.prediction ? prediction : undefined,
    score: columns.score ? score : undefined,
  });
  const favorable = getFavorable(tally, input.favorable);
  requireMatchingLabels(wasm, tally, favorable);
  return { wasm, tally, favorable, groups: new Groups(wasm, tally, input), rows: input, rowsWasm, ownsTally: true };
}

/** @internal Returns a source without labels: every row of the tally has the same label. */
export function getUnlabeledSource(input: DatasetInput, modules = loadedModules.get()): MetricSource {
  requireDataset('datasetMetric', input, datasetOptions);
  const [name, column] = [...Object.entries(input.groups), ['weight', input.weight] as const][0] ?? [];
  const rows = column === undefined ? 0 : getLength(column, name as string);
  const label = { codes: new Uint8Array(rows), categories: ['1'] };
  return getSource(modules, { ...input, label }, { label: true });
}

/** @internal Returns the source for a data set with labels. */
export function getLabeledSource(input: BinaryLabelDatasetInput, modules = loadedModules.get()): MetricSource {
  requireDataset('binaryLabelDatasetMetric', input, labeledOptions);
  return getSource(modules, input, { label: true });
}
