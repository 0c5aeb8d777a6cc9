// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm metric`: one metric of the table, from columns of a CSV file.

import { load as loadAif360 } from '../aif360/aif360.js';
import { load } from '../fairwasm.js';
import { load as loadIndividual } from '../individual/individual.js';
import { plainName } from '../metrics/aliases.js';
import type { Metric } from '../metrics/table.js';
import { load as loadScores } from '../scores/scores.js';
import {
  type Command,
  type ExitCode,
  exitCodes,
  listOf,
  parse,
  requireChoice,
  requireDelimiter,
  requireFile,
  requireNumber,
  requireOnce,
  requirePair,
  UsageError,
} from './command.js';
import type { Computation } from './computation.js';
import { commandOf, computationOf } from './computations.js';
import { computing } from './computing.js';
import { readColumns } from './file-columns.js';
import { formatOptions, requireFormat } from './format.js';
import { functionNamed } from './group-function.js';
import { nameOf } from './input.js';
import { requireMetric } from './metric-name.js';
import type { Given, Settings } from './metric-rows.js';
import { metricJson, metricText } from './metric-shown.js';
import { requireOtherFile, terminalWidth, writeOutput } from './output.js';
import { pairsOf } from './reading.js';

const help = `Usage: fairwasm metric NAME FILE.csv --label COLUMN ...

Computes one metric over all rows and, where it is defined, for each group. The
file needs a header row; use - for standard input. Nothing leaves this machine.
\`fairwasm metrics\` lists the names; \`fairwasm explain NAME\` describes a metric
and its inputs. \`fairwasm audit\` computes all rates and disparities at once.

Columns
  --label COLUMN         the true outcome
  --prediction COLUMN    the predicted outcome or the decision
  --score COLUMN         the estimated probability of the favorable outcome; for
                         rankings, the score by which rows are sorted
  --group COLUMN,...     the attributes that define groups; may be repeated
  --weight COLUMN        weight of each row. Default: 1
  --feature COLUMN,...   numeric features that define similarity
  --distorted COLUMN,... the same features after a transformation, in order
  --delimiter CHARACTER  field separator ('tab' for a tab). Default: detected in
                         the header

Interpretation
  --favorable LABEL      the outcome that counts as positive; may be repeated
  --privileged COLUMN=GROUP
                         the reference group of an attribute; may be repeated
  --unprivileged COLUMN=GROUP
                         the group to compare with it. Default: all other groups

Options of some metrics
  --alpha NUMBER         exponent of generalized entropy indices, Default: 2;
                         parameter of BerkJones, or quantile of pinballLoss,
                         Default: 0.5
  --bins NUMBER          for calibration errors. Default: 10
  --binning equalWidth|equalWidthLeftClosed|equalMass|quantile
                         method for these bins. Default: equalWidth
  --concentration NUMBER for differential fairness. Default: 1
  --errors FP|FN         for richSubgroup: the kind of errors. Default: FP
  --first NUMBER         for rankings: use only the first NUMBER places
  --mode binary|continuous
                         for otDistance. Default: binary
  --neighbors NUMBER     for consistency. Default: 5
  --normalized           for discountedCumGain: divide by the best value
  --of prediction|label|error
                         for standardizedMeanDifference. Default: prediction
  --penalty NUMBER, --replications NUMBER, --seed NUMBER, --underpredicted,
  --scoring Bernoulli|Poisson|Gaussian|BerkJones
                         for biasScan; scoring and penalty also for scoreGroups
  --target GROUP=SHARE   for infeasibleIndex: proportion of a group; repeat for
                         each group

Output
  --format text|json     Default: from the extension of --output, or text
  --output FILE          write to a file instead of standard output

Examples
  fairwasm metric theilIndex loans.csv --label repaid --prediction approved
  fairwasm metric consistency loans.csv --label approved --feature income,debt
  fairwasm metric expectedCalibrationError loans.csv --label repaid --score p \\
    --group sex,race --bins 20
  fairwasm metric subgroupAreas comments.csv --label toxic --score p \\
    --group male,female,muslim`;

const columnOptions = {
  label: { type: 'string' },
  prediction: { type: 'string' },
  score: { type: 'string' },
  weight: { type: 'string' },
  group: { type: 'string', multiple: true },
  feature: { type: 'string', multiple: true },
  distorted: { type: 'string', multiple: true },
} as const;

const metricOptions = {
  ...columnOptions,
  favorable: { type: 'string', multiple: true },
  privileged: { type: 'string', multiple: true },
  unprivileged: { type: 'string', multiple: true },
  alpha: { type: 'string' },
  bins: { type: 'string' },
  binning: { type: 'string' },
  concentration: { type: 'string' },
  errors: { type: 'string' },
  first: { type: 'string' },
  mode: { type: 'string' },
  neighbors: { type: 'string' },
  normalized: { type: 'boolean' },
  of: { type: 'string' },
  penalty: { type: 'string' },
  replications: { type: 'string' },
  scoring: { type: 'string' },
  seed: { type: 'string' },
  target: { type: 'string', multiple: true },
  underpredicted: { type: 'boolean' },
} as const;

const options = {
  ...metricOptions,
  delimiter: { type: 'string' },
  ...formatOptions,
} as const;

type Values = ReturnType<typeof parse<typeof options>>['values'];

