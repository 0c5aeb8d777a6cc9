// SPDX-License-Identifier: Apache-2.0
//
// What `fairwasm metric` hands to a metric: columns of the file by what they are, the groups that are
// compared, and settings. And what it gets back: values, each with the group that it is of.

import type { Estimate } from '../core/estimate.js';
import type { NumberColumn } from '../data/column.js';
import { type Condition, RowGroups } from '../data/condition.js';
import { guessFavorable } from '../data/favorable.js';
import { UsageError } from './command.js';

type Column = readonly string[];
type Columns = Readonly<Record<string, Column>>;

/** Columns and settings that were given; which of them a metric needs, its row in the table says. */
export interface Given {
  label: Column;
  prediction: Column;
  score: Column;
  /** Left out: every row counts once. */
  weight: Column | undefined;
  groups: Columns;
  feature: Columns;
  distorted: Columns;
  favorable: readonly string[] | undefined;
  privileged: readonly Pair[];
  unprivileged: readonly Pair[];
  settings: Settings;
}

export type Pair = readonly [column: string, group: string];

/** What some metrics can be told; all have a default. */
export interface Settings {
  alpha?: number | undefined;
  bins?: number | undefined;
  binning?: 'equalWidth' | 'equalWidthLeftClosed' | 'equalMass' | 'quantile' | undefined;
  concentration?: number | undefined;
  errors?: 'FP' | 'FN' | undefined;
  first?: number | undefined;
  mode?: 'binary' | 'continuous' | undefined;
  neighbors?: number | undefined;
  normalized?: boolean | undefined;
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
  /** The columns whose categories make the group; none: all rows. */
  by: readonly string[];
  group: string;
  /** The group that it is compared with, for disparities. */
  reference?: string;
  /** What else there is to say of it. */
  details?: Readonly<Record<string, unknown>>;
}

/** A column of text as one of numbers: the package reads it, and names the row that is none. */
export const numbers = (column: Column) => column as unknown as NumberColumn;
export const numberColumns = (columns: Columns) =>
  columns as unknown as Readonly<Record<string, NumberColumn>>;

const asEstimate = (value: number | Estimate): Estimate =>
  typeof value === 'number' ? { value } : value;

/** A value of all rows together. */
export const ofAll = (value: number | Estimate, details?: MetricValue['details']): MetricValue => ({
  by: [],
  group: 'All rows',
  ...asEstimate(value),
  ...(details && { details }),
});

/** A value of the group that these categories make. */
export const ofGroup = (
  categories: Readonly<Record<string, string>>,
  value: number | Estimate,
): MetricValue => ({
  by: Object.keys(categories),
  group: Object.values(categories).join(', '),
  ...asEstimate(value),
});

/** Each attribute by itself and, where there are several, all of them crossed, as in a report. */
export function breakdownsOf({ groups }: Given): string[][] {
  const names = Object.keys(groups);
  return [...names.map((name) => [name]), ...(names.length > 1 ? [names] : [])];
}

/** The favorable labels: those given, or the one of a common pair. */
export function favorableOf({ favorable, label, prediction }: Partial<Given>): string[] {
  if (favorable) return [...favorable];
  const labels = [...new Set([...(label ?? []), ...(prediction ?? [])])];
  const guess = guessFavorable(labels);
  if (guess !== undefined) return [guess];
  const seen = labels.slice(0, 10).join(', ');
  throw new UsageError(`give --favorable: which of the labels is the favorable one? (${seen})`);
}

/** The groups of AIF360's kind: one condition for each side. */
export function comparedGroups({ groups, privileged, unprivileged }: Given) {
  const others = unprivileged.length > 0 ? unprivileged : complement(groups, privileged);
  return { privileged: conditionOf(privileged), unprivileged: conditionOf(others) };
}

// Several groups of one column are joined by OR, several columns by AND.
function conditionOf(pairs: readonly Pair[]): Condition {
  const columns = [...new Set(pairs.map(([column]) => column))];
  return columns.reduce<Readonly<Record<string, string>>[]>(
    (clauses, column) =>
      clauses.flatMap((clause) =>
        pairs
          .filter(([name]) => name === column)
          .map(([, group]) => ({ ...clause, [column]: group })),
      ),
    [{}],
  );
}

function complement(groups: Columns, privileged: readonly Pair[]): Pair[] {
  const [column = '', ...more] = new Set(privileged.map(([name]) => name));
  if (more.length > 0) {
    throw new UsageError('give --unprivileged too: --privileged names more than one column');
  }
  const rows = new RowGroups({ [column]: groups[column] as Column });
  const isPrivileged = rows.matching(conditionOf(privileged));
  const { codes, categories } = rows.column(column);
  const others = new Set([...codes].filter((_, row) => !isPrivileged[row]));
  return [...others].map((code) => [column, categories[code] as string]);
}
