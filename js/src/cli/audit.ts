// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm audit`: a CSV file or a built-in example, audited by group.

import type { AuditOptions } from '../audit/audit.js';
import { type CsvAudit, countCsv } from '../audit/audit-csv.js';
import { compareCsv } from '../audit/compare-csv.js';
import type { Report } from '../audit/report.js';
import type { ClassReport } from '../classes/report.js';
import { FairwasmError } from '../core/error.js';
import { examples, findExample, reportExample } from '../examples/examples.js';
import { type Fairwasm, load } from '../fairwasm.js';
import { reportJson } from '../report/json.js';
import { oneLine } from '../report/shown.js';
import { reportText } from '../report/text.js';
import type { CountsAudit } from '../sql/index.js';
import {
  baselineOptions,
  type Changes,
  changesOf,
  judgeChanges,
  readBaseline,
} from './baseline.js';
import { besideHelp, besideOptions, readBeside } from './beside.js';
import {
  type Command,
  type ExitCode,
  exitCodes,
  InputError,
  listOf,
  parse,
  requireChoice,
  requireNumber,
  requireOnce,
  UsageError,
} from './command.js';
import { configOptions, configured } from './config.js';
import { countedReport } from './counted-report.js';
import { limitOf } from './counting.js';
import { type AskedMargins, joinMargins, judgeEquivalence, parseMargins } from './equivalence.js';
import { Marking, type Recorded, requireEmptyFolder, writeEvidence } from './evidence.js';
import type { FromEngine } from './from.js';
import { fromOptions, requireNoEngine } from './from-options.js';
import {
  type Check,
  gateOptions,
  gatesOf,
  judge,
  requireLimits,
  rowsOptions,
  tellVerdict,
} from './gate.js';
import { requireGuardedClasses } from './guarded-classes.js';
import { guardedAmong } from './guarded-own.js';
import { nameOf, workersFor } from './input.js';
import { isModelFile, modelHelp, modelOptions, requireNoModel } from './model-options.js';
import type { Deciding } from './model-table.js';
import { isColored, requireOtherFile, terminalWidth, writeOutput } from './output.js';
import {
  type OwnFunctions,
  ownHelp,
  ownOptions,
  readOwn,
  requireRowsFor,
  withOwnRows,
} from './own-metrics.js';
import type { PairedBaseline } from './paired-baseline.js';
import { madeHere } from './provenance.js';
import { fileOf, outcomeOf, outcomeOptions, readingOf, readingOptions } from './reading.js';
import { withScores } from './scores-beside.js';
import {
  areSeveral,
  isSeveralAsked,
  severalFormats,
  severalOptions,
  severalReport,
} from './several.js';

