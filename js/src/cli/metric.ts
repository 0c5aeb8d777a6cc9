// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm metric`: computes one metric of the table from columns of a CSV file.

import { load as loadAif360 } from '../aif360/aif360.js';
import { getSpelling, type IntakeOptions } from '../data/coded-csv.js';
import { getTranslation } from '../data/favorable.js';
import { isMissing } from '../data/value.js';
import { load } from '../fairwasm.js';
import { load as loadIndividual } from '../individual/individual.js';
import { getPreset, type Preset } from '../metrics/aliases.js';
import type { Metric } from '../metrics/table.js';
import { load as loadScores } from '../scores/scores.js';
import {
  type Command,
  type ExitCode,
  exitCodes,
  getList,
  parse,
  requireChoice,
  requireFile,
  requireNumber,
  requireOnce,
  requirePair,
  UsageError,
} from './command.js';
import type { Computation } from './computation.js';
import { getCommand, getComputation } from './computations.js';
import { computing } from './computing.js';
import { readColumns } from './file-columns.js';
import { formatOptions, requireFormat } from './format.js';
import { functionNamed } from './group-function.js';
import { getName, merging } from './input.js';
import { getIntake, intakeOptions, splitBins } from './intake.js';
import { requireMetric } from './metric-name.js';
import type { Given, Settings } from './metric-rows.js';
import { metricJson, metricText } from './metric-shown.js';
import { flag, list, type Manual, text } from './options.js';
import { requireOtherFile, terminalWidth, writeOutput } from './output.js';
import { getPairs } from './reading.js';
import { rows } from './rows.js';

const columnOptions = {
  label: rows.label,
  prediction: rows.prediction,
  score: text(
    'COLUMN',
    'the estimated probability of the favorable outcome; for rankings, the score by which ' +
      'rows are sorted',
  ),
  group: rows.group,
  weight: rows.weight,
  feature: list('COLUMN,...', 'numeric features that define similarity'),
  distorted: list('COLUMN,...', 'the same features after a transformation, in order'),
} as const;
const { bins: _, ...readingOptions } = intakeOptions; // --bins has two meanings here
const interpretation = {
  favorable: rows.favorable,
  privileged: list('COLUMN=GROUP', 'the reference group of an attribute; may be repeated'),
  unprivileged: list('COLUMN=GROUP', 'the group to compare with it. Default: all other groups'),
} as const;
const settings = {
  alpha: text(
    'NUMBER',
    'exponent of generalized entropy indices, Default: 2; parameter of BerkJones, or quantile ' +
      'of pinballLoss, Default: 0.5',
  ),
  bins: list(
    'NUMBER',
    'for calibration errors, Default: 10; or COLUMN=NUMBER,... to cut a column into ranges',
  ),
  binning: text(
    'equalWidth|equalWidthLeftClosed|equalMass|quantile',
    'method for these bins. Default: equalWidth',
  ),
  concentration: text('NUMBER', 'for differential fairness. Default: 1'),
  errors: text('FP|FN', 'for richSubgroup: the kind of errors. Default: FP'),
  first: text('NUMBER', 'for rankings: use only the first NUMBER places'),
  mode: text('binary|continuous', 'for otDistance. Default: binary'),
  neighbors: text('NUMBER', 'for consistency. Default: 5'),
  normalized: flag('for discountedCumGain: divide by the best value'),
  of: text('prediction|label|error', 'for standardizedMeanDifference. Default: prediction'),
  scoring: text(
    'Bernoulli|Poisson|Gaussian|BerkJones',
    'for biasScan; scoring and penalty also for scoreGroups',
  ),
  penalty: text('NUMBER', '--replications NUMBER, --seed NUMBER, --underpredicted,'),
  replications: text('NUMBER', 'for biasScan: random starts of the search'),
  seed: text('NUMBER', 'for biasScan: seed of these starts'),
  underpredicted: flag('for biasScan: search where predictions are too low'),
  target: list('GROUP=SHARE', 'for infeasibleIndex: proportion of a group; repeat for each group'),
} as const;

const metricOptions = { ...columnOptions, ...interpretation, ...settings } as const;

const options = { ...readingOptions, ...metricOptions, ...formatOptions } as const;

const manual: Manual = {
  name: 'metric',
  usage: ['NAME FILE.csv --label COLUMN ...'],
  about:
    'Computes one metric over all rows and, where it is defined, for each group. The file ' +
    'needs a header row; use - for standard input. Nothing leaves this machine. `fairwasm ' +
    'metrics` lists the names; `fairwasm explain NAME` describes a metric and its inputs. ' +
    '`fairwasm audit` computes all rates and disparities at once.',
  sections: [
    ['Columns', { ...columnOptions, ...readingOptions }],
    ['Interpretation', interpretation],
    ['Options of some metrics', settings],
    ['Output', formatOptions],
  ],
  examples: [
    'theilIndex loans.csv --label repaid --prediction approved',
    'consistency loans.csv --label approved --feature income,debt',
    'expectedCalibrationError loans.csv --label repaid --score p --group sex,race --bins 20',
    'subgroupAreas comments.csv --label toxic --score p --group male,female,muslim',
  ],
};

