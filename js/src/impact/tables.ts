// SPDX-License-Identifier: Apache-2.0
//
// The tables of an audit of adverse impact: one for each attribute, one for all of them crossed, and the same again
// for each class if people are sorted into classes.

import { invalid } from '../core/error.js';
import { requireConfidence } from '../core/estimate.js';
import { requireOptions, requireTexts, suggestion } from '../core/options.js';
import type { CategoryColumn } from '../data/column.js';
import { requireLimit, suppress } from '../data/suppression.js';
import { nameOf } from '../data/value.js';
import { type Breakdown, breakDown, countCells, layersOf } from './breakdown.js';
import { meansUnknown } from './category-names.js';
import { type Fraction, shareOf } from './decimal.js';
import { compareRates, type FourFifths } from './four-fifths.js';
import { type Attribute, crossGroups } from './groups.js';
import type { Wasm } from './module.js';
import { type OutcomeInput, type Outcomes, outcomeOptions, outcomesOf } from './outcomes.js';
import type { ImpactRule } from './rule.js';
import { type ImpactTable, makeTable } from './table.js';

/** How tables are made. */
export interface ImpactOptions {
  /**
   * Names that stand for an unknown category, in addition to missing values (blanks, null, NaN, `NA`, `?`, …). Default:
   * none.
   */
  unknownValues?: readonly string[] | undefined;
  /** Of the attributes, those whose categories were not said by people but estimated, from names for instance. */
  imputed?: readonly string[] | undefined;
  /** Level of the confidence intervals, in (0, 1). Default: 0.95. False: none. */
  confidence?: number | false | undefined;
}

/** What {@link Impact.tables} counts. */
export interface ImpactInput extends OutcomeInput, ImpactOptions {
  /** Columns by attribute: `{ sex: […], race: […] }`. */
  groups: Readonly<Record<string, CategoryColumn>>;
  /** Categories with a smaller share of all rows are listed, but left out of the ratios. Left out: none are. */
  excludeBelow?: number | undefined;
  /**
   * Counts from 1 to just below this are not shown, nor what they could be found from. Left out: all are. Of more than
   * two attributes, the crossed table is then shown only where it has no such count.
   */
  suppressBelow?: number | undefined;
  /** By attribute, the category that others are compared with besides the one with the highest rate. */
  reference?: Readonly<Record<string, string>> | undefined;
}

/** One set of tables. */
export interface ImpactOutcome {
  /** What counts as selected: a decision, `above the median`, or a class. */
  name: string;
  tables: readonly (ImpactTable & {
    /** Of the categories that are not excluded; null where a rule prescribes no threshold. */
    fourFifths: FourFifths | null;
  })[];
}

/** What {@link Impact.tables} gives: data, which JSON keeps. */
export interface ImpactReport {
  format: 'fairwasm-impact';
  version: 1;
  /** The rule by which the tables were made, if by one. */
  rule: ImpactRule | null;
  /** What became of people: a decision, a score, or a class. */
  kind: Outcomes['kind'];
  /** All of them, those of unknown categories too. */
  applicants: number;
  /** Rows that were left out before, as it is not known what became of them; absent where none were. */
  droppedRows?: number;
  /** Of the scores of all rows; null where there are none. */
  median: number | null;
  /** The share below which categories are left out of ratios; null where all are kept. */
  excludeBelow: number | null;
  /** The count below which none can be found out; null where all are shown. */
  suppressBelow: number | null;
  imputed: readonly string[];
  /** Names of categories that look like a mistake, and names that were counted as unknown. */
  warnings: readonly string[];
  /** Of the intervals; null where there are none. */
  confidence: number | null;
  outcomes: readonly ImpactOutcome[];
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
  ]);
  return makeReport(wasm, input, null);
}

/** @internal True for the names of categories that a rule has, by attribute. */
export type RuleCategories = Readonly<Record<string, (name: string) => boolean>>;

