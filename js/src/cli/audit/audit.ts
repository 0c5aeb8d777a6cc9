// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm audit`: computes the report, checks it against limits, and writes it in the requested format.

import type { ClassReport } from '../../classes/report.js';
import { oneLine } from '../../document/format.js';
import { load } from '../../fairwasm.js';
import type { ResultFormat } from '../../report/format.js';
import type { Report } from '../../report/report.js';
import { type Command, type ExitCode, exitCodes, parse, parseTexts } from '../command.js';
import { withOption } from '../input/intake.js';
import { getFile } from '../input/reading.js';
import { readExtras } from '../input/stored.js';
import { type Changes, getChanges, judgeChanges, readBaseline } from '../limits/baseline.js';
import { judgeEquivalence } from '../limits/equivalence.js';
import { type Check, getGates, judge, requireLimits, tellVerdict } from '../limits/limits.js';
import { guardedAmong, requireGuardedClasses } from '../limits/numbers.js';
import type { PairedBaseline } from '../limits/paired-baseline.js';
import { configured } from '../options/config.js';
import { cutoffNames } from '../options/rows.js';
import { getList, requireChoice, requireOnce, UsageError } from '../options/usage.js';
import { documentFormats, requireFormat, resultFormats } from '../output/format.js';
import { requireOtherFile, writeOutput } from '../output/output.js';
import { isMulticlassRequested } from './class-report.js';
import { readOwn } from './custom-metrics.js';
import type { Deciding } from './decisions.js';
import { keepEvidence, Marking, madeHere, requireEmptyFolder } from './evidence.js';
import type { FromEngine } from './from.js';
import { type AuditValues, auditArguments, auditManual, getAuditOptions, requireMargins } from './options.js';
import { exampleReport, fileReport, getEngine } from './sources.js';

interface Shown {
  output: string | undefined;
  checks: readonly Check[];
  /** Name of the model in the model card. */
  modelName?: string | undefined;
}

type Judged = Pick<Report, 'source' | 'warnings'>;

/** The formats of the results of limits, for binary and multiclass labels. */
const limitFormats = {
  junit: async ({ source }: Judged, { checks }: Shown) => (await import('../limits/formats.js')).junit(source, checks),
  github: async ({ warnings }: Judged, { checks }: Shown) =>
    (await import('../limits/formats.js')).annotations(warnings, checks),
};
type LimitFormat = keyof typeof limitFormats;

// Modules that only some formats need are loaded on demand: loading takes longer than many audits.
const formats = {
  ...resultFormats(documentFormats),
  'model-card': async (report: Report, { modelName }: Shown) =>
    (await import('../../report/model-card.js')).reportModelCard(report, modelName),
  cyclonedx: async (report: Report, { modelName }: Shown) =>
    (await import('../../report/cyclonedx.js')).reportCycloneDx(report, modelName),
  ...limitFormats,
};
const showsWarnings: readonly string[] = ['text', 'markdown', 'html', 'model-card', 'github'];

async function run(argv: readonly string[]): Promise<ExitCode> {
  const names = await configured('audit', argv, auditArguments);
  const { values, positionals } = parse(names, auditArguments);
  const thresholds = getList(values.threshold === undefined ? [] : [values.threshold]);
  if (thresholds.length > 1) return auditEach(positionals, values, thresholds);
  if (values.model !== undefined) {
    requireModelFile(values.model);
    const { withDecisions } = await import('./decisions.js');
    return withDecisions([values.model, positionals[0] ?? '-'], values, (decided, deciding) =>
      auditWith(names, decided, deciding),
    );
  }
  const { decided, deciding } = await cutOff(values);
  return auditWith(names, decided, deciding);
}

function requireModelFile(path: string): void {
  if (/\.onnx$/i.test(path)) return;
  throw new UsageError(
    `--model requires a file that ends in .onnx, got '${path}'; use --model-name for the name in the model card`,
  );
}

