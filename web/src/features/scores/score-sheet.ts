// SPDX-License-Identifier: Apache-2.0
//
// Scores compared with outcomes, for the groups of the report: counted during the audit, and passed to the page as
// plain data.

import { type Fairwasm, FairwasmError, type ScoreTally, toCategory } from 'fairwasm';
import { type ScoreBreakdown, scoreBreakdowns } from '#fairwasm/scores/stored-scores.js';
import type { Choice } from '../../table/choice.js';
import { isCoded, type MixedBatch, type Numbers } from '../../table/read.js';

type Columns = MixedBatch['columns'];
type Column = Columns[string];

export interface ScoreSheet {
  breakdowns: readonly ScoreBreakdown[];
  /** The reason for missing results if scores are not probabilities. */
  problem: string | undefined;
}

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
    const kept = missing === 'drop' ? wholeRows(needed.map((name) => columns[name] as Column)) : undefined;
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
    const isCounted = this.#problem === undefined;
    return { breakdowns: isCounted ? scoreBreakdowns(this.#tally, this.#choice.groups) : [], problem: this.#problem };
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
    return column instanceof Float64Array ? undefined : (row) => toCategory(column[row]) === undefined;
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
  isCoded(column) ? Float64Array.from(column.codes, (code) => Number(column.categories[code])) : column;

const getLength = (column: Column): number => (isCoded(column) ? column.codes : column).length;
