// SPDX-License-Identifier: Apache-2.0
//
// Precomputed counts as a table of integers: by group of each attribute, and by outcome (favorable or not) of the
// label and of the prediction. Suppression and bounds are computed from it.

import { CategoryEncoder, type Codes } from '../data/category.js';
import { toMissingTexts, type Value } from '../data/value.js';
import { keepCompleteCounts } from '../tally/missing.js';
import { reachedThreshold } from '../tally/thresholded-tally.js';
import type { AnswerCounts } from './counted.js';

/** The rows of a query result, without rows with missing values. */
export interface CountTable {
  attributes: readonly { name: string; categories: readonly string[]; codes: Codes }[];
  /** Outcome of each row: one of two, or of four with labels and predictions. */
  outcomes: Uint8Array;
  /**
   * Number of pairs of a label and a prediction for each outcome; more than one if more than one label is favorable.
   */
  pairs: readonly number[];
  /** Index of each row's pair. */
  getPair: readonly number[];
  counts: Float64Array;
  /** The original rows. */
  rows: AnswerCounts;
}

/** How the table is read. */
export interface CountReading {
  groups: readonly string[];
  /** All labels with their names in the report, and the favorable ones. */
  labels: readonly string[];
  favorable: readonly string[];
  threshold?: number | undefined;
  missingValues?: readonly string[] | undefined;
}

/** Values of a column, each favorable or not. */
interface Sides {
  codes: ArrayLike<number>;
  isFavorable: readonly boolean[];
}

/** Returns the table for counts that an auditor accepted. */
export function countTable(input: AnswerCounts, reading: CountReading): CountTable {
  const missingTexts = toMissingTexts(reading.missingValues);
  const complete = keepCompleteCounts(input, input.rows.length, missingTexts);
  const rows = complete.counted as AnswerCounts;
  const { groups, label, prediction } = rows;
  const attributes = reading.groups.map((name) => {
    const encoder = new CategoryEncoder(name, [], 'category', { missingTexts });
    const codes = encoder.encode(groups[name] as AnswerCounts['groups'][string]);
    return { name, categories: encoder.categories, codes };
  });
  const getSides = (column: readonly Value[]): Sides => {
    const encoder = new CategoryEncoder('label', reading.labels, 'error', { missingTexts });
    const codes = encoder.encode(column);
    return { codes, isFavorable: encoder.categories.map((each) => reading.favorable.includes(each)) };
  };
  const reached = (column: readonly Value[]): Sides => ({
    codes: reachedThreshold(column, missingTexts) as number[],
    isFavorable: [false, true],
  });
  const decided = reading.threshold === undefined ? getSides : reached;
  const sides = [label && getSides(label), prediction && decided(prediction)];
  const [one, two] = sides.filter((each) => each !== undefined);
  const counts = Float64Array.from(rows.rows as ArrayLike<number>, Number);
  return { attributes, counts, rows, ...getOutcomes(counts.length, one as Sides, two) };
}

const everything: Sides = { codes: [], isFavorable: [false] };

function getOutcomes(rows: number, one: Sides, two: Sides = everything) {
  const outcomes = new Uint8Array(rows);
  const getPair = new Array<number>(rows);
  const outcome = (first: number, second: number) =>
    Number(one.isFavorable[first]) + 2 * Number(two.isFavorable[second]);
  for (let row = 0; row < rows; row++) {
    const [first, second] = [one.codes[row] as number, two.codes[row] ?? 0];
    outcomes[row] = outcome(first, second);
    getPair[row] = first * two.isFavorable.length + second;
  }
  const pairs = new Array<number>(two === everything ? 2 : 4).fill(0);
  one.isFavorable.forEach((_, first) => {
    two.isFavorable.forEach((_, second) => {
      const at = outcome(first, second);
      pairs[at] = (pairs[at] as number) + 1;
    });
  });
  return { outcomes, getPair, pairs };
}

/** Returns some of its rows, by number, for an auditor with other groups. */
export function getRows({ rows, counts }: CountTable, indices: readonly number[], by: readonly string[]): AnswerCounts {
  const pick = (column: readonly Value[]) => indices.map((row) => column[row]);
  const { groups, label, prediction } = rows;
  return {
    groups: Object.fromEntries(by.map((name) => [name, pick(groups[name] as readonly Value[])])),
    ...(label && { label: pick(label) }),
    ...(prediction && { prediction: pick(prediction) }),
    rows: Float64Array.from(indices, (row) => counts[row] as number),
  };
}

/** Returns every combination of categories of the attributes at these indices. */
export function crossings(table: CountTable, set: readonly number[]): number[][] {
  return set.reduce<number[][]>(
    (begun, index) => {
      const categories = table.attributes[index]?.categories ?? [];
      return begun.flatMap((each) => categories.map((_, code) => [...each, code]));
    },
    [[]],
  );
}

/** Returns a group's name as in reports. */
export function groupAt(table: CountTable, set: readonly number[], codes: readonly number[]) {
  const named = set.map((index, i): [string, string] => {
    const { name, categories } = table.attributes[index] as CountTable['attributes'][0];
    return [name, categories[codes[i] as number] as string];
  });
  return { name: named.map(([, category]) => category).join(', '), categories: Object.fromEntries(named) };
}
