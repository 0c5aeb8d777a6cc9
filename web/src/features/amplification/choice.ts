// SPDX-License-Identifier: Apache-2.0
//
// The columns of labels and predictions: guessed from the file, edited by the form, and converted to the package's
// input.

import type { CooccurrenceCsv } from 'fairwasm/amplification';
import { guessOutcomes as guessAudit, isNamedGroup } from '../../table/guess.js';
import type { ColumnProfile, TableProfile } from '../../table/profile.js';

export interface Choice {
  attribute: string;
  /** Further attributes. */
  moreAttributes?: readonly string[] | undefined;
  /** An empty name means no column. */
  attributePrediction: string;
  /** The task columns, each with its prediction; an empty name means no prediction. */
  tasks: Readonly<Record<string, string>>;
}

const maxAttributes = 50;

export const canBeAttribute = ({ values, hasMore }: ColumnProfile): boolean =>
  !hasMore && values.length >= 2 && values.length <= maxAttributes;

/** A column of 0 and 1 is a label that is present or absent. */
export const isBit = ({ values, hasMore }: ColumnProfile): boolean =>
  !hasMore && values.length > 0 && values.every((value) => /^[01](\.0)?$/.test(value.trim()));

const sign = /^(p|pred|predicted|prediction|hat|yhat|model|output)$/;

/** A column's name without the words that mark it as a prediction: "oven" for `pred_oven`. */
function getBase(name: string): string {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => !sign.test(word)).join(' ');
}

const isPrediction = (name: string) =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => sign.test(word));

export function guess(profile: TableProfile): Choice {
  const { columns } = profile;
  const truths = columns.filter(({ name }) => !isPrediction(name));
  const getPrediction = (name: string) =>
    columns.find((column) => isPrediction(column.name) && getBase(column.name) === getBase(name))?.name ?? '';
  const audit = guessAudit(profile);
  const attribute =
    truths.find((column) => audit.groups.includes(column.name) && isNamedGroup(column))?.name ??
    truths.find((column) => canBeAttribute(column) && !isBit(column))?.name ??
    '';
  const paired = truths.filter(({ name }) => name !== attribute && getPrediction(name) !== '');
  const bits = paired.filter(isBit);
  const tasks = (bits.length > 0 ? bits : paired.slice(0, 1)).map(({ name }) => [name, getPrediction(name)]);
  if (tasks.length === 0 && audit.label && audit.prediction) {
    tasks.push([audit.label, audit.prediction]);
  }
  return { attribute, attributePrediction: attribute && getPrediction(attribute), tasks: Object.fromEntries(tasks) };
}

/** The columns that can be further attributes. */
export function getMoreAttributes(
  { columns }: TableProfile,
  { attribute, attributePrediction, tasks }: Choice,
): string[] {
  if (attribute === '') return [];
  const taken = [attribute, attributePrediction, ...Object.keys(tasks), ...Object.values(tasks)];
  return columns
    .filter((column) => canBeAttribute(column) && !taken.includes(column.name) && !isPrediction(column.name))
    .map(({ name }) => name);
}

/** The further attributes that the other choices still permit. */
export const getFurther = (profile: TableProfile, choice: Choice): string[] => {
  const possible = getMoreAttributes(profile, choice);
  return (choice.moreAttributes ?? []).filter((name) => possible.includes(name));
};

export interface Problems {
  attribute?: string;
  tasks?: string;
}

export function getProblems(profile: TableProfile, { attribute, tasks }: Choice): Problems {
  const names = Object.keys(tasks);
  const getColumn = (name: string) => profile.columns.find((column) => column.name === name);
  const problem = () => {
    if (names.length === 0) return 'Choose at least one label column.';
    const open = names.find((name) => !tasks[name]);
    if (open) return `Choose the column that predicts “${open}”.`;
    const all = names.flatMap((name) => [name, tasks[name] as string]);
    const notBits = all.find((name) => {
      const column = getColumn(name);
      return column && !isBit(column);
    });
    if (names.length > 1 && notBits) {
      return `Several label columns must each contain only 0 and 1; “${notBits}” has other values. Choose it on its own.`;
    }
    return undefined;
  };
  const wrong = problem();
  return { ...(attribute ? {} : { attribute: 'Choose the attribute.' }), ...(wrong ? { tasks: wrong } : {}) };
}

/** Converts the choice to the package's input. */
export function getColumns(profile: TableProfile, choice: Choice): CooccurrenceCsv {
  const { attribute, attributePrediction, tasks } = choice;
  const attributes = [attribute, ...getFurther(profile, choice)];
  const isSeveral = attributes.length > 1;
  const areBits = profile.columns.every((column) => !attributes.includes(column.name) || isBit(column));
  return {
    attribute: attributes,
    ...(isSeveral && !areBits ? { attributeCategories: true } : {}),
    task: Object.keys(tasks),
    taskPrediction: Object.values(tasks),
    ...(attributePrediction && !isSeveral ? { attributePrediction: [attributePrediction] } : {}),
  };
}
