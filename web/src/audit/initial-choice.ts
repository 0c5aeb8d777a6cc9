// SPDX-License-Identifier: Apache-2.0
//
// What an audit begins with, by what was said to matter most.

import { goalOf } from '../goal/goal.js';
import type { Choice } from '../table/choice.js';
import type { Audited } from './audit-rows.js';

/** With what was said to matter most as what is looked at first. */
export function begun(audited: Audited, choice: Choice): Audited {
  const goal = goalOf(choice);
  if (!goal) return audited;
  const view = { by: [], disparity: goal.disparity, rate: goal.rate, isExact: false };
  return { ...audited, report: { ...audited.report, view } };
}
