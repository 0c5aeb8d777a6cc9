// SPDX-License-Identifier: Apache-2.0
//
// The help of `fairwasm audit`.

import { auditSections } from './audit-options.js';
import { limitExitCodeHelp, type Manual } from './options.js';

export const auditManual: Manual = {
  name: 'audit',
  usage: [
    'FILE.csv --label COLUMN --prediction COLUMN --group COLUMN',
    '--from duckdb:FILE --table NAME ...',
    '--example NAME',
  ],
  about:
    'Compares groups of people in a table of decisions (CSV, Parquet, Arrow, JSON, or Excel; - is ' +
    'standard input). Nothing leaves this machine.',
  sections: auditSections,
  common: [
    ...['label', 'prediction', 'score', 'threshold', 'group', 'within', 'weight'],
    ...['favorable', 'privileged', 'format', 'output'],
    ...['fail-under', 'fail-over'],
  ],
  closing: limitExitCodeHelp,
  examples: [
    'compas.csv --label two_year_recid --prediction predicted_recid --group race,sex',
    'loans.csv --label repaid --score p --threshold 0.5 --group sex --format markdown --output report.md',
    'hires.csv --prediction hired --group sex --privileged sex=male --fail-under disparateImpact=0.8 --fail-over disparateImpact=1.25',
    'admissions.csv --prediction admitted --group sex --within department',
    'hires.csv --prediction hired --group sex --fail-unless-equivalent statisticalParityDifference=0.05',
    'big.csv.gz --prediction hired --group sex',
    'decisions.parquet --prediction hired --group sex',
    'compas.csv --label two_year_recid --prediction predicted_recid --group race --outcome burden',
    '--from postgres://db.example/hr --table hires --prediction hired --group sex',
    '--example compas',
  ],
};