/** Derives decisions from scores for which a single threshold is not enough. */
async function cutOff(values: AuditValues): Promise<{ decided: AuditValues; deciding?: Deciding }> {
  if (!cutoffNames.some((name) => values[name])) return { decided: values };
  const { withCutoffs } = await import('./decisions.js');
  const { values: decided, deciding } = withCutoffs(values);
  return { decided, deciding };
}

/** Audits the decisions at each threshold, and writes the reports one after another, or as a JSON array. */
async function auditEach(positionals: readonly string[], values: AuditValues, thresholds: string[]): Promise<ExitCode> {
  const format = requireFormat(values, ['text', 'json', 'markdown']);
  requireOnce('--threshold', thresholds);
  if (/^\s*0,\d+\s*$/.test(values.threshold ?? ''))
    throw new UsageError(`--threshold ${values.threshold}: write a decimal point, as in 0.5`);
  const unexpected = singleReportOptions.find((name) => values[name] !== undefined);
  if (unexpected !== undefined)
    throw new UsageError(`--${unexpected} requires one threshold. Remove it, or give one number.`);
  if (values.model !== undefined) throw new UsageError('--model requires one threshold');
  if (positionals[0] === '-') throw new UsageError('several thresholds require a file');
  await requireOtherFile(values.output, positionals[0]);
  const fair = await load();
  const texts: string[] = [];
  for (const threshold of thresholds) {
    const { decided, deciding } = await cutOff({ ...values, threshold });
    const report = await fileReport(positionals, decided, { deciding })(fair);
    if (report.format === 'fairwasm-classes') throw new UsageError('several thresholds require labels with two values');
    texts.push(await formats[format](report, { output: values.output, checks: [] }));
  }
  const all = format === 'json' ? `[${texts.map((each) => each.trim()).join(',\n')}]\n` : texts.join('\n');
  await writeOutput(all, values.output);
  return exitCodes.ok;
}

const singleReportOptions = [
  ...(['fail-under', 'fail-over', 'fail-if-worse', 'fail-unless-equivalent', 'baseline'] as const),
  ...(['baseline-prediction', 'evidence', 'with', 'metric', 'from', 'counts', 'example'] as const),
];

async function auditWith(argv: readonly string[], given: AuditValues, deciding?: Deciding): Promise<ExitCode> {
  const format = requireFormat(given, Object.keys(formats) as (keyof typeof formats)[]);
  const values = { ...given, format };
  const texts = parseTexts(argv, auditArguments);
  const { positionals } = texts;
  const customFunctions = await readOwn(values.metric);
  const limits = getLimits(values, [...Object.keys(customFunctions.counts), ...Object.keys(customFunctions.rows)]);
  requireLimits(format, limits.areAny);
  const isMarked = values.evidence !== undefined || format === 'html';
  const marking = isMarked ? new Marking() : undefined;
  const engine = values.from === undefined ? undefined : await getEngine(positionals, values, customFunctions);
  if (engine && values.explain) {
    await writeOutput(engine.explained, values.output);
    return exitCodes.ok;
  }
  const makeFromFile = () =>
    values.example === undefined
      ? fileReport(positionals, values, { marking, deciding, own: customFunctions })
      : exampleReport(positionals, values, customFunctions);
  const makeReport = engine ? undefined : makeFromFile();
  await requireOtherFile(values.output, positionals[0]);
  if (values.evidence !== undefined) await requireEmptyFolder(values.evidence);
  const baseline = await readBaseline(limits.changes);
  const withExtras = await readExtras(values);
  const report = makeReport ? await makeReport(await load()) : await (engine as FromEngine).report(load);
  if (report.format === 'fairwasm-classes') {
    const present = requireChoice('--format', format, [
      ...documentFormats,
      ...(Object.keys(limitFormats) as LimitFormat[]),
    ]);
    await keepEvidence(report, texts, marking);
    return tellClasses(report, judge(report, limits.classGates), present, values.output);
  }
  const input = await keepEvidence(report, texts, marking);
  const whole = { ...withExtras(report), ...(format === 'html' && (await madeHere(input))) };
  const pairs = await pairsWith(limits.changes, positionals, values);
  const checks = [
    ...judge(whole, limits.gates),
    ...judgeEquivalence(whole, limits.demanded),
    ...judgeChanges(whole, baseline, limits.changes, pairs),
  ];
  return tell(whole, checks, format, values);
}

