// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm amplification`: measures bias amplification of predictions in a CSV file.

import { type Amplification, load } from '../../amplification/amplification.js';
import type { Cooccurrence } from '../../amplification/cooccurrence.js';
import { type CooccurrenceCsv, cooccurrenceCsv } from '../../amplification/csv.js';
import { DBA } from '../../amplification/dba.js';
import type { DrawOptions } from '../../amplification/draws.js';
import { BA_MALS } from '../../amplification/mals.js';
import { MDBA, type MDBAOptions, type MultiBiasAmplification } from '../../amplification/mdba.js';
import type { AmplificationDefinition, CooccurrenceMetricOptions } from '../../amplification/metric.js';
import type { BiasAmplification } from '../../amplification/pairs.js';
import type { IntakeOptions } from '../../data/intake/options.js';
import type { SectionValues } from '../command.js';
import { computing } from '../input/computing.js';
import { withInput } from '../input/input.js';
import { intakeOptions } from '../input/intake.js';
import { choice, flag, names, number, ranges, required, text } from '../options/options.js';
import { rows } from '../options/rows.js';
import { UsageError } from '../options/usage.js';
import { documentFormatOptions } from '../output/format.js';
import { resultCommand } from '../result-command.js';

const sections = {
  Columns: {
    attribute: required(
      names('COLUMN,...', [
        'the attributes, as one column of categories or several columns of 1 and 0',
        'Pass one column of 1 and 0 (also true/false, yes/no, or 1/-1) for each attribute',
      ]),
    ),
    'attribute-categories': flag([
      'treat several --attribute columns as categories, such as sex,age, not as columns of 1 and 0',
      'omits BA_MALS, whose proportions require one attribute per row',
    ]),
    task: required(names('COLUMN,...', 'the true tasks, as one column of categories or several columns of 1 and 0')),
    prediction: required(names('COLUMN,...', 'the predicted tasks, in the same order')),
    'task-indicator': flag('treat a single --task column of 1 and 0 as one task, not as one task per category'),
    'attribute-prediction': names('COLUMN,...', [
      'predicted attributes',
      'adds amplification from tasks to attributes',
    ]),
    weight: rows.weight,
    train: text('FILE.csv', [
      'a file that determines the biased pairs instead of FILE.csv',
      'It has the same attribute and task columns (and weights)',
    ]),
    ...intakeOptions,
  },
  Computation: {
    definition: choice(
      ['paper', 'bias_amplification'],
      'compute the metrics as published or as in the Python package',
      'paper',
    ),
    'mals-attribute': choice(
      ['true', 'predicted'],
      [
        'for BA_MALS: whether predicted tasks are counted with true or predicted attributes',
        'the paper uses predicted attributes',
      ],
      'true',
    ),
    'min-size': number(ranges.whole(1), 'for MDBA: smallest number of tasks in a combination'),
    'max-size': number(ranges.whole(1), 'for MDBA: largest number of tasks in a combination'),
    draws: number(
      ranges.whole(0),
      ['number of random samples for confidence intervals and tests', '0 omits both'],
      200,
    ),
    seed: number(ranges.whole(0), 'random seed', 1),
  },
  Output: { ...documentFormatOptions, top: rows.top },
} as const;

export const amplification = resultCommand({
  name: 'amplification',
  usage: ['FILE.csv --attribute COLUMN,... --task COLUMN,... --prediction COLUMN,...'],
  about:
    'Compares the association between tasks (labels, objects, decisions) and attributes (groups ' +
    "of people) in the truth and in a model's predictions. A positive value means that the model " +
    'amplifies the association.',
  sections,
  examples: ['coco.csv --attribute gender --task oven,tie,skateboard --prediction p_oven,p_tie,p_skateboard'],
  async run(values, { path, intake, format }) {
    const settings = getColumns(values);
    const { draws, seed, top, definition, 'mals-attribute': mals } = values;
    const { 'min-size': minSize, 'max-size': maxSize } = values;
    if (minSize !== undefined && maxSize !== undefined && minSize > maxSize) {
      throw new UsageError('--min-size must not exceed --max-size');
    }
    if (mals === 'predicted' && settings.attributePrediction === undefined) {
      throw new UsageError('--mals-attribute predicted requires --attribute-prediction');
    }
    if (mals === 'predicted' && settings.attributeCategories) {
      throw new UsageError('--mals-attribute cannot be combined with --attribute-categories');
    }
    const amplification = await load();
    const counts = await countFile(amplification, path, settings, intake);
    const { attribute, task, weight, taskIndicator, attributeCategories } = settings;
    const train =
      values.train === undefined
        ? undefined
        : await countFile(
            amplification,
            values.train,
            { attribute, task, weight, taskIndicator, attributeCategories },
            intake,
          );
    const metrics = {
      common: { definition, train },
      mals: attributeCategories ? undefined : { attribute: mals },
      mdba: { minSize, maxSize },
    } as const;
    const result = await computing((each) => compute(counts, metrics, { draws, seed, ...each }));
    const pairs = format === 'json' ? result.DBA.pairs : result.DBA.pairs.slice(0, top);
    return { ...result, DBA: { ...result.DBA, pairs } };
  },
});

