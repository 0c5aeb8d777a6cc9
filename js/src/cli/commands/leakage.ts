// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm leakage`: measures the leakage of predictions in a CSV file.

import type { WholeColumn } from '../../data/read-all-rows.js';
import type { AttackColumns } from '../../predictability/columns.js';
import { leakageDirections } from '../../predictability/direction.js';
import { load } from '../../predictability/predictability.js';
import { choice, flag, list, names, required } from '../options/options.js';
import { getList, UsageError } from '../options/usage.js';
import { resultCommand } from '../result-command.js';
import { attackSections, getLayers, getOptions, pickColumns, trainOnFile } from './attack.js';

const sections = {
  Columns: {
    direction: choice(
      leakageDirections,
      [
        'the direction of the attack',
        'Predict the label and the prediction from the feature, as in the package bias_amplification; or predict the ' +
          'attribute from the label and the prediction (Wang et al. 2019)',
      ],
      'outcome-from-attribute',
    ),
    feature: names('COLUMN,...', 'the inputs of the attackers, such as a protected attribute'),
    attribute: names('COLUMN,...', 'the attribute that the attackers predict, for attribute-from-outcome'),
    label: required(list('COLUMN,...', 'the true labels')),
    prediction: required(list('COLUMN,...', 'the predicted labels, in the same order')),
    normalized: flag('divide the difference in attacker quality by the sum of both qualities'),
  },
  ...attackSections,
} as const;

export const leakage = resultCommand({
  name: 'leakage',
  usage: [
    'FILE.csv --feature COLUMN,... --label COLUMN,... --prediction COLUMN,...',
    'FILE.csv --direction attribute-from-outcome --attribute COLUMN,... --label COLUMN,... --prediction COLUMN,...',
  ],
  about:
    'Trains attackers on true labels and on predictions. Leakage is the gain in quality on ' +
    'predictions, after random errors make the labels as inaccurate as the predictions.',
  sections,
  examples: [
    'loans.csv --feature sex --label repaid --prediction p_repaid',
    'loans.csv --feature sex,race --label repaid --prediction p_repaid --layers 3 --epochs 50 --format json',
    'loans.csv --direction attribute-from-outcome --attribute sex --label repaid --prediction p_repaid',
  ],
  async run(values, { path }) {
    const { direction, normalized } = values;
    const [seen, other] =
      direction === 'outcome-from-attribute'
        ? (['feature', 'attribute'] as const)
        : (['attribute', 'feature'] as const);
    if (values[other] !== undefined) {
      throw new UsageError(`--${other} does not apply to --direction ${direction}; use --${seen}`);
    }
    const side = values[seen];
    if (side === undefined) throw new UsageError(`pass --${seen}`);
    const [label, prediction] = [getList(values.label), getList(values.prediction)];
    if (prediction.length !== label.length) {
      throw new UsageError(`--prediction requires as many columns as --label: ${label.length}`);
    }
    const attacker = getLayers(values.layers, values['first-width'], values.activations);
    const settings = { ...getOptions(values), direction, attacker, normalized };
    const predictability = await load();
    return trainOnFile(values, path, {
      columns: side,
      labels: label.map((name, i) => [name, prediction[i]]),
      names: Object.fromEntries([
        ...getNames(seen, side, side),
        ...getNames('label', label, label),
        ...getNames('prediction', label, prediction),
      ]),
      pick(columns): AttackColumns {
        // Prediction columns are named by the columns they predict.
        const renamed = Object.fromEntries(
          label.map((name, i) => [name, columns[prediction[i] as string] as WholeColumn]),
        );
        return {
          [seen]: pickColumns(columns, side),
          label: pickColumns(columns, label),
          prediction: pickColumns(renamed, label),
        };
      },
      train: (columns, run) => predictability.leakage({ ...columns, ...settings }, run),
    });
  },
});

/** Maps the package's argument names to the columns of the file. */
function getNames(role: string, names: readonly string[], columns: readonly string[]) {
  const [only, ...more] = columns;
  if (more.length === 0) return [[role, only as string]];
  return names.flatMap((name, i) => {
    const column = columns[i] as string;
    // Errors about a feature with several columns use only its name.
    return role === 'feature' ? [[name, column]] : [[`${role}.${name}`, column]];
  });
}
