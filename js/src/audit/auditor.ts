// SPDX-License-Identifier: Apache-2.0
//
// Reads the rows of an audit and returns its results.

import { requireOptions } from '../core/options.js';
import { Audit } from './audit.js';
import { type AuditOptions, requireAuditOptions } from './audit-input.js';
import { RowReader } from './row-reader.js';

/**
 * Reads rows in batches. Create one with `fair.auditor(…)`.
 *
 * @example
 * const fair = await load();
 * const auditor = fair.auditor({ groups: ['sex'], label: true, prediction: true });
 * auditor.update({ groups: { sex: ['f', 'f'] }, label: [1, 0], prediction: [1, 1] });
 * auditor.update({ groups: { sex: ['m', 'm'] }, label: [1, 0], prediction: [1, 0] }); // as batches come
 * auditor.audit().frame('sex').difference('falsePositiveRate').value; // 1
 */
export class Auditor<Attribute extends string = string> extends RowReader<Attribute> {
  /**
   * Returns the audit of all rows read so far. `uncertainty` overrides the auditor's option: `false` returns
   * the figures immediately, without confidence intervals.
   */
  audit(instead: Pick<AuditOptions, 'uncertainty'> = {}): Audit<Attribute> {
    requireOptions('audit', instead, ['uncertainty']);
    requireAuditOptions('audit', instead, []);
    return new Audit(...this.finished(instead));
  }
}
