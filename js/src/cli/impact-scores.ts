// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm impact --quantile`: compares groups by their scores, as is usual in lending: approval rates at
// cutoffs relative to a fixed reference group, and standardized differences of scores and residuals.

import type { CategoryColumn, NumberColumn } from '../data/column.js';
import { load, type ScoreImpact } from '../impact/index.js';
import { computing } from './computing.js';
import { type ImpactValues, requireNoTables, requireOneGroup, requireOnly, withUnknown } from './impact-options.js';
import { completing } from './intake.js';
import { getPairs } from './reading.js';
import { type ResultFile, readRoles } from './result-command.js';
import { UsageError } from './usage.js';

const form = '--quantile';

/** Returns the reference group; rejects options that cannot be combined with --quantile. */
function getReference(values: ImpactValues, group: string): string {
  const [pair, ...others] = values.reference ?? [];
  if (pair === undefined || others.length > 0) {
    throw new UsageError(`${form} requires exactly one --reference: COLUMN=CATEGORY`);
  }
  return getPairs('--reference', [pair], [group])[0]?.[1] as string;
}

export async function impactOfScores(
  values: ImpactValues,
  { path, source, format, intake }: ResultFile,
): Promise<ScoreImpact> {
  requireOnly(form, values, [
    ...(['group', 'score', 'label', 'quantile', 'reference'] as const),
    ...(['unknown', 'lower-is-better'] as const),
  ]);
  const group = requireOneGroup(form, values);
  const reference = getReference(values, group);
  requireNoTables(form, format);
  const { score, label, quantile: quantiles = [], unknown: unknownValues } = values;
  const lowerIsBetter = values['lower-is-better'] ?? false;
  const { input, origin } = await readRoles<Input>(
    path,
    { categories: { groups: [group] }, numbers: { score, label } },
    completing(withUnknown(intake), values, [score, label]),
  );
  const impact = await load();
  const { label: read, ...columns } = input;
  const given = { ...columns, reference, lowerIsBetter, unknownValues };
  return computing(
    (): ScoreImpact => ({
      ...{ format: 'fairwasm-impact-scores', version: 1, source },
      columns: { group, score: score as string, ...(label !== undefined && { label }) },
      ...{ reference, lowerIsBetter },
      quantiles: impact.ratiosByQuantile({ ...given, quantiles }),
      means: impact.meanDifferences({ ...given, label: read }),
    }),
    { ...origin, columns: { ...origin.columns, group } },
  );
}

interface Input {
  groups: Record<string, CategoryColumn>;
  score: NumberColumn;
  label?: NumberColumn;
}
