// SPDX-License-Identifier: Apache-2.0
//
// What attackers see and what they guess, as the core takes it: the columns that a direction needs, of training and test rows.

import { invalid } from '../core/error.js';
import { type LeakageDirection, leakageDirections } from './direction.js';
import {
  type EncodedFeature,
  encodeFeatures,
  type Feature,
  type FeatureKind,
  nothingSeen,
} from './features.js';
import { inPart, requireRows, type Task } from './joint-encoding.js';
import { encodeAttributes, encodeTasks, type TaskCodes, type TaskColumn } from './tasks.js';

/** What the attackers of Leakage are given, all of the same rows: a feature or an attribute, by the direction. */
export interface AttackColumns {
  /** What attackers see that guess the outcome: an attribute, or anything else that is known of a row. */
  feature?: Feature | undefined;
  /** What attackers guess that see the outcome. */
  attribute?: Task | undefined;
  /** What is true: categories, such as whole numbers or text. */
  label: Task;
  /** What the model says instead. */
  prediction: Task;
}

/** @internal */
export interface EncodedColumns extends TaskCodes {
  feature: EncodedFeature;
  attribute: Uint32Array[];
}

/** @internal All parts (training and test rows), coded alike. */
export interface EncodedParts {
  parts: EncodedColumns[];
  task: TaskColumn[];
  /** None where attackers guess the outcome. */
  attribute: TaskColumn[];
  /** Whether what attackers see are categories. */
  discrete: boolean;
}

/** @internal Throws where columns are missing that the direction needs, or do not fit together. */
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
          parts.map(({ feature }) => feature as Feature),
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
      const [truth, said] = [inPart(i, `label${end}`), inPart(i, `prediction${end}`)];
      requireRows((label[k] as Uint32Array).length, rows, truth, needed);
      requireRows((prediction[k] as Uint32Array).length, rows, said, needed);
    });
  });
  return { parts: encoded, task, attribute: attribute.columns, discrete };
}

/** The column that the direction needs is there, and the one of the other direction is not. */
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
