// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm amplification`: measures bias amplification of predictions in a CSV file.

import { type Amplification, load } from '../amplification/amplification.js';
import type { Cooccurrence } from '../amplification/cooccurrence.js';
import { type CooccurrenceCsv, cooccurrenceCsv } from '../amplification/csv.js';
import { DBA } from '../amplification/dba.js';
import type { DrawOptions } from '../amplification/draws.js';
import { BA_MALS, type MALSOptions } from '../amplification/mals.js';
import { MDBA, type MDBAOptions, type MultiBiasAmplification } from '../amplification/mdba.js';
import type { CooccurrenceMetricOptions, Definition } from '../amplification/metric.js';
import type { BiasAmplification } from '../amplification/pairs.js';
import type { Estimate } from '../core/estimate.js';
import type { IntakeOptions } from '../data/coded-csv.js';
import { oneLine, showCount } from '../document/format.js';
import {
  type Command,
  type ExitCode,
  exitCodes,
  getList,
  parse,
  requireChoice,
  requireWhole,
  UsageError,
} from './command.js';
import { computing, showSigned } from './computing.js';
import { requireFormat } from './format.js';
import { withInput } from './input.js';
import { getIntake, intakeOptions } from './intake.js';
import { flag, list, type Manual, text } from './options.js';
import { writeOutput } from './output.js';
import { rows } from './rows.js';

const columns = {
  attribute: list(
    'COLUMN,...',
    'one column whose categories are the attributes, or several columns with 1 or 0 for each ' +
      'attribute (also true/false, yes/no, or 1/-1)',
  ),
  task: list('COLUMN,...', 'the true tasks, in the same form'),
  prediction: list('COLUMN,...', 'the predicted tasks, in the same order'),
  'task-indicator': flag(
    'a single --task column is one task, 1 or 0 in every row, instead of a task per category',
  ),
  'attribute-prediction': list(
    'COLUMN,...',
    'predicted attributes: also measures how tasks amplify them',
  ),
  weight: rows.weight,
  train: text(
    'FILE.csv',
    'a file with the same attribute and task columns (and weights) that determines the biased ' +
      'pairs instead of FILE.csv',
  ),
  ...intakeOptions,
} as const;
const computation = {
  definition: text(
    'paper|bias_amplification',
    'as published, or as the Python package computes it.',
    'paper',
  ),
  'mals-attribute': text(
    'true|predicted',
    'BA_MALS: which attributes predicted tasks are counted with; the paper takes the ' +
      'predicted ones',
    'true',
  ),
  'min-size': text('NUMBER', 'MDBA: combinations of at least this many tasks'),
  'max-size': text('NUMBER', 'MDBA: combinations of at most this many tasks'),
  draws: text(
    'NUMBER',
    'random draws for confidence intervals and tests; 0 turns both off.',
    '200',
  ),
  seed: text('NUMBER', 'seed of random draws.', '1'),
} as const;
const output = {
  format: rows.format,
  output: rows.output,
  top: rows.top,
} as const;
const options = { ...columns, ...computation, ...output } as const;

const manual: Manual = {
  name: 'amplification',
  usage: ['FILE.csv --attribute COLUMN,... --task COLUMN,... --prediction COLUMN,...'],
  about:
    'Compares the association between tasks (labels, objects, decisions) and attributes ' +
    "(groups of people) in the truth and in a model's predictions. A positive value means " +
    'that the model amplifies the association. The file needs a header row; use - for ' +
    'standard input. Nothing leaves this machine.',
  sections: [
    ['Columns', columns],
    ['Computation', computation],
    ['Output', output],
  ],
  examples: [
    'coco.csv --attribute gender --task oven,tie,skateboard --prediction p_oven,p_tie,p_skateboard',
  ],
};

type Values = ReturnType<typeof parse<typeof options>>['values'];

interface Result {
  rows: number;
  definition: Definition;
  BA_MALS: BiasAmplification;
  DBA: BiasAmplification;
  MDBA: MultiBiasAmplification;
  /** Amplification from tasks to attributes; present if predicted attributes were passed. */
  TtoA?: { DBA: BiasAmplification; MDBA: MultiBiasAmplification };
}

async function run(argv: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parse(argv, options);
  const [path, ...more] = positionals;
  if (path === undefined) throw new UsageError('name a CSV file, or - for standard input');
  if (more.length > 0) throw new UsageError(`pass one file at a time; remove '${more[0]}'`);
  const what = getColumns(values);
  const format = requireFormat(values, ['text', 'json']);
  const top = requireWhole('--top', values.top, 0);
  const draws = {
    draws: requireWhole('--draws', values.draws, 0),
    seed: requireWhole('--seed', values.seed, 0),
  };
  const getSize = (option: 'min-size' | 'max-size') => {
    const text = values[option];
    return text === undefined ? undefined : requireWhole(`--${option}`, text, 1);
  };
  const [minSize, maxSize] = [getSize('min-size'), getSize('max-size')];
  if (minSize !== undefined && maxSize !== undefined && minSize > maxSize) {
    throw new UsageError('--min-size must not exceed --max-size');
  }
  const attribute = requireChoice('--mals-attribute', values['mals-attribute'], [
    'true',
    'predicted',
  ]);
  if (attribute === 'predicted' && what.attributePrediction === undefined) {
    throw new UsageError('--mals-attribute predicted requires --attribute-prediction');
  }
  const definition = requireChoice('--definition', values.definition, [
    'paper',
    'bias_amplification',
  ]);
  const intake = getIntake(values);
  const amplification = await load();
  const counts = await countFile(amplification, path, what, intake);
  const train =
    values.train === undefined
      ? undefined
      : await countFile(
          amplification,
          values.train,
          {
            attribute: what.attribute,
            task: what.task,
            weight: what.weight,
            taskIndicator: what.taskIndicator,
          },
          intake,
        );
  const metrics = {
    common: { definition, train },
    mals: { attribute },
    mdba: { minSize, maxSize },
  } as const;
  const result = await computing((follow) => compute(counts, metrics, { ...draws, ...follow }));
  const text = format === 'json' ? `${JSON.stringify(result, null, 2)}\n` : show(result, top);
  await writeOutput(text, values.output);
  return exitCodes.ok;
}