/** Returns the limits; checks their usage before any file is read. */
function getLimits(values: AuditValues, ownNames: readonly string[]) {
  const isSeveral = isMulticlassRequested(values, values);
  const gates = isSeveral ? [] : getGates(values, guardedAmong(ownNames));
  const classGates = isSeveral ? getGates(values, requireGuardedClasses) : [];
  const changes = getChanges(values);
  const { at = 'value' } = values;
  if (at !== 'value' && values['no-intervals']) {
    throw new UsageError(`--at ${at} requires intervals. Remove --no-intervals.`);
  }
  const { demanded } = requireMargins(values);
  const all = [...gates, ...classGates, ...changes.gates, ...Object.keys(demanded)];
  return { gates, classGates, changes, demanded, areAny: all.length > 0 };
}

/** Writes the report and prints the crossed limits. */
async function tell(
  report: Report,
  checks: readonly Check[],
  format: keyof typeof formats,
  values: AuditValues,
): Promise<ExitCode> {
  const shown = { output: values.output, checks, modelName: values['model-name'] };
  await writeOutput(await formats[format](report, shown), values.output);
  if (format === 'github') {
    const { jobSummary, writeJobSummary } = await import('../limits/formats.js');
    await writeJobSummary(jobSummary(report, checks));
  }
  const isSaid = showsWarnings.includes(format) && values.output === undefined;
  for (const line of isSaid ? [] : report.warnings)
    process.stderr.write(`fairwasm: note: ${oneLine(withOption(line))}\n`);
  return tellVerdict(checks);
}

/** Does the same for multiclass labels. */
async function tellClasses(
  report: ClassReport,
  checks: readonly Check[],
  format: ResultFormat | LimitFormat,
  output: string | undefined,
): Promise<ExitCode> {
  const judged = { source: report.source, warnings: [] };
  const text = Object.hasOwn(limitFormats, format)
    ? await limitFormats[format as LimitFormat](judged, { output, checks })
    : formats[format as ResultFormat](report, { output });
  await writeOutput(text, output);
  return tellVerdict(checks);
}

/** Returns the baseline's decisions paired with the current ones, if the file contains both. */
async function pairsWith(
  { column }: Changes,
  positionals: readonly string[],
  values: AuditValues,
): Promise<PairedBaseline | undefined> {
  if (column === undefined) return undefined;
  const { groups, label, weight, prediction, uncertainty, ...reading } = getAuditOptions(values);
  const unexpected = (['counts', 'from', 'example'] as const).find((name) => values[name] !== undefined);
  if (unexpected !== undefined || prediction === undefined || positionals[0] === '-') {
    const subject = unexpected ? `--${unexpected}` : prediction === undefined ? '--threshold' : 'standard input';
    throw new UsageError(`--baseline-prediction requires a file with both decisions. Remove ${subject}.`);
  }
  if (column === prediction) {
    throw new UsageError('--baseline-prediction and --prediction name the same column');
  }
  const { favorable, privileged, missing, missingValues } = reading;
  const { confidence } = uncertainty || {};
  const settings = {
    ...{ label, weight, groups, favorable, privileged, missing, missingValues },
    predictions: { a: column, b: prediction },
    uncertainty: confidence === undefined ? undefined : { confidence },
  };
  const columns = [label, weight, column, prediction, ...groups];
  const fair = await load();
  const { compareCsv } = await import('../../audit/comparison/compare-csv.js');
  const comparison = await getFile(positionals, values).read(columns, (bytes, options) =>
    compareCsv(fair, bytes, settings, options),
  );
  return { column, comparison };
}

export const audit: Command = { name: 'audit', manual: auditManual, options: auditArguments, run };
