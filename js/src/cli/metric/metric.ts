// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm metric`: computes one metric of the table from columns of a CSV file.

import { load as loadAif360 } from '../../aif360/aif360.js';
import { getMax } from '../../core/extremes.js';
import { ColumnWatch } from '../../data/column-watch.js';
import { getTranslation } from '../../data/favorable.js';
import { getSpelling, type IntakeOptions } from '../../data/intake/options.js';
import { isMissing } from '../../data/value.js';
import { oneLine, withMinus } from '../../document/format.js';
import { padRight, wrap } from '../../document/layout.js';
import { load } from '../../fairwasm.js';
import { load as loadIndividual } from '../../individual/individual.js';
import { getPreset, type Preset } from '../../metrics/aliases.js';
import { findMetric, type Metric } from '../../metrics/table.js';
import { load as loadScores } from '../../scores/scores.js';
import { argumentCommand, type ExitCode, exitCodes, requireFile, type SectionValues } from '../command.js';
import { computing } from '../input/computing.js';
import { readColumns } from '../input/file-columns.js';
import { getName, merging } from '../input/input.js';
import { getIntake, intakeOptions } from '../input/intake.js';
import { getPairs } from '../input/reading.js';
import {
  choice,
  flag,
  list,
  names,
  number,
  pairs,
  ranges,
  requireNumber,
  text,
  toArguments,
} from '../options/options.js';
import { rows } from '../options/rows.js';
import { UsageError } from '../options/usage.js';
import { formatOptions, requireFormat } from '../output/format.js';
import { requireOtherFile, terminalWidth, writeOutput } from '../output/output.js';
import { functionNamed, getComputation } from './computations.js';
import { findSame, ofFormula, readFormula, toMetric } from './formula.js';
import { requireMetric } from './name.js';
import { type Computation, type MetricRows, type MetricValue, numbers, type Settings } from './rows.js';

const columnOptions = {
  label: rows.label,
  prediction: rows.prediction,
  score: text('COLUMN', [
    'the estimated probability of the favorable outcome',
    'for rankings, the score by which rows are sorted',
  ]),
  group: rows.group,
  weight: rows.weight,
  cluster: rows.cluster,
  feature: names('COLUMN,...', 'numeric features that define similarity'),
  distorted: names('COLUMN,...', 'the same features after a transformation, in order'),
} as const;
const interpretation = {
  favorable: rows.favorable,
  privileged: list('COLUMN=GROUP', ['the reference group of an attribute', 'may be repeated']),
  unprivileged: list('COLUMN=GROUP', ['the group to compare with the --privileged group', 'Default: all other groups']),
} as const;
const settings = {
  alpha: number(ranges.any, [
    'exponent of generalized entropy indices, parameter of BerkJones, or quantile of pinballLoss',
    'Default: 2 for exponents, otherwise 0.5',
  ]),
  'bin-count': number(ranges.any, ['for calibration errors: number of bins', 'Default: 10']),
  binning: choice(
    ['equalWidth', 'equalWidthLeftClosed', 'equalMass', 'quantile'],
    ['for calibration errors: method of binning', 'Default: equalWidth'],
  ),
  concentration: number(ranges.any, ['for differential fairness: concentration of the smoothing prior', 'Default: 1']),
  errors: choice(['FP', 'FN'], ['for richSubgroup: the error type', 'Default: FP']),
  first: number(ranges.any, 'for rankings: use only the first NUMBER positions'),
  mode: choice(['binary', 'continuous'], ['for otDistance: the label type', 'Default: binary']),
  neighbors: number(ranges.any, ['for consistency: number of neighbors', 'Default: 5']),
  normalized: flag('for discountedCumGain: divide by the best possible value'),
  of: choice(
    ['prediction', 'label', 'error'],
    ['for standardizedMeanDifference: the values to compare', 'Default: prediction'],
  ),
  scoring: choice(
    ['Bernoulli', 'Poisson', 'Gaussian', 'BerkJones'],
    'for biasScan and scoreGroups: the scoring function',
  ),
  penalty: number(ranges.any, 'for biasScan: penalty on the score for each selected category'),
  replications: number(ranges.any, 'for biasScan: number of random starts of the search'),
  seed: number(ranges.any, 'for biasScan: seed of the random starts'),
  underpredicted: flag('for biasScan: search for groups with predictions that are too low'),
  target: pairs(
    'GROUP=SHARE',
    ['for infeasibleIndex: target proportion of a group', 'repeat for each group'],
    requireNumber,
  ),
} as const;

