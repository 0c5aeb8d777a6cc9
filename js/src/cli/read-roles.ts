// SPDX-License-Identifier: Apache-2.0
//
// Reads the columns of a file by the role that an option gives them, and runs the commands that need nothing else.

import type { IntakeOptions } from '../data/intake/options.js';
import type { Result } from '../report/format.js';
import { type Command, fileCommand, type Sections, type SectionValues } from './command.js';
import { computing } from './computing.js';
import { readByRole } from './file-columns.js';
import { type documentFormatOptions, documentFormats, requireFormat } from './format.js';
import { getName, type Origin } from './input.js';
import { getIntake, type intakeOptions } from './intake.js';
import type { Manual, Values } from './options.js';
import { requireOtherFile } from './output.js';
import { writeResult } from './write-result.js';

/** Names of columns by role; roles without a column are not read. */
type Named = Readonly<Record<string, string | undefined>>;

interface Roles {
  categories: Named;
  numbers: Named;
  /** Roles with many distinct values, whose spelling is kept. */
  kept?: readonly string[];
}

const getEntries = (named: Named): [role: string, name: string][] =>
  Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== undefined);

/** Returns the columns by role, and the origin for error messages. */
export async function readRoles<Input>(
  path: string,
  { categories, numbers, kept = [] }: Roles,
  intake: IntakeOptions,
): Promise<{ input: Input; origin: Origin }> {
  const named = [...getEntries(categories), ...getEntries(numbers)];
  const read = await readByRole(
    path,
    {
      categories: Object.values(categories),
      numbers: Object.values(numbers),
      kept: kept.map((role) => categories[role]),
    },
    intake,
  );
  const input = named.map(([role, name]) => [
    role,
    role in numbers ? read.number(name) : read.category(name),
  ]);
  return {
    input: Object.fromEntries(input) as Input,
    origin: { path, columns: Object.fromEntries(named), intake },
  };
}

/** The options of every command of {@link columnCommand}. */
type Common = typeof intakeOptions & typeof documentFormatOptions;

interface ColumnCommand<S extends Sections, Input> extends Omit<Manual, 'sections'> {
  sections: S;
  /** Returns the columns to read. */
  roles(values: SectionValues<S>): Roles;
  compute(input: Input, values: SectionValues<S>): Promise<Result>;
}

/** Returns a command whose result follows from columns by role: it reads them, computes the result, and writes it. */
export const columnCommand = <const S extends Sections, Input>({
  roles,
  compute,
  ...manual
}: ColumnCommand<S, Input>): Command =>
  fileCommand({
    ...manual,
    async run(values: SectionValues<S>, path) {
      const common = values as unknown as Values<Common>;
      const format = requireFormat(common, documentFormats);
      const named = roles(values);
      const intake = getIntake(common);
      await requireOtherFile(common.output, path);
      const { input, origin } = await readRoles<Input>(path, named, intake);
      const result = await computing(() => compute(input, values), origin);
      await writeResult(result, format, { ...common, source: getName(path) });
    },
  });
