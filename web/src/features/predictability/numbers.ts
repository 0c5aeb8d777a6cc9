// SPDX-License-Identifier: Apache-2.0
//
// Rows that attackers have to learn: two numbers around 0, and an outcome that is mostly “yes” if both have the same
// sign. Neither number alone is informative, and no two rows are equal, so counting does not help.

import type { DpaColumns, LeakageColumns } from 'fairwasm/predictability';
import { randomFrom } from '../learn/random.js';
import type { Numbers } from './protocol.js';

export interface Rows {
  /** The attribute contains numbers if attackers are to use them as numbers. */
  columns: Omit<DpaColumns, 'test' | 'attribute'> & { attribute: NonNullable<LeakageColumns['feature']> };
  attribute: string;
  task: string;
  count: number;
}

/** How often the true outcome and the model follow the rule. */
export const following = { truth: 0.8, prediction: 0.95 } as const;

export function makeNumbers({ rows, seed }: Numbers): Rows {
  const random = randomFrom(seed);
  const values = Float32Array.from({ length: 2 * rows }, () => 2 * random() - 1);
  const column = (share: number) =>
    Array.from({ length: rows }, (_, row) => {
      const isSame = (values[2 * row] as number) * (values[2 * row + 1] as number) > 0;
      return random() < share === isSame ? 'yes' : 'no';
    });
  return {
    columns: {
      attribute: { values, width: 2 },
      task: column(following.truth),
      taskPrediction: column(following.prediction),
    },
    attribute: 'both numbers',
    task: 'outcome',
    count: rows,
  };
}
