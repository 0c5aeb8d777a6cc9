// SPDX-License-Identifier: Apache-2.0
//
// The exports of 'fairwasm/amounts'.

import './results.js';

export type { MissingOptions } from '../tally/role-columns.js';
export type { AdjustedGroup, AdjustedInput, AdjustedReport, GapDecomposition, GapParts } from './adjusted.js';
export type { AmountInput, AmountOptions, AmountRows, AmountRowsInput } from './amount-rows.js';
export { type Amounts, load } from './amounts.js';
export type { PayBands } from './bands.js';
export {
  type EuPayCategory,
  type EuPayGaps,
  type EuPayInput,
  type EuPayReport,
  euPay,
  type PayGaps,
  type PayRule,
  type UkPayInput,
  type UkPayReport,
  ukPay,
} from './pay.js';
export type { Sex, SexColumns } from './payroll.js';
export type { AmountGap, AmountGroup, AmountReport } from './report.js';