const help = `Usage: fairwasm audit FILE.csv --label COLUMN --prediction COLUMN --group COLUMN
       fairwasm audit --from duckdb:FILE --table NAME ...
       fairwasm audit --example NAME

Compares how groups of people fare in a table of decisions: a CSV file with a
header row, or Parquet, Arrow, lines of JSON or an .xlsx workbook, also within
gzip or Zstandard; - reads standard input. Nothing leaves this machine.

What the columns are
  --label COLUMN         the true outcome
  --prediction COLUMN    the predicted outcome or the decision
  --score COLUMN         the estimated probability of the favorable outcome
  --threshold NUMBER     predict the favorable outcome from this score on
                         (instead of --prediction)
  --group COLUMN,...     the attributes that define groups; may be repeated;
                         write \\, for a comma within a name
  --within COLUMN,...    conditions, such as the department: groups are compared
                         among rows that are alike in them, too, and gaps that
                         turn around there are named (Simpson's paradox)
  --weight COLUMN        how much each row counts
  --cluster COLUMN       whose row it is, where a person has several: intervals
                         and tests are then those of persons, not of rows
  --delimiter CHARACTER  what separates fields ('tab' for a tab); if left out,
                         guessed from the header: one of , ; | or a tab

Where a model makes the decisions
  --model FILE.onnx      score the rows with this model: its labels are the
                         predictions, or its scores from --threshold on
                         (\`fairwasm predict --help\`)
${modelHelp}

Where the rows are in a database
  --counts NAME          the file has counts: the answer to the statement that
                         \`fairwasm sql\` prints for the same columns; this is
                         its column with the number of rows
  --from ADDRESS         count there: duckdb:FILE, sqlite:FILE,
                         postgres://HOST/NAME, clickhouse://HOST/NAME, through
                         the engine's own client for Node; passwords come from
                         PGPASSWORD and CLICKHOUSE_PASSWORD. Takes --table or
                         --query, --where and --bins as \`fairwasm sql\` does
  --timeout SECONDS      give up the statement after this; default: 600
  --explain              print the statement, and ask nobody
  --least-count NUMBER   the counts are those of at least so many rows, as
                         \`fairwasm sql --least-count\` asks for them: say how
                         much the others could change; with --from, ask so
  --suppress-below NUMBER
                         of all counts: do not show counts from 1 to just below
                         this, nor what they could be found from

How they are read
  --favorable LABEL      the outcome that counts as positive; may be repeated;
                         not needed for common pairs: 1 and 0, yes and no, ...
  --outcome benefit|burden
                         what a positive decision is to people: a benefit, such
                         as a loan, or a burden, such as detention. Numbers are
                         the same; a report of a burden has its own words,
                         begins with where it falls wrongly, and says on which
                         side of a gap a group fares worse
  --classes NAME,...     the labels are several classes, in this order; they are
                         taken as such too where there are more than two and
                         none is named as favorable: \`fairwasm classes --help\`
  --ordered              their order means something, as that of low, medium and
                         high: near misses count less than far ones
  --privileged COLUMN=GROUP
                         the group that others are compared with; may be
                         repeated; by default the largest group
  --missing error|drop   stop at a row with a missing value (the default), or
                         leave such rows out
  --missing-values TEXT,...
                         texts that stand for a missing value, as blanks always
                         do; default: NA, N/A, #N/A, <NA>, NaN, NaT, null and ?

What comes out
  --format text|json|markdown|csv|html|model-card|junit|github
                         default: text; html is one file for any browser,
                         model-card Hugging Face's model-index with Markdown.
                         Of what limits find: junit is XML for build servers,
                         github annotations for GitHub Actions, with Markdown
                         in the summary of the job
${besideHelp}
${ownHelp}
  --model NAME           what a model card calls the model; default: the file.
                         A name that ends in .onnx is a model to be run
  --output FILE          write to a file instead of standard output, completely
                         or not at all
  --evidence FOLDER      also write a new folder with the report as JSON, and
                         what it was made from and how (SHA-256 of the data,
                         options, versions): \`fairwasm verify\` makes it again
  --confidence NUMBER    of the intervals; default: 0.95
  --simultaneous         intervals of disparities that hold all together, not
                         each for itself
  --draws NUMBER         of the permutation test; default: 2000
  --seed NUMBER          one seed gives the same numbers everywhere; default: 1
  --no-intervals         values alone, without intervals and tests
  --equivalence-margin MARGIN
                         say of which groups a gap below the margin is shown
                         (two one-sided tests): 0.05 for all differences, or
                         NAME=MARGIN for one disparity; may be repeated;
                         disparateImpact=0.8 means 0.8 to 1.25
  --shrunken             rates of groups drawn toward what groups have in
                         common (empirical Bayes), beside the raw ones: for
                         many small groups, whose extremes are mostly chance
  --config FILE          options as JSON, by command; what is given here takes
                         their place; default: fairwasm.config.json in this
                         folder, where it is there
  --example NAME         audit a built-in example: ${examples.map(({ name }) => name).join(', ')}

Guarding a build
  --fail-under NUMBER=LIMIT
                         exit with 3 if a group's value is below the limit
  --fail-over NUMBER=LIMIT
                         exit with 3 if a group's value is above the limit;
                         differences count in both directions:
                         statisticalParityDifference=0.1 allows -0.1 to 0.1
  --at value|lower|upper
                         hold the value against the limits (the default), or
                         that end of its interval: --fail-under
                         disparateImpact=0.8 --at lower passes only if it is
                         at least 0.8 with confidence
  --min-rows NUMBER      limits pass over groups with fewer rows, and say so
  --fail-unless-equivalent MARGIN
                         exit with 3 unless a gap below the margin is shown of
                         every compared group; MARGIN as above: 0.05, or
                         NAME=MARGIN. What is undefined is not shown
  --baseline REPORT.json --fail-if-worse NUMBER=AMOUNT
                         exit with 3 if a group's value is worse than in a
                         stored report (--format json) by more than the amount:
                         a difference by its size, a ratio by how far it or its
                         inverse is below 1, a rate by what is right or wrong.
  --baseline-prediction COLUMN
                         the column of this file with the decisions that the
                         baseline is of: both are compared row by row, which
                         makes --at lower and --at upper far surer; otherwise
                         both reports are taken as of other rows
  All but --at and --baseline may be repeated. NUMBER is anything in the report:
    accuracy             a rate, of every group
    disparateImpact      a disparity, of every group compared with another
    accuracy.difference  how far apart the groups are in a rate; also .ratio,
                         .min, .max, .differenceToOverall, .ratioToOverall
    rows                 a count, of every group: rows=30 demands 30 rows each
    missed               a metric of your own (--metric), of every group; also
                         missed.difference, how far apart the groups are
  demographicParityDifference, demographicParityRatio (fairlearn) and
  accuracyDifference (ignite) are other names for selectionRate.difference,
  selectionRate.ratio and accuracy.difference.
  Of several classes, with --classes or --ordered: any metric of all classes,
  such as macroF1ScoreOfDefined or kappa.difference, or a rate of each class
  against the rest, such as truePositiveRate.difference=0.1.
  Every breakdown in the report counts, crossed groups too. Standard error says
  which group crossed which limit. Undefined values are listed there and fail
  nothing, unless not a single value could be judged.

Exit codes: 0 done, 1 the input cannot be used, 2 wrong usage, 3 a limit was
crossed.

Examples
  fairwasm audit compas.csv --label two_year_recid \\
    --prediction predicted_recid --group race,sex
  fairwasm audit loans.csv --label repaid --score p --threshold 0.5 \\
    --group sex --format markdown --output report.md
  fairwasm audit hires.csv --prediction hired --group sex \\
    --privileged sex=male --fail-under disparateImpact=0.8 \\
    --fail-over disparateImpact=1.25
  fairwasm audit admissions.csv --prediction admitted --group sex \\
    --within department
  fairwasm audit hires.csv --prediction hired --group sex \\
    --fail-unless-equivalent statisticalParityDifference=0.05
  fairwasm audit big.csv.gz --prediction hired --group sex
  fairwasm audit decisions.parquet --prediction hired --group sex
  fairwasm audit compas.csv --label two_year_recid \\
    --prediction predicted_recid --group race --outcome burden
  fairwasm audit --from postgres://db.example/hr --table hires \\
    --prediction hired --group sex
  fairwasm audit --example compas`;

