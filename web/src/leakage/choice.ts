// SPDX-License-Identifier: Apache-2.0
//
// What is to be measured, as the form edits it; and what is still wrong with it.

import { type Bounds, boundsProblem } from '../parts/fields.js';
import { guess as guessAudit, isNamedGroup } from '../table/guess.js';
import type { ColumnProfile, TableProfile } from '../table/profile.js';
import type { Columns, Recipe, Settings } from './protocol.js';

/** A file's columns while they are being chosen; the empty name is none. */
export type FileChoice = Record<keyof Columns, string>;

export type RowChoice =
  | { kind: 'file'; file: File; profile: TableProfile; columns: FileChoice }
  | { kind: 'example'; name: string; title: string; attribute: string; task: string }
  | { kind: 'made'; recipe: Recipe };

export interface Choice {
  rows: RowChoice;
  settings: Settings;
}

export const defaultRecipe: Recipe = { rows: 4096, error: 0.2, errors: 'lopsided', seed: 1 };
export const defaultSettings: Settings = { measure: 'leakage', trials: 10, epochs: 100, seed: 1 };

/** More categories than this are a sign that the column holds something else. */
const mostCategories = 100;

export const canBeAttacked = ({ values, hasMore }: ColumnProfile): boolean =>
  !hasMore && values.length >= 2 && values.length <= mostCategories;

/** The columns to begin with: guessed as for an audit. */
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
} as const satisfies Record<string, Bounds>;

export type FieldName =
  | keyof Columns
  | 'rows'
  | 'error'
  | 'trials'
  | 'epochs'
  | 'seed'
  | 'recipeSeed';

/** What is still wrong, by the field that can mend it, in the order of the form. */
export function problemsOf({ rows, settings }: Choice): Partial<Record<FieldName, string>> {
  const found: [FieldName, string | undefined][] = [
    ...rowProblems(rows, settings),
    ['trials', boundsProblem(settings.trials, bounds.trials)],
    ['epochs', boundsProblem(settings.epochs, bounds.epochs)],
    ['seed', boundsProblem(settings.seed, bounds.seed)],
  ];
  return Object.fromEntries(found.filter(([, problem]) => problem !== undefined));
}

function rowProblems(rows: RowChoice, { measure }: Settings): [FieldName, string | undefined][] {
  if (rows.kind === 'example') return [];
  if (rows.kind === 'made') {
    const { recipe } = rows;
    const isFourfold = recipe.rows % 4 === 0;
    return [
      [
        'rows',
        boundsProblem(recipe.rows, bounds.rows) ??
          (isFourfold ? undefined : 'Give a multiple of 4.'),
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
  if (!task) return 'Choose what is to be predicted.';
  return task === attribute ? 'Choose another column than the attribute.' : undefined;
}

function predictionProblem(
  measure: Settings['measure'],
  task: string,
  attribute: string,
): string | undefined {
  if (task) return undefined;
  if (measure === 'leakage') return 'Choose the model’s prediction.';
  return attribute ? undefined : 'Choose a prediction of the task, of the attribute, or both.';
}