/** @internal The tables, by a rule with its categories or by none. */
export function makeReport(
  wasm: Wasm,
  input: ImpactInput,
  rule: ImpactRule | null,
  ofRule?: RuleCategories,
): ImpactReport {
  const groups = crossGroups(input.groups, input.unknownValues, ofRule && meansUnknown);
  const names = groups.attributes.map(({ name }) => name);
  const { imputed = [], reference = {}, excludeBelow, suppressBelow } = input;
  requireLimit('suppressBelow', suppressBelow);
  requireAmong('imputed', requireTexts('imputed', imputed), names);
  requireOptions('reference', reference, names);
  const outcomes = outcomesOf(input, groups.rows);
  const confidence = input.confidence === false ? null : requireConfidence(input.confidence);
  const cells = countCells(groups, outcomes);
  const setting: Setting = {
    wasm,
    total: cells.applicants.reduce((sum, each) => sum + each, 0),
    excludeBelow: excludeBelow === undefined ? undefined : shareOf('excludeBelow', excludeBelow),
    confidence: noIntervals(outcomes.kind, confidence) ?? (confidence as number),
    reference: rule ? undefined : reference,
  };
  const places = names.map((_, place) => place);
  const sets = [...places.map((place) => [place]), ...(places.length > 1 ? [places] : [])];
  const sizes = groups.attributes.map(({ categories }) => categories.length);
  const hidden =
    suppressBelow === undefined ? undefined : suppress(sizes, layersOf(cells), suppressBelow);
  const breakdowns = sets.map((set, i) =>
    breakDown(groups, set, cells, hidden && (hidden.single[i] ?? hidden.crossed)),
  );
  return {
    format: 'fairwasm-impact',
    version: 1,
    rule,
    kind: outcomes.kind,
    applicants: setting.total,
    median: outcomes.median ?? null,
    excludeBelow: excludeBelow ?? null,
    suppressBelow: suppressBelow ?? null,
    imputed: [...imputed],
    warnings: groups.attributes.flatMap((attribute) => nameWarnings(attribute, ofRule)),
    confidence: typeof setting.confidence === 'number' ? setting.confidence : null,
    outcomes: outcomes.names.map((name, i) => ({
      name,
      tables: breakdowns.map((breakdown) => tableOf(breakdown, i, setting)),
    })),
  };
}

function nameWarnings({ name, categories, unknownNames }: Attribute, ofRule?: RuleCategories) {
  const isOfRule = ofRule?.[name];
  const stray = isOfRule ? categories.filter((each) => !isOfRule(each)) : [];
  const unclear = ofRule ? [] : categories.filter(meansUnknown);
  const list = (names: readonly string[]) => names.map((each) => `'${each}'`).join(', ');
  return [
    ...(unknownNames.length > 0 ? [`${name}: ${list(unknownNames)} counted as unknown.`] : []),
    ...(stray.length > 0
      ? [
          `${name}: ${list(stray)} is not a category of the rule. Rename it, or name it in unknownValues (--unknown).`,
        ]
      : []),
    ...(unclear.length > 0
      ? [
          `${name}: ${list(unclear)} looks like "unknown". If so, name it in unknownValues (--unknown).`,
        ]
      : []),
  ];
}

interface Setting {
  wasm: Wasm;
  total: number;
  excludeBelow: Fraction | undefined;
  /** Or why there are no intervals. */
  confidence: number | string;
  /** Undefined where nothing is compared. */
  reference: Readonly<Record<string, string>> | undefined;
}

// Intervals are those of independent shares.
function noIntervals(kind: Outcomes['kind'], confidence: number | null): string | undefined {
  if (confidence === null) return 'no interval: none was requested';
  if (kind !== 'score') return undefined;
  return 'no interval: the median comes from the scores of the same rows';
}

function tableOf(
  { by, unknown, categories }: Breakdown,
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
  const table = makeTable(wasm, {
    by,
    unknown,
    total,
    categories: counted,
    excludeBelow,
    confidence,
  });
  if (!reference) return { ...table, fourFifths: null };
  const kept = table.categories.filter((each) => !each.isExcluded && !each.isSuppressed);
  const chosen = by.map((name) => nameOf(reference[name]));
  const name = chosen.includes(undefined) ? undefined : chosen.join(', ');
  return { ...table, fourFifths: compareRates(wasm, kept, name, confidence) };
}

function requireAmong(argument: string, given: readonly string[], known: readonly string[]): void {
  const stray = given.find((name) => !known.includes(name));
  if (stray === undefined) return;
  const meant = suggestion(stray, known);
  throw invalid(
    argument,
    `attributes among ${known.join(', ')}`,
    `'${stray}'${meant === undefined ? '' : `; did you mean '${meant}'?`}`,
  );
}
