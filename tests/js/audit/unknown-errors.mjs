// SPDX-License-Identifier: Apache-2.0

import { load } from 'fairwasm';
import { load as loadScores } from 'fairwasm/scores';
import { errorReport } from '../../../dist/scores/error-report.js';

/** Returns the reference group of a report on regression errors. */
export async function auditOfErrors(groups, prediction) {
  const modules = { fair: await load(), scores: await loadScores() };
  const label = prediction.map((_, row) => row % 3);
  return errorReport(modules, { groups, label, prediction }).breakdowns[0]?.reference;
}
