// SPDX-License-Identifier: Apache-2.0
//
// Measures of bias amplification in words, and their sources.

import type { MeasureName } from './protocol.js';

export const meanings: Record<MeasureName, string> = {
  'dba-AtoT':
    'Directional bias amplification: if an attribute and a task occur together more often than by chance, do predictions of the task strengthen that association, given the true attribute? Above 0: on average, they do.',
  'dba-TtoA':
    'The other direction: given the true task, do predictions of the attribute strengthen the association? Above 0: on average, they do.',
  mals: 'Bias amplification from “Men Also Like Shopping”: among rows with a task, does the share of the overrepresented attribute grow in the predictions? Above 0: on average, it does. The measure does not separate the two directions.',
  mdba: 'Multi-attribute bias amplification: the mean absolute change over all combinations of tasks that occur. 0: nothing changed. The matrix shows the twenty combinations with the largest change.',
};

export const sources: Record<MeasureName, string> = {
  'dba-AtoT': 'Wang and Russakovsky: Directional Bias Amplification, 2021',
  'dba-TtoA': 'Wang and Russakovsky: Directional Bias Amplification, 2021',
  mals: 'Zhao et al.: Men Also Like Shopping, 2017',
  mdba: 'Zhao, Andrews, and Xiang: Men Also Do Laundry, 2023',
};