const dataOptions = {
  ...readingOptions,
  score: { type: 'string' },
  threshold: { type: 'string' },
  cluster: { type: 'string' },
  counts: { type: 'string' },
  'least-count': { type: 'string' },
  'suppress-below': { type: 'string' },
  ...fromOptions,
} as const;

/** What the command line takes. */
export const auditArguments = {
  ...dataOptions,
  within: { type: 'string', multiple: true },
  ...configOptions,
  ...outcomeOptions,
  ...severalOptions,
  ...gateOptions,
  ...rowsOptions,
  ...baselineOptions,
  ...besideOptions,
  ...ownOptions,
  format: { type: 'string', default: 'text' },
  output: { type: 'string' },
  model: { type: 'string' },
  ...modelOptions,
  evidence: { type: 'string' },
  confidence: { type: 'string' },
  draws: { type: 'string' },
  seed: { type: 'string' },
  simultaneous: { type: 'boolean' },
  'no-intervals': { type: 'boolean' },
  shrunken: { type: 'boolean' },
  'equivalence-margin': { type: 'string', multiple: true },
  'fail-unless-equivalent': { type: 'string', multiple: true },
  example: { type: 'string' },
} as const;

type Values = ReturnType<typeof parse<typeof auditArguments>>['values'];

interface Shown {
  output: string | undefined;
  checks: readonly Check[];
  /** What the model is called. */
  model?: string | undefined;
}

