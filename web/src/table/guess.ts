// SPDX-License-Identifier: Apache-2.0
//
// Guesses from names and values which column is the prediction, the true outcome, the score, the weight
// and which make groups. A guess is a start: people see it and can correct it before anything counts.

import { sameCategory } from 'fairwasm';
import {
  type Choice,
  canBeGroup,
  canBeLabel,
  isMeasure,
  mend,
  mostCombinations,
  mostNumericGroups,
} from './choice.js';
import type { ColumnProfile, TableProfile } from './profile.js';
import { wordsOf } from './words.js';

const words = {
  prediction:
    /^(y?pred\w*|yhat|forecast|decision|decided|selected|approved|admitted|hired|granted)$/,
  label: /^(label|target|truth|true|actual|observed|outcome|class|y|ground)$/,
  score: /^(scores?|prob\w*|likelihood|confidence|risk)$/,
  // A model's own word for its answers; those above may be what turned out to be true.
  model: /^(pred\w*|yhat|forecast)$/,
  // Who somebody is, and what they are part of.
  person:
    /^(race|ethnic\w*|sex|gender|age|religion|disab\w*|nationality|skin|orientation|veteran)$/,
  circumstance: /^(citizenship|country|region|marital|language|department|dept|group)$/,
};

// A column named just `weight` may be how heavy a person is, and a wrong weight changes every figure
// without being seen: only names that leave no doubt. Weights of a census (fnlwgt) have to be asked for: they
// make its rows stand for a population, which is not what a model decided about.
const isWeightName = (name: string) =>
  /^((sample|instance|case|row)weights?|weights)$/.test(wordsOf(name).join(''));

const mostProposed = 50; // groups

const says = ({ name }: ColumnProfile, what: keyof typeof words) =>
  wordsOf(name).some((word) => words[what].test(word));

const isTwofold = ({ values }: ColumnProfile) => values.length === 2;

const isProbability = ({ range, values }: ColumnProfile) =>
  range !== undefined && range[0] >= 0 && range[1] <= 1 && values.length > 2;

/** Whether two columns hold the same values, and are not the same. */
const isTwin = (column: ColumnProfile, other: ColumnProfile) =>
  column !== other && column.values.length === other.values.length && hasAll(other, column);

/** Whether all values of `column` are among those of `other`, however they are spelled. */
const hasAll = (other: ColumnProfile, column: ColumnProfile) =>
  column.values.every((value) => other.values.some((each) => sameCategory(each, value)));

/** The column with the highest points, the first of equals; none with 0 points. */
function best(
  columns: readonly ColumnProfile[],
  points: (column: ColumnProfile, index: number) => number,
): ColumnProfile | undefined {
  const rated = columns.map((column, i) => ({ column, points: points(column, i) }));
  const top = Math.max(0, ...rated.map((item) => item.points));
  return top > 0 ? rated.find((item) => item.points === top)?.column : undefined;
}

function guessPrediction(columns: readonly ColumnProfile[]): ColumnProfile | undefined {
  return best(columns, (column) => {
    if (!canBeLabel(column) || !says(column, 'prediction')) return 0;
    return isTwofold(column) ? 2 : 1;
  });
}

// Beside its own name, a true outcome is told by what it has in common with the prediction: words of
// the name (two_year_recid, predicted_recid), values, and its place in the table.
function guessLabel(
  columns: readonly ColumnProfile[],
  prediction: ColumnProfile | undefined,
): ColumnProfile | undefined {
  const shared = prediction
    ? wordsOf(prediction.name).filter((w) => !words.prediction.test(w))
    : [];
  const place = prediction ? columns.indexOf(prediction) : 0;
  const candidates = columns.filter((column) => !says(column, 'model'));
  const twins = candidates.filter((column) => prediction && isTwin(column, prediction));
  return best(columns, (column, i) => {
    if (column === prediction || !canBeLabel(column) || says(column, 'model')) return 0;
    const isNamed = says(column, 'label');
    const isAkin = wordsOf(column.name).some((word) => shared.includes(word));
    const isOnlyTwin = twins.length === 1 && twins[0] === column;
    if (!isNamed && !isAkin && !isOnlyTwin) return 0;
    const fits = !prediction || hasAll(prediction, column);
    const near = prediction ? 1 - Math.abs(place - i) / columns.length : 0;
    return (
      (isNamed ? 2 : 0) + (isAkin ? 2 : 0) + (fits ? 3 : 0) + (isTwofold(column) ? 1 : 0) + near
    );
  });
}

// Predicted numbers are told by a model's word, and true ones by a name of their own, or by what they share with the
// predictions' name: wage and predicted_wage.
function guessNumbers(columns: readonly ColumnProfile[]) {
  const isMeasured = (column: ColumnProfile) => isMeasure(column) && !canBeLabel(column);
  const [prediction, ...others] = columns.filter((c) => isMeasured(c) && says(c, 'model'));
  if (prediction === undefined || others.length > 0) return undefined;
  const shared = wordsOf(prediction.name).filter((word) => !words.prediction.test(word));
  const label = best(columns, (column) => {
    if (column === prediction || !isMeasured(column) || isProbability(column)) return 0;
    const isAkin = wordsOf(column.name).some((word) => shared.includes(word));
    return (isAkin ? 2 : 0) + (says(column, 'label') ? 1 : 0);
  });
  return label && !isProbability(prediction) ? { prediction, label } : undefined;
}

// Who people are comes first; circumstances as long as few groups come of it. In the order of the file.
function guessGroups(columns: readonly ColumnProfile[], taken: ReadonlySet<string>): string[] {
  const isGroup = (column: ColumnProfile) =>
    !taken.has(column.name) &&
    canBeGroup(column) &&
    column.values.length >= 2 &&
    column.values.length <= mostProposed &&
    !(column.range && column.values.length > mostNumericGroups);
  let combinations = 1;
  const crossable = (what: 'person' | 'circumstance', most: number) =>
    columns.filter((column) => {
      const next = combinations * column.values.length;
      if (!says(column, what) || !isGroup(column) || next > most) return false;
      combinations = next;
      return true;
    });
  const people = crossable('person', mostCombinations);
  const others = crossable('circumstance', mostProposed);
  return columns.filter((c) => people.includes(c) || others.includes(c)).map(({ name }) => name);
}

// As the room of models calls what a second one says: `prediction of other.onnx` beside `prediction`.
const guessRival = (columns: readonly ColumnProfile[], prediction: ColumnProfile | undefined) =>
  columns.find(
    (column) =>
      prediction && column.name.startsWith(`${prediction.name} of `) && isTwin(column, prediction),
  );

/** The choice to begin with. What cannot be guessed is left open. */
export function guess(profile: TableProfile): Choice {
  const { columns } = profile;
  const numbers = guessNumbers(columns);
  const prediction = numbers?.prediction ?? guessPrediction(columns);
  const label = numbers?.label ?? guessLabel(columns, prediction);
  const score = best(columns, (c) => (says(c, 'score') && isProbability(c) ? 1 : 0));
  const weight = best(columns, (c) => (isWeightName(c.name) && c.range && c.range[0] >= 0 ? 1 : 0));
  const taken = [prediction, label, score, weight].flatMap((column) => column?.name ?? []);
  return mend(profile, {
    prediction: prediction?.name,
    rival: guessRival(columns, prediction)?.name,
    label: label?.name,
    score: score?.name,
    threshold: undefined,
    weight: weight?.name,
    groups: guessGroups(columns, new Set(taken)),
    bins: {},
    favorable: undefined,
    outcome: undefined,
    privileged: {},
    missing: 'error',
  });
}
