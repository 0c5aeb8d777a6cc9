// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm impact --quantile`: compares groups by their scores, as is usual in lending: approval rates at
// cutoffs relative to a fixed reference group, and standardized differences of scores and residuals.

import type { IntakeOptions } from '../data/intake/options.js';
import { load, type ScoreImpact } from '../impact/index.js';
import type { ResultFormat } from '../report/format.js';
import { computing } from './computing.js';
import { readByRole } from './file-columns.js';
import { getName } from './input.js';
import { intakeOptionNames } from './intake.js';
import { names, text } from './options.js';
import { requireOtherFile } from './output.js';
import { rows } from './rows.js';
import { requirePair, UsageError } from './usage.js';
import { writeResult } from './write-result.js';

export const scoreOptions = {
  quantile: {
    ...names(
      'SHARE,...',
      'selection rates among the top 0.1, 0.25, ... of all rows, as ratios to the reference ' +
        'group, and standardized mean differences. Requires --score, one --group, and its ' +
        '--reference. Not available as CSV',
    ),
    requires: ['score'],
  },
  'lower-is-better': { ...rows['lower-is-better'], requires: ['quantile'] },
  label: {
    ...text(
      'COLUMN',
      'the value that the score estimates: adds differences between groups in the residuals ' +
        '(label minus score)',
    ),
    requires: ['quantile'],
  },
} as const;

interface Values {
  group?: string[] | undefined;
  score?: string | undefined;
  label?: string | undefined;
  quantile?: string[] | undefined;
  reference?: string[] | undefined;
  unknown?: string[] | undefined;
  output?: string | undefined;
  'lower-is-better'?: boolean | undefined;
}

const taken = ['group', 'score', 'label', 'quantile', 'reference', 'unknown', 'lower-is-better'];
const ofAll = [...intakeOptionNames, 'format', 'output'];

/** Returns the columns that the options name; rejects options that cannot be combined with --quantile. */
function getColumns(values: Values) {
  const stray = Object.keys(values).find(
    (name) => values[name as keyof Values] && ![...taken, ...ofAll].includes(name),
  );
  if (stray !== undefined) throw new UsageError(`--${stray} cannot be combined with --quantile`);
  const [group, ...more] = values.group ?? [];
  const [pair, ...others] = values.reference ?? [];
  if (group === undefined || more.length > 0)
    throw new UsageError('--quantile requires exactly one --group');
  if (pair === undefined || others.length > 0) {
    throw new UsageError('--quantile requires exactly one --reference: COLUMN=CATEGORY');
  }
  const [name, reference] = requirePair('--reference', pair);
  if (name !== group) throw new UsageError(`'${name}' is not in --group`);
  return { group, score: values.score as string, reference };
}

interface Asked {
  path: string;
  format: ResultFormat;
  intake: IntakeOptions | undefined;
}

export async function impactOfScores(
  values: Values,
  { path, format, intake }: Asked,
): Promise<void> {
  const { group, score, reference } = getColumns(values);
  if (format === 'csv')
    throw new UsageError('--format must be text, json, markdown, or html with --quantile');
  await requireOtherFile(values.output, path);
  const columns = { group, score, ...(values.label !== undefined && { label: values.label }) };
  const asked = { categories: [group], numbers: [score, values.label] };
  const read = await readByRole(path, asked, intake);
  const impact = await load();
  const lowerIsBetter = values['lower-is-better'] ?? false;
  const given = {
    groups: read.categories([group]),
    score: read.number(score),
    reference,
    lowerIsBetter,
    unknownValues: values.unknown,
  };
  const label = values.label === undefined ? undefined : read.number(values.label);
  const report = await computing(
    (): ScoreImpact => ({
      ...{ format: 'fairwasm-impact-scores', version: 1, source: getName(path), columns },
      ...{ reference, lowerIsBetter },
      quantiles: impact.ratiosByQuantile({ ...given, quantiles: values.quantile ?? [] }),
      means: impact.meanDifferences({ ...given, label }),
    }),
    { path, columns: { [group]: group, ...columns }, intake },
  );
  await writeResult(report, format, values);
}
