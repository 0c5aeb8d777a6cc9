// SPDX-License-Identifier: Apache-2.0
//
// Detects reports with so many small groups that the extremes among their rates are mostly due to chance.

import type { Group, Report } from 'fairwasm';

const minGroups = 5;
const minSmall = 3;
const smallRows = 100;

const isSmall = ({ counts, warning }: Group): boolean => warning !== undefined || counts.rows < smallRows;

/** True if a breakdown has at least five groups, three of which are small. */
export const hasManySmall = ({ breakdowns }: Report): boolean =>
  breakdowns.some(({ groups }) => groups.length >= minGroups && groups.filter(isSmall).length >= minSmall);
