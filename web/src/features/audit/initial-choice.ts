// SPDX-License-Identifier: Apache-2.0
//
// The initial view of an audit, by the user's goal.

import type { Choice } from '../../table/choice.js';
import { getGoal } from '../goal/goal.js';
import type { Audited } from './audit-rows.js';

/** Returns the audit with the view that matches the user's goal. */
export function begun(audited: Audited, choice: Choice): Audited {
  const goal = getGoal(choice);
  if (!goal) return audited;
  const view = { by: [], disparity: goal.disparity, rate: goal.rate, isExact: false };
  return { ...audited, report: { ...audited.report, view } };
}
