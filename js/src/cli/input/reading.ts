// SPDX-License-Identifier: Apache-2.0
//
// Options for reading a file of decisions (groups, reference groups, favorable labels, missing values),
// shared by every command that compares groups.

import type { CsvAuditOptions } from '../../audit/audit-csv.js';
import { requireFile } from '../command.js';
import type { Values } from '../options/options.js';
import { rows } from '../options/rows.js';
import { MissingColumnError, pairWith, UsageError } from '../options/usage.js';
import { type Read, withInput } from './input.js';
import { getIntake, intakeOptions } from './intake.js';

/** The reference groups, and the treatment of missing values. */
export const comparisonOptions = {
  privileged: rows.privileged,
  missing: rows.missing,
  unknown: rows.unknown,
  'missing-values': rows['missing-values'],
} as const;

export const readingOptions = {
  label: rows.label,
  prediction: rows.prediction,
  group: rows.group,
  weight: rows.weight,
  ...intakeOptions,
  favorable: rows.favorable,
  ...comparisonOptions,
} as const;

/** The option for the effect of a positive decision, for files and examples. */
export const outcomeOptions = { outcome: rows.outcome } as const;

type Given = Values<typeof readingOptions>;

/** The package's options that these options determine. */
export type Reading = Pick<
  CsvAuditOptions,
  'label' | 'weight' | 'groups' | 'favorable' | 'privileged' | 'missing' | 'missingValues'
>;

/** Throws {@link UsageError} if a column is missing or named twice, or a group belongs to no column. */
export function getReading(values: Given): Reading {
  const { label, weight, favorable, missing, group: groups } = values;
  if (groups === undefined) throw new MissingColumnError('pass --group, the columns that define groups');
  const privileged = getPairs('--privileged', values.privileged, groups);
  return {
    label,
    weight,
    groups,
    favorable,
    privileged: privileged.length > 0 ? Object.fromEntries(privileged) : undefined,
    missing,
    missingValues: values['missing-values'],
  };
}

/** Parses groups of the attributes in `--group`, such as `sex=f`. */
export function getPairs(
  option: string,
  texts: readonly string[] | undefined,
  groups: readonly string[],
): [attribute: string, group: string][] {
  const pairs = (texts ?? []).map((text) => pairWith(groups, option, text));
  const unexpected = pairs.find(([name]) => !groups.includes(name));
  if (unexpected === undefined) return pairs;
  throw new UsageError(`${option} names '${unexpected[0]}', which is not in --group`);
}

/** The input file of a command. */
export interface GivenFile {
  path: string;
  /** @param columns The columns that the command reads; omitted columns are undefined. */
  read<T>(columns: readonly (string | undefined)[], read: Read<T>): Promise<T>;
}

/** Returns the only file among the arguments without opening it, so that usage can be checked first. */
export function getFile(positionals: readonly string[], values: Parameters<typeof getIntake>[0]): GivenFile {
  const path = requireFile(positionals);
  const intake = getIntake(values);
  return {
    path,
    read: (columns, read) => {
      const named = columns.filter((name) => name !== undefined);
      return withInput(path, named, read, intake);
    },
  };
}