// What only some formats need is read when they are asked for: to start takes longer than many an audit.
const formats = {
  text: (report: Report, { output }: Shown) =>
    reportText(report, { color: isColored(output), width: terminalWidth(output) }),
  json: reportJson,
  markdown: async (report: Report) =>
    (await import('../report/markdown.js')).reportMarkdown(report),
  csv: async (report: Report) => (await import('../report/csv.js')).reportCsv(report),
  html: async (report: Report) => (await import('../report/html.js')).reportHtml(report),
  'model-card': async (report: Report, { model }: Shown) =>
    (await import('../report/model-card.js')).reportModelCard(report, model),
  junit: async (report: Report, { checks }: Shown) =>
    (await import('./junit.js')).junit(report.source, checks),
  github: async (report: Report, { checks }: Shown) =>
    (await import('./github.js')).annotations(report.warnings, checks),
};
const showsWarnings: readonly string[] = ['text', 'markdown', 'html', 'model-card', 'github'];

async function run(argv: readonly string[]): Promise<ExitCode> {
  const given = await configured('audit', argv, auditArguments);
  const { values, positionals } = parse(given, auditArguments);
  if (isModelFile(values.model)) {
    const { withDecisions } = await import('./model-table.js');
    return withDecisions([values.model, positionals[0] ?? '-'], values, (decided, deciding) =>
      auditWith(positionals, decided, deciding),
    );
  }
  requireNoModel(values);
  return auditWith(positionals, values);
}

async function auditWith(
  positionals: readonly string[],
  values: Values,
  deciding?: Deciding,
): Promise<ExitCode> {
  const format = requireChoice(
    '--format',
    values.format,
    Object.keys(formats) as (keyof typeof formats)[],
  );
  const isSeveral = isSeveralAsked(values, values);
  requireOwnPlace(values);
  const own = await readOwn(values.metric);
  const ownNames = [...Object.keys(own.counts), ...Object.keys(own.rows)];
  const gates = isSeveral ? [] : gatesOf(values, guardedAmong(ownNames));
  const classGates = isSeveral ? gatesOf(values, requireGuardedClasses) : [];
  const changes = changesOf(values);
  const { at = 'value' } = values;
  if (at !== 'value' && values['no-intervals']) {
    throw new UsageError(`--at ${at} needs intervals: leave out --no-intervals`);
  }
  const margins = requireMargins(values);
  const all = [...gates, ...classGates, ...changes.gates, ...Object.keys(margins.demanded)];
  const isGuarded = all.length > 0;
  requireLimits(format, isGuarded);
  const isMarked = values.evidence !== undefined || format === 'html';
  const marking = isMarked ? new Marking() : undefined;
  const engine = values.from === undefined ? undefined : await engineOf(positionals, values, own);
  if (!engine) requireNoEngine(values);
  if (engine && values.explain) {
    await writeOutput(engine.explained, values.output);
    return exitCodes.ok;
  }
  const ofFile = () =>
    values.example === undefined
      ? fileReport(positionals, values, { marking, deciding, own })
      : exampleReport(positionals, values, own);
  const makeReport = engine ? undefined : ofFile();
  await requireOtherFile(values.output, positionals[0]);
  if (values.evidence !== undefined) await requireEmptyFolder(values.evidence);
  const baseline = await readBaseline(changes);
  const withBeside = await readBeside(values);
  const audited = makeReport
    ? await makeReport(await load())
    : await (engine as FromEngine).report(load);
  if (audited.format === 'fairwasm-classes') {
    const known = requireChoice('--format', format, [...severalFormats, ...limitFormats]);
    await keepEvidence(audited, values, marking, positionals);
    const checks = judge(audited, classGates);
    if (known === 'junit')
      await writeOutput((await import('./junit.js')).junit(audited.source, checks), values.output);
    else if (known === 'github')
      await writeOutput((await import('./github.js')).annotations([], checks), values.output);
    else await (await import('./classes.js')).writeReport(audited, known, values.output);
    return tellVerdict(checks);
  }
  const input = await keepEvidence(audited, values, marking, positionals);
  const report = { ...withBeside(audited), ...(format === 'html' && (await madeHere(input))) };
  const checks = [
    ...judge(report, gates),
    ...judgeEquivalence(report, margins.demanded),
    ...judgeChanges(report, baseline, changes, await pairsWith(changes, positionals, values)),
  ];
  const shown = { output: values.output, checks, model: values.model };
  await writeOutput(await formats[format](report, shown), values.output);
  if (format === 'github') {
    const { jobSummary, writeJobSummary } = await import('./github.js');
    await writeJobSummary(jobSummary(report, checks));
  }
  const isSaid = showsWarnings.includes(format) && values.output === undefined;
  for (const line of isSaid ? [] : report.warnings)
    process.stderr.write(`fairwasm: note: ${oneLine(line)}\n`);
  return tellVerdict(checks);
}

