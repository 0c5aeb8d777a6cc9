// SPDX-License-Identifier: Apache-2.0
//
// Decisions that are added to a table before it is audited: from scores that a single threshold does not describe (the best
// fraction of the rows, a threshold for each group, or scores of which low ones are better), or from a model.

import { basename } from 'node:path';
import { invalid } from '../../core/error.js';
import { shown } from '../../core/options.js';
import type { CsvSource } from '../../data/byte-input.js';
import { guessFavorable, otherLabel } from '../../data/favorable.js';
import { getName, isMissing, type Value } from '../../data/value.js';
import type { Row } from '../../models/rows.js';
import type { ReadingOptions } from '../input/input.js';
import { csvWith, encoded, givenBy, readRows, scored, withModel } from '../input/model.js';
import { requireNumber } from '../options/options.js';
import { cutoffNames } from '../options/rows.js';
import { UsageError } from '../options/usage.js';
import type { AuditValues } from './options.js';

const others = ['prediction', 'counts', 'from', 'example', 'evidence'] as const;

/** Returns the options with the name of a column of decisions, and a function that adds the column to a table. */
export function withCutoffs(values: AuditValues): { values: AuditValues; deciding: Deciding } {
  const used = cutoffNames.find((name) => values[name]) as string;
  const unexpected = others.find((name) => values[name] !== undefined);
  if (unexpected !== undefined) {
    throw new UsageError(`--${used} applies to individual rows of a file. Remove --${unexpected}.`);
  }
  const { score } = values;
  if (score === undefined) throw new UsageError(`--${used} requires --score`);
  const { title, select } = getSelection(values, score);
  const deciding: Deciding = async (source, reading) => {
    const rows = await readRows(source, reading);
    const scores = rows.map((row, i) => toScore(row[score], score, i));
    const [favorable, other] = getOutcomes(rows, values);
    const isSelected = select(rows, scores);
    const decisions = scores.map((each, i) => (each === undefined ? '' : isSelected(each, i) ? favorable : other));
    const table = csvWith(rows, Object.keys(rows[0] ?? {}), { [title]: decisions });
    return {
      source: encoded(table),
      reading: { delimiter: ',', header: true, skipLines: 0, spellings: reading.spellings },
    };
  };
  // Such scores need not be probabilities, which statistics of scores require.
  return { values: { ...values, prediction: title, score: undefined, threshold: undefined }, deciding };
}

/** Returns whether a row with this score is selected. */
type IsSelected = (score: number, row: number) => boolean;

interface Selection {
  /** Name of the column of decisions. */
  title: string;
  select(rows: readonly Row[], scores: readonly (number | undefined)[]): IsSelected;
}

function getSelection(values: AuditValues, score: string): Selection {
  const { threshold, 'top-share': top, 'group-threshold': byGroup } = values;
  const ways = [threshold, top, byGroup].filter((each) => each !== undefined);
  if (ways.length !== 1) {
    throw new UsageError('pass one of --threshold, --top-share, and --group-threshold');
  }
  const isLow = values['lower-is-better'] === true;
  const reaches = (value: number, limit: number) => (isLow ? value <= limit : value >= limit);
  if (top !== undefined) {
    return {
      title: `${score}: best ${Number((100 * top).toPrecision(6))}%`,
      select(_, scores) {
        const limit = getLimit(scores, top, isLow);
        return (value) => reaches(value, limit);
      },
    };
  }
  if (byGroup === undefined) {
    const limit = requireNumber('--threshold', threshold as string);
    return {
      title: `${score} ${isLow ? 'at most' : 'at least'} ${limit}`,
      select: () => (value) => reaches(value, limit),
    };
  }
  const [attribute] = values.group ?? [];
  if (attribute === undefined) throw new UsageError('--group-threshold requires --group');
  const limits = new Map(byGroup);
  return {
    title: `${score}: thresholds by ${attribute}`,
    select(rows) {
      const groups = rows.map((row) => getName(row[attribute] as Value) ?? '(missing)');
      const without = groups.find((name) => !limits.has(name));
      if (without !== undefined) {
        throw new UsageError(`--group-threshold: group '${without}' of ${attribute} has no threshold`);
      }
      return (value, row) => reaches(value, limits.get(groups[row] as string) as number);
    },
  };
}

/** Returns the last score among the best `share`; at least one row is selected. */
function getLimit(scores: readonly (number | undefined)[], share: number, isLow: boolean): number {
  const numbers = scores.filter((each) => each !== undefined);
  const ordered = numbers.sort((one, other) => (isLow ? one - other : other - one));
  return ordered[Math.max(1, Math.floor(share * ordered.length)) - 1] ?? Number.NaN;
}

function toScore(value: unknown, column: string, row: number): number | undefined {
  if (isMissing(value as Value)) return undefined;
  const number = Number(value);
  if (Number.isFinite(number)) return number;
  throw invalid(column, 'a number', shown(value), row);
}

/** Returns the names of the favorable and of the other outcome, as the true outcomes have them. */
function getOutcomes(rows: readonly Row[], { label, favorable }: AuditValues): [string, string] {
  const names = label === undefined ? [] : rows.map((row) => getName(row[label] as Value));
  const labels = [...new Set(names.filter((name) => name !== undefined))];
  const [positive = guessFavorable(labels) ?? '1'] = favorable ?? [];
  return [positive, otherLabel(positive, labels)];
}

/** Adds decisions to a table. */
export type Deciding = (
  source: CsvSource,
  reading: ReadingOptions,
) => Promise<{ source: AsyncIterable<Uint8Array>; reading: ReadingOptions }>;

/** Opens the model while `use` runs; `use` gets the options for the added columns. */
export async function withDecisions<T>(
  [model, path]: readonly [model: string, table: string],
  values: AuditValues,
  use: (values: AuditValues, deciding: Deciding) => Promise<T>,
): Promise<T> {
  return withModel(model, (opened) => {
    const name = basename(model);
    const gives = givenBy(opened, values);
    const decidesByLabel = gives.labels && values.threshold === undefined;
    if (!decidesByLabel && values.threshold === undefined) {
      throw new UsageError(`${name} returns scores, not labels. Add --threshold.`);
    }
    const prediction = decidesByLabel ? `${name}: prediction` : undefined;
    const score = gives.scores || !decidesByLabel ? `${name}: score` : undefined;
    const except = [values.label, values.weight, values.cluster].filter((each) => each !== undefined);
    const deciding: Deciding = async (source, reading) => {
      const rows = await readRows(source, reading);
      const { scores, labels } = await scored(opened, { path, intake: reading, rows }, values, except);
      const more = { ...(prediction && { [prediction]: labels }), ...(score && { [score]: scores }) };
      const text = csvWith(rows, Object.keys(rows[0] ?? {}), more);
      return {
        source: encoded(text),
        reading: { delimiter: ',', header: true, skipLines: 0, spellings: reading.spellings },
      };
    };
    return use({ ...values, model: name.replace(/\.onnx$/i, ''), prediction, score }, deciding);
  });
}