type Values = ReturnType<typeof splitBins<ReturnType<typeof parse<typeof options>>['values']>>[0];

async function run(argv: readonly string[]): Promise<ExitCode> {
  const { values: given, positionals } = parse(argv, options);
  const [values, reading] = splitBins(given);
  const [name, ...paths] = positionals;
  if (name === undefined) throw new UsageError('name a metric and a CSV file');
  const { metric, computation, settings } = requireNamed(name);
  requireOptions(metric, computation, values);
  const path = requireFile(paths);
  const format = requireFormat(values, ['text', 'json']);
  const intake = getIntake(reading);
  await requireOtherFile(values.output, path);
  const rows = await readRows(path, values, intake);
  Object.assign(rows.settings, settings);
  const fair = await load();
  const doors = {
    fair,
    aif360: await loadAif360({ fair }),
    individual: await loadIndividual(),
    scores: await loadScores(),
  };
  const origin = { path, columns: columnsByRole(values), intake };
  const results = await computing(async () => computation.compute(doors, rows), origin);
  const text =
    format === 'json'
      ? metricJson(metric, getName(path), results)
      : metricText(metric, results, terminalWidth(values.output));
  await writeOutput(text, values.output);
  return exitCodes.ok;
}

/** The metric that a name stands for, and its computation. */
export interface Named {
  metric: Metric;
  computation: Computation;
  /** Settings that belong to the name, such as `normalized` to `ndcg`. */
  settings: Preset;
}

/** The metric of that name, in any library; throws {@link UsageError} for names without a value here. */
export function requireNamed(name: string): Named {
  const ofAllGroups = functionNamed(name);
  if (ofAllGroups) return { ...ofAllGroups, settings: {} };
  const metric = requireMetric(name);
  const computation = getComputation(metric);
  if (computation) return { metric, computation, settings: getPreset(name) };
  const command = getCommand(metric);
  throw new UsageError(`${metric.name} has its own command: fairwasm ${command} --help`);
}

function requireOptions({ name }: Metric, { needs, takes }: Computation, values: Values): void {
  const known = Object.keys(metricOptions) as (keyof typeof metricOptions)[];
  const given = known.filter((option) => values[option] !== undefined);
  const isGiven = (option: string) => given.some((each) => each === option);
  const flag = (option: string) => `--${option}`;
  const lacking = needs.filter((need) => ![need].flat().some(isGiven));
  if (lacking.length > 0) {
    const lists = lacking.map((need) => [need].flat().map(flag).join(' or '));
    throw new UsageError(`${name} requires ${lists.join(' and ')}`);
  }
  const taken = [...needs.flat(), ...takes];
  const stray = given.find((option) => !taken.includes(option));
  if (stray === undefined) return;
  throw new UsageError(
    `${name} does not use --${stray}; it uses only ${taken.map(flag).join(', ')}`,
  );
}

// Maps the package's argument names to columns. A metric that takes a prediction or a score may report
// either.
function columnsByRole(values: Values): Record<string, string> {
  const { label, prediction = values.score, score = prediction, weight } = values;
  const named = [
    ...getList(values.group),
    ...getList(values.feature),
    ...getList(values.distorted),
  ];
  const roles = Object.entries({
    ...{ label, observations: label, groundTruth: label },
    ...{ prediction, classifier: prediction, score, expectations: score, weight },
  }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries([...roles, ...named.map((each) => [each, each] as const)]);
}

async function readRows(path: string, values: Values, intake: IntakeOptions): Promise<Given> {
  const lists = {
    groups: requireOnce('--group', getList(values.group)),
    feature: requireOnce('--feature', getList(values.feature)),
    distorted: requireOnce('--distorted', getList(values.distorted)),
  };
  if (lists.distorted.length > 0 && lists.distorted.length !== lists.feature.length) {
    throw new UsageError(
      `--distorted requires as many columns as --feature: ${lists.feature.length}`,
    );
  }
  const { label, prediction, score, weight, favorable } = values;
  const privileged = getPairs('--privileged', values.privileged, lists.groups);
  const unprivileged = getPairs('--unprivileged', values.unprivileged, lists.groups);
  const settings = getSettings(values);
  const single = [label, prediction, score, weight].filter((name) => name !== undefined);
  const names = [...new Set([...single, ...Object.values(lists).flat()])];
  const labels = [label, prediction].filter((name) => name !== undefined);
  const spellings = getSpelling(intake.spellings, lists.groups, [labels]);
  const columns = await readColumns(path, names, merging(intake, spellings));
  const column = (name: string | undefined) => (name === undefined ? [] : (columns[name] ?? []));
  const distinct = (name: string | undefined) =>
    [...new Set(column(name))].filter((each) => !isMissing(each));
  const inWords = getTranslation(distinct(label), distinct(prediction));
  const pick = (picked: readonly string[]) =>
    Object.fromEntries(picked.map((name) => [name, column(name)]));
  return {
    label: column(label),
    prediction: inWords ? column(prediction).map(inWords) : column(prediction),
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

function getSettings(values: Values): Settings {
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
  manual,
  options,
  run,
};
