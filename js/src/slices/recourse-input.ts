// SPDX-License-Identifier: Apache-2.0
//
// The input and the options of a recourse search, and their checks.

import { invalid } from '../core/error.js';
import { requireConfidence } from '../core/estimate.js';
import type { RunOptions } from '../core/long-run.js';
import { requireOneOf, requireOptions, requireWhole, shown } from '../core/options.js';
import { CategoryEncoder, missingCategory } from '../data/category.js';
import {
  type CategoryColumn,
  getLength,
  isNonnegative,
  type NumberColumn,
  requireEach,
  toNumbers,
} from '../data/column.js';
import { requireRows } from '../data/condition.js';
import { type Favorable, resolveFavorable, toAnswer, toLabels } from '../data/favorable.js';
import { requireColumns } from '../data/named-columns.js';
import { type SliceColumn, sliceColumn } from './columns.js';

const measures: readonly RecourseMeasure[] = [
  'effectivenessWithinBudget',
  'effectiveness',
  'costOfEffectiveness',
  'meanCost',
  'actionEffectivenessWithinBudget',
  'actionEffectiveness',
  'actionCost',
  'choices',
];

/**
 * A measure of recourse. Each person takes their cheapest effective action: `effectiveness` is the proportion with
 * recourse, `effectivenessWithinBudget` at a cost up to the budget, `costOfEffectiveness` the least cost at which the
 * given share has recourse, and `meanCost` the mean among people with recourse. All people take the same action:
 * `actionEffectiveness` and `actionEffectivenessWithinBudget` are those of the most effective action, `choices` the
 * number of actions that are effective for the given share, and `actionCost` the least mean cost of these.
 */
export type RecourseMeasure =
  | 'effectivenessWithinBudget'
  | 'effectiveness'
  | 'costOfEffectiveness'
  | 'meanCost'
  | 'actionEffectivenessWithinBudget'
  | 'actionEffectiveness'
  | 'actionCost'
  | 'choices';

/** Input of {@link Slices.recourse}: one row per person. */
export interface RecourseInput {
  /** The columns that can define subgroups. */
  columns: Readonly<Record<string, CategoryColumn>>;
  /** The groups to compare. */
  group: CategoryColumn;
  /** Actions by name. */
  actions: Readonly<
    Record<
      string,
      {
        /** The cost, at least 0; a column if it differs between people. */
        cost: number | NumberColumn;
        /**
         * The decision about each person after the action, such as a model's prediction for the changed row; empty if the
         * action is not available to them.
         */
        decision: CategoryColumn;
        /** The changed columns and their new values, which the result repeats. */
        changes?: Readonly<Record<string, string>> | undefined;
      }
    >
  >;
  /** The decision without an action; people with a favorable one are omitted. Default: all are unfavorable. */
  decision?: CategoryColumn | undefined;
}

/** Options for {@link Slices.recourse}. */
export interface RecourseOptions extends RunOptions {
  /** The favorable decision. Default: 1, yes, true, and the like. */
  favorable?: Favorable | undefined;
  /** The measure whose gaps are sorted. Default: `effectivenessWithinBudget`. */
  metric?: RecourseMeasure | 'tradeOff' | undefined;
  /** Maximum cost. Default: no maximum. */
  budget?: number | undefined;
  /** The proportion of people for the costs and choices, above 0 and up to 1. Default: 0.5. */
  share?: number | undefined;
  /** Minimum proportion of each group's people in a subgroup, 0 to 1. Default: 0.1. */
  minSupport?: number | undefined;
  /** Minimum number of each group's people in a subgroup. Default: 10. */
  minRows?: number | undefined;
  /** Maximum number of conditions of a subgroup; `Infinity` for one per column. Default: 3. */
  maxConditions?: number | undefined;
  /** Numeric columns with more distinct values are binned into as many ranges, 2 to 255. Default: 10. */
  bins?: number | undefined;
  /** Number of subgroups to list, 1 to 1000. Default: 10. */
  top?: number | undefined;
  /** Joint level of all confidence intervals. Default: 0.95. */
  confidence?: number | undefined;
}

