// SPDX-License-Identifier: Apache-2.0
//
// The measurement that the form edits, and its problems.

import { numbers } from 'virtual:numbers/leakage';
import { guessOutcomes as guessAudit, isNamedGroup } from '../../table/guess.js';
import type { ColumnProfile, TableProfile } from '../../table/profile.js';
import type { Range } from '../../widgets/fields.js';
import { rangeProblem } from '../../widgets/range.js';
import type { Columns, More, Numbers, Recipe, Settings } from './protocol.js';
import { usual } from './score.js';

/** The columns of a file during the choice; an empty name means none. */
export type FileChoice = Record<keyof Columns, string>;

export type RowChoice =
  | { kind: 'file'; file: File; profile: TableProfile; columns: FileChoice }
  | { kind: 'example'; name: string; title: string; attribute: string; task: string }
  | { kind: 'made'; recipe: Recipe }
  | { kind: 'numbers'; numbers: Numbers };

export interface Choice {
  rows: RowChoice;
  settings: Settings;
}

export const defaultRecipe: Recipe = { rows: 4096, error: 0.2, errors: 'lopsided', seed: 1 };
export const defaultNumbers: Numbers = { rows: 4096, seed: 1 };

const initial = (name: keyof typeof numbers): number => numbers[name].initial ?? Number.NaN;
export const defaultSettings: Settings = {
  measure: 'leakage',
  guesses: 'outcome-from-attribute',
  trials: initial('trials'),
  epochs: initial('epochs'),
  seed: initial('seed'),
  more: {
    layers: initial('layers'),
    firstWidth: initial('firstWidth'),
    optimizer: 'adam',
    learningRate: initial('learningRate'),
    batchSize: initial('batchSize'),
    weightDecay: initial('weightDecay'),
    patience: initial('patience'),
    testSize: initial('testSize'),
    warmStart: false,
    ...usual,
  },
};

/** Maximum number of categories; a column with more is probably not categorical. */
const maxCategories = 100;

export const canBeAttacked = ({ values, hasMore }: ColumnProfile): boolean =>
  !hasMore && values.length >= 2 && values.length <= maxCategories;

/** The initial columns: guessed as for an audit. */
export function guessColumns(profile: TableProfile): FileChoice {
  const { prediction, label, groups } = guessAudit(profile);
  const attribute = profile.columns.find((column) => groups.includes(column.name) && isNamedGroup(column));
  return {
    attribute: attribute?.name ?? '',
    task: label ?? '',
    taskPrediction: prediction ?? '',
    attributePrediction: '',
  };
}

/** The ranges of generated rows. */
export const ranges = {
  rows: { type: 'integer', minimum: 64, maximum: 1_000_000, multipleOf: 4 },
  error: { type: 'number', minimum: 0, maximum: 50 },
} as const satisfies Record<string, Range>;

export type FieldName = keyof Columns | 'rows' | 'error' | 'trials' | 'epochs' | 'seed' | 'recipeSeed' | keyof More;

type Found = [name: FieldName, problem: string | undefined];

/** Returns the problems by field, in the order of the form. */
export function getProblems({ rows, settings }: Choice): Partial<Record<FieldName, string>> {
  const given = { ...settings, ...settings.more } as Readonly<Record<string, unknown>>;
  const found = [
    ...rowProblems(rows, settings),
    ...Object.entries(numbers).map(([name, { range, initial }]): Found => {
      const value = (given[name] ?? Number.NaN) as number;
      // Without a default, the package decides.
      const isOmitted = Number.isNaN(value) && initial === undefined;
      return [name as FieldName, isOmitted ? undefined : rangeProblem(value, range)];
    }),
  ];
  return Object.fromEntries(found.filter(([, problem]) => problem !== undefined));
}

function rowProblems(rows: RowChoice, { measure }: Settings): Found[] {
  if (rows.kind === 'example' || rows.kind === 'numbers') return [];
  if (rows.kind === 'made') {
    const { recipe } = rows;
    return [
      ['rows', rangeProblem(recipe.rows, ranges.rows)],
      ['error', rangeProblem(recipe.error * 100, ranges.error)],
      ['recipeSeed', rangeProblem(recipe.seed, numbers.seed.range)],
    ];
  }
  const { attribute, task, taskPrediction, attributePrediction } = rows.columns;
  return [
    ['attribute', attribute ? undefined : 'Choose the protected attribute.'],
    ['task', taskProblem(task, attribute)],
    ['taskPrediction', predictionProblem(measure, taskPrediction, attributePrediction)],
  ];
}

function taskProblem(task: string, attribute: string): string | undefined {
  if (!task) return 'Choose the task column.';
  return task === attribute ? 'Choose a column other than the attribute.' : undefined;
}

function predictionProblem(measure: Settings['measure'], task: string, attribute: string): string | undefined {
  if (task) return undefined;
  if (measure === 'leakage') return 'Choose the model’s prediction.';
  return attribute ? undefined : 'Choose a prediction of the task, the attribute, or both.';
}
