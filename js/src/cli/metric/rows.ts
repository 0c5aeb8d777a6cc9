// SPDX-License-Identifier: Apache-2.0
//
// Inputs and outputs of the computations of `fairwasm metric`: columns by role, compared groups, and
// settings; values with their groups.

import type { Aif360 } from '../../aif360/aif360.js';
import type { Estimate } from '../../core/estimate.js';
import type { NumberColumn } from '../../data/column.js';
import { type GroupCondition, RowGroups } from '../../data/condition.js';
import { guessFavorable } from '../../data/favorable.js';
import { toGroup } from '../../data/named-group.js';
import type { Fairwasm } from '../../fairwasm.js';
import type { Individual } from '../../individual/individual.js';
import type { Preset } from '../../metrics/aliases.js';
import type { Scores } from '../../scores/scores.js';
import { UsageError } from '../options/usage.js';

type Column = readonly string[];
type Columns = Readonly<Record<string, Column>>;
export type Categories = Readonly<Record<string, string>>;

/** Columns and settings that were passed; the metrics table defines which of them a metric requires. */
export interface MetricRows {
  label: Column;
  prediction: Column;
  score: NumberColumn;
  /** Row weights. Default: each row counts once. */
  weight: NumberColumn | undefined;
  /** The person of each row. Default: rows are independent. */
  cluster: Column | undefined;
  groups: Columns;
  feature: Columns;
  distorted: Columns;
  favorable: readonly string[] | undefined;
  privileged: readonly Pair[];
  unprivileged: readonly Pair[];
  settings: Settings;
}

export type Pair = readonly [column: string, group: string];

/** Settings of some metrics; all have a default. */
export interface Settings extends Preset {
  alpha?: number | undefined;
  bins?: number | undefined;
  binning?: 'equalWidth' | 'equalWidthLeftClosed' | 'equalMass' | 'quantile' | undefined;
  concentration?: number | undefined;
  errors?: 'FP' | 'FN' | undefined;
  first?: number | undefined;
  mode?: 'binary' | 'continuous' | undefined;
  neighbors?: number | undefined;
  of?: 'prediction' | 'label' | 'error' | undefined;
  penalty?: number | undefined;
  replications?: number | undefined;
  scoring?: 'Bernoulli' | 'Poisson' | 'Gaussian' | 'BerkJones' | undefined;
  seed?: number | undefined;
  target?: Readonly<Record<string, number>> | undefined;
  underpredicted?: boolean | undefined;
}

/** A value of a metric. */
export interface MetricValue extends Estimate {
  /** The columns that define the group; empty for all rows. */
  by: readonly string[];
  group: string;
  /** The reference group of a disparity. */
  reference?: string;
  /** Further results. */
  details?: Readonly<Record<string, unknown>>;
}

/** Types a string column as numbers; the package converts it and reports rows that are not numbers. */
export const numbers = (column: Column) => column as unknown as NumberColumn;
export const numberColumns = (columns: Columns) => columns as unknown as Readonly<Record<string, NumberColumn>>;

const asEstimate = (value: number | Estimate): Estimate => (typeof value === 'number' ? { value } : value);

/** Returns a value of all rows together. */
export const toOverall = (value: number | Estimate, details?: MetricValue['details']): MetricValue => ({
  by: [],
  group: 'All rows',
  ...asEstimate(value),
  ...(details && { details }),
});

/** Returns a value of the group with these categories. */
export const toGroupValue = (categories: Categories, value: number | Estimate): MetricValue => ({
  by: Object.keys(categories),
  group: toGroup(categories).name,
  ...asEstimate(value),
});

/** Returns each attribute and, if there are several, their intersection, as in a report. */
export function getBreakdowns({ groups }: MetricRows): string[][] {
  const names = Object.keys(groups);
  return [...names.map((name) => [name]), ...(names.length > 1 ? [names] : [])];
}

/**
 * Returns the values of all rows and of the groups of each breakdown; `groupsBy` returns the groups of attributes, or all rows
 * for none.
 */
export const everyGroup = <G extends object>(
  rows: MetricRows,
  groupsBy: (by: string[]) => readonly G[],
  getValue: (group: G) => number | Estimate,
): MetricValue[] => [
  ...groupsBy([]).map((group) => toOverall(getValue(group))),
  ...getBreakdowns(rows).flatMap((by) =>
    groupsBy(by).map((group) => toGroupValue((group as { categories: Categories }).categories, getValue(group))),
  ),
];

/** Returns the favorable labels: the ones passed, or that of a common pair. */
export function getFavorable({ favorable, label, prediction }: Partial<MetricRows>): string[] {
  if (favorable) return [...favorable];
  const labels = [...new Set([...(label ?? []), ...(prediction ?? [])])];
  const guess = guessFavorable(labels);
  if (guess !== undefined) return [guess];
  const seen = labels.slice(0, 10).join(', ');
  throw new UsageError(`pass --favorable with the favorable label: ${seen}`);
}

/** Returns the compared groups in AIF360's form: one condition per side. */
export function comparedGroups({ groups, privileged, unprivileged }: MetricRows) {
  const others = unprivileged.length > 0 ? unprivileged : complement(groups, privileged);
  return { privileged: getCondition(privileged), unprivileged: getCondition(others) };
}

// Groups of one column are joined with OR, columns with AND.
function getCondition(pairs: readonly Pair[]): GroupCondition {
  const columns = [...new Set(pairs.map(([column]) => column))];
  return columns.reduce<Categories[]>(
    (clauses, column) =>
      clauses.flatMap((clause) =>
        pairs.filter(([name]) => name === column).map(([, group]) => ({ ...clause, [column]: group })),
      ),
    [{}],
  );
}

function complement(groups: Columns, privileged: readonly Pair[]): Pair[] {
  const [column = '', ...more] = new Set(privileged.map(([name]) => name));
  if (more.length > 0) {
    throw new UsageError('--privileged names several columns; also pass --unprivileged');
  }
  const rows = new RowGroups({ [column]: groups[column] as Column });
  const isPrivileged = rows.matching(getCondition(privileged));
  const { codes, categories } = rows.column(column);
  const others = new Set([...codes].filter((_, row) => !isPrivileged[row]));
  return [...others].map((code) => [column, categories[code] as string]);
}

/** The inputs of a metric and the function that computes it. */
export interface Computation {
  /** Required options; a nested list requires one of its options. */
  needs: readonly (string | readonly string[])[];
  /** Optional options. */
  takes: readonly string[];
  compute(modules: Modules, rows: MetricRows): readonly MetricValue[] | Promise<readonly MetricValue[]>;
}

/** The modules whose metrics are computed here. */
interface Modules {
  fair: Fairwasm;
  aif360: Aif360;
  individual: Individual;
  scores: Scores;
}

/** The parts of a computation that the metric's table row does not determine. */
export type Special = Partial<Pick<Computation, 'needs'>> & Omit<Computation, 'needs'>;