/** @internal An action of the affected rows. */
export interface RecourseAction {
  name: string;
  changes: Record<string, string>;
  costs: Float64Array;
  /** 1 if the action reverses the decision. */
  works: Uint8Array;
}

/** @internal The rows with an unfavorable decision, of groups that are large enough. */
export interface AffectedRows {
  rows: number;
  groups: readonly string[];
  actions: readonly RecourseAction[];
  search: {
    columns: readonly SliceColumn[];
    groupCodes: Uint32Array;
    actions: readonly RecourseAction[];
    /** The cost of the cheapest effective action, or infinity. */
    minCosts: Float64Array;
    /** The rows in ascending order of that cost. */
    byCost: Uint32Array;
  };
  notes: string[];
}

/** @internal */
export interface CheckedRecourse {
  favorable: string[] | undefined;
  metric: RecourseMeasure | 'tradeOff';
  budget: number;
  share: number;
  minSupport: number;
  minRows: number;
  maxConditions: number;
  bins: number;
  top: number;
  confidence: number;
  run: RunOptions;
}

const optionNames = [
  ...['favorable', 'metric', 'budget', 'share', 'minSupport', 'minRows', 'maxConditions', 'bins'],
  ...['top', 'confidence', 'onProgress', 'signal'],
];

/** @internal Throws `invalidArgument` for unknown names and invalid values. */
export function checkedRecourse(options: RecourseOptions): CheckedRecourse {
  requireOptions('recourse', options, optionNames);
  const { share = 0.5, minSupport = 0.1, minRows = 10, maxConditions = 3 } = options;
  const { bins = 10, top = 10, onProgress, signal } = options;
  const { metric = 'effectivenessWithinBudget', budget = Number.POSITIVE_INFINITY } = options;
  if (!(typeof share === 'number' && share > 0 && share <= 1)) {
    throw invalid('share', 'a number above 0 and up to 1', shown(share));
  }
  if (!(typeof minSupport === 'number' && minSupport >= 0 && minSupport <= 1)) {
    throw invalid('minSupport', 'a number from 0 to 1', shown(minSupport));
  }
  if (!(typeof budget === 'number' && budget >= 0)) throw invalid('budget', 'a nonnegative number', shown(budget));
  requireOneOf('metric', metric, [...measures, 'tradeOff']);
  requireWhole('minRows', minRows, 1);
  if (maxConditions !== Number.POSITIVE_INFINITY) requireWhole('maxConditions', maxConditions, 1);
  requireWhole('bins', bins, 2, 255);
  requireWhole('top', top, 1, 1000);
  return {
    favorable: toLabels(options.favorable),
    ...{ metric, budget, share, minSupport, minRows, maxConditions, bins, top },
    confidence: requireConfidence(options.confidence),
    run: { onProgress, signal },
  };
}