const limitFormats = ['junit', 'github'] as const;

/** The baseline's decisions beside those of now, where the file has both. */
async function pairsWith(
  { column }: Changes,
  positionals: readonly string[],
  values: Values,
): Promise<PairedBaseline | undefined> {
  if (column === undefined) return undefined;
  const { groups, label, weight, prediction, uncertainty, ...reading } = whatOf(values);
  const stray = (['counts', 'from', 'example'] as const).find((name) => values[name] !== undefined);
  if (stray !== undefined || prediction === undefined || positionals[0] === '-') {
    const what = stray ? `--${stray}` : prediction === undefined ? '--threshold' : 'standard input';
    throw new UsageError(
      `--baseline-prediction needs a file with both decisions: leave out ${what}`,
    );
  }
  if (column === prediction) {
    throw new UsageError('--baseline-prediction and --prediction name the same column');
  }
  const { favorable, privileged, missing, missingValues } = reading;
  const { confidence } = uncertainty || {};
  const what = {
    ...{ label, weight, groups, favorable, privileged, missing, missingValues },
    predictions: { a: column, b: prediction },
    uncertainty: confidence === undefined ? undefined : { confidence },
  };
  const columns = [label, weight, column, prediction, ...groups];
  const fair = await load();
  const comparison = await fileOf(positionals, values).read(columns, (bytes, options) =>
    compareCsv(fair, bytes, what, options),
  );
  return { column, comparison };
}