type Given = SectionValues<typeof sections>;

interface Result {
  rows: number;
  definition: AmplificationDefinition;
  /** Omitted if each row has several attributes. */
  BA_MALS?: BiasAmplification;
  DBA: BiasAmplification;
  MDBA: MultiBiasAmplification;
  /** Amplification from tasks to attributes; present if predicted attributes were passed. */
  TtoA?: { DBA: BiasAmplification; MDBA: MultiBiasAmplification };
}

function getColumns(values: Given): CooccurrenceCsv {
  const { attribute, task, prediction, weight } = values;
  const { 'attribute-prediction': attributePrediction, 'task-indicator': taskIndicator } = values;
  const requireAsMany = (option: string, columns: readonly string[], like: readonly string[]) => {
    if (columns.length === like.length) return;
    throw new UsageError(`${option} requires as many columns as the columns that it predicts: ${like.length}`);
  };
  requireAsMany('--prediction', prediction, task);
  if (weight === '') throw new UsageError('--weight requires the name of a column');
  const attributeCategories = values['attribute-categories'];
  const given = {
    ...{ attribute, task, taskPrediction: prediction, weight },
    ...{ taskIndicator, attributeCategories },
  };
  if (attributePrediction === undefined) return given;
  requireAsMany('--attribute-prediction', attributePrediction, attribute);
  return { ...given, attributePrediction };
}

function countFile(
  amplification: Amplification,
  path: string,
  settings: CooccurrenceCsv,
  intake: IntakeOptions,
): Promise<Cooccurrence> {
  const { taskIndicator: _, attributeCategories: __, ...named } = settings;
  const columns = Object.values(named)
    .flat()
    .filter((column) => column !== undefined);
  return withInput(
    path,
    columns,
    (source, reading) => cooccurrenceCsv(amplification, source, settings, reading),
    intake,
  );
}

// Each metric restarts the progress indicator.
async function compute(
  counts: Cooccurrence,
  metrics: {
    common: CooccurrenceMetricOptions;
    mals:
      | (CooccurrenceMetricOptions & {
          /**
           * The attribute to count predicted tasks with. `true`: the true attribute, to measure how a classifier treats known
           * groups. `predicted`: the predicted attribute, as in Zhao et al. 2017, whose model predicts objects and gender
           * together, so that b̃ describes a corpus that the model annotated. Default: `true`.
           */
          attribute?: 'true' | 'predicted' | undefined;
        })
      | undefined;
    mdba: MDBAOptions;
  },
  draws: DrawOptions,
): Promise<Result> {
  const dba = new DBA(counts, metrics.common);
  const mdba = new MDBA(counts, { ...metrics.common, ...metrics.mdba });
  const mals = metrics.mals && new BA_MALS(counts, { ...metrics.common, ...metrics.mals });
  const result = {
    rows: counts.rows,
    definition: dba.definition,
    ...(mals && { BA_MALS: await mals.computeBiasAmp(draws) }),
  };
  if (!counts.hasAttributePrediction) {
    const DBA = await dba.computeBiasAmp(draws);
    return { ...result, DBA, MDBA: await mdba.computeBiasAmp(draws) };
  }
  const pairs = await dba.computeBiasAmpBidirectional(draws);
  const combinations = await mdba.computeBiasAmpBidirectional(draws);
  return { ...result, DBA: pairs.AtoT, MDBA: combinations.AtoT, TtoA: { DBA: pairs.TtoA, MDBA: combinations.TtoA } };
}
