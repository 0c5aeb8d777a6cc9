// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm metrics` and `fairwasm explain`: print the whole metrics table or one of its rows.

import { getMax } from '../../core/extremes.js';
import { padRight, wrap } from '../../document/layout.js';
import { type MetricAdvice, metricAdvice } from '../../metrics/advice.js';
import { undefinedClause } from '../../metrics/metric.js';
import { metrics as allMetrics, type Metric, metricKinds } from '../../metrics/table.js';
import { explainFigure, type FigureExplanation } from '../../report/explain.js';
import type { Report } from '../../report/report.js';
import { argumentCommand, type ExitCode, exitCodes, optionCommand } from '../command.js';
import { readStored } from '../input/stored.js';
import { text } from '../options/options.js';
import { requireChoice, UsageError } from '../options/usage.js';
import { writeStandardOutput } from '../output/output.js';
import { getComputation } from './computations.js';
import { explainFormula, findSame, readFormula, toMetric } from './formula.js';
import { requireMetric, spreadNamed } from './name.js';

const width = 80;
const kinds = Object.keys(metricKinds) as Metric['kind'][];

const bound = (value: number) => (Number.isFinite(value) ? String(value) : value > 0 ? '∞' : '-∞');

const directions: Readonly<Record<Metric['direction'], string>> = {
  higher: 'higher is better',
  lower: 'lower is better',
  none: 'neither higher nor lower is better',
  ideal: 'closer to the ideal value is better',
};

const nameWidth = getMax(allMetrics.map(({ name }) => name.length));
// Formulas follow their names if there is space; otherwise they are on the next line.
const column = Math.min(nameWidth, 35) + 4;

function entry({ name, formula }: Metric): string[] {
  const lines = wrap(formula, width - column).map((line) => `${' '.repeat(column)}${line}`);
  const [first = '', ...more] = lines;
  if (name.length > column - 4) return [`  ${name}`, ...lines];
  return [`  ${padRight(name, column - 4)}  ${first.slice(column)}`, ...more];
}

const listing = (kind: Metric['kind']): string[] => [
  metricKinds[kind].heading,
  ...allMetrics.filter((metric) => metric.kind === kind).flatMap(entry),
  '',
];

/** Returns the list of all metrics; `how` starts the sentence about details. */
export const getListing = (how: string): string =>
  [...kinds.flatMap(listing), `${how} for details about a metric.`].join('\n');

const options = { format: text('text|json', 'output format', 'text') } as const;
const explainOptions = {
  report: text('REPORT.json', 'explain each value of the metric in this report'),
  ...options,
} as const;

export const metrics = optionCommand({
  name: 'metrics',
  usage: ['[--format text|json]'],
  about:
    'Lists every metric with its formula, in terms of true and false positives and negatives ' +
    '(TP, FP, TN, FN) and of the group (U) and the reference group (P). `fairwasm explain ' +
    'METRIC` describes one metric. In JSON, null marks an unbounded end of a range.',
  sections: { Output: options },
  closing: '',
  examples: ['', '--format json'],
  async run({ format }) {
    if (isJson(format)) await writeJson(allMetrics);
    else await writeStandardOutput(`${getListing('Run `fairwasm explain METRIC`')}\n`);
  },
});

const isJson = (format: string) => requireChoice('--format', format, ['text', 'json']) === 'json';

async function writeJson(value: unknown): Promise<ExitCode> {
  await writeStandardOutput(`${JSON.stringify(value, null, 2)}\n`);
  return exitCodes.ok;
}

const undefinedIf = (metric: Metric) => (metric.undefinedWhen === 'never' ? 'never' : `if ${undefinedClause(metric)}`);

const placeholders: Readonly<Record<string, string>> = { privileged: 'COLUMN=GROUP', target: 'GROUP=SHARE' };

/** Returns the command that computes the metric, with its required options. */
function getCommandLine(metric: Metric): string {
  const computation = getComputation(metric);
  if (computation === undefined) return `fairwasm ${metric.command} --help`;
  const options = computation.needs
    .map((need) => [need].flat()[0] as string)
    .map((name) => `--${name} ${placeholders[name] ?? 'COLUMN'}`);
  return ['fairwasm metric', metric.name, 'FILE.csv', ...options].join(' ');
}

