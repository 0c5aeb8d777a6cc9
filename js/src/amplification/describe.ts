// SPDX-License-Identifier: Apache-2.0
//
// Describes bias amplification, of labels and of captions: each value with its value by chance and its value corrected
// for chance, and the pairs that contribute most.

import { chosen } from '../claims/verdict.js';
import type { Estimate } from '../core/estimate.js';
import { showCount } from '../document/format.js';
import { type Document, type DocumentTable, notes, reasonsIn, type TableColumn } from '../document/model.js';
import type { CaptionBiasAmplification } from './caption-bias.js';
import type { AmplificationMeasure } from './draws.js';

/** The measures by name, as in the output of `fairwasm amplification --format json`. */
export type AmplificationResult = Readonly<{
  rows: number;
  definition: string;
  BA_MALS?: AmplificationMeasure;
  DBA?: AmplificationMeasure &
    Readonly<{
      pairs?: readonly {
        attribute: string;
        task: string;
        contribution: Estimate;
        corrected?: Estimate;
        counts: { together: number; predicted: number };
      }[];
    }>;
  MDBA?: AmplificationMeasure & Readonly<{ variance?: Estimate }>;
  /** Amplification from tasks to attributes. */
  TtoA?: Readonly<{ DBA: AmplificationMeasure; MDBA: AmplificationMeasure }>;
}>;

const measures = {
  BA_MALS: 'BA_MALS (Zhao et al. 2017)',
  DBA: 'Directional bias amplification (Wang and Russakovsky 2021)',
  MDBA: 'Multi-attribute bias amplification (Zhao et al. 2023)',
} as const;

const columns: readonly TableColumn[] = [
  { heading: 'Value', format: 'difference' },
  { heading: 'By chance alone', format: 'difference' },
  { heading: 'Corrected for chance', format: 'difference' },
  { heading: 'p', format: 'p' },
];

const measureTable = (
  caption: string,
  named: readonly (readonly [name: string, measure: AmplificationMeasure | undefined])[],
): DocumentTable => ({
  caption,
  heading: 'Measure',
  columns,
  rows: named.flatMap(([name, result]) => {
    if (!result) return [];
    const { byChance, corrected } = result;
    return [{ name, cells: [result, byChance, corrected, (corrected ?? result).pValue] }];
  }),
});

/** Describes the measures, with at most `pairs` pairs. */
export function describeAmplification(result: AmplificationResult, pairs?: number): Document {
  const { rows, definition, BA_MALS, DBA, MDBA, TtoA } = result;
  const formula = definition === 'paper' ? 'the papers' : definition;
  const tables = [
    measureTable('Amplification', [
      [measures.BA_MALS, BA_MALS],
      [measures.DBA, DBA],
      [measures.MDBA, MDBA],
      ['Variance of the changes of MDBA', MDBA?.variance],
    ]),
    ...(TtoA
      ? [
          measureTable('Amplification from tasks to attributes', [
            [measures.DBA, TtoA.DBA],
            [measures.MDBA, TtoA.MDBA],
          ]),
        ]
      : []),
  ];
  const largest = DBA?.pairs?.slice(0, pairs) ?? [];
  const pairTable: DocumentTable = {
    caption: 'Pairs with the largest contribution to DBA; intervals and p are adjusted for all pairs',
    heading: 'Attribute and task',
    columns: [
      { heading: 'Contribution', format: 'difference' },
      { heading: 'Corrected for chance', format: 'difference' },
      { heading: 'p', format: 'p' },
      { heading: 'Rows with both', format: 'count' },
      { heading: 'Predicted with it', format: 'count' },
    ],
    rows: largest.map(({ attribute, task, contribution, corrected, counts }) => ({
      name: `${attribute}, ${task}`,
      cells: [contribution, corrected, corrected && chosen(corrected).pValue, counts.together, counts.predicted],
    })),
  };
  return {
    name: 'amplification',
    title: 'Bias amplification',
    blocks: [
      {
        texts: [
          `${showCount(rows)} rows. A positive value means that predictions amplify associations in the labels. Formulas as in ${formula}.`,
        ],
      },
      ...tables,
      ...(largest.length > 0 ? [pairTable] : []),
      ...notes('Undefined or unreliable', reasonsIn(tables)),
    ],
  };
}

/** Bias amplification of captions, as in the output of `fairwasm captions --format json`. */
export type CaptionResult = CaptionBiasAmplification & Readonly<{ captions: { all: number; mentioning: number } }>;

/** Describes bias amplification of captions. */
export function describeCaptions(result: CaptionResult): Document {
  const { captions, biasedPairs, unmentionedPairs, divisor, warnings, pairs } = result;
  const table = measureTable('Amplification', [['Mean bias amplification', result]]);
  return {
    name: 'captions',
    title: 'Bias amplification of captions',
    facts: [
      ['Test captions', showCount(captions.all)],
      ['Mentioning a group', showCount(captions.mentioning)],
      ['Pairs biased in training', showCount(biasedPairs)],
      ['Not mentioned', showCount(unmentionedPairs)],
      ['Sum divided by', showCount(divisor)],
    ],
    blocks: [
      { texts: ['A positive value means that the test captions are more biased than the training captions.'] },
      ...(warnings.length > 0 ? [{ texts: warnings, style: 'warning' as const }] : []),
      table,
      {
        caption: 'Pairs with the largest contribution',
        heading: 'Object and group',
        columns: [
          { heading: 'Bias in training' },
          { heading: 'Bias in test' },
          { heading: 'Contribution', format: 'difference' },
        ],
        rows: pairs.map(({ object, group, train, test, contribution }) => ({
          name: `${object}, ${group}`,
          cells: [train, test, contribution],
        })),
      },
      ...notes('Undefined or unreliable', reasonsIn([table])),
    ],
  };
}
