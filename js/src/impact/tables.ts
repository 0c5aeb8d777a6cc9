// SPDX-License-Identifier: Apache-2.0
//
// The tables of an adverse impact audit: a table for each attribute and a table for their intersection; if people
// are assigned to classes, these tables for each class.

import type { ScoreRows } from '../audit/scores/score-rows.js';
import { clusterWarnings } from '../audit/warnings.js';
import { invalid } from '../core/error.js';
import { requireConfidence } from '../core/estimate.js';
import { getMin } from '../core/extremes.js';
import { requireOptions, requireTexts, withSuggestion } from '../core/options.js';
import { meansUnknown } from '../data/category-names.js';
import type { CategoryColumn } from '../data/column.js';
import { ColumnWatch } from '../data/column-watch.js';
import { requireLimit, suppress } from '../data/suppression.js';
import { getName } from '../data/value.js';
import { clusterings, clusterOptions } from '../tally/jackknife.js';
import { breakDown, type CategoryBreakdown, countCells, getLayers } from './breakdown.js';
import { boundTable, clusteredRates } from './clustered.js';
import { type Fraction, toFraction } from './decimal.js';
import { compareRates, type FourFifths } from './four-fifths.js';
import { type Attribute, crossGroups } from './groups.js';
import type { Wasm } from './module.js';
import { getOutcomes, type OutcomeInput, type Outcomes, outcomeOptions } from './outcomes.js';
import type { Publication } from './rule.js';
import { type ImpactTable, makeTable } from './table.js';

/** Input of {@link Impact.tables}. */
export interface ImpactInput extends OutcomeInput, Pick<ScoreRows, 'cluster' | 'crossedCluster'> {
  /** Columns by attribute: `{ sex: […], race: […] }`. */
  groups: Readonly<Record<string, CategoryColumn>>;
  /** Categories with a smaller proportion of all rows are listed, but excluded from the ratios. Default: none. */
  excludeBelow?: number | undefined;
  /**
   * Counts from 1 to just below this number are suppressed, and so are all numbers from which they could be derived.
   * Default: none. With more than two attributes, the intersectional table is then published only if it has no such
   * count.
   */
  suppressBelow?: number | undefined;
  /** By attribute, a category with which others are compared, in addition to the category with the highest rate. */
  reference?: Readonly<Record<string, string>> | undefined;
}

/** One set of tables. */
export type ImpactOutcome = ImpactReport['outcomes'][number];

/** The result of {@link Impact.tables}: plain data, which JSON preserves. */
export interface ImpactReport {
  format: 'fairwasm-impact';
  version: 1;
  /** The rule that prescribes the tables; null without one. */
  rule: {
    name: string;
    /** Reference of the text. */
    source: string;
    /** Date of the text. */
    date: string;
    /** Limits of any computation by this rule. */
    limits: string;
    /** Information that must be published with the numbers; omitted if there is none. */
    published?: string;
  } | null;
  /** The kind of outcome: a decision, a score, or a class. */
  kind: 'selected' | 'score' | 'assigned';
  /** All applicants, including those of unknown category. */
  applicants: number;
  /** Number of clusters, such as people with several applications; absent for independent applicants. */
  clusters?: number;
  /** Number of rows that were excluded because their outcome is unknown; omitted if none. */
  droppedRows?: number;
  /** The median of all scores; null without scores. */
  median: number | null;
  /** The proportion below which categories are excluded from ratios; null if all are included. */
  excludeBelow: number | null;
  /** The count below which counts are suppressed; null if all are shown. */
  suppressBelow: number | null;
  imputed: readonly string[];
  /** Names of categories that are probably mistakes, and names that were counted as unknown. */
  warnings: readonly string[];
  /** Level of the intervals; null without intervals. */
  confidence: number | null;
  /** Statements to publish with the tables of Local Law 144; with them, formats contain the summary to publish. */
  publication?: Publication;
  outcomes: readonly {
    /** The outcome: a decision, `above the median`, or a class. */
    name: string;
    tables: readonly (ImpactTable & {
      /** The four-fifths result for the categories that are not excluded; null if a rule prescribes no threshold. */
      fourFifths: FourFifths | null;
    })[];
  }[];
}

/** @internal See {@link Impact.tables}. */
export function impactTables(wasm: Wasm, input: ImpactInput): ImpactReport {
  requireOptions('tables', input, [
    'groups',
    ...outcomeOptions,
    'unknownValues',
    'imputed',
    'confidence',
    'excludeBelow',
    'suppressBelow',
    'reference',
    ...clusterOptions,
  ]);
  return makeReport(wasm, input, null);
}

/** @internal Whether a rule names a category, by attribute. */
export type RuleCategories = Readonly<Record<string, (name: string) => boolean>>;

