// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm report`: converts a stored report, JSON or HTML, to another format without the data.

import { reportModelCard } from '../report/model-card.js';
import type { Report } from '../report/report.js';

import { baselineOptions, getChanges, judgeChanges, readBaseline } from './baseline.js';
import { type Command, parse, UsageError } from './command.js';
import { extraOptions, readExtras } from './extras.js';
import { requireFormat } from './format.js';
import { gateOptions, getGates, judge, rowsOptions, tellVerdict } from './gate.js';
import { customNames, guardedAmong } from './gate-custom.js';
import { type Manual, text } from './options.js';
import { requireOtherFile, writeOutput } from './output.js';
import { rows } from './rows.js';
import { readStored } from './stored-report.js';
import { resultFormats } from './write-result.js';

// A stored report has no rows to compare with those of the baseline.
const { 'baseline-prediction': _, ...storedBaseline } = baselineOptions;

const output = {
  format: text(
    'text|json|markdown|csv|html|model-card',
    'Default: by the ending of --output, or text',
  ),
  output: rows.output,
  ...extraOptions,
  model: text('NAME', 'name in the model card'),
} as const;
const limits = { ...gateOptions, ...rowsOptions, ...storedBaseline } as const;
const options = { ...output, ...limits } as const;

const manual: Manual = {
  name: 'report',
  usage: ['REPORT.json|REPORT.html [--format FORMAT]'],
  about:
    'Converts a stored report (fairwasm audit --format json or html, or a file saved from the ' +
    'page) to another format. Needs no data: a report contains counts of groups, never ' +
    'individual rows.',
  sections: [
    ['Output', output],
    ['Limits for continuous integration', limits],
  ],
  closing: 'Exit codes: 0 success, 1 unusable input, 2 invalid usage, 3 a limit was crossed.',
  examples: ['audit.html --format markdown', 'audit.json --format html --output audit.html'],
};

type Values = ReturnType<typeof parse<typeof options>>['values'];

const formats = {
  ...resultFormats(['text', 'json', 'markdown', 'csv', 'html']),
  'model-card': (report: Report, { model }: Values) => reportModelCard(report, model),
};

export const report: Command = {
  name: 'report',
  manual,
  options,
  async run(argv) {
    const { values, positionals } = parse(argv, options);
    const [path, ...more] = positionals;
    if (path === undefined || more.length > 0)
      throw new UsageError('name exactly one stored report');
    const names = Object.keys(formats) as (keyof typeof formats)[];
    const format = requireFormat(values, names);
    const changes = getChanges(values);
    await requireOtherFile(values.output, path);
    const stored = (await readExtras(values))(await readStored(path));
    const gates = getGates(values, guardedAmong(customNames(stored)));
    const baseline = await readBaseline(changes);
    const checks = [...judge(stored, gates), ...judgeChanges(stored, baseline, changes)];
    await writeOutput(formats[format](stored, values), values.output);
    return tellVerdict(checks);
  },
};
