// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm impact --probability` and `--surname`: bounds on impact ratios of categories that are not known.

import type { NumberColumn } from '../data/column.js';
import { load, type ProbabilityInput } from '../impact/index.js';
import { computing } from './computing.js';
import {
  getCommonOptions,
  type ImpactValues,
  requireNoTables,
  requireOnly,
  requireSelected,
} from './impact-options.js';
import { completing } from './intake.js';
import { getNameColumns, inferFromNames, nameOptionNames } from './name-tables.js';
import { type ResultFile, readRoles } from './result-command.js';
import { UsageError } from './usage.js';

const form = '--probability';

interface Input extends Pick<ProbabilityInput, 'selected' | 'cell'> {
  columns: Record<string, NumberColumn>;
}

/** Returns whether options request this form. */
export const isProbable = (values: ImpactValues): boolean =>
  [...nameOptionNames, 'probability' as const].some((name) => values[name] !== undefined);

export async function probableImpact(values: ImpactValues, { path, source, format, intake }: ResultFile) {
  if (values.rule !== undefined) {
    throw new UsageError(
      `--rule ${values.rule} does not allow imputed categories. Remove --rule or ${values.surname ? '--surname' : form}.`,
    );
  }
  requireOnly(form, values, [
    ...nameOptionNames,
    ...(['probability', 'selected', 'favorable', 'cell'] as const),
    ...(['reference', 'confidence', 'no-intervals'] as const),
  ]);
  requireNoTables(form, format);
  const { cell, probability = [], reference = [] } = values;
  const names = getNameColumns(values);
  if (names.surname !== undefined && probability.length > 0) {
    throw new UsageError('pass either --probability or --surname');
  }
  const selected = requireSelected(values);
  if (reference.length > 1) throw new UsageError('pass --reference only once, with a category');
  const { favorable, confidence } = getCommonOptions(values);
  const { input, origin } = await readRoles<Input>(
    path,
    { categories: { selected, cell }, numbers: { columns: probability.map(([, name]) => name) } },
    completing(intake, values, [selected, cell, ...probability.map(([, name]) => name)]),
  );
  const impact = await load();
  const inferred =
    names.surname === undefined ? undefined : await inferFromNames(impact, values, names, { path, intake });
  const { columns, ...given } = input;
  const report = await computing(
    () =>
      impact.byProbability({
        ...{ ...given, favorable, confidence },
        probabilities:
          inferred?.probabilities ??
          Object.fromEntries(probability.map(([category, name]) => [category, columns[name] ?? []])),
        reference: reference[0],
      }),
    { ...origin, columns: { ...origin.columns, ...Object.fromEntries(probability) } },
  );
  return { ...report, notes: [...report.notes, ...(inferred?.notes ?? [])], source };
}
