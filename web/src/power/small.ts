// SPDX-License-Identifier: Apache-2.0
//
// Whether a report has so many small groups that the extremes among their rates are mostly chance.

import type { Group, Report } from 'fairwasm';

const fewestGroups = 5;
const fewestSmall = 3;
const smallRows = 100;

const isSmall = ({ counts, warning }: Group): boolean =>
  warning !== undefined || counts.rows < smallRows;

/** Whether a breakdown has at least five groups, three of which are small. */
export const hasManySmall = ({ breakdowns }: Report): boolean =>
  breakdowns.some(
    ({ groups }) => groups.length >= fewestGroups && groups.filter(isSmall).length >= fewestSmall,
  );
