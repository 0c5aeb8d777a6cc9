// SPDX-License-Identifier: Apache-2.0
//
// The options that say how a file of decisions is read: which columns make the groups, with whom they are compared,
// what counts as favorable, and what a missing value is. The same words in every command that compares groups.

import type { CsvAuditOptions } from '../audit/audit-csv.js';
import { type Outcome, outcomes } from '../metrics/outcome.js';
import {
  listOf,
  requireChoice,
  requireDelimiter,
  requireFile,
  requireOnce,
  requirePair,
  UsageError,
} from './command.js';
import { type Read, withInput } from './input.js';
import { rows } from './rows.js';

export const readingOptions = {
  label: rows.label,
  prediction: rows.prediction,
  group: rows.group,
  weight: rows.weight,
  delimiter: rows.delimiter,
  favorable: rows.favorable,
  privileged: rows.privileged,
  missing: rows.missing,
  'missing-values': rows['missing-values'],
} as const;

/** The effect of a positive decision: for files and examples. */
export const outcomeOptions = { outcome: rows.outcome } as const;

/** Throws {@link UsageError} for what is no outcome, a column of outcomes for instance. */
export function outcomeOf({ outcome }: { outcome?: string | undefined }): Outcome | undefined {
  const found = outcomes.find((each) => each === outcome);
  if (found !== undefined || outcome === undefined) return found;
  throw new UsageError(
    `--outcome says what a positive decision is to people, benefit or burden, not '${outcome}'; ` +
      'the column of true outcomes is --label',
  );
}

type Single = 'label' | 'weight' | 'delimiter' | 'missing';
type Repeated = 'group' | 'favorable' | 'privileged' | 'missing-values';
type Values = { [Name in Single]?: string | undefined } & {
  [Name in Repeated]?: string[] | undefined;
};

/** What the package is asked for, as far as these options say it. */
export type Reading = Pick<
  CsvAuditOptions,
  'label' | 'weight' | 'groups' | 'favorable' | 'privileged' | 'missing' | 'missingValues'
>;

/** Throws {@link UsageError} where a column is missing or named twice, or a group is of no column. */
export function readingOf(values: Values): Reading {
  const { label, weight, favorable, missing } = values;
  const groups = listOf(values.group);
  if (groups.length === 0)
    throw new UsageError('give --group: the columns that say which group a row belongs to');
  requireOnce('--group', groups);
  const privileged = pairsOf('--privileged', values.privileged, groups);
  return {
    label,
    weight,
    groups,
    favorable,
    privileged: privileged.length > 0 ? Object.fromEntries(privileged) : undefined,
    missing:
      missing === undefined
        ? undefined
        : requireChoice('--missing', missing, ['error', 'drop'] as const),
    missingValues: values['missing-values'] && listOf(values['missing-values']),
  };
}

/** Groups of the attributes that `--group` names, as `sex=f`. */
export function pairsOf(
  option: string,
  texts: readonly string[] | undefined,
  groups: readonly string[],
): [attribute: string, group: string][] {
  const pairs = (texts ?? []).map((text) => requirePair(option, text));
  const stray = pairs.find(([name]) => !groups.includes(name));
  if (stray === undefined) return pairs;
  throw new UsageError(`${option} names '${stray[0]}', which is not a --group`);
}

/** The file that a command is given. */
export interface GivenFile {
  path: string;
  /** @param columns The columns that the command asks for; those left out are undefined. */
  read<T>(columns: readonly (string | undefined)[], read: Read<T>): Promise<T>;
}

/** The one file among the arguments, to be read later: usage is checked before anything is opened. */
export function fileOf(
  positionals: readonly string[],
  values: Pick<Values, 'delimiter'>,
): GivenFile {
  const path = requireFile(positionals);
  const delimiter = requireDelimiter(values.delimiter);
  return {
    path,
    read: (columns, read) => {
      const named = columns.filter((name) => name !== undefined);
      return withInput(path, named, read, delimiter);
    },
  };
}
