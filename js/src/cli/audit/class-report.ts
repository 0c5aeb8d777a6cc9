// SPDX-License-Identifier: Apache-2.0
//
// Multiclass labels in `fairwasm audit`: the options, and the report from the counts.

import type { CountedFile, CsvAuditOptions } from '../../audit/audit-csv.js';
import type { ClassAudit } from '../../classes/class-audit.js';
import type { ClassReport } from '../../classes/report.js';
import { guessFavorable, toAnswer } from '../../data/favorable.js';
import type { Fairwasm } from '../../fairwasm.js';
import { InputError } from '../command.js';
import { names } from '../options/options.js';
import { rows } from '../options/rows.js';
import { UsageError } from '../options/usage.js';

/** Options for multiclass labels. */
export const classOptions = {
  classes: names('NAME,...', [
    'the classes of multiclass labels, in order',
    'Default: labels are multiclass if there are more than two and --favorable is not given; see `fairwasm ' +
      'classes --help`',
  ]),
  ordered: rows.ordered,
} as const;

export interface ClassValues {
  classes?: string[] | undefined;
  ordered?: boolean | undefined;
}

/** Options for binary labels only. */
const ofTwo = [
  ...['favorable', 'outcome', 'score', 'threshold', 'within', 'shrunken', 'pairs', 'equivalence-margin'],
  ...['fail-unless-equivalent', 'fail-if-worse', 'baseline', 'baseline-prediction', 'example', 'simultaneous'],
  ...['min-cell-size', 'suppress-below', 'model', 'with', 'notes', 'metric'],
];

/** Options that multiclass and binary audits share although their metrics differ. */
const limits = ['fail-under', 'fail-over', 'at'];

// Other values are numbers or names.
const maxClasses = 100;

/**
 * Returns whether an option requests a multiclass audit.
 *
 * @throws UsageError if an option for binary labels was also passed.
 */
export function isMulticlassRequested(values: ClassValues, input: Readonly<Record<string, unknown>>) {
  if (values.classes === undefined && !values.ordered) return false;
  const unexpected = findStray(input);
  if (unexpected === undefined) return true;
  const own = values.classes === undefined ? '--ordered' : '--classes';
  throw new UsageError(
    `${own} applies to multiclass labels, and --${unexpected} applies to two outcomes. Remove one of them.`,
  );
}

const findStray = (given: Readonly<Record<string, unknown>>): string | undefined =>
  ofTwo.find((name) => given[name] !== undefined && given[name] !== false);

/** Returns whether the counts are multiclass and no option for binary labels was passed. */
export function areSeveral(
  { auditor }: Pick<CountedFile, 'auditor'>,
  given: Readonly<Record<string, unknown>>,
): boolean {
  const { labels, columns } = auditor.tally;
  const asksOfTwo = limits.some((name) => given[name] !== undefined);
  return (
    !asksOfTwo &&
    labels.length > 2 &&
    labels.length <= maxClasses &&
    columns.label &&
    columns.prediction &&
    findStray(given) === undefined &&
    guessFavorable(labels) === undefined &&
    !haveAnswers(auditor)
  );
}

// Labels of one column may be called yes and no, and those of the other 1 and -1.
function haveAnswers(auditor: CountedFile['auditor']): boolean {
  if (!auditor.tally.labels.every((label) => toAnswer(label) !== undefined)) return false;
  try {
    auditor.audit({ uncertainty: false })[Symbol.dispose]();
    return true;
  } catch {
    return false;
  }
}

/** Returns the multiclass report of the counts. */
export async function severalReport(
  fair: Fairwasm,
  { auditor }: Pick<CountedFile, 'auditor'>,
  { privileged, uncertainty, source }: Pick<CsvAuditOptions, 'privileged' | 'uncertainty' | 'source'>,
  { classes, ordered = false }: ClassValues,
): Promise<ClassReport> {
  const { load } = await import('../../classes/classes.js');
  const module = await load({ fair });
  const audit = module.auditTally(auditor.tally, { classes, ordered, privileged, uncertainty });
  try {
    if (classes === undefined && !ordered) requireTrueClasses(audit);
    return audit.report({ source, droppedRows: auditor.droppedRows });
  } finally {
    audit[Symbol.dispose]();
  }
}

// The user did not request a multiclass audit: if only two true outcomes occur, other predicted values are
// probably different spellings of them.
function requireTrueClasses(audit: ClassAudit): void {
  const { confusion } = audit.frame([]).overall;
  const never = audit.classes.filter((_, i) => confusion[i]?.every((weight) => weight === 0));
  if (audit.classes.length - never.length > 2) return;
  const names = never.map((name) => `'${name}'`).join(', ');
  throw new InputError(
    `predictions contain ${names}, which are not true outcomes. Use the same spelling in both columns, or list all classes with --classes.`,
  );
}