const metricOptions = { ...columnOptions, ...interpretation, ...settings } as const;

const sections = {
  Columns: { ...columnOptions, unknown: rows.unknown, ...intakeOptions },
  Interpretation: interpretation,
  'Options of some metrics': settings,
  Output: formatOptions,
} as const;

export const metric = argumentCommand({
  name: 'metric',
  usage: ['NAME|FORMULA FILE.csv --label COLUMN ...'],
  about:
    'Computes one metric for all rows and, if it is defined, for each group. The file ' +
    'needs a header row; use - for standard input. Nothing leaves this machine. `fairwasm ' +
    'metrics` lists the names; `fairwasm explain NAME` describes a metric and its inputs. Instead of a name, pass a formula ' +
    "of counts, such as 'FN / (TP + FN)'. " +
    '`fairwasm audit` computes all rates and disparities at once.',
  sections,
  examples: [
    'theilIndex loans.csv --label repaid --prediction approved',
    "'(5 FN + FP) / all' loans.csv --label repaid --prediction approved --group sex",
    'consistency loans.csv --label approved --feature income,debt',
    'expectedCalibrationError loans.csv --label repaid --score p --group sex,race --bin-count 20',
    'subgroupAreas comments.csv --label toxic --score p --group male,female,muslim',
  ],
  run,
});

type Given = SectionValues<typeof sections>;

async function run(values: Given, positionals: readonly string[]): Promise<ExitCode> {
  const [first, second, ...more] = positionals;
  if (first === undefined) throw new UsageError('pass the name of a metric and a CSV file');
  // Other commands expect the file first.
  const isSwapped = second !== undefined && !isName(first) && isName(second);
  const [name, ...paths] = isSwapped ? [second, first, ...more] : (positionals as [string, ...string[]]);
  const { metric, computation, settings } = requireNamed(name);
  requireOptions(metric, computation, values);
  const path = requireFile(paths);
  const format = requireFormat(values, ['text', 'json']);
  const intake = getIntake(values);
  await requireOtherFile(values.output, path);
  const rows = await readRows(path, values, intake);
  Object.assign(rows.settings, settings);
  const fair = await load();
  const modules = {
    fair,
    aif360: await loadAif360({ fair }),
    individual: await loadIndividual(),
    scores: await loadScores(),
  };
  const origin = { path, columns: columnsByRole(values), intake };
  const results = await computing(async () => computation.compute(modules, rows), origin);
  const { groups, label, prediction } = rows;
  const warnings = new ColumnWatch()
    .add({ groups, outcomes: { 'true outcome': label, prediction } })
    .addPrediction(label, prediction)
    .warnings();
  const text =
    format === 'json'
      ? metricJson(metric, getName(path), results, warnings)
      : metricText(metric, results, { width: terminalWidth(values.output), warnings });
  await writeOutput(text, values.output);
  return exitCodes.ok;
}

const isName = (text: string) => functionNamed(text) !== undefined || findMetric(text) !== undefined;

/** A metric that was named, and its computation. */
export interface ChosenMetric {
  metric: Metric;
  computation: Computation;
  /** Settings that belong to the name, such as `normalized` to `ndcg`. */
  settings: Preset;
}

