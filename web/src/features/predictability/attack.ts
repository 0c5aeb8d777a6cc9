// SPDX-License-Identifier: Apache-2.0
//
// The attackers to train for the chosen columns: one for leakage; for DPA, one in each direction with a prediction.

import type {
  DpaColumns,
  ExactLeakage,
  LeakageColumns,
  LeakageOptions,
  LeakageResult,
  LeakageTrial,
  Predictability,
  TrialRunOptions,
} from 'fairwasm/predictability';
import type { Rows } from './numbers.js';
import type { Direction, More, Settings } from './protocol.js';

type Run = TrialRunOptions<LeakageTrial>;

/** The measures for each direction. */
export interface Attack {
  directions: readonly Direction[];
  exactLimit(direction: Direction): ExactLeakage | null;
  run(direction: Direction, run: Run): Promise<LeakageResult>;
}

export function attackOn(predictability: Predictability, { columns }: Rows, settings: Settings): Attack {
  const { measure, guesses } = settings;
  const options = getOptions(settings);
  const layers = getLayers(settings.more);
  if (measure === 'leakage') {
    const metric = predictability.leakageMetric({ ...options, direction: guesses, attacker: layers });
    const { attribute, task: label, taskPrediction: prediction } = columns;
    const seen = guesses === 'outcome-from-attribute' ? 'feature' : 'attribute';
    const rows = { [seen]: attribute, label, prediction } as LeakageColumns;
    return {
      directions: [guesses === 'outcome-from-attribute' ? 'AtoT' : 'TtoA'],
      exactLimit: () => metric.exactLimit(rows),
      run: (_direction, run) => metric.computeBiasAmp(rows, run),
    };
  }
  const metric = predictability.dpaMetric({ ...options, attackers: { AtoT: layers, TtoA: layers } });
  const rows = columns as DpaColumns;
  const both: Direction[] = ['AtoT', 'TtoA'];
  return {
    directions: both.filter((direction) => (direction === 'AtoT' ? rows.taskPrediction : rows.attributePrediction)),
    exactLimit: (direction) => metric.exactLimit(rows, direction),
    run: (direction, run) => metric.computeBiasAmp(rows, direction, run),
  };
}

const given = (value: number) => (Number.isNaN(value) ? undefined : value);

function getOptions({ trials, epochs, seed, more }: Settings): LeakageOptions {
  const { layers: _layers, firstWidth: _width, patience, loss, ...others } = more;
  const asked = { patience: given(patience), loss: loss === 'suitable' ? undefined : loss };
  return { trials, epochs, seed, ...others, ...asked };
}

// Without a number of layers, the package decides: one if attackers see one column, else three.
const getLayers = ({ layers, firstWidth }: More) =>
  Number.isNaN(layers) ? undefined : { layers, firstWidth: given(firstWidth) };
