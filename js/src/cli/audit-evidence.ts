// SPDX-License-Identifier: Apache-2.0
//
// Writes the evidence of `fairwasm audit` (the options that determine the report), and reproduces a report
// from it.

import type { ClassReport } from '../classes/report.js';
import { load } from '../fairwasm.js';
import { format } from '../report/format.js';
import type { Report } from '../report/report.js';
import { auditArguments } from './audit-options.js';
import { fileReport } from './audit-sources.js';
import { parse, type parseTexts } from './command.js';
import { type Marking, type Recorded, writeEvidence } from './evidence.js';
import { getName } from './input.js';

/** Writes the evidence if requested; returns the SHA-256 of the input, if it was computed. */
export async function keepEvidence(
  report: Report | ClassReport,
  { values, positionals: [path] }: ReturnType<typeof parseTexts>,
  marking: Marking | undefined,
) {
  const input = path === undefined ? undefined : marking?.mark(getName(path));
  if (typeof values.evidence !== 'string' || !input) return input;
  const ofClasses = report.format === 'fairwasm-classes';
  const given = { options: recorded(values), input, report: getJson(report), ofClasses };
  await writeEvidence(values.evidence, given);
  return input;
}

const getJson = (report: Report | ClassReport): string =>
  report.format === 'fairwasm-classes' ? `${JSON.stringify(report, null, 2)}\n` : format(report, 'json');

/** Options that do not affect the report itself: output, format, and limits. */
const otherOptions = [
  ...['format', 'output', 'evidence', 'config', 'model'],
  ...['at', 'min-rows', 'fail-under', 'fail-over', 'baseline', 'baseline-prediction'],
  ...['fail-if-worse', 'with', 'notes'],
];

/** Returns the options that determine the report. */
const recorded = (values: object): Recorded =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !otherOptions.includes(name))) as Recorded;

/** Recomputes the report of the file `path`, named `source`, with the recorded options, as JSON. */
export async function auditAgain(path: string, source: string, given: Recorded): Promise<string> {
  const argv = Object.entries(given).flatMap(([name, value]) =>
    [value].flat().map((each) => (each === true ? `--${name}` : `--${name}=${each}`)),
  );
  const { values, positionals } = parse([...argv, '--', path], auditArguments);
  return getJson(await fileReport(positionals, values, { source })(await load()));
}
