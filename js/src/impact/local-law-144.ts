// SPDX-License-Identifier: Apache-2.0
//
// Tables as prescribed by New York City's rule on automated employment decision tools. The preset states its date and
// its limits, and returns no verdict, because the rule has no threshold.

import type { ScoreRows } from '../audit/scores/score-rows.js';
import { invalid } from '../core/error.js';
import { requireBoolean, requireOptions } from '../core/options.js';
import type { CategoryColumn } from '../data/column.js';
import { clusterOptions } from '../tally/jackknife.js';
import { eeoCategories } from './eeo-categories.js';
import type { Wasm } from './module.js';
import { type OutcomeInput, outcomeOptions } from './outcomes.js';
import { requirePublication } from './publication.js';
import type { Publication } from './rule.js';
import { type ImpactReport, makeReport } from './tables.js';

/** Input of {@link Impact.localLaw144}. */
export interface LocalLaw144Input extends OutcomeInput, Pick<ScoreRows, 'cluster' | 'crossedCluster'> {
  sex: CategoryColumn;
  /** Race or ethnicity. */
  race: CategoryColumn;
  /**
   * Whether categories with less than 2% of all rows are excluded from the ratios. The rule permits this if the auditor
   * justifies it; the categories are still listed. Default: false.
   */
  excludeSmall?: boolean | undefined;
  /** Dates and explanations for the summary to publish: every format then contains this summary. Default: none. */
  publication?: Publication | undefined;
}

/** The rule, as adopted on April 6, 2023, and enforced since July 5, 2023. */
const rule: NonNullable<ImpactReport['rule']> = {
  name: 'New York City, Local Law 144 of 2021: bias audit of automated employment decision tools',
  source: 'Rules of the City of New York, title 6, sections 5-300 to 5-303',
  date: '2023-04-06',
  limits:
    'These are the numbers that the rule names, computed from the given data. No tool can determine whether the rule ' +
    'applies, whether these are the right data, or whether the auditor is independent. Rules can change after their ' +
    'date. The rule sets no threshold, and none is applied.',
  published:
    'With these numbers, section 5-303 requires the date of the audit, the date from which the tool is used, and the ' +
    'source and an explanation of the data; section 5-301 requires the reason for excluding categories from the ratios. ' +
    'All of it must remain published until six months after the tool was last used.',
};

/** @internal See {@link Impact.localLaw144}. */
export function localLaw144(wasm: Wasm, input: LocalLaw144Input): ImpactReport {
  requireOptions('localLaw144', input, [
    'sex',
    'race',
    ...outcomeOptions,
    'unknownValues',
    'imputed',
    'confidence',
    'excludeSmall',
    'publication',
    ...clusterOptions,
  ]);
  const { sex, race, excludeSmall = false, publication, ...rest } = input;
  requireColumn('sex', sex);
  requireColumn('race', race);
  refuseImputed(rest.imputed);
  const excludeBelow = requireBoolean('excludeSmall', excludeSmall) ? 0.02 : undefined;
  const given = { ...rest, groups: { race, sex }, excludeBelow };
  const report = makeReport(wasm, given, rule, eeoCategories);
  if (publication === undefined) return report;
  requirePublication(publication, report);
  return { ...report, publication };
}

function requireColumn(argument: string, column: unknown): void {
  if (typeof column === 'object' && column !== null) return;
  throw invalid(argument, 'a column, because the rule requires sex and race or ethnicity', String(column));
}

// From the notes on the city's information session of May 22, 2023.
function refuseImputed(imputed: OutcomeInput['imputed']): void {
  if (imputed === undefined || (Array.isArray(imputed) && imputed.length === 0)) return;
  throw invalid(
    'imputed',
    'self-reported categories, because this rule does not allow imputed or inferred categories',
    String(imputed),
  );
}