function explanation(metric: Metric): string {
  const { name, title, kind, formula, meaning, range, ideal, direction, inputs } = metric;
  const { aliases = [] } = metric;
  const advice = metricAdvice(name) as MetricAdvice;
  const facts: [string, string][] = [
    ['In code', name],
    ...(aliases.length > 0 ? [['Also', aliases.join(', ')] as [string, string]] : []),
    ['Kind', metricKinds[kind].does],
    ['Formula', formula],
    ['Range', `${bound(range[0])} to ${bound(range[1])}`],
    ...(ideal === undefined ? [] : [['Ideal', String(ideal)] as [string, string]]),
    ['Direction', directions[direction]],
    ['Needs', inputs.join(', ')],
    ['Command', getCommandLine(metric)],
    ['Undefined', undefinedIf(metric)],
    ['Use', advice.use],
    ['Avoid', advice.avoid],
    ['Conflicts', advice.conflicts],
    ['Reference', metric.reference],
  ];
  const lines = facts.flatMap(([fact, text]) =>
    wrap(text, width - 13).map((line, i) => `  ${padRight(i === 0 ? fact : '', 9)}  ${line}`),
  );
  return [title, '', ...wrap(meaning, width - 2).map((line) => `  ${line}`), '', ...lines].join('\n');
}

// Spreads have no table row; their rate has one.
function getGap(name: string, rate: string, statistic: string): string {
  const how = statistic === 'ratio' ? 'divided by' : 'minus';
  const [first, second] = statistic === 'ratio' ? ['smallest', 'largest'] : ['largest', 'smallest'];
  const present = `${rate}.${statistic}`;
  const subject = name === present ? name : `${name} is ${present}`;
  const text = `${subject} in a report: the ${first} value of a group ${how} the ${second}, of this rate:`;
  return wrap(text, width).join('\n');
}

/** Explains every value of the metric in the report. */
function explainedIn(report: Report, { name: metric }: Metric, statistic: string | undefined): FigureExplanation[] {
  const isRate = report.rates.includes(metric);
  if (!isRate && !report.disparities.includes(metric)) {
    throw new UsageError(
      `the report does not contain ${metric}; it contains ${report.rates.join(', ')}, ${report.disparities.join(', ')}`,
    );
  }
  const inBreakdowns = report.breakdowns.flatMap(({ by, groups, comparisons }) => {
    if (statistic !== undefined) return [explainFigure(report, { by, metric, statistic })];
    return (isRate ? groups : comparisons).map(({ id: group }) => explainFigure(report, { by, group, metric }));
  });
  const overall = isRate && statistic === undefined ? [explainFigure(report, { metric })] : [];
  return [...overall, ...inBreakdowns];
}

function getNamed(name: string) {
  const [rate = name, statistic] = spreadNamed(name)?.split('.') ?? [];
  return { rate, statistic, metric: requireMetric(rate) };
}

/** Returns the explanation of the metric with this name; throws {@link UsageError} for unknown names. */
export function getExplanation(name: string): string {
  const formula = readFormula(name);
  if (formula) {
    const same = findSame(formula);
    const text = explainFormula(formula, width);
    return same ? `${text}\n\nThis is the metric ${same.name}:\n\n${explanation(same)}` : text;
  }
  const { rate, statistic, metric } = getNamed(name);
  const gap = statistic && getGap(name, rate, statistic);
  return `${gap ? `${gap}\n\n` : ''}${explanation(metric)}`;
}

export const explain = argumentCommand({
  name: 'explain',
  usage: ['METRIC|FORMULA [--format text|json]', 'METRIC --report REPORT.json [--format text|json]'],
  about:
    'Explains a metric: its meaning, formula, source, and undefined cases, when and when not to ' +
    'use it, and its conflicts with other metrics. Names from other libraries are ' +
    "accepted, and formulas of counts, such as 'FN / (TP + FN)'. `fairwasm metrics` lists all names." +
    '\n\n' +
    'With --report, explains the values of the metric in a stored report (fairwasm audit ' +
    '--format json): one paragraph for each group of each breakdown, with the confidence ' +
    'interval and the underlying counts.',
  sections: { Output: explainOptions },
  closing: '',
  examples: [
    'disparateImpact',
    "'FN / (TP + FN)'",
    'falsePositiveRate --report report.json',
    'recall',
    'trueNegativeRate --format json',
  ],
  async run(values, positionals) {
    if (positionals.length !== 1) throw new UsageError('pass the name of exactly one metric');
    const [name = ''] = positionals;
    const formula = readFormula(name);
    const same = formula && findSame(formula);
    const { metric, statistic } = formula
      ? { metric: same ?? toMetric(formula), statistic: undefined }
      : getNamed(name);
    if (values.report !== undefined) {
      const figures = explainedIn(await readStored(values.report), metric, statistic);
      if (isJson(values.format)) return writeJson(figures);
      const paragraphs = figures.map(({ sentence }) => wrap(sentence, width).join('\n'));
      await writeStandardOutput(`${paragraphs.join('\n\n')}\n`);
      return exitCodes.ok;
    }
    if (isJson(values.format)) {
      const advice = formula && !same ? undefined : metricAdvice(metric.name);
      return writeJson({ ...metric, ...(statistic && { statistic }), ...(advice && { advice }) });
    }
    await writeStandardOutput(`${getExplanation(name)}\n`);
    return exitCodes.ok;
  },
});
