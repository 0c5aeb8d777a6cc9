// SPDX-License-Identifier: Apache-2.0
//
// Describes bias amplification: each measure with its value by chance and its value corrected for chance.

import type { Estimate } from '../core/estimate.js';
import { showCount } from '../document/format.js';
import type { Document } from '../document/model.js';

/** A measure of amplification, and its value corrected for chance. */
export type AmplificationMeasure = Estimate & Readonly<{ byChance?: number; corrected?: Estimate }>;

/** The measures by name, as `fairwasm amplification --format json` has them. */
export type AmplificationResult = Readonly<{
  rows: number;
  definition: string;
  BA_MALS?: AmplificationMeasure;
  DBA?: AmplificationMeasure;
  MDBA?: AmplificationMeasure;
}>;

const measures = [
  ['BA_MALS', 'BA_MALS (Zhao et al. 2017)'],
  ['DBA', 'Directional bias amplification (Wang and Russakovsky 2021)'],
  ['MDBA', 'Multi-attribute bias amplification (Zhao et al. 2023)'],
] as const;

/** Describes the measures. */
export function describeAmplification(result: AmplificationResult): Document {
  const formula = result.definition === 'paper' ? 'the papers' : result.definition;
  return {
    name: 'amplification',
    title: 'Bias amplification',
    blocks: [
      {
        texts: [
          `${showCount(result.rows)} rows. A positive value means that predictions amplify associations in the labels. Formulas as in ${formula}.`,
        ],
      },
      {
        caption: 'Amplification',
        heading: 'Measure',
        columns: [
          { heading: 'Value', format: 'difference' },
          { heading: 'By chance alone', format: 'difference' },
          { heading: 'Corrected for chance', format: 'difference' },
          { heading: 'p', format: 'p' },
        ],
        rows: measures.flatMap(([name, title]) => {
          const found = result[name];
          if (!found) return [];
          const { byChance, corrected } = found;
          return [
            { name: title, cells: [found, byChance, corrected, (corrected ?? found).pValue] },
          ];
        }),
      },
    ],
  };
}
