// SPDX-License-Identifier: Apache-2.0
//
// Commands that read one file and write one result: reads the columns of the file by the role that an option gives
// them, and writes the result in the requested format.

import type { RunOptions } from '../core/long-run.js';
import type { IntakeOptions } from '../data/intake/options.js';
import type { Intake } from '../data/intake/record.js';
import type { Result, ResultFormat } from '../report/format.js';
import { type Command, fileCommand, type Sections, type SectionValues } from './command.js';
import { computing } from './input/computing.js';
import { readByRole } from './input/file-columns.js';
import { getName, type Origin } from './input/input.js';
import { completing, getIntake, type intakeOptions } from './input/intake.js';
import type { Manual, Values } from './options/options.js';
import { type documentFormatOptions, documentFormats, requireFormat, writeResult } from './output/format.js';
import { requireOtherFile } from './output/output.js';

/** Names of columns by role; roles without a column are not read. A role with a list has a table of columns. */
type Named = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Roles {
  categories: Named;
  numbers?: Named;
  /** Roles with many distinct values, whose spelling is kept. */
  kept?: readonly string[];
  /** Roles that have their values in common. */
  labels?: readonly string[];
}

/** Columns of a file by role. */
export interface RoleColumns<Input> {
  input: Input;
  origin: Origin;
  rows: number;
  /** Unusual decisions about the file. */
  notes: readonly string[];
  /** Number of rows that were omitted because of missing values. */
  omitted: number;
  /** The tool and the models, if the file is a log. */
  log: Intake['log'];
}

/**
 * Returns how to read a file of which rows with missing values are omitted, with `--missing drop`. Rows without a group are
 * kept.
 */
export function completeRoles(
  intake: IntakeOptions,
  values: Parameters<typeof completing>[1],
  { categories, numbers = {} }: Roles,
): IntakeOptions {
  const { group: _, groups: _all, ...otherNames } = categories;
  return completing(intake, values, Object.values({ ...otherNames, ...numbers }).flat());
}

/** Returns the columns by role, and the origin for error messages. */
export async function readRoles<Input>(
  path: string,
  { categories, numbers = {}, kept = [], labels = [] }: Roles,
  intake: IntakeOptions,
): Promise<RoleColumns<Input>> {
  const getNames = (named: Named) => Object.values(named).flat();
  const read = await readByRole(
    path,
    {
      categories: getNames(categories),
      numbers: getNames(numbers),
      kept: kept.flatMap((role) => categories[role]),
      labels: labels.flatMap((role) => categories[role]),
    },
    intake,
  );
  const columns: [argument: string, name: string][] = [];
  const input: Record<string, unknown> = {};
  for (const [role, named] of Object.entries({ ...categories, ...numbers })) {
    const isNumeric = role in numbers;
    if (typeof named === 'string') {
      columns.push([role, named]);
      input[role] = isNumeric ? read.number(named) : read.category(named);
    } else if (named !== undefined) {
      for (const name of named) columns.push([name, name]);
      input[role] = isNumeric ? read.numbers(named) : read.categories(named);
    }
  }
  return {
    input: input as Input,
    origin: { path, columns: Object.fromEntries(columns), intake },
    rows: read.rows,
    notes: read.notes,
    omitted: read.omitted,
    log: read.log,
  };
}

/** The options of every command of {@link resultCommand}. */
type Common = typeof intakeOptions & typeof documentFormatOptions;

/** The file of a command, and how it is read. */
export interface ResultFile {
  path: string;
  /** Further files, if the command reads several. */
  otherPaths: readonly string[];
  /** Name of the file in the result. */
  source: string;
  intake: IntakeOptions;
  /** Format of the result. */
  format: ResultFormat;
}

interface Described<S extends Sections> extends Omit<Manual, 'sections'> {
  sections: S;
  /** Whether the command reads several files. */
  takesSeveral?: boolean;
  /** Default: the formats of documents and tables. */
  formats?: readonly ResultFormat[];
}

interface ResultCommand<S extends Sections> extends Described<S> {
  /** Returns the result; usage errors should precede the reading of the file. */
  run(values: SectionValues<S>, file: ResultFile): Promise<Result>;
}

/** Returns a command that computes a result from one file, and writes it. */
export const resultCommand = <const S extends Sections>({
  formats = documentFormats,
  run,
  ...manual
}: ResultCommand<S>): Command =>
  fileCommand({
    ...manual,
    async run(values: SectionValues<S>, path, otherPaths) {
      const common = values as unknown as Values<Common>;
      const format = requireFormat(common, formats);
      const intake = getIntake(common);
      for (const each of [path, ...otherPaths]) await requireOtherFile(common.output, each);
      const source = [path, ...otherPaths].map(getName).join(', ');
      const result = await run(values, { path, otherPaths, source, intake, format });
      await writeResult(result, format, { output: common.output, source });
    },
  });

/** The columns that the options name, by role. */
export function rolesIn(sections: Sections, values: object): Roles {
  const all = Object.values(sections).flatMap((options) => Object.entries(options));
  const named = (kinds: readonly unknown[]) =>
    Object.fromEntries(
      all
        .filter(([, row]) => row.column !== undefined && kinds.includes(row.column))
        .map(([name]) => [name, (values as Named)[name]]),
    );
  const kept = Object.keys(named(['name']));
  return { categories: named(['category', 'name']), numbers: named(['number']), kept };
}

interface ColumnCommand<S extends Sections, Input> extends Described<S> {
  /** Throws {@link UsageError} for options that do not fit together. */
  check?(values: SectionValues<S>): void;
  /** Whether rows with missing values are omitted while the file is read, with `--missing drop`. Default: false. */
  dropsMissing?: boolean;
  /** Returns the columns to read. Default: the options that name a column, each an argument. */
  roles?(values: SectionValues<S>): Roles;
  compute(
    input: Input,
    values: SectionValues<S>,
    file: Omit<RoleColumns<Input>, 'input'> & { source: string },
    run: RunOptions,
  ): Promise<Result>;
}

/** Returns a command whose result follows from columns by role: it reads them, computes the result, and writes it. */
export const columnCommand = <const S extends Sections, Input>({
  check = () => {},
  dropsMissing = false,
  roles = (values) => rolesIn(manual.sections, values),
  compute,
  ...manual
}: ColumnCommand<S, Input>): Command =>
  resultCommand({
    ...manual,
    async run(values: SectionValues<S>, { path, source, intake }) {
      check(values);
      const asked = roles(values);
      const reading = dropsMissing ? completeRoles(intake, values as object, asked) : intake;
      const { input, ...read } = await readRoles<Input>(path, asked, reading);
      return computing((run) => compute(input, values, { ...read, source }, run), read.origin);
    },
  });