function getColumns(values: Values): CooccurrenceCsv {
  const attribute = getList(values.attribute);
  const task = getList(values.task);
  const prediction = getList(values.prediction);
  const attributePrediction = getList(values['attribute-prediction']);
  const require = (option: string, columns: readonly string[], like?: readonly string[]) => {
    if (columns.length === 0) throw new UsageError(`give ${option}`);
    if (like === undefined || columns.length === like.length) return;
    throw new UsageError(
      `${option} requires one column for each column it predicts: ${like.length}`,
    );
  };
  require('--attribute', attribute);
  require('--task', task);
  require('--prediction', prediction, task);
  const { weight } = values;
  if (weight === '') throw new UsageError('--weight requires the name of a column');
  const taskIndicator = values['task-indicator'];
  const given = { attribute, task, taskPrediction: prediction, weight, taskIndicator };
  if (attributePrediction.length === 0) return given;
  require('--attribute-prediction', attributePrediction, attribute);
  return { ...given, attributePrediction };
}

function countFile(
  amplification: Amplification,
  path: string,
  what: CooccurrenceCsv,
  intake: IntakeOptions,
): Promise<Cooccurrence> {
  const { taskIndicator: _, ...named } = what;
  const columns = Object.values(named)
    .flat()
    .filter((column) => column !== undefined);
  return withInput(
    path,
    columns,
    (source, reading) => cooccurrenceCsv(amplification, source, what, reading),
    intake,
  );
}

// Each metric restarts the progress indicator.
async function compute(
  counts: Cooccurrence,
  metrics: { common: CooccurrenceMetricOptions; mals: MALSOptions; mdba: MDBAOptions },
  draws: DrawOptions,
): Promise<Result> {
  const dba = new DBA(counts, metrics.common);
  const mdba = new MDBA(counts, { ...metrics.common, ...metrics.mdba });
  const mals = new BA_MALS(counts, { ...metrics.common, ...metrics.mals });
  const result = {
    rows: counts.rows,
    definition: dba.definition,
    BA_MALS: await mals.computeBiasAmp(draws),
  };
  if (!counts.hasAttributePrediction) {
    const DBA = await dba.computeBiasAmp(draws);
    return { ...result, DBA, MDBA: await mdba.computeBiasAmp(draws) };
  }
  const pairs = await dba.computeBiasAmpBidirectional(draws);
  const combinations = await mdba.computeBiasAmpBidirectional(draws);
  return {
    ...result,
    DBA: pairs.AtoT,
    MDBA: combinations.AtoT,
    TtoA: { DBA: pairs.TtoA, MDBA: combinations.TtoA },
  };
}

const line = (name: string, value: Estimate) => {
  const interval = value.ci ? `  [${value.ci.map(showSigned).join(', ')}]` : '';
  return `  ${name.padEnd(34)}${showSigned(value.value).padStart(8)}${interval}`;
};

// The expected value under independence is negative, so the report prints it together with the corrected
// value.
function pairLines(name: string, { byChance, corrected, ...value }: BiasAmplification): string[] {
  const lines = [line(name, value)];
  if (byChance !== undefined) lines.push(line('  by chance alone', { value: byChance }));
  if (corrected) lines.push(correctedLine(corrected));
  return lines;
}

function correctedLine(corrected: Estimate): string {
  const { pValue, warning } = corrected;
  const test = pValue === undefined ? '' : `  p ${pValue.toFixed(3)}`;
  return `${line('  corrected for chance', corrected)}${test}${warning ? `  (${warning})` : ''}`;
}

// The expected value under independence is positive, so the report prints it below the value.
function mdbaLines(mdba: MultiBiasAmplification): string[] {
  const { byChance, pValue } = mdba;
  const lines = [line('MDBA, mean of absolute changes', mdba)];
  if (byChance === undefined || pValue === undefined) return lines;
  const chance = line('  by chance alone', { value: byChance });
  return [...lines, `${chance}  p ${pValue.toFixed(3)}`];
}

function show(result: Result, top: number): string {
  const { rows, definition, BA_MALS: mals, DBA: dba, MDBA: mdba, TtoA } = result;
  const lines = [
    `Rows        ${showCount(rows)}`,
    `Definition  ${definition}`,
    '',
    'Attributes amplify tasks (above 0: predictions are more biased than the truth)',
    ...pairLines('BA_MALS', mals),
    ...pairLines('DBA', dba),
    ...mdbaLines(mdba),
    line('MDBA, variance of changes', mdba.variance),
  ];
  if (TtoA) {
    lines.push('', 'Tasks amplify attributes');
    lines.push(...pairLines('DBA', TtoA.DBA), ...mdbaLines(TtoA.MDBA));
  }
  lines.push('', 'Pairs with the largest contribution to DBA');
  for (const { attribute, task, contribution, corrected, counts } of dba.pairs.slice(0, top)) {
    const { together, predicted } = counts;
    lines.push(line(oneLine(`${attribute}, ${task}`), contribution));
    if (corrected) lines.push(correctedLine(corrected));
    lines.push(`    together in ${showCount(together)} rows, predicted in ${showCount(predicted)}`);
  }
  return `${lines.join('\n')}\n`;
}

export const amplification: Command = {
  name: 'amplification',
  manual,
  options,
  run,
};
