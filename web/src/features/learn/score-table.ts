// SPDX-License-Identifier: Apache-2.0
//
// The scores of a histogram, in ten bands.

import type { FigureTable, Scene } from './lesson.js';
import { levels, type Scores } from './loans.js';

const bands = 10;
const size = levels / bands;

export function scoreTable(
  groups: Readonly<Record<string, Scores>>,
  { say, format }: Pick<Scene<unknown>, 'say' | 'format'>,
): FigureTable {
  const sum = (counts: readonly number[], band: number) =>
    counts.slice(band * size, (band + 1) * size).reduce((total, count) => total + count, 0);
  const names = Object.keys(groups);
  return {
    caption: say('word.scores'),
    columns: [
      say('word.score'),
      ...names.flatMap((group) => [say('word.people', { group }), say('word.positive', { group })]),
    ],
    rows: Array.from({ length: bands }, (_, band) => [
      say('word.band', { from: format.count(band * size), to: format.count((band + 1) * size) }),
      ...names.flatMap((group) => {
        const { people, repaying } = groups[group] as Scores;
        return [format.count(sum(people, band)), format.count(sum(repaying, band))];
      }),
    ]),
  };
}
