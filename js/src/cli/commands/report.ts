// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm report`: converts a stored report, JSON or HTML, to another format without the data.

import { reportCycloneDx } from '../../report/cyclonedx.js';
import { reportModelCard } from '../../report/model-card.js';
import type { Report } from '../../report/report.js';
import { argumentCommand, type SectionValues } from '../command.js';
import { extraOptions, readExtras, readStored } from '../input/stored.js';
import { baselineOptions, getChanges, judgeChanges, readBaseline } from '../limits/baseline.js';
import { gateOptions, getGates, judge, rowsOptions, tellVerdict } from '../limits/limits.js';
import { customNames, guardedAmong } from '../limits/numbers.js';
import { text } from '../options/options.js';
import { rows } from '../options/rows.js';
import { UsageError } from '../options/usage.js';
import { documentFormats, requireFormat, resultFormats } from '../output/format.js';
import { requireOtherFile, writeOutput } from '../output/output.js';

// A stored report has no rows to compare with those of the baseline.
const { 'baseline-prediction': _, ...storedBaseline } = baselineOptions;

const output = {
  format: text('text|json|markdown|csv|html|model-card|cyclonedx', [
    'output format',
    'Default: from the extension of --output, or text',
  ]),
  output: rows.output,
  ...extraOptions,
  'model-name': rows['model-name'],
} as const;
const limits = { ...gateOptions, ...rowsOptions, ...storedBaseline } as const;
const sections = { Output: output, 'Limits for continuous integration': limits } as const;

type Values = SectionValues<typeof sections>;

const formats = {
  ...resultFormats(documentFormats),
  cyclonedx: (report: Report, { 'model-name': name }: Values) => reportCycloneDx(report, name),
  'model-card': (report: Report, { 'model-name': name }: Values) => reportModelCard(report, name),
};

export const report = argumentCommand({
  name: 'report',
  usage: ['REPORT.json|REPORT.html [--format FORMAT]'],
  about:
    'Converts a stored report (fairwasm audit --format json or html, or a file saved from the ' +
    'page) to another format. Does not need the data: a report contains counts of groups, never ' +
    'individual rows.',
  sections,
  closing: 'Exit codes: 0 success, 1 unusable input, 2 invalid usage, 3 a limit was crossed.',
  examples: ['audit.html --format markdown', 'audit.json --format html --output audit.html'],
  async run(values, positionals) {
    const [path, ...more] = positionals;
    if (path === undefined || more.length > 0) throw new UsageError('pass exactly one stored report');
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
});
