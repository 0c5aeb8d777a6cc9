// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm dpa`: measures directional predictability amplification in a CSV file, in one or both directions.

import type { IntakeOptions } from '../data/intake/options.js';
import type { Direction } from '../predictability/direction.js';
import type { DpaColumns } from '../predictability/dpa.js';
import { load } from '../predictability/predictability.js';
import type { LeakageResult } from '../predictability/result.js';
import {
  attackSections,
  getLayers,
  getOptions,
  getReadings,
  pickColumns,
  training,
} from './attack.js';
import { fileCommand, type SectionValues } from './command.js';
import { readCodedColumns } from './file-columns.js';
import { documentFormats, requireFormat } from './format.js';
import { getName } from './input.js';
import { flag, number, ranges, required, text } from './options.js';
import { UsageError } from './usage.js';
import { writeResult } from './write-result.js';

const sections = {
  Columns: {
    attribute: required(text('COLUMN', 'a protected attribute')),
    task: required(text('COLUMN', 'the true task, such as an object in the image')),
    'task-prediction': text(
      'COLUMN',
      'predicted task; measures amplification from attribute to task',
    ),
    'attribute-prediction': text(
      'COLUMN',
      'predicted attribute; measures amplification from task to attribute',
    ),
    'not-normalized': flag(
      'report the difference in attacker quality without dividing it by the sum',
    ),
  },
  'Attackers that predict the attribute (default: the options for the task)': {
    'to-attribute-layers': number(ranges.any, 'number of layers. Default: the value of --layers'),
    'to-attribute-first-width': number(
      ranges.any,
      'width of the first layer. Default: the value of --first-width',
    ),
    'to-attribute-activations': text(
      'NAME,...',
      'activation functions, one per layer. Default: the value of --activations',
    ),
  },
  ...attackSections,
} as const;

export const dpa = fileCommand({
  name: 'dpa',
  usage: [
    'FILE.csv --attribute COLUMN --task COLUMN [--task-prediction COLUMN] [--attribute-prediction COLUMN]',
  ],
  about:
    'Measures directional predictability amplification (DPA). Attackers predict the task from the ' +
    'attribute, or the attribute from the task; amplification is the relative gain when they ' +
    "predict the model's output instead of the truth.",
  sections,
  examples: [
    'coco.csv --attribute gender --task oven --task-prediction p_oven --attribute-prediction p_gender',
  ],
  run,
});

type Given = SectionValues<typeof sections>;

async function run(values: Given, path: string): Promise<void> {
  const format = requireFormat(values, documentFormats);
  const names = {
    attribute: values.attribute,
    task: values.task,
    taskPrediction: values['task-prediction'],
    attributePrediction: values['attribute-prediction'],
  };
  const directions: Direction[] = [];
  if (names.taskPrediction !== undefined) directions.push('AtoT');
  if (names.attributePrediction !== undefined) directions.push('TtoA');
  if (directions.length === 0) {
    throw new UsageError('pass --task-prediction, --attribute-prediction, or both');
  }
  const layers = getLayers(values.layers, values['first-width'], values.activations);
  const toAttribute = getLayers(
    values['to-attribute-layers'],
    values['to-attribute-first-width'],
    values['to-attribute-activations'],
  );
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
  await writeResult(results, format, { ...values, source: getName(path) });
}
