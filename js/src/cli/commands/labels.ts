// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm labels`: audits the multilabel predictions in a CSV file by group.

import { load } from '../../classes/classes.js';
import { IndicatorColumn } from '../../data/indicator.js';
import { computing } from '../input/computing.js';
import { readByRole } from '../input/file-columns.js';
import { completing, intakeOptions } from '../input/intake.js';
import { names, required, text } from '../options/options.js';
import { rows } from '../options/rows.js';
import { UsageError } from '../options/usage.js';
import { documentFormatOptions } from '../output/format.js';
import { resultCommand } from '../result-command.js';
import { getIntervals } from './classes.js';

const sections = {
  Columns: {
    label: required(
      names('COLUMN,...', [
        'one column per label: 1 or true if the row has the label, 0, -1, or false otherwise',
        'escape a comma within a name as \\,',
      ]),
    ),
    prediction: required(names('COLUMN,...', 'the predicted labels, in the same order as --label')),
    score: names('COLUMN,...', ['scores of the labels, in the same order as --label', 'adds ranking metrics']),
    group: required(rows.group),
    weight: rows.weight,
    cluster: rows.cluster,
    missing: rows.missing,
    unknown: rows.unknown,
    ...intakeOptions,
  },
  Output: {
    rate: text('NAME', ['the rate used to compare labels', 'truePositiveRate is recall'], 'truePositiveRate'),
    ...documentFormatOptions,
    confidence: rows.confidence,
    'no-intervals': rows['no-intervals'],
  },
} as const;

export const labels = resultCommand({
  name: 'labels',
  usage: ['FILE.csv --label COLUMN,... --prediction COLUMN,... --group COLUMN'],
  about:
    'Compares multilabel predictions across groups of people: exact matches, averages over rows ' +
    'and over labels, and each label separately, sorted by the size of the gap.',
  sections,
  examples: ['tags.csv --label person,child,dog --prediction p_person,p_child,p_dog --group photographer'],
  async run(values, { path, source, intake }) {
    const { label: labels, prediction: predictions, score: scores = [], group: groups } = values;
    const { weight, cluster } = values;
    requireAsMany('--prediction', predictions, labels);
    if (scores.length > 0) requireAsMany('--score', scores, labels);
    const asked = {
      categories: [...groups, ...labels, ...predictions, cluster],
      kept: [cluster],
      numbers: [...scores, weight],
    };
    const needed = [...labels, ...predictions, ...scores, weight, cluster];
    const columns = await readByRole(path, asked, completing(intake, values, needed));
    const classes = await load();
    // Labels are named by the true columns, whatever the names of the prediction columns.
    const getTable = <T>(names: readonly string[], getColumn: (name: string) => T) =>
      Object.fromEntries(names.map((name, i) => [labels[i] as string, getColumn(name)]));
    const bits = (name: string) => new IndicatorColumn(name).read(columns.category(name));
    const byRole = { label: labels, prediction: predictions, scores, weight: [weight ?? []].flat() };
    const roles = Object.entries(byRole).map(([role, names]) => [role, names.join(', ')]);
    const named = [...groups, ...labels, ...predictions].map((name) => [name, name]);
    if (cluster !== undefined) named.push(['cluster', cluster]);
    const origin = { path, columns: Object.fromEntries([...roles, ...named]), intake };
    return computing(() => {
      const audit = classes.labels({
        label: getTable(labels, bits),
        prediction: getTable(predictions, bits),
        scores: scores.length === 0 ? undefined : getTable(scores, columns.number),
        groups: columns.categories(groups),
        weight: weight === undefined ? undefined : columns.number(weight),
        cluster: cluster === undefined ? undefined : columns.category(cluster),
        uncertainty: getIntervals(values),
      });
      return audit.report({ source, rate: values.rate, warnings: columns.notes });
    }, origin);
  },
});

function requireAsMany(option: string, names: readonly string[], labels: readonly string[]): void {
  if (names.length === labels.length) return;
  throw new UsageError(
    `${option} requires one column for each of the ${labels.length} columns of --label, got ${names.length}`,
  );
}
