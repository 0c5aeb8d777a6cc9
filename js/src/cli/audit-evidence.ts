// SPDX-License-Identifier: Apache-2.0
//
// The evidence of `fairwasm audit`: the options that decide what the report is, written beside it; and the report made
// again from them.

import type { Report } from '../audit/report.js';
import type { ClassReport } from '../classes/report.js';
import { load } from '../fairwasm.js';
import { reportJson } from '../report/json.js';
import { type AuditValues, auditArguments } from './audit-options.js';
import { fileReport } from './audit-sources.js';
import { parse, UsageError } from './command.js';
import { type Marking, type Recorded, writeEvidence } from './evidence.js';
import { nameOf } from './input.js';

/** Writes the evidence, if it was asked for; and gives the mark of what was read, if there is one. */
export async function keepEvidence(
  report: Report | ClassReport,
  values: AuditValues,
  marking: Marking | undefined,
  [path]: readonly string[],
) {
  const input = path === undefined ? undefined : marking?.mark(nameOf(path));
  if (values.evidence === undefined || !input) return input;
  const ofClasses = report.format === 'fairwasm-classes';
  const given = { options: recorded(values), input, report: jsonOf(report), ofClasses };
  await writeEvidence(values.evidence, given);
  return input;
}

const jsonOf = (report: Report | ClassReport): string =>
  report.format === 'fairwasm-classes'
    ? `${JSON.stringify(report, null, 2)}\n`
    : reportJson(report);

/** Options that say how and where a report is written, and what is held against it: it is the same without them. */
const besideReport = [
  ...['format', 'output', 'evidence', 'config', 'model'],
  ...['at', 'min-rows', 'fail-under', 'fail-over', 'baseline', 'baseline-prediction'],
  ...['fail-if-worse', 'with', 'notes'],
];

/** The options that decide what the report is. */
const recorded = (values: AuditValues): Recorded =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => !besideReport.includes(name)),
  ) as Recorded;

/** The report of the file `path`, called `source`, with recorded options, as JSON. */
export async function auditAgain(path: string, source: string, given: Recorded): Promise<string> {
  const argv = Object.entries(given).flatMap(([name, value]) =>
    [value].flat().map((each) => (each === true ? `--${name}` : `--${name}=${each}`)),
  );
  const { values, positionals } = parse([...argv, '--', path], auditArguments);
  return jsonOf(await fileReport(positionals, values, { source })(await load()));
}

/** Throws {@link UsageError} where code that somebody wrote has no place. */
export function requireOwnPlace({ metric, evidence }: AuditValues): void {
  if (metric === undefined || evidence === undefined) return;
  throw new UsageError(
    '--evidence is made again by anyone, without running your code: leave out --metric',
  );
}