/** Writes the evidence, if it was asked for; and gives the mark of what was read, if there is one. */
async function keepEvidence(
  report: Report | ClassReport,
  values: Values,
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

type MakeReport = (fair: Fairwasm) => Promise<Report | ClassReport>;

async function engineOf(
  positionals: readonly string[],
  values: Values,
  own: OwnFunctions,
): Promise<FromEngine> {
  if (positionals.length > 0 || values.example !== undefined) {
    throw new UsageError('--from brings its own rows: leave out the file, and --example');
  }
  const strays = ['evidence', 'delimiter'] as const;
  const stray = strays.find((name) => values[name] !== undefined);
  if (stray !== undefined) {
    throw new UsageError(`--${stray} is of a file: save the counts, and give them with --counts`);
  }
  requireRowsFor(own, {});
  const isSeveral = isSeveralAsked(values, values);
  const what = { ...countsOf(values), ...metricsOf(own) };
  const { fromEngine } = await import('./from.js');
  return fromEngine(values, what, (fair, answer, counts) =>
    countedReport(fair, answer, counts, { isSeveral, values }),
  );
}

/** What was counted elsewhere. */
function countsOf(values: Values): CountsAudit {
  const { cluster, ...what } = whatOf(values);
  const leastCount = limitOf(values, 'least-count');
  const suppressBelow = limitOf(values, 'suppress-below');
  const sums =
    what.weight !== undefined || (what.score !== undefined && what.threshold === undefined);
  if (leastCount !== undefined && suppressBelow !== undefined) {
    throw new UsageError('--suppress-below needs all counts: leave out --least-count');
  }
  if (sums && (leastCount ?? suppressBelow) !== undefined) {
    const stray = what.weight === undefined ? 'score' : 'weight';
    const option = leastCount === undefined ? 'suppress-below' : 'least-count';
    throw new UsageError(`--${option} is for counts alone: leave out --${stray}`);
  }
  if (cluster === undefined) return { ...what, counts: values.counts, leastCount, suppressBelow };
  throw new UsageError('--cluster needs the rows: their numbers do not tell whose they are');
}

function exampleReport(
  positionals: readonly string[],
  values: Values,
  own: OwnFunctions,
): MakeReport {
  if (values.evidence !== undefined) {
    throw new UsageError('--evidence is of a file: an example comes with fairwasm');
  }
  const stray = Object.keys(dataOptions).find((name) => values[name as keyof typeof dataOptions]);
  if (positionals.length > 0 || stray !== undefined) {
    const what = stray === undefined ? 'the file' : `--${stray}`;
    throw new UsageError(`--example brings its own data: leave out ${what}`);
  }
  const name = requireChoice(
    '--example',
    values.example as string,
    examples.map((each) => each.name),
  );
  const beside = {
    outcome: outcomeOf(values),
    uncertainty: uncertaintyOf(values),
    within: withinOf(values, []),
    ...besideOf(values),
    ...metricsOf(own),
  };
  requireRowsFor(own, {});
  return async (fair) => {
    try {
      return reportExample(fair, findExample(name), beside);
    } catch (error) {
      // Its data are right: what an option asks for is not in them.
      throw error instanceof FairwasmError ? new UsageError(error.message) : error;
    }
  };
}

/** Options that say how and where a report is written, and what is held against it: it is the same without them. */
const besideReport = [
  ...['format', 'output', 'evidence', 'config', 'model'],
  ...['at', 'min-rows', 'fail-under', 'fail-over', 'baseline', 'baseline-prediction'],
  ...['fail-if-worse', 'with', 'notes'],
];

/** The options that decide what the report is. */
const recorded = (values: Values): Recorded =>
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

/** What the report calls the file, if not by its path; and what marks the bytes that it was made from. */
interface Source {
  source?: string;
  marking?: Marking | undefined;
  /** Where a model makes the decisions. */
  deciding?: Deciding | undefined;
  own?: OwnFunctions;
}

function fileReport(
  positionals: readonly string[],
  values: Values,
  { source: called, marking, deciding, own = { counts: {}, rows: {} } }: Source,
): MakeReport {
  const file = fileOf(positionals, values);
  const what = { ...whatOf(values), ...metricsOf(own) };
  const counts =
    values.counts === undefined ? undefined : { ...countsOf(values), ...metricsOf(own) };
  const [path] = positionals;
  requireRowsFor(own, counts ? {} : { path, what });
  const stray = (['least-count', 'suppress-below'] as const).find((name) => values[name]);
  if (!counts && stray !== undefined) {
    throw new UsageError(`--${stray} is of counts: give --counts, or --from`);
  }
  const { label, prediction, score, weight, cluster, groups, within = [] } = what;
  const columns = [label, prediction, score, weight, cluster, values.counts, ...groups, ...within];
  const isSeveral = isSeveralAsked(values, values);
  const ofRows = async (
    fair: Fairwasm,
    bytes: Parameters<typeof workersFor>[0],
    given: CsvAudit,
    reading: Parameters<typeof countCsv>[3],
  ) => {
    const workers = workersFor(bytes);
    const counted = await countCsv(fair, bytes, given, { ...reading, workers });
    try {
      const several = isSeveral || areSeveral(counted, values);
      if (several) return await severalReport(fair, counted, given, values);
      const { delimiter } = values;
      const report = await withOwnRows(fair, counted.report(), own, { path, what, delimiter });
      const isDrawn = values.format === 'html' && path !== undefined && path !== '-';
      return isDrawn ? await withScores(fair, report, { path, what, delimiter }) : report;
    } finally {
      counted.auditor[Symbol.dispose]();
    }
  };
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
        const decided = await deciding?.(marked, reading);
        return ofRows(
          fair,
          decided?.source ?? marked,
          { ...what, source },
          decided?.reading ?? reading,
        );
      })
      .catch((error: unknown) => {
        throw pointedToClasses(error);
      });
}

// Several labels of which none is the favorable one are several classes.
function pointedToClasses(error: unknown): unknown {
  if (!(error instanceof InputError) || !error.message.includes('cannot be guessed')) return error;
  return new InputError(
    `${error.message}; several classes are audited by 'fairwasm classes', predicted numbers by 'fairwasm errors'`,
  );
}

