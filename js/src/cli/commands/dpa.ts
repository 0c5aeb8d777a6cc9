// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm dpa`: measures directional predictability amplification in a CSV file, in one or both directions.

import type { Direction } from '../../metrics/amplification.js';
import type { DpaColumns } from '../../predictability/dpa.js';
import { load } from '../../predictability/predictability.js';
import { flag, number, required, text } from '../options/options.js';
import { UsageError } from '../options/usage.js';
import { resultCommand } from '../result-command.js';
import { attackSections, getLayers, getOptions, layerRange, pickColumns, trainOnFile, widthRange } from './attack.js';

const sections = {
  Columns: {
    attribute: required(text('COLUMN', 'a protected attribute')),
    task: required(text('COLUMN', 'the true task, such as an object in the image')),
    'task-prediction': text('COLUMN', ['predicted task', 'measures amplification from attribute to task']),
    'attribute-prediction': text('COLUMN', ['predicted attribute', 'measures amplification from task to attribute']),
    'not-normalized': flag('report the difference in attacker quality without dividing it by the sum'),
  },
  'Attackers that predict the attribute (default: the options for the task)': {
    'to-attribute-layers': number(layerRange, ['number of layers', 'Default: the value of --layers']),
    'to-attribute-first-width': number(widthRange, ['width of the first layer', 'Default: the value of --first-width']),
    'to-attribute-activations': text('NAME,...', [
      'activation functions, one per layer',
      'Default: the value of --activations',
    ]),
  },
  ...attackSections,
} as const;

export const dpa = resultCommand({
  name: 'dpa',
  usage: ['FILE.csv --attribute COLUMN --task COLUMN [--task-prediction COLUMN] [--attribute-prediction COLUMN]'],
  about:
    'Measures directional predictability amplification (DPA). Attackers predict the task from the ' +
    'attribute, or the attribute from the task; amplification is the relative gain when they ' +
    "predict the model's output instead of the truth.",
  sections,
  examples: ['coco.csv --attribute gender --task oven --task-prediction p_oven --attribute-prediction p_gender'],
  async run(values, { path }) {
    const names = {
      attribute: values.attribute,
      task: values.task,
      taskPrediction: values['task-prediction'],
      attributePrediction: values['attribute-prediction'],
    };
    const directions: Direction[] = [];
    if (names.taskPrediction !== undefined) directions.push('AtoT');
    if (names.attributePrediction !== undefined) directions.push('TtoA');
    const [only, other] = directions;
    if (only === undefined) {
      throw new UsageError('pass --task-prediction, --attribute-prediction, or both');
    }
    const layers = getLayers(values.layers, values['first-width'], values.activations);
    const toAttribute = getLayers(
      values['to-attribute-layers'],
      values['to-attribute-first-width'],
      values['to-attribute-activations'],
    );
    const metric = (await load()).dpaMetric({
      ...getOptions(values),
      normalized: !values['not-normalized'],
      attackers: { AtoT: layers, TtoA: toAttribute ? { ...layers, ...toAttribute } : layers },
    });
    return trainOnFile(values, path, {
      labels: [
        [names.task, names.taskPrediction],
        [names.attribute, names.attributePrediction],
      ],
      names,
      pick: (columns) =>
        Object.fromEntries(
          Object.entries(names).flatMap(([role, name]) =>
            name === undefined ? [] : [[role, pickColumns(columns, [name])]],
          ),
        ) as Omit<DpaColumns, 'test'>,
      train: async (columns, run) =>
        other === undefined
          ? { [only]: await metric.computeBiasAmp(columns, only, run) }
          : metric.computeBiasAmpBidirectional(columns, run),
    });
  },
});
