// SPDX-License-Identifier: Apache-2.0
//
// Checks that true labels and predictions use the same labels. Columns that do not, such as yes and no versus
// Y and N, would lead to meaningless results.

import { invalid } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import { areAnswers, guessFavorable, listed, requireAllSpellings } from '../data/favorable.js';
import { getLooseKey } from '../data/value.js';
import { type LabelSums, labelSums, sum } from '../tally/label-sums.js';
import type { Tally } from '../tally/tally.js';

/** The labels that occur as true labels and as predictions. */
export interface Occurring {
  label: ReadonlySet<string>;
  prediction: ReadonlySet<string>;
}

function occurring(sums: LabelSums, labels: readonly string[]): Occurring {
  const rows = (i: number, j: number) => sums.of(i, j)[sum.rows] as number;
  const places = (count: number) => Array.from({ length: count }, (_, i) => i);
  const [trueOnes, predicted] = [places(sums.labels), places(sums.predictions)];
  const hasLabel = (i: number) => predicted.some((j) => rows(i, j) > 0);
  const hasPrediction = (j: number) => trueOnes.some((i) => rows(i, j) > 0);
  return {
    label: new Set(labels.filter((_, i) => i < sums.labels && hasLabel(i))),
    prediction: new Set(labels.filter((_, j) => j < sums.predictions && hasPrediction(j))),
  };
}

/**
 * @throws FairwasmError `invalidArgument` if true labels and predictions have no value in common, or if only one of two labels that differ only in case and punctuation is favorable.
 */
export function requireMatchingLabels(wasm: Wasm, tally: Tally, favorable: readonly string[]): void {
  requireOneSpelling(requireSharedLabels(wasm, tally), favorable);
}

/**
 * The part of {@link requireMatchingLabels} that needs no favorable label.
 *
 * @param mayDiffer Whether the columns may use different words for yes and no.
 */
export function requireSharedLabels(wasm: Wasm, tally: Tally, mayDiffer = false): Occurring {
  const { label, prediction } = tally.columns;
  const occurs = occurring(labelSums(wasm, tally), tally.labels);
  const columns = label && prediction ? occurs : oneColumn(label ? occurs.label : occurs.prediction);
  if (!mayDiffer || !areAnswers([...columns.label], [...columns.prediction])) requireCommon(columns);
  return columns;
}

const oneColumn = (labels: ReadonlySet<string>): Occurring => ({ label: labels, prediction: labels });

// In a few rows, all labels may be 0 and all predictions 1.
/** Throws `invalidArgument` if true labels and predictions have no value in common. */
export function requireCommon({ label, prediction }: Occurring): void {
  const [truth, predicted] = [[...label], [...prediction]];
  if (truth.length === 0 || predicted.some((name) => label.has(name))) return;
  const all = [...truth, ...predicted];
  if (all.length === 2 && guessFavorable(all) !== undefined) return;
  throw invalid(
    'prediction',
    `at least one of the true labels ${listed(truth)}`,
    `only ${listed(predicted)}${hint(truth, predicted)}`,
  );
}

function hint(truth: readonly string[], predicted: readonly string[]): string {
  const pairs = truth.flatMap((one) => predicted.map((other): [string, string] => [one, other]));
  const similar = pairs.find(([one, other]) => getLooseKey(one) === getLooseKey(other));
  if (similar) return `; '${similar[0]}' and '${similar[1]}' differ only in spelling`;
  if (predicted.every((name) => Number(name) >= 0 && Number(name) <= 1))
    return '; pass probabilities as score, with a threshold';
  const [one, other] = [guessFavorable(truth), guessFavorable(predicted)];
  return one !== undefined && other !== undefined
    ? `; if '${other}' means '${one}', rename both predictions with recode`
    : '; rename values that mean the same with recode';
}

/** Throws `invalidArgument` for a favorable label of which another spelling is not favorable; labels that both columns have are different. */
export function requireOneSpelling({ label, prediction }: Occurring, favorable: readonly string[]): void {
  const isSingle = label === prediction;
  const isReported = (name: string) => !isSingle && label.has(name) && prediction.has(name);
  const all = [...new Set([...label, ...prediction])];
  requireAllSpellings(favorable, all, isReported);
}