/** @internal */
export function readAffected(input: RecourseInput, requested: CheckedRecourse): AffectedRows {
  requireOptions('recourse', input, ['columns', 'group', 'actions', 'decision']);
  requireColumns('columns', input.columns);
  requireColumns('actions', input.actions as never);
  const each = new Float64Array();
  const group = sliceColumn('group', input.group, each, 255);
  const length = group.codes.length;
  const columns = Object.entries(input.columns).map(([name, column]) => {
    requireRows(name, getLength(column, name), length, 'values, one per row');
    return sliceColumn(name, column, each, requested.bins);
  });
  const decisions = readDecisions(input, length);
  const favorable = getFavorable(decisions, requested.favorable);
  const isAffected = Uint8Array.from({ length }, (_, row) =>
    decisions[0] && favorable.includes(decisions[0].getName(row)) ? 0 : 1,
  );
  const named = Object.entries(input.actions);
  if (named.length === 0) throw invalid('actions', 'at least one action', 'none');
  const actions = named.map(([name, { cost, changes = {} }], i) => ({
    name,
    changes: { ...changes },
    costs: toCosts(cost, name, length),
    after: decisions[i + 1] as Decisions,
  }));
  const sizes = group.values.map(
    (_, code) => isAffected.filter((is, row) => is === 1 && group.codes[row] === code).length,
  );
  const codes = sizes.flatMap((size, code) => (size >= requested.minRows ? [code] : []));
  if (codes.length < 2) {
    const expected = `at least two groups of ${requested.minRows} people with an unfavorable decision`;
    throw invalid('group', expected, `${codes.length}`);
  }
  const kept = Uint32Array.from(isAffected.keys()).filter(
    (row) => isAffected[row] === 1 && codes.includes(group.codes[row] as number),
  );
  const taken = actions.map(
    ({ name, changes, costs, after }): RecourseAction => ({
      name,
      changes,
      costs: Float64Array.from(kept, (row) => costs[row] as number),
      works: Uint8Array.from(kept, (row) => (favorable.includes(after.getName(row)) ? 1 : 0)),
    }),
  );
  const minCosts = Float64Array.from(kept, (_, index) =>
    taken.reduce(
      (min, { costs, works }) => (works[index] === 1 ? Math.min(min, costs[index] as number) : min),
      Number.POSITIVE_INFINITY,
    ),
  );
  const getRank = (position: number) => minCosts[position] as number;
  return {
    rows: kept.length,
    groups: codes.map((code) => group.values[code] as string),
    actions: taken,
    search: {
      columns: columns.map((column) => ({
        ...column,
        codes: Uint32Array.from(kept, (row) => column.codes[row] as number),
      })),
      groupCodes: Uint32Array.from(kept, (row) => codes.indexOf(group.codes[row] as number)),
      actions: taken,
      minCosts,
      byCost: Uint32Array.from(kept.keys()).sort((a, b) => {
        const [one, other] = [getRank(a), getRank(b)];
        return one === other ? a - b : one < other ? -1 : 1;
      }),
    },
    notes: group.values
      .filter((_, code) => !codes.includes(code) && (sizes[code] as number) > 0)
      .map((name) => `${name}: fewer than ${requested.minRows} people with an unfavorable decision`),
  };
}

interface Decisions {
  labels: readonly string[];
  getName(row: number): string;
}

/** Returns the decisions before any action, if given, and those after each action. */
function readDecisions({ decision, actions }: RecourseInput, length: number) {
  const read = (name: string, column: CategoryColumn): Decisions => {
    const encoder = new CategoryEncoder(name, [], 'category');
    const codes = encoder.encode(column);
    requireRows(name, codes.length, length, 'values, one per row');
    const labels = encoder.categories.filter((each) => each !== missingCategory);
    return { labels, getName: (row) => encoder.categories[codes[row] as number] as string };
  };
  return [
    decision === undefined ? undefined : read('decision', decision),
    ...Object.entries(actions).map(([name, action]) => {
      requireOptions(name, action, ['cost', 'decision', 'changes']);
      return read(name, action.decision);
    }),
  ];
}

function getFavorable(decisions: readonly (Decisions | undefined)[], input: string[] | undefined): string[] {
  const columns = decisions.flatMap((each) => (each ? [each.labels] : []));
  const labels = [...new Set(columns.flat())];
  // Without any recourse, no decision is favorable.
  if (!input && labels.every((label) => toAnswer(label) === 'no')) return [];
  return resolveFavorable(input, labels, columns);
}

function toCosts(cost: number | NumberColumn, name: string, length: number): Float64Array {
  const costs = typeof cost === 'number' ? new Float64Array(length).fill(cost) : toNumbers(cost, name);
  requireRows(name, costs.length, length, 'costs, one per row');
  return requireEach(costs, name, 'a nonnegative cost', isNonnegative);
}
