// SPDX-License-Identifier: Apache-2.0
//
// The columns that attackers see and predict, in the core's form, for training and test rows.

import { invalid } from '../core/error.js';
import { requireRows } from '../data/condition.js';
import { type LeakageDirection, leakageDirections } from './direction.js';
import { type AttackerInput, type EncodedFeature, encodeFeatures, type FeatureKind, nothingSeen } from './features.js';
import { inPart, type Task } from './joint-encoding.js';
import { encodeAttributes, encodeTasks, type TaskCodes, type TaskColumn } from './tasks.js';

/**
 * Columns for the attackers of Leakage, all of equal length. The direction determines whether a feature or an
 * attribute is required.
 */
export interface LeakageColumns {
  /** The attackers' input when they predict the outcome: an attribute, or any other property of a row. */
  feature?: AttackerInput | undefined;
  /** The attackers' target when they see the outcome. */
  attribute?: Task | undefined;
  /** The true outcome: categories, such as integers or strings. */
  label: Task;
  /** The model's prediction of the outcome. */
  prediction: Task;
  /** Test rows. Default: a random fraction of the rows, drawn again in every trial. */
  test?: Omit<LeakageColumns, 'test'> | undefined;
}

/** @internal The columns of the training rows, or of the test rows. */
export type AttackColumns = Omit<LeakageColumns, 'test'>;

/** @internal */
export interface EncodedColumns extends TaskCodes {
  feature: EncodedFeature;
  attribute: Uint32Array[];
}

/** @internal All parts (training and test rows), with the same codes. */
export interface EncodedParts {
  parts: EncodedColumns[];
  task: TaskColumn[];
  /** Empty if attackers predict the outcome. */
  attribute: TaskColumn[];
  /** True if the attackers' input is categorical. */
  discrete: boolean;
}

/**
 * @internal Encodes the parts. Throws if a column that the direction requires is missing, or if columns do not match.
 */
export function encodeParts(
  parts: readonly AttackColumns[],
  direction: LeakageDirection,
  featureKind?: FeatureKind,
): EncodedParts {
  const needed = direction === 'outcome-from-attribute' ? 'feature' : 'attribute';
  parts.forEach((part, i) => {
    requireOnly(part, needed, direction, i);
  });
  const { task, codes } = encodeTasks(parts);
  const { features, discrete } =
    needed === 'feature'
      ? encodeFeatures(
          parts.map(({ feature }) => feature as AttackerInput),
          featureKind,
        )
      : { features: parts.map(() => nothingSeen), discrete: true };
  const attribute =
    needed === 'attribute'
      ? encodeAttributes(parts.map(({ attribute }) => attribute as Task))
      : { columns: [], codes: parts.map(() => [] as Uint32Array[]) };
  const encoded = parts.map((_, i) => ({
    feature: features[i] as EncodedFeature,
    ...(codes[i] as TaskCodes),
    attribute: attribute.codes[i] as Uint32Array[],
  }));
  encoded.forEach(({ feature, label, prediction, attribute: guessed }, i) => {
    const rows = needed === 'feature' ? feature.rows.length : (guessed[0]?.length ?? 0);
    task.forEach(({ name }, k) => {
      const end = task.length === 1 ? '' : `.${name}`;
      const [truth, predicted] = [inPart(i, `label${end}`), inPart(i, `prediction${end}`)];
      requireRows(truth, (label[k] as Uint32Array).length, rows, `rows, as in the ${needed}`);
      requireRows(predicted, (prediction[k] as Uint32Array).length, rows, `rows, as in the ${needed}`);
    });
  });
  return { parts: encoded, task, attribute: attribute.columns, discrete };
}

/** Throws if the column of the direction is missing, or if the column of the other direction is present. */
function requireOnly(
  part: AttackColumns,
  needed: 'feature' | 'attribute',
  direction: LeakageDirection,
  index: number,
): void {
  const other = needed === 'feature' ? 'attribute' : 'feature';
  if (part[other] !== undefined) {
    const meant = direction === leakageDirections[0] ? leakageDirections[1] : leakageDirections[0];
    throw invalid(
      inPart(index, other),
      `${needed} for the direction '${direction}', or the direction '${meant}'`,
      `${other}`,
    );
  }
  if (part[needed] !== undefined) return;
  throw invalid(inPart(index, needed), `a column, for the direction '${direction}'`, 'none');
}