/** Returns the metric of that name, in any library; throws {@link UsageError} for names without a value here. */
export function requireNamed(name: string): ChosenMetric {
  const ofAllGroups = functionNamed(name);
  if (ofAllGroups) return { ...ofAllGroups, settings: {} };
  const formula = readFormula(name);
  const same = formula && findSame(formula);
  if (formula && !same) return { metric: toMetric(formula), computation: ofFormula(formula), settings: {} };
  const metric = same ?? requireMetric(name);
  const computation = getComputation(metric);
  if (computation) return { metric, computation, settings: same ? {} : getPreset(name) };
  throw new UsageError(`${metric.name} has its own command: fairwasm ${metric.command} --help`);
}

function requireOptions({ name }: Metric, { needs, takes }: Computation, values: Given): void {
  const present = Object.keys(metricOptions) as (keyof typeof metricOptions)[];
  const given = present.filter((option) => values[option] !== undefined);
  const isGiven = (option: string) => given.some((each) => each === option);
  const flag = (option: string) => `--${option}`;
  const lacking = needs.filter((need) => ![need].flat().some(isGiven));
  if (lacking.length > 0) {
    const lists = lacking.map((need) => [need].flat().map(flag).join(' or '));
    throw new UsageError(`${name} requires ${lists.join(' and ')}`);
  }
  const taken = [...needs.flat(), ...takes];
  const unexpected = given.find((option) => !taken.includes(option));
  if (unexpected === undefined) return;
  throw new UsageError(`${name} does not use --${unexpected}; it uses only ${taken.map(flag).join(', ')}`);
}

