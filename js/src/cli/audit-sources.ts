// SPDX-License-Identifier: Apache-2.0
//
// The sources of `fairwasm audit` (a file, an example, or a database) and the report computed from each.

import { type CsvAuditOptions, countCsv } from '../audit/audit-csv.js';
import type { ClassReport } from '../classes/report.js';
import { FairwasmError } from '../core/error.js';
import { examples, findExample, reportExample } from '../examples/examples.js';
import type { Fairwasm } from '../fairwasm.js';
import type { Report } from '../report/report.js';
import {
  type AuditValues,
  dataOptions,
  getAuditOptions,
  getConditions,
  getCounts,
  getMetrics,
  getOptionalResults,
  getUncertainty,
} from './audit-options.js';
import { areSeveral, isMulticlassRequested, severalReport } from './class-options.js';
import { InputError } from './command.js';
import { countedReport } from './counted-report.js';
import { type CustomFunctions, requireRowsFor, withOwnRows } from './custom-metrics.js';
import type { Marking } from './evidence.js';
import { withScores } from './extra-scores.js';
import type { FromEngine } from './from.js';
import { workersFor } from './input.js';
import { getIntake, intakeOptionNames, storeOptions } from './intake.js';
import type { Deciding } from './model-table.js';
import { getFile } from './reading.js';
import { requireChoice, UsageError } from './usage.js';

type MakeReport = (fair: Fairwasm) => Promise<Report | ClassReport>;

/** Returns the engine that counts rows in the database. */
export async function getEngine(
  positionals: readonly string[],
  values: AuditValues,
  own: CustomFunctions,
): Promise<FromEngine> {
  if (positionals.length > 0 || values.example !== undefined) {
    throw new UsageError('--from reads rows from a database. Remove the file or --example.');
  }
  const ofFiles = intakeOptionNames.filter((name) => !['where', 'bins', 'keep-spellings'].includes(name));
  const strays = ['evidence', 'unknown', ...ofFiles] as (keyof AuditValues)[];
  const stray = strays.find((name) => values[name] !== undefined);
  if (stray !== undefined) {
    throw new UsageError(`--${stray} requires a file. Save the counts and pass them with --counts.`);
  }
  requireRowsFor(own, {});
  const isSeveral = isMulticlassRequested(values, values);
  const what = { ...getCounts(values), ...getMetrics(own) };
  const { fromEngine } = await import('./from.js');
  return fromEngine(values, what, (fair, answer, counts) => countedReport(fair, answer, counts, { isSeveral, values }));
}

/** Returns the report of a built-in example. */
export function exampleReport(positionals: readonly string[], values: AuditValues, own: CustomFunctions): MakeReport {
  const stray = Object.keys(dataOptions).find((name) => values[name as keyof typeof dataOptions]);
  if (positionals.length > 0 || stray !== undefined) {
    const what = stray === undefined ? 'the file' : `--${stray}`;
    throw new UsageError(`--example uses built-in data. Remove ${what}.`);
  }
  const name = requireChoice(
    '--example',
    values.example as string,
    examples.map((each) => each.name),
  );
  const extras = {
    outcome: values.outcome,
    uncertainty: getUncertainty(values),
    within: getConditions(values, []),
    ...getOptionalResults(values),
    ...getMetrics(own),
  };
  requireRowsFor(own, {});
  return async (fair) => {
    try {
      return reportExample(fair, findExample(name), extras);
    } catch (error) {
      // The data of an example are valid, so the error is in an option.
      throw error instanceof FairwasmError ? new UsageError(error.message) : error;
    }
  };
}

/** The input of a report apart from the file and its columns. */
interface Source {
  /** Name of the file in the report. Default: the path. */
  source?: string;
  /** Computes the SHA-256 of the bytes that the report is computed from. */
  marking?: Marking | undefined;
  /** The model that makes the decisions, if any. */
  deciding?: Deciding | undefined;
  own?: CustomFunctions;
}

// The rows of a file of counts are not people.
function requireAllRows(values: AuditValues): void {
  if (values.counts === undefined) return;
  const name = (['blank', 'where', 'bins', 'largest', 'unknown'] as const).find((each) => values[each] !== undefined);
  if (name !== undefined) throw new UsageError(`--${name} does not apply to --counts. Select the rows in the query.`);
}

/** Returns the report of a file of rows or of counts. */
export function fileReport(
  positionals: readonly string[],
  values: AuditValues,
  { source: called, marking, deciding, own = { counts: {}, rows: {} } }: Source,
): MakeReport {
  const file = getFile(positionals, values);
  const what = { ...getAuditOptions(values), ...getMetrics(own) };
  requireAllRows(values);
  const counts = values.counts === undefined ? undefined : { ...getCounts(values), ...getMetrics(own) };
  requireRowsFor(own, counts ? {} : { path: file.path, what });
  const stray = (['min-cell-size', 'suppress-below'] as const).find((name) => values[name]);
  if (!counts && stray !== undefined) {
    throw new UsageError(`--${stray} requires counts. Add --counts or --from.`);
  }
  const { label, prediction, score, weight, cluster, groups, within = [] } = what;
  const columns = [label, prediction, score, weight, cluster, values.counts, ...groups, ...within];
  const isSeveral = isMulticlassRequested(values, values);
  return (fair) =>
    file
      .read(columns, async (bytes, reading, name) => {
        const source = called ?? name;
        const marked = marking ? marking.through(bytes) : bytes;
        if (counts) {
          const { readAnswer } = await import('../sql/audit-counts.js');
          const what = { ...counts, source };
          const answer = await readAnswer(marked, what, reading);
          return countedReport(fair, answer, what, { isSeveral, values });
        }
        const rows = (await deciding?.(marked, reading)) ?? { source: marked, reading };
        const asked = { what, own, path: file.path, isSeveral, values };
        return rowsReport(fair, rows, source, asked);
      })
      .catch((error: unknown) => {
        throw pointedToClasses(error);
      });
}

interface Asked {
  what: CsvAuditOptions;
  own: CustomFunctions;
  path: string;
  isSeveral: boolean;
  values: AuditValues;
}

/** Returns the report of rows; `name` is the name of the file in the report. */
async function rowsReport(
  fair: Fairwasm,
  { source, reading }: { source: AsyncIterable<Uint8Array>; reading: Parameters<typeof countCsv>[3] },
  name: string,
  { what, own, path, isSeveral, values }: Asked,
): Promise<Report | ClassReport> {
  const workers = workersFor(source);
  const given = { ...what, source: name };
  // The report contains the notes on the file.
  const options = { ...reading, onIntake: storeOptions, workers };
  const counted = await countCsv(fair, source, given, options);
  try {
    const several = isSeveral || areSeveral(counted, values);
    if (several) return await severalReport(fair, counted, given, values);
    const read = { path, what, intake: getIntake(values) };
    const report = await withOwnRows(fair, counted.report(), own, read);
    const isDrawn = values.format === 'html' && path !== '-';
    return isDrawn ? await withScores(fair, report, read) : report;
  } finally {
    counted.auditor[Symbol.dispose]();
  }
}

// More than two labels without a favorable one are multiclass.
function pointedToClasses(error: unknown): unknown {
  if (!(error instanceof InputError) || !error.message.includes('cannot be guessed')) return error;
  return new InputError(
    `${error.message}; use 'fairwasm classes' for multiclass labels and 'fairwasm errors' for regression`,
  );
}
