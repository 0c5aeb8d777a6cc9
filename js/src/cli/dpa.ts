// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm dpa`: measures directional predictability amplification in a CSV file, in one or both directions.

import type { IntakeOptions } from '../data/coded-csv.js';
import type { Direction } from '../predictability/direction.js';
import type { DpaColumns } from '../predictability/dpa.js';
import { load } from '../predictability/predictability.js';
import type { LeakageResult } from '../predictability/result.js';
import {
  attackOptions,
  attackSections,
  getLayers,
  getOptions,
  getReadings,
  pickColumns,
  showResult,
  training,
} from './attack.js';
import {
  type Command,
  type ExitCode,
  exitCodes,
  parse,
  requireFile,
  UsageError,
} from './command.js';
import { readCodedColumns } from './file-columns.js';
import { requireFormat } from './format.js';
import { flag, type Manual, text } from './options.js';
import { writeOutput } from './output.js';

const columns = {
  attribute: text('COLUMN', 'a protected attribute'),
  task: text('COLUMN', 'the true task, such as an object in the image'),
  'task-prediction': text('COLUMN', 'predicted task: measures attribute to task'),
  'attribute-prediction': text('COLUMN', 'predicted attribute: measures task to attribute'),
  'not-normalized': flag(
    "report the difference of the attackers' qualities without division by their sum",
  ),
} as const;
const attributeAttackers = {
  'to-attribute-layers': text('NUMBER', 'number of layers. Default: as --layers'),
  'to-attribute-first-width': text('NUMBER', 'width of the first. Default: as --first-width'),
  'to-attribute-activations': text('NAME,...', 'one per layer. Default: as --activations'),
} as const;
const options = { ...columns, ...attributeAttackers, ...attackOptions } as const;

const manual: Manual = {
  name: 'dpa',
  usage: [
    'FILE.csv --attribute COLUMN --task COLUMN [--task-prediction COLUMN] [--attribute-prediction COLUMN]',
  ],
  about:
    'Measures directional predictability amplification (DPA). Attackers predict the task from ' +
    'the attribute, or the attribute from the task; amplification is the relative gain when ' +
    "they predict the model's output instead of the truth. The file needs a header row; use - " +
    'for standard input. Nothing leaves this machine.',
  sections: [
    ['Columns', columns],
    [
      'Attackers that predict the attribute (Default: the options for the task)',
      attributeAttackers,
    ],
    ...attackSections,
  ],
  examples: [
    'coco.csv --attribute gender --task oven --task-prediction p_oven --attribute-prediction p_gender',
  ],
};

const titles: Readonly<Record<Direction, string>> = {
  AtoT: 'Predictability amplification, attribute to task',
  TtoA: 'Predictability amplification, task to attribute',
};

function required(option: string, value: string | undefined): string {
  if (value !== undefined) return value;
  throw new UsageError(`give ${option}`);
}

async function run(argv: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parse(argv, options);
  const path = requireFile(positionals);
  const format = requireFormat(values, ['text', 'json']);
  const names = {
    attribute: required('--attribute', values.attribute),
    task: required('--task', values.task),
    taskPrediction: values['task-prediction'],
    attributePrediction: values['attribute-prediction'],
  };
  const directions: Direction[] = [];
  if (names.taskPrediction !== undefined) directions.push('AtoT');
  if (names.attributePrediction !== undefined) directions.push('TtoA');
  if (directions.length === 0) {
    throw new UsageError('pass --task-prediction, --attribute-prediction, or both');
  }
  const layers = getLayers(values);
  const toAttribute = getLayers(values, 'to-attribute-');
  const settings = {
    ...getOptions(values),
    normalized: !values['not-normalized'],
    attackers: { AtoT: layers, TtoA: toAttribute ? { ...layers, ...toAttribute } : layers },
  };
  const readings = getReadings(
    values,
    [],
    [
      [names.task, names.taskPrediction],
      [names.attribute, names.attributePrediction],
    ],
  );
  const read = async (file: string, reading: IntakeOptions): Promise<Omit<DpaColumns, 'test'>> => {
    const given = Object.entries(names).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const all = [...new Set(given.map(([, name]) => name))];
    const columns = await readCodedColumns(file, all, [], reading);
    const picked = given.map(([role, name]) => [role, pickColumns(columns, [name])]);
    return Object.fromEntries(picked);
  };
  const rows = await read(path, readings.rows);
  const test = values.test === undefined ? undefined : await read(values.test, readings.test);
  const metric = (await load()).dpaMetric(settings);
  const columns = { ...rows, test };
  const results = await training(
    values,
    path,
    names,
    async (run): Promise<Partial<Record<Direction, LeakageResult>>> => {
      const [only, other] = directions;
      if (other !== undefined) return metric.computeBiasAmpBidirectional(columns, run);
      return { [only as Direction]: await metric.computeBiasAmp(columns, only as Direction, run) };
    },
    readings,
  );
  const sections = Object.entries(results).map(
    ([direction, result]) =>
      `${titles[direction as Direction]}\n${showResult(result).join('\n')}\n`,
  );
  const text = format === 'json' ? `${JSON.stringify(results, null, 2)}\n` : sections.join('\n');
  await writeOutput(text, values.output);
  return exitCodes.ok;
}

export const dpa: Command = {
  name: 'dpa',
  manual,
  options,
  run,
};
