// SPDX-License-Identifier: Apache-2.0
//
// The sources of `fairwasm audit` (a file of rows or counts, an example, or a database) and the report computed from each.

import { type CsvAuditOptions, countCsv } from '../../audit/audit-csv.js';
import type { ClassReport } from '../../classes/report.js';
import { FairwasmError } from '../../core/error.js';
import type { CodedBatch } from '../../data/coded-csv.js';
import type { CategoryColumn, NumberColumn } from '../../data/column.js';
import { getSpelling, type IntakeOptions } from '../../data/intake/options.js';
import type { Table } from '../../data/table.js';
import { isMissing, toMissingTexts, type Value } from '../../data/value.js';
import { examples, findExample, reportExample } from '../../examples/examples.js';
import type { Fairwasm } from '../../fairwasm.js';
import type { Report } from '../../report/report.js';
import type { CountsAudit } from '../../sql/audit-counts.js';
import { keepCompleteRows } from '../../tally/missing.js';
import { InputError } from '../command.js';
import { computing } from '../input/computing.js';
import { readByRole } from '../input/file-columns.js';
import { workersFor } from '../input/input.js';
import { getIntake, intakeOptionNames, storeOptions } from '../input/intake.js';
import { getFile } from '../input/reading.js';
import { requireChoice, UsageError } from '../options/usage.js';
import { areSeveral, type ClassValues, isMulticlassRequested, severalReport } from './class-report.js';
import { type CustomFunctions, requireRowsFor, withOwnRows } from './custom-metrics.js';
import type { Deciding } from './decisions.js';
import type { Marking } from './evidence.js';
import type { FromEngine } from './from.js';
import {
  type AuditValues,
  dataOptions,
  getAuditOptions,
  getConditions,
  getCounts,
  getMetrics,
  getOptionalResults,
  getUncertainty,
} from './options.js';

type MakeReport = (fair: Fairwasm) => Promise<Report | ClassReport>;

/** Returns the engine that counts rows in the database. */
export async function getEngine(
  positionals: readonly string[],
  values: AuditValues,
  customFunctions: CustomFunctions,
): Promise<FromEngine> {
  if (positionals.length > 0 || values.example !== undefined) {
    throw new UsageError('--from reads rows from a database. Remove the file or --example.');
  }
  const ofFiles = intakeOptionNames.filter((name) => !['where', 'bins', 'keep-spellings'].includes(name));
  const strays = ['evidence', 'unknown', ...ofFiles] as (keyof AuditValues)[];
  const unexpected = strays.find((name) => values[name] !== undefined);
  if (unexpected !== undefined) {
    throw new UsageError(`--${unexpected} requires a file. Save the counts and pass them with --counts.`);
  }
  requireRowsFor(customFunctions, {});
  const isSeveral = isMulticlassRequested(values, values);
  const settings = { ...getCounts(values), ...getMetrics(customFunctions) };
  const { fromEngine } = await import('./from.js');
  return fromEngine(values, settings, (fair, answer, counts) =>
    countedReport(fair, answer, counts, { isSeveral, values }),
  );
}