function whatOf(values: Values): CsvAudit {
  const { label, prediction, score, cluster } = values;
  const reading = readingOf(values);
  const threshold =
    values.threshold === undefined ? undefined : requireNumber('--threshold', values.threshold);
  requireDecisions({ label, prediction, score, threshold });
  return {
    ...reading,
    outcome: outcomeOf(values),
    prediction,
    score,
    cluster,
    threshold,
    within: withinOf(values, reading.groups),
    uncertainty: uncertaintyOf(values),
    ...besideOf(values),
  };
}

/** Those of counts are the report's own. */
const metricsOf = ({ counts }: OwnFunctions): Pick<CsvAudit, 'metrics'> =>
  Object.keys(counts).length > 0 ? { metrics: counts } : {};

/** Throws {@link UsageError} where code that somebody wrote has no place. */
function requireOwnPlace({ metric, evidence }: Values): void {
  if (metric === undefined || evidence === undefined) return;
  throw new UsageError(
    '--evidence is made again by anyone, without running your code: leave out --metric',
  );
}

/** Throws {@link UsageError} where a condition is named twice, or makes groups too. */
function withinOf(values: Values, groups: readonly string[]): string[] | undefined {
  if (values.within === undefined) return undefined;
  const within = listOf(values.within);
  requireOnce('--within', within);
  const both = within.find((name) => groups.includes(name));
  if (both === undefined && within.length > 0) return within;
  throw new UsageError(
    both === undefined
      ? '--within takes columns that are conditions'
      : `'${both}' is a --group: name it in one of both, --group or --within`,
  );
}

/** What is asked for beside the usual. */
function besideOf(values: Values): Pick<CsvAudit, 'equivalenceMargin' | 'shrunken'> {
  const { shown } = requireMargins(values);
  const isAsked = Object.keys(shown).length > 0;
  return { equivalenceMargin: isAsked ? shown : undefined, shrunken: values.shrunken };
}

/** The margins to be shown, and those of them that are demanded. */
function requireMargins(values: Values): { shown: AskedMargins; demanded: AskedMargins } {
  const margin = parseMargins('--equivalence-margin', values['equivalence-margin']);
  const demanded = parseMargins('--fail-unless-equivalent', values['fail-unless-equivalent']);
  return { shown: joinMargins(margin, demanded), demanded };
}

const uncertaintyLimits = {
  confidence: {
    allows: (value: number) => value > 0 && value < 1,
    text: 'a number between 0 and 1',
  },
  draws: {
    allows: (value: number) => Number.isInteger(value) && value >= 1 && value <= 1e6,
    text: 'a whole number from 1 to 1000000',
  },
  seed: {
    allows: (value: number) => Number.isSafeInteger(value) && value >= 0,
    text: 'a whole number, 0 or more',
  },
} as const;

function uncertaintyOf(values: Values): AuditOptions['uncertainty'] {
  const names = Object.keys(uncertaintyLimits) as (keyof typeof uncertaintyLimits)[];
  const given = names.filter((name) => values[name] !== undefined);
  const others = [
    'simultaneous',
    'shrunken',
    'equivalence-margin',
    'fail-unless-equivalent',
  ] as const;
  const [first] = [...given, ...others.filter((name) => values[name] !== undefined)];
  if (values['no-intervals']) {
    if (first === undefined) return false;
    throw new UsageError(`--${first} has no effect with --no-intervals`);
  }
  const numbers = given.map((name): [string, number] => {
    const text = values[name] as string;
    const value = requireNumber(`--${name}`, text);
    const { allows, text: expected } = uncertaintyLimits[name];
    if (!allows(value)) throw new UsageError(`--${name} takes ${expected}, not '${text}'`);
    return [name, value];
  });
  return { ...Object.fromEntries(numbers), ...(values.simultaneous && { simultaneous: true }) };
}

function requireDecisions({ label, prediction, score, threshold }: Partial<CsvAudit>): void {
  if (threshold !== undefined && score === undefined) {
    throw new UsageError('--threshold needs --score');
  }
  if (threshold !== undefined && prediction !== undefined) {
    throw new UsageError('--threshold makes predictions from the score: leave out --prediction');
  }
  if (label !== undefined || prediction !== undefined || threshold !== undefined) return;
  throw new UsageError('give --label, --prediction, or --score with --threshold');
}

export const audit: Command = {
  name: 'audit',
  summary: 'compare how groups fare in a CSV file of decisions',
  help,
  run,
};