async function run(argv: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parse(argv, options);
  const [name, ...paths] = positionals;
  if (name === undefined) throw new UsageError('give the name of a metric, and a CSV file');
  const { metric, computation } = functionNamed(name) ?? computed(requireMetric(name));
  if (plainName(name) === 'ndcg') values.normalized = true;
  requireOptions(metric, computation, values);
  const path = requireFile(paths);
  const format = requireFormat(values, ['text', 'json']);
  const delimiter = requireDelimiter(values.delimiter);
  await requireOtherFile(values.output, path);
  const rows = await readRows(path, values, delimiter);
  const fair = await load();
  const doors = {
    fair,
    aif360: await loadAif360({ fair }),
    individual: await loadIndividual(),
    scores: await loadScores(),
  };
  const origin = { path, columns: columnsByRole(values), delimiter };
  const results = await computing(async () => computation.compute(doors, rows), origin);
  const text =
    format === 'json'
      ? metricJson(metric, nameOf(path), results)
      : metricText(metric, results, terminalWidth(values.output));
  await writeOutput(text, values.output);
  return exitCodes.ok;
}

const computed = (metric: Metric) => ({ metric, computation: requireComputation(metric) });

function requireComputation(metric: Metric): Computation {
  const computation = computationOf(metric);
  if (computation) return computation;
  const command = commandOf(metric);
  throw new UsageError(`${metric.name} has a command of its own: fairwasm ${command} --help`);
}

function requireOptions({ name }: Metric, { needs, takes }: Computation, values: Values): void {
  const known = Object.keys(metricOptions) as (keyof typeof metricOptions)[];
  const given = known.filter((option) => values[option] !== undefined);
  const isGiven = (option: string) => given.some((each) => each === option);
  const flag = (option: string) => `--${option}`;
  const lacking = needs.filter((need) => ![need].flat().some(isGiven));
  if (lacking.length > 0) {
    const lists = lacking.map((need) => [need].flat().map(flag).join(' or '));
    throw new UsageError(`${name} needs ${lists.join(' and ')}`);
  }
  const taken = [...needs.flat(), ...takes];
  const stray = given.find((option) => !taken.includes(option));
  if (stray === undefined) return;
  throw new UsageError(`${name} does not use --${stray}, only ${taken.map(flag).join(', ')}`);
}

// What the package calls the columns in its errors. Where it takes a prediction or a score, either may be meant.
function columnsByRole(values: Values): Record<string, string> {
  const { label, prediction = values.score, score = prediction, weight } = values;
  const named = [...listOf(values.group), ...listOf(values.feature), ...listOf(values.distorted)];
  const roles = Object.entries({
    ...{ label, observations: label, groundTruth: label },
    ...{ prediction, classifier: prediction, score, expectations: score, weight },
  }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries([...roles, ...named.map((each) => [each, each] as const)]);
}

async function readRows(
  path: string,
  values: Values,
  delimiter: string | undefined,
): Promise<Given> {
  const lists = {
    groups: requireOnce('--group', listOf(values.group)),
    feature: requireOnce('--feature', listOf(values.feature)),
    distorted: requireOnce('--distorted', listOf(values.distorted)),
  };
  if (lists.distorted.length > 0 && lists.distorted.length !== lists.feature.length) {
    throw new UsageError(`--distorted takes as many columns as --feature: ${lists.feature.length}`);
  }
  const { label, prediction, score, weight, favorable } = values;
  const privileged = pairsOf('--privileged', values.privileged, lists.groups);
  const unprivileged = pairsOf('--unprivileged', values.unprivileged, lists.groups);
  const settings = settingsOf(values);
  const single = [label, prediction, score, weight].filter((name) => name !== undefined);
  const names = [...new Set([...single, ...Object.values(lists).flat()])];
  const columns = await readColumns(path, names, delimiter);
  const column = (name: string | undefined) => (name === undefined ? [] : (columns[name] ?? []));
  const pick = (picked: readonly string[]) =>
    Object.fromEntries(picked.map((name) => [name, column(name)]));
  return {
    label: column(label),
    prediction: column(prediction),
    score: column(score),
    weight: weight === undefined ? undefined : column(weight),
    groups: pick(lists.groups),
    feature: pick(lists.feature),
    distorted: pick(lists.distorted),
    favorable,
    privileged,
    unprivileged,
    settings,
  };
}

function settingsOf(values: Values): Settings {
  type NumberName =
    | ('alpha' | 'bins' | 'concentration' | 'first' | 'neighbors')
    | ('penalty' | 'replications' | 'seed');
  const number = (name: NumberName) =>
    values[name] === undefined ? undefined : requireNumber(`--${name}`, values[name]);
  const choice = <T extends string>(
    name: 'binning' | 'errors' | 'mode' | 'of' | 'scoring',
    choices: readonly T[],
  ) => (values[name] === undefined ? undefined : requireChoice(`--${name}`, values[name], choices));
  const targets = (values.target ?? []).map((text): [string, number] => {
    const [group, share] = requirePair('--target', text);
    return [group, requireNumber('--target', share)];
  });
  return {
    alpha: number('alpha'),
    bins: number('bins'),
    binning: choice('binning', ['equalWidth', 'equalWidthLeftClosed', 'equalMass', 'quantile']),
    concentration: number('concentration'),
    errors: choice('errors', ['FP', 'FN']),
    first: number('first'),
    mode: choice('mode', ['binary', 'continuous']),
    neighbors: number('neighbors'),
    normalized: values.normalized,
    of: choice('of', ['prediction', 'label', 'error']),
    penalty: number('penalty'),
    replications: number('replications'),
    scoring: choice('scoring', ['Bernoulli', 'Poisson', 'Gaussian', 'BerkJones']),
    seed: number('seed'),
    target: values.target && Object.fromEntries(targets),
    underpredicted: values.underpredicted,
  };
}

export const metric: Command = {
  name: 'metric',
  help,
  options,
  run,
};
