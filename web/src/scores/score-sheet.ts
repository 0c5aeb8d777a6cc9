// SPDX-License-Identifier: Apache-2.0
//
// Scores compared with outcomes, for the groups of the report: counted during the audit, and passed to the page as
// plain data.

import {
  type Fairwasm,
  FairwasmError,
  type ScoreGroup,
  type ScoreTally,
  toCategory,
} from 'fairwasm';
import type { Choice } from '../table/choice.js';
import { isCoded, type MixedBatch, type Numbers } from '../table/read.js';

type Columns = MixedBatch['columns'];
type Column = Columns[string];

export type Equalized = 'selectionRate' | 'truePositiveRate';
export const equalizable: readonly Equalized[] = ['selectionRate', 'truePositiveRate'];

/** Data for the charts of a group's scores. */
export type NamedScores = { name: string } & Pick<
  ScoreGroup,
  | 'categories'
  | 'rows'
  | 'positives'
  | 'negatives'
  | 'areaUnderCurve'
  | 'brierScore'
  | 'meanScore'
  | 'expectedCalibrationError'
  | 'rocCurve'
  | 'calibrationCurve'
>;

export interface ScoreBreakdown {
  by: readonly string[];
  /** The groups with rows, largest first; at most 60. */
  groups: readonly NamedScores[];
  /** The number of groups with rows. */
  count: number;
  /** Thresholds by group name that equalize a rate. */
  thresholds: Readonly<Record<Equalized, Readonly<Record<string, number>>>>;
}

export interface ScoreSheet {
  breakdowns: readonly ScoreBreakdown[];
  /** The reason for missing results if scores are not probabilities. */
  problem: string | undefined;
}

const maxGroups = 60; // users rarely look at more curves, and curves are large

const getName = (categories: Readonly<Record<string, string>>) =>
  Object.values(categories).join(', ');

/** Counts scores batch by batch. */
export class ScoreCounter {
  readonly #tally: ScoreTally;
  readonly #choice: Choice;
  #problem: string | undefined;

  private constructor(tally: ScoreTally, choice: Choice) {
    this.#tally = tally;
    this.#choice = choice;
  }

  /** Undefined without scores or outcomes. */
  static for(fair: Fairwasm, choice: Choice): ScoreCounter | undefined {
    if (choice.score === undefined || choice.label === undefined) return undefined;
    return new ScoreCounter(fair.scoreTally(choice.groups, choice.favorable), choice);
  }

  add(columns: Columns): void {
    if (this.#problem !== undefined) return;
    const { label, score, weight, cluster, groups, prediction, missing } = this.#choice;
    const needed = [label, score, weight, cluster, prediction].filter((name) => name !== undefined);
    const kept =
      missing === 'drop' ? wholeRows(needed.map((name) => columns[name] as Column)) : undefined;
    const pick = (name: string) => picked(columns[name] as Column, kept);
    try {
      this.#tally.update({
        groups: Object.fromEntries(groups.map((name) => [name, pick(name)])),
        label: pick(label as string),
        score: getNumbers(pick(score as string)),
        weight: weight === undefined ? undefined : getNumbers(pick(weight)),
        cluster: cluster === undefined ? undefined : pick(cluster),
      });
    } catch (error) {
      if (!(error instanceof FairwasmError)) throw error;
      this.#problem = `Scores: expected ${error.expected}; found ${error.actual}.`;
    }
  }

  sheet(): ScoreSheet {
    const { groups } = this.#choice;
    const breakdowns = groups.map((name) => [name]);
    if (groups.length > 1) breakdowns.push([...groups]);
    const isCounted = this.#problem === undefined;
    return {
      breakdowns: isCounted ? breakdowns.map((by) => this.#breakdown(by)) : [],
      problem: this.#problem,
    };
  }

  #breakdown(by: readonly string[]): ScoreBreakdown {
    const all = this.#tally.by(by).filter(({ rows }) => rows > 0);
    const groups = all
      .map((group) => ({ ...group, name: getName(group.categories) }))
      .sort((a, b) => b.rows - a.rows)
      .slice(0, maxGroups);
    const thresholds = equalizable.map((equalize) => [equalize, this.#thresholds(by, equalize)]);
    return { by, groups, count: all.length, thresholds: Object.fromEntries(thresholds) };
  }

  #thresholds(by: readonly string[], equalize: Equalized): Record<string, number> {
    const { truePositiveRate } = this.#tally.overall.rocCurve.at(-1) ?? {};
    if (equalize === 'truePositiveRate' && !Number.isFinite(truePositiveRate)) return {};
    const found = this.#tally.equalizingThresholds(by, { equalize });
    return Object.fromEntries(
      found.map(({ categories, threshold }) => [getName(categories), threshold]),
    );
  }
}

/** The rows in which no column lacks a value; undefined: all. */
function wholeRows(columns: readonly Column[]): Uint32Array | undefined {
  const lacks = columns.map(missingIn).filter((isMissing) => isMissing !== undefined);
  if (lacks.length === 0) return undefined;
  const rows = Array.from({ length: getLength(columns[0] as Column) }, (_, row) => row);
  return Uint32Array.from(rows.filter((row) => !lacks.some((isMissing) => isMissing(row))));
}

/** Returns a function that tests whether a row's value is missing; undefined if none is. */
function missingIn(column: Column): ((row: number) => boolean) | undefined {
  if (!isCoded(column))
    return column instanceof Float64Array
      ? undefined
      : (row) => toCategory(column[row]) === undefined;
  const { codes, categories } = column;
  return categories.includes('') ? (row) => categories[codes[row] as number] === '' : undefined;
}

function picked(column: Column, rows: Uint32Array | undefined): Column {
  if (!rows) return column;
  if (!isCoded(column)) return Array.from(rows, (row) => column[row]);
  return { ...column, codes: rows.map((row) => column.codes[row] as number) };
}

// A column may be a group and a score.
const getNumbers = (column: Column): Numbers =>
  isCoded(column)
    ? Float64Array.from(column.codes, (code) => Number(column.categories[code]))
    : column;

const getLength = (column: Column): number => (isCoded(column) ? column.codes : column).length;
