// SPDX-License-Identifier: Apache-2.0
//
// The measurement that the form edits, and its problems.

import { guessOutcomes as guessAudit, isNamedGroup } from '../../table/guess.js';
import type { ColumnProfile, TableProfile } from '../../table/profile.js';
import { type Bounds, boundsProblem } from '../../widgets/fields.js';
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
export const defaultSettings: Settings = {
  measure: 'leakage',
  guesses: 'outcome-from-attribute',
  trials: 10,
  epochs: 100,
  seed: 1,
  more: {
    layers: Number.NaN,
    firstWidth: 16,
    optimizer: 'adam',
    learningRate: 0.05,
    batchSize: 64,
    weightDecay: 0,
    patience: Number.NaN,
    testSize: 0.2,
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
  const attribute = profile.columns.find(
    (column) => groups.includes(column.name) && isNamedGroup(column),
  );
  return {
    attribute: attribute?.name ?? '',
    task: label ?? '',
    taskPrediction: prediction ?? '',
    attributePrediction: '',
  };
}

export const bounds = {
  rows: { min: 64, max: 1_000_000, step: 4 },
  error: { min: 0, max: 50, step: 'any' },
  trials: { min: 2, max: 1000, step: 1 },
  epochs: { min: 1, max: 10_000, step: 1 },
  seed: { min: 0, max: 2 ** 32 - 1, step: 1 },
  layers: { min: 1, max: 8, step: 1 },
  firstWidth: { min: 1, max: 512, step: 1 },
  learningRate: { min: 1e-6, max: 10, step: 'any' },
  batchSize: { min: 1, max: 1_000_000, step: 1 },
  weightDecay: { min: 0, max: 1, step: 'any' },
  patience: { min: 1, max: 10_000, step: 1 },
  testSize: { min: 1, max: 90, step: 'any' },
} as const satisfies Record<string, Bounds>;

export type FieldName =
  | keyof Columns
  | 'rows'
  | 'error'
  | 'trials'
  | 'epochs'
  | 'seed'
  | 'recipeSeed'
  | keyof More;

/** Returns the problems by field, in the order of the form. */
export function getProblems({ rows, settings }: Choice): Partial<Record<FieldName, string>> {
  const found: [FieldName, string | undefined][] = [
    ...rowProblems(rows, settings),
    ['trials', boundsProblem(settings.trials, bounds.trials)],
    ['epochs', boundsProblem(settings.epochs, bounds.epochs)],
    ['seed', boundsProblem(settings.seed, bounds.seed)],
    ...moreProblems(settings.more),
  ];
  return Object.fromEntries(found.filter(([, problem]) => problem !== undefined));
}

function moreProblems(more: More): [FieldName, string | undefined][] {
  const optional = (name: 'layers' | 'patience') =>
    Number.isNaN(more[name]) ? undefined : boundsProblem(more[name], bounds[name]);
  const needed = ['firstWidth', 'learningRate', 'batchSize', 'weightDecay'] as const;
  return [
    ['layers', optional('layers')],
    ...needed.map((name): [FieldName, string | undefined] => [
      name,
      boundsProblem(more[name], bounds[name]),
    ]),
    ['patience', optional('patience')],
    ['testSize', boundsProblem(more.testSize * 100, bounds.testSize)],
  ];
}

function rowProblems(rows: RowChoice, { measure }: Settings): [FieldName, string | undefined][] {
  if (rows.kind === 'example' || rows.kind === 'numbers') return [];
  if (rows.kind === 'made') {
    const { recipe } = rows;
    const isFourfold = recipe.rows % 4 === 0;
    return [
      [
        'rows',
        boundsProblem(recipe.rows, bounds.rows) ??
          (isFourfold ? undefined : 'Enter a multiple of 4.'),
      ],
      ['error', boundsProblem(recipe.error * 100, bounds.error)],
      ['recipeSeed', boundsProblem(recipe.seed, bounds.seed)],
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

function predictionProblem(
  measure: Settings['measure'],
  task: string,
  attribute: string,
): string | undefined {
  if (task) return undefined;
  if (measure === 'leakage') return 'Choose the model’s prediction.';
  return attribute ? undefined : 'Choose a prediction of the task, the attribute, or both.';
}