/** Returns the report of a built-in example. */
export function exampleReport(
  positionals: readonly string[],
  values: AuditValues,
  customFunctions: CustomFunctions,
): MakeReport {
  const unexpected = Object.keys(dataOptions).find((name) => values[name as keyof typeof dataOptions]);
  if (positionals.length > 0 || unexpected !== undefined) {
    const subject = unexpected === undefined ? 'the file' : `--${unexpected}`;
    throw new UsageError(`--example uses built-in data. Remove ${subject}.`);
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
    ...getMetrics(customFunctions),
  };
  requireRowsFor(customFunctions, {});
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
  const settings = { ...getAuditOptions(values), ...getMetrics(own) };
  requireAllRows(values);
  const counts = values.counts === undefined ? undefined : { ...getCounts(values), ...getMetrics(own) };
  requireRowsFor(own, counts ? {} : { path: file.path, what: settings });
  const unexpected = (['min-cell-size', 'suppress-below'] as const).find((name) => values[name]);
  if (!counts && unexpected !== undefined) {
    throw new UsageError(`--${unexpected} requires counts. Add --counts or --from.`);
  }
  const { label, prediction, score, weight, cluster, groups, within = [] } = settings;
  const columns = [label, prediction, score, weight, cluster, values.counts, ...groups, ...within];
  const isSeveral = isMulticlassRequested(values, values);
  return (fair) =>
    file
      .read(columns, async (bytes, reading, name) => {
        const source = called ?? name;
        const marked = marking ? marking.through(bytes) : bytes;
        if (counts) {
          const { readAnswer } = await import('../../sql/audit-counts.js');
          const what = { ...counts, source };
          const answer = await readAnswer(marked, what, reading);
          return countedReport(fair, answer, what, { isSeveral, values });
        }
        const rows = (await deciding?.(marked, reading)) ?? { source: marked, reading };
        const asked = { what: settings, own, path: file.path, isSeveral, values };
        return rowsReport(fair, rows, source, asked);
      })
      .catch((error: unknown) => {
        throw values.favorable === undefined ? pointedToClasses(error) : error;
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
  { what: settings, own, path, isSeveral, values }: Asked,
): Promise<Report | ClassReport> {
  const workers = workersFor(source);
  const given = { ...settings, source: name };
  // The report contains the notes on the file.
  const options = { ...reading, onIntake: storeOptions, workers };
  const counted = await countCsv(fair, source, given, options);
  try {
    const several = isSeveral || areSeveral(counted, values);
    if (several) return await severalReport(fair, counted, given, values);
    const read = { path, what: settings, intake: getIntake(values) };
    const report = await withOwnRows(fair, counted.report(), own, read);
    const isDrawn = values.format === 'html' && path !== '-';
    return isDrawn ? await withScores(fair, report, read) : report;
  } finally {
    counted.auditor[Symbol.dispose]();
  }
}

// More than two labels without a favorable one are multiclass.
function pointedToClasses(error: unknown): unknown {
  const cause = error instanceof InputError ? error.cause : undefined;
  if (!(error instanceof InputError && cause instanceof FairwasmError && cause.argument === 'favorable')) return error;
  return new InputError(
    `${error.message}; use 'fairwasm classes' for multiclass labels and 'fairwasm errors' for regression`,
  );
}

/** Options that determine the kind of report. */
type Values = ClassValues & Readonly<Record<string, unknown>>;

/** Returns the report of counts; throws FairwasmError like {@link auditCounts}. */
async function countedReport(
  fair: Fairwasm,
  given: Table,
  settings: CountsAudit,
  { isSeveral, values }: { isSeveral: boolean; values: Values },
): Promise<Report | ClassReport> {
  const { label, prediction, minCellSize, suppressBelow, groups = [], within = [] } = settings;
  const labels = [label, prediction].filter((name) => name !== undefined);
  const isWhole = (minCellSize ?? suppressBelow) === undefined;
  // Bounds for suppressed groups hold only for the database's own groups.
  const keeps = values['keep-spellings'] === true || !isWhole ? 'keep' : undefined;
  // As in the report of a file of rows, but databases return rows in any order.
  const { OneSpelling } = await import('../../data/intake/spellings.js');
  const one = new OneSpelling(getSpelling(keeps, [...groups, ...within], [labels]));
  const columns = given as CodedBatch['columns'];
  one.sort(columns);
  const answer = one.columns(columns) as Table;
  const noted = (report: Report): Report => ({
    ...report,
    warnings: [...one.decisions.map(({ note }) => note), ...report.warnings],
  });
  // Audits of rows do not need this module, so it is loaded on demand.
  const { auditCounts, countsAuditor } = await import('../../sql/audit-counts.js');
  if (!isWhole || label === undefined || prediction === undefined) {
    return noted(auditCounts(fair, answer, settings));
  }
  const auditor = countsAuditor(fair, answer, settings);
  try {
    if (isSeveral || areSeveral({ auditor }, values)) {
      return await severalReport(fair, { auditor }, settings, values);
    }
  } finally {
    auditor[Symbol.dispose]();
  }
  return noted(auditCounts(fair, answer, settings));
}

/** Adds the scores to the report, if they are probabilities and the report has outcomes. */
async function withScores(
  fair: Fairwasm,
  report: Report,
  { path, what: settings, intake }: { path: string; what: CsvAuditOptions; intake: IntakeOptions | undefined },
): Promise<Report> {
  const { label, score, prediction, weight, groups } = settings;
  if (label === undefined || score === undefined) return report;
  const labels = [label, prediction];
  const asked = { categories: [...labels, ...groups], numbers: [score, weight], labels };
  const columns = await readByRole(path, asked, intake);
  const given = {
    label: columns.category(label),
    score: columns.number(score),
    prediction: prediction === undefined ? undefined : columns.category(prediction),
    weight: weight === undefined ? undefined : columns.number(weight),
    groups: columns.categories(groups),
  };
  const texts = toMissingTexts(settings.missingValues);
  const isImprobable = (value: Value) => !(Number(value) >= 0 && Number(value) <= 1) && !isMissing(value, texts);
  if ((given.score as readonly Value[]).some(isImprobable)) {
    return report; // Its report states that the scores are not probabilities.
  }
  const { rows } = settings.missing === 'drop' ? keepCompleteRows(given, columns.rows, texts) : { rows: given };
  const { scoreBreakdowns, storedScores } = await import('../../scores/stored-scores.js');
  const tally = fair.scoreTally(groups, [...report.favorable]);
  try {
    const scores = await computing(() => {
      const { label, score, weight, groups } = rows;
      tally.update({ ...{ groups, weight }, label: label as CategoryColumn, score: score as NumberColumn });
      return storedScores(scoreBreakdowns(tally, settings.groups));
    });
    return { ...report, extras: { ...report.extras, scores } };
  } finally {
    tally[Symbol.dispose]();
  }
}
