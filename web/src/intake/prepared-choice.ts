// SPDX-License-Identifier: Apache-2.0
//
// How a prepared table is read.

import type { Choice } from '../table/choice.js';

/** The choice as the prepared table is to be read: rows that were left without a decision are left out. */
export const preparedChoice = (choice: Choice): Choice =>
  choice.missingGroups === 'drop' ? { ...choice, missing: 'drop' } : choice;
