// SPDX-License-Identifier: Apache-2.0
//
// Options for reading a prepared table.

import type { Choice } from '../../table/choice.js';

/** The choice for the prepared table: rows without a decision are dropped. */
export const preparedChoice = (choice: Choice): Choice =>
  choice.missingGroups === 'drop' ? { ...choice, missing: 'drop' } : choice;
