// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm classes`: audits the multiclass predictions in a CSV file by group.

import { load } from '../classes/classes.js';
import { classFormats } from './class-options.js';
import { fileCommand, type SectionValues } from './command.js';
import { computing } from './computing.js';
import { readByRole } from './file-columns.js';
import { requireFormat } from './format.js';
import { getName } from './input.js';
import { getIntake, intakeOptions } from './intake.js';
import { flag, names, required, text } from './options.js';
import { requireOtherFile } from './output.js';
import { rows } from './rows.js';
import { writeResult } from './write-result.js';

const sections = {
  Columns: {
    label: required(text('COLUMN', 'the true class')),
    prediction: required(text('COLUMN', 'the predicted class')),
    group: required(rows.group),
    probability: names(
      'COLUMN,...',
      'predicted probabilities, one column per class in the order of --classes; adds log loss, ' +
        'Brier scores, and AUC',
    ),
    weight: rows.weight,
    cluster: rows.cluster,
    ...intakeOptions,
  },
  Interpretation: {
    classes: names(
      'NAME,...',
      'all classes, in order, including any that do not occur. Default: sorted by number or ' +
        'alphabetically',
    ),
    ordered: flag(
      'the classes are ordered, such as low, medium, and high: near misses count less than ' +
        'distant ones',
    ),
    missing: rows.missing,
  },
  Output: {
    rate: text(
      'NAME',
      'the rate used to compare each class with the rest; truePositiveRate is recall.',
      'truePositiveRate',
    ),
    format: text(
      'text|json|markdown|html',
      'output format. Default: from the extension of --output, or text. The JSON file contains all metrics and ' +
        'the confusion matrices; HTML shows the matrices as heat maps',
    ),
    output: rows.output,
    confidence: rows.confidence,
    'no-intervals': flag('omit confidence intervals and tests'),
  },
} as const;

export const classes = fileCommand({
  name: 'classes',
  usage: ['FILE.csv --label COLUMN --prediction COLUMN --group COLUMN'],
  about:
    'Compares multiclass predictions across groups of people: accuracy, averages over classes, ' +
    'agreement beyond chance, and each class compared with the rest, sorted by the size of the gap.',
  sections,
  examples: [
    'triage.csv --label urgency --prediction predicted --group sex,age --classes low,medium,high --ordered',
    'species.csv --label true --prediction guess --group site --probability p_cat,p_dog,p_fox --format json',
  ],
  run,
});

type Given = SectionValues<typeof sections>;

async function run(values: Given, path: string): Promise<void> {
  const format = requireFormat(values, classFormats);
  const { label, prediction, group: groups, probability: probabilities, weight, cluster } = values;
  const intake = getIntake(values);
  await requireOtherFile(values.output, path);
  const asked = {
    categories: [label, prediction, ...groups, cluster],
    numbers: [...(probabilities ?? []), weight],
    labels: [label, prediction],
    kept: [cluster],
  };
  const columns = await readByRole(path, asked, intake);
  const door = await load();
  const byRole = { label, prediction, weight, cluster };
  const known = Object.entries(byRole).filter(([, name]) => name !== undefined);
  const named = [...groups, ...(probabilities ?? [])].map((name) => [name, name] as const);
  const origin = {
    path,
    columns: Object.fromEntries([...known, ...named]) as Record<string, string>,
    intake,
  };
  const report = await computing(() => {
    const audit = door.audit({
      classes: values.classes,
      ordered: values.ordered,
      missing: values.missing,
      uncertainty: getIntervals(values),
      label: columns.category(label),
      prediction: columns.category(prediction),
      groups: columns.categories(groups),
      probabilities: probabilities && columns.numbers(probabilities),
      weight: weight === undefined ? undefined : columns.number(weight),
      cluster: cluster === undefined ? undefined : columns.category(cluster),
    });
    return audit.report({ source: getName(path), rate: values.rate, warnings: columns.notes });
  }, origin);
  await writeResult(report, format, values);
}

/** Returns the options for intervals. */
export const getIntervals = ({
  confidence,
  'no-intervals': none,
}: {
  confidence?: number | undefined;
  'no-intervals'?: boolean | undefined;
}): false | { confidence?: number } => {
  if (none) return false;
  return confidence === undefined ? {} : { confidence };
};