// Maps the package's argument names to columns. A metric that takes a prediction or a score may report
// either.
function columnsByRole(values: Given): Record<string, string> {
  const { label, prediction = values.score, score = prediction, weight, cluster } = values;
  const named = [...(values.group ?? []), ...(values.feature ?? []), ...(values.distorted ?? [])];
  const roles = Object.entries({
    ...{ label, observations: label, groundTruth: label },
    ...{ prediction, classifier: prediction, score, expectations: score, weight, cluster },
  }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries([...roles, ...named.map((each) => [each, each] as const)]);
}

async function readRows(path: string, values: Given, intake: IntakeOptions): Promise<MetricRows> {
  const lists = { groups: values.group ?? [], feature: values.feature ?? [], distorted: values.distorted ?? [] };
  if (lists.distorted.length > 0 && lists.distorted.length !== lists.feature.length) {
    throw new UsageError(`--distorted requires as many columns as --feature: ${lists.feature.length}`);
  }
  const { label, prediction, score, weight, cluster, favorable } = values;
  const privileged = getPairs('--privileged', values.privileged, lists.groups);
  const unprivileged = getPairs('--unprivileged', values.unprivileged, lists.groups);
  const settings = getSettings(values);
  const single = [label, prediction, score, weight, cluster].filter((name) => name !== undefined);
  const names = [...new Set([...single, ...Object.values(lists).flat()])];
  const labels = [label, prediction].filter((name) => name !== undefined);
  const spellings = getSpelling(intake.spellings, lists.groups, [labels]);
  const columns = await readColumns(path, names, merging(intake, spellings));
  const column = (name: string | undefined) => (name === undefined ? [] : (columns[name] ?? []));
  const distinct = (name: string | undefined) => [...new Set(column(name))].filter((each) => !isMissing(each));
  const inWords = getTranslation(distinct(label), distinct(prediction));
  const pick = (picked: readonly string[]) => Object.fromEntries(picked.map((name) => [name, column(name)]));
  return {
    label: column(label),
    prediction: inWords ? column(prediction).map(inWords) : column(prediction),
    score: numbers(column(score)),
    weight: weight === undefined ? undefined : numbers(column(weight)),
    cluster: cluster === undefined ? undefined : column(cluster),
    groups: pick(lists.groups),
    feature: pick(lists.feature),
    distorted: pick(lists.distorted),
    favorable,
    privileged,
    unprivileged,
    settings,
  };
}

function getSettings(values: Given): Settings {
  const { 'bin-count': bins, target } = values;
  return {
    ...toArguments(values, ['alpha', 'binning', 'concentration', 'errors', 'first', 'mode']),
    ...toArguments(values, ['neighbors', 'normalized', 'of', 'penalty', 'replications']),
    ...toArguments(values, ['scoring', 'seed', 'underpredicted']),
    bins,
    target: target && Object.fromEntries(target),
  };
}

/** Returns the values as JSON. NaN and infinity, which JSON lacks, become null with a reason. */
function metricJson(
  metric: Metric,
  source: string,
  values: readonly MetricValue[],
  warnings: readonly string[] = [],
): string {
  const plain = values.map((value) =>
    Number.isFinite(value.value) ? value : { ...value, reason: getReason(metric, value) },
  );
  return `${JSON.stringify({ metric: metric.name, source, values: plain, ...(warnings.length > 0 && { warnings }) }, null, 2)}\n`;
}

const getReason = ({ undefinedWhen }: Metric, { value, reason }: MetricValue): string =>
  reason ?? (Number.isNaN(value) ? undefinedWhen : 'the value is infinite');

const digits = 4;

function showNumber(value: number): string {
  if (Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const text = Math.abs(value) < 1e6 ? value.toFixed(digits) : value.toExponential(digits);
  return Number(text) === 0 ? text.replace('-', '') : withMinus(text);
}

/** Returns the values as lines for a terminal, grouped by breakdown. */
function metricText(
  metric: Metric,
  values: readonly MetricValue[],
  { width, warnings = [] }: { width: number; warnings?: readonly string[] },
): string {
  const meaning = wrap(metric.meaning, Math.min(width, 100) - 2).map((line) => `  ${line}`);
  const nameWidth = Math.min(40, getMax(values.map(({ group }) => oneLine(group).length)));
  const lines = [metric.title, ...meaning];
  let heading: string | undefined;
  for (const value of values) {
    const next = getHeading(value);
    if (next !== heading) lines.push('', next);
    heading = next;
    const { ci } = value;
    const extras = Number.isFinite(value.value)
      ? (ci?.map(showNumber).join(' to ') ?? '')
      : `(${getReason(metric, value)})`;
    const text = `${padRight(oneLine(value.group), nameWidth)}  ${showNumber(value.value).padStart(10)}`;
    lines.push(`  ${text}  ${oneLine(extras)}`.trimEnd());
    if (value.warning) {
      for (const line of wrap(oneLine(value.warning), width - 4)) lines.push(`    ${line}`);
    }
    for (const line of getDetails(value, width)) lines.push(line);
  }
  if (values.some(({ ci }) => ci)) lines.push('', 'The ranges are 95% confidence intervals.');
  const warned = warnings.flatMap((each) => ['', ...wrap(oneLine(`Warning: ${each}`), Math.min(width, 100))]);
  return `${[...lines, ...warned].join('\n')}\n`;
}

function getHeading({ by, reference }: MetricValue): string {
  if (by.length === 0) return 'Overall';
  const compared = reference === undefined ? '' : `, compared with ${oneLine(reference)}`;
  return `By ${by.map(oneLine).join(' and ')}${compared}`;
}

// Long lists, such as a distance for each row, are only in JSON.
const maxListLength = 20;

function getDetails({ details = {} }: MetricValue, width: number): string[] {
  return Object.entries(details).flatMap(([name, detail]) => {
    if (Array.isArray(detail) && detail.length > maxListLength) return [];
    return wrap(oneLine(`${name}: ${showDetail(detail)}`), width - 4).map((line) => `    ${line}`);
  });
}

function showDetail(detail: unknown): string {
  if (Array.isArray(detail)) return detail.map(showDetail).join(', ') || 'none';
  if (typeof detail === 'number') return Number.isInteger(detail) ? String(detail) : showNumber(detail);
  if (typeof detail !== 'object' || detail === null) return String(detail);
  const parts = Object.entries(detail).map(([name, value]) => `${name} = ${showDetail(value)}`);
  return parts.join('; ') || 'all rows';
}
