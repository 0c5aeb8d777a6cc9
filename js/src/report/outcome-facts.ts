// SPDX-License-Identifier: Apache-2.0
//
// The name of a positive label, and the effect of a positive decision, in descriptions.

import type { Fact } from '../document/model.js';
import type { Report } from './report.js';

/** Returns the name of a positive label, and its effect on people if known. */
export function outcomeWords({ outcome }: Pick<Report, 'outcome'>): {
  positive: 'favorable' | 'positive';
  facts: Fact[];
} {
  if (outcome === undefined) return { positive: 'positive', facts: [] };
  const text =
    outcome === 'burden'
      ? 'A burden: people prefer not to receive the positive decision'
      : 'A benefit: people prefer to receive the positive decision';
  return { positive: outcome === 'burden' ? 'positive' : 'favorable', facts: [['Outcome', text]] };
}
