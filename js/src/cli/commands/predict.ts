// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm predict`: adds the scores and labels of an ONNX model to the rows of a table. Without a table,
// prints the model's inputs and outputs.

import { cellText } from '../../document/cell.js';
import { oneLine } from '../../document/format.js';
import { describe } from '../../models/features.js';
import type { Model } from '../../models/model.js';
import { argumentCommand, type ExitCode, exitCodes, InputError, type SectionValues } from '../command.js';
import { withInput } from '../input/input.js';
import { getIntake, intakeOptions } from '../input/intake.js';
import { csvWith, readRows, scored, withModel } from '../input/model.js';
import { text } from '../options/options.js';
import { rows } from '../options/rows.js';
import { UsageError } from '../options/usage.js';
import { requireOtherFile, writeOutput } from '../output/output.js';

const sections = {
  'Model inputs': {
    features: rows.features,
    input: rows.input,
    class: rows.class,
    activation: rows.activation,
    'model-output': rows['model-output'],
    ...intakeOptions,
  },
  Output: {
    score: text('NAME', 'name of the score column', 'score'),
    prediction: text('NAME', 'name of the label column', 'prediction'),
    output: rows.output,
  },
} as const;

export const predict = argumentCommand({
  name: 'predict',
  usage: ['MODEL.onnx FILE.csv [--features COLUMN,...]', 'MODEL.onnx'],
  about:
    'Scores the rows of a table with a model in an ONNX file, on this machine. Writes the ' +
    'table with a score column, and with a label column if the model returns labels. Without ' +
    'a table, prints the inputs and outputs of the model. Requires the package ' +
    'onnxruntime-web: npm install onnxruntime-web',
  sections,
  examples: [
    'loans.onnx',
    'loans.onnx people.csv --features age,income,sex=female',
    'pipeline.onnx people.csv --output scored.csv',
  ],
  run,
});

type Values = SectionValues<typeof sections>;

async function run(values: Values, positionals: readonly string[]): Promise<ExitCode> {
  const [model, table, ...more] = positionals;
  if (model === undefined) throw new UsageError('pass a model, MODEL.onnx, and a table');
  if (more.length > 0) throw new UsageError(`pass one model and one table; remove '${more[0]}'`);
  getIntake(values);
  await requireOtherFile(values.output, model);
  await requireOtherFile(values.output, table);
  const text = await withModel(model, (opened) =>
    table === undefined ? Promise.resolve(describeModel(opened)) : predicted(opened, table, values),
  );
  await writeOutput(text, values.output);
  return exitCodes.ok;
}

async function predicted(model: Model, path: string, values: Values): Promise<string> {
  const intake = getIntake(values);
  const rows = await withInput(path, [], readRows, intake);
  const columns = Object.keys(rows[0] ?? {});
  for (const name of [values.score, values.prediction]) {
    if (!columns.includes(name)) continue;
    throw new InputError(
      oneLine(`${path} already has a column '${name}'. Choose other names with --score and --prediction.`),
    );
  }
  const { scores, labels } = await scored(model, { path, intake, rows }, values);
  const cells = labels?.map((label) => (typeof label === 'string' ? cellText(label) : label));
  return [...csvWith(rows, columns, { [values.score]: scores, [values.prediction]: cells })].join('');
}

function describeModel({ inputs, outputs, classes }: Model): string {
  const lines = [
    'Takes',
    ...inputs.map((input) => `  ${oneLine(input.name)}: ${describe(input)} (${input.type})`),
    'Gives',
    ...outputs.map(({ name, type, width }) => {
      const many = width === undefined || width === 1 ? '' : `${width} `;
      return `  ${oneLine(name)}: ${many}${type}`;
    }),
    ...(classes.length > 0 ? [`Classes: ${classes.slice(0, 20).map(oneLine).join(', ')}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