/** @internal Returns the tables, by a rule with its categories or without a rule. */
export function makeReport(
  wasm: Wasm,
  input: ImpactInput,
  rule: ImpactReport['rule'],
  ofRule?: RuleCategories,
): ImpactReport {
  const groups = crossGroups(input.groups, input.unknownValues, ofRule && meansUnknown);
  const names = groups.attributes.map(({ name }) => name);
  const { imputed = [], reference = {}, excludeBelow, suppressBelow } = input;
  requireLimit('suppressBelow', suppressBelow);
  requireAmong('imputed', requireTexts('imputed', imputed), names);
  requireOptions('reference', reference, names);
  const outcomes = getOutcomes(input, groups.rows);
  const clusters = clusterings(input, groups.rows);
  const confidence = input.confidence === false ? null : requireConfidence(input.confidence);
  const cells = countCells(groups, outcomes);
  const setting: Setting = {
    wasm,
    total: cells.applicants.reduce((sum, each) => sum + each, 0),
    excludeBelow: excludeBelow === undefined ? undefined : toFraction('excludeBelow', excludeBelow),
    confidence: noIntervals(outcomes.kind, confidence) ?? (confidence as number),
    reference: rule ? undefined : reference,
  };
  const indices = names.map((_, index) => index);
  const sets = [...indices.map((position) => [position]), ...(indices.length > 1 ? [indices] : [])];
  const sizes = groups.attributes.map(({ categories }) => categories.length);
  const hidden = suppressBelow === undefined ? undefined : suppress(sizes, getLayers(cells), suppressBelow);
  const breakdowns = sets.map((set, i) =>
    breakDown(groups, set, cells, hidden && (hidden.single[i] ?? hidden.crossed)),
  );
  const count = getMin(clusters.map((each) => each.count));
  const decision = input.selected ?? input.score ?? input.assigned;
  const rates =
    clusters.length > 0 && typeof setting.confidence === 'number'
      ? clusteredRates(wasm, { groups, outcomes, clusters }, breakdowns, setting.confidence)
      : undefined;
  return {
    format: 'fairwasm-impact',
    version: 1,
    rule,
    kind: outcomes.kind,
    applicants: setting.total,
    ...(clusters.length > 0 && { clusters: count }),
    median: outcomes.median ?? null,
    excludeBelow: excludeBelow ?? null,
    suppressBelow: suppressBelow ?? null,
    imputed: [...imputed],
    warnings: [
      ...groups.attributes.flatMap((attribute) => nameWarnings(attribute, ofRule)),
      ...(clusters.length > 0 ? clusterWarnings({ clusters: count }) : []),
      ...new ColumnWatch()
        .add({ groups: input.groups, outcomes: input.applicants === undefined ? { outcome: decision } : {} })
        .warnings(),
    ],
    confidence: typeof setting.confidence === 'number' ? setting.confidence : null,
    outcomes: outcomes.names.map((name, i) => ({
      name,
      tables: breakdowns.map((breakdown, place) => {
        const table = getTable(breakdown, i, setting);
        return rates ? boundTable(table, rates(place, i)) : table;
      }),
    })),
  };
}

function nameWarnings({ name, categories, unknownNames }: Attribute, ofRule?: RuleCategories) {
  const isOfRule = ofRule?.[name];
  const unexpected = isOfRule ? categories.filter((each) => !isOfRule(each)) : [];
  const unclear = ofRule ? [] : categories.filter(meansUnknown);
  const list = (names: readonly string[]) => names.map((each) => `'${each}'`).join(', ');
  return [
    ...(unknownNames.length > 0 ? [`${name}: ${list(unknownNames)} counted as unknown.`] : []),
    ...(unexpected.length > 0
      ? [`${name}: ${list(unexpected)} is not a category of the rule. Rename it, or add it to the unknown values.`]
      : []),
    ...(unclear.length > 0
      ? [`${name}: ${list(unclear)} means unknown, so no ratio includes it. Add it to the unknown values to omit it.`]
      : []),
  ];
}

interface Setting {
  wasm: Wasm;
  total: number;
  excludeBelow: Fraction | undefined;
  /** Level of the intervals, or the reason why there are none. */
  confidence: number | string;
  /** Undefined if there are no comparisons. */
  reference: Readonly<Record<string, string>> | undefined;
}

// Intervals assume independent proportions.
function noIntervals(kind: Outcomes['kind'], confidence: number | null): string | undefined {
  if (confidence === null) return 'no interval: none was requested';
  if (kind !== 'score') return undefined;
  return 'no interval: the median comes from the scores of the same rows';
}

function getTable(
  { by, unknown, categories }: CategoryBreakdown,
  outcome: number,
  { wasm, total, excludeBelow, confidence, reference }: Setting,
): ImpactOutcome['tables'][0] {
  const counted = categories.map(({ categories: each, applicants, selected, isHidden }) => ({
    name: Object.values(each).join(', '),
    categories: each,
    applicants,
    selected: selected[outcome] as number,
    isSuppressed: isHidden,
  }));
  const table = makeTable(wasm, { by, unknown, total, categories: counted, excludeBelow, confidence });
  if (!reference) return { ...table, fourFifths: null };
  const kept = table.categories.filter((each) => !each.isExcluded && !each.isSuppressed);
  const chosen = by.map((name) => getName(reference[name]));
  const name = chosen.includes(undefined) ? undefined : chosen.join(', ');
  return { ...table, fourFifths: compareRates(wasm, kept, name, confidence) };
}

function requireAmong(argument: string, input: readonly string[], names: readonly string[]): void {
  const unexpected = input.find((name) => !names.includes(name));
  if (unexpected === undefined) return;
  throw invalid(argument, `attributes among ${names.join(', ')}`, withSuggestion(unexpected, names));
}
