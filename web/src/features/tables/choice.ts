// SPDX-License-Identifier: Apache-2.0
//
// The values of a command's options for a table: guesses from the names of columns, and problems.

import { commands, type OptionRow } from 'virtual:commands';
import { findColumn } from '../../table/choice.js';
import { guessMeaning } from '../../table/kinds.js';
import { parseList } from '../../table/lists.js';
import type { ColumnProfile, TableProfile } from '../../table/profile.js';
import { distinctValues } from '../../table/spelling.js';
import { getWords } from '../../table/words.js';
import { getTitle, toArgument } from '../../widgets/option-text.js';
import { rangeProblem } from '../../widgets/range.js';
import type { Command, Value, Values, Work } from './protocol.js';

/** Options that only the command line has: the page recognizes a log of a language model by its content. */
const onlyCommandLine = ['log'];

export type Options = Readonly<Record<string, OptionRow>>;

/** The options of a command under their headings. */
export const getSections = (command: Command): [title: string, options: Options][] =>
  commands[command].sections.map(([title, options]) => [
    title,
    Object.fromEntries(Object.entries(options).filter(([name]) => !onlyCommandLine.includes(name))),
  ]);

const getOptions = (command: Command): [name: string, row: OptionRow][] =>
  getSections(command).flatMap(([, options]) => Object.entries(options));

/** The role whose categories an option names, by its placeholder. */
const roles: Readonly<Record<string, string>> = {
  VARIANT: 'variant',
  GROUP: 'group',
  'GROUP=NUMBER,...': 'group',
  LABEL: 'outcome',
};

/** Returns the categories that an option can name; undefined if it names none. */
export function getCategories({ value = '' }: OptionRow, values: Values, profile: TableProfile): string[] | undefined {
  const role = roles[value];
  if (role === undefined) return undefined;
  const column = findColumn(profile, values[role] as string);
  if (!column) return [];
  // Spellings of names are kept.
  return role === 'variant' ? [...column.values] : distinctValues(column);
}

/** Whether an option has a number for each category. */
export const isByCategory = ({ value = '' }: OptionRow): boolean => value.startsWith('GROUP=');

/** Returns the choices of an option; undefined if it has none. */
export const getChoices = ({ value = '' }: OptionRow): string[] | undefined =>
  value.includes('|') ? value.split('|') : undefined;

/** Returns the columns that can have the role. */
export const getColumns = ({ column }: OptionRow, { columns }: TableProfile): ColumnProfile[] =>
  columns.filter(({ range }) => column !== 'number' || range !== undefined);

// Words in the names of columns, by role.
const words: Readonly<Record<string, RegExp>> = {
  item: /^(items?|cases?|prompts?|questions?|applications?|resumes?|vignettes?|templates?)$/,
  variant: /^(variants?|versions?|names?|persona|sex|gender|race|ethnicity|age|nationality)$/,
  run: /^(runs?|epochs?|repetitions?|repeats?|trials?|attempts?)$/,
  outcome: /^(outcomes?|decisions?|hired?|passed|selected|approved|admitted|answers?|status|flagged)$/,
  score: /^(scores?|ratings?|points|grades?)$/,
  rows: /^(rows|counts?|frequency)$/,
  group: /^(groups?|sex|gender|race|ethnicity|accent|dialect|language|region|age|skin)$/,
  events: /^(events?|errors?|claims?|refusals?|clicks?|wrong|accidents?|complaints?)$/,
  exposure: /^(exposure|words|years|prompts|impressions|tokens|views|total|hours)$/,
  cluster: /^(clusters?|recordings?|speakers?|policy|policies|persons?|users?|documents?)$/,
  query: /^(query|queries|search|searches|lists?|users?|requests?|qid)$/,
  position: /^(positions?|ranks?|places?)$/,
  relevance: /^(relevance|merit|relevant|qualified|hired|clicked)$/,
  batch: /^(batch|batches|weeks?|days?|dates?|months?|quarters?|years?|periods?)$/,
};

function guessColumn(role: string, row: OptionRow, profile: TableProfile, taken: readonly Value[]): string {
  const open = getColumns(row, profile).filter(({ name }) => !taken.includes(name));
  const isNamed = ({ name }: ColumnProfile) => getWords(name).some((word) => words[role]?.test(word));
  const isOfPeople = (column: ColumnProfile) => ['sex', 'race'].includes(guessMeaning(column) ?? '');
  const found = open.find(isNamed) ?? (/^(group|variant)$/.test(role) ? open.find(isOfPeople) : undefined);
  return found?.name ?? '';
}

/** Returns the values at first: guessed columns, and the most frequent category as the reference if one is required. */
export function guessValues(command: Command, profile: TableProfile): Values {
  const options = getOptions(command);
  const values: Record<string, Value> = {};
  for (const [name, row] of options) {
    if (row.type === 'boolean') values[name] = false;
    else if (isByCategory(row)) values[name] = {};
    else if (row.range) values[name] = Number.NaN;
    else values[name] = '';
  }
  const columns = options.filter(([, row]) => row.column !== undefined);
  // Required columns first, because each column has one role.
  for (const [name, row] of [
    ...columns.filter(([, row]) => row.isRequired || row.orElse),
    ...columns.filter(([, row]) => !row.isRequired && !row.orElse),
  ]) {
    const isExcluded = row.excludes?.some((other) => values[other]);
    if (!isExcluded) values[name] = guessColumn(name, row, profile, Object.values(values));
  }
  // In a table of a log, such a column identifies the case.
  const others = `all except ${values.variant}`;
  if (findColumn(profile, others)) values.item = others;
  return withReferences(command, values, profile);
}

/** Returns the values after a change: categories of another column are replaced. */
export function withReferences(command: Command, values: Values, profile: TableProfile): Values {
  const changed: Record<string, Value> = { ...values };
  for (const [name, row] of getOptions(command)) {
    const categories = getCategories(row, values, profile);
    if (!categories) continue;
    if (isByCategory(row)) {
      const kept = Object.entries(values[name] as object).filter(([category]) => categories.includes(category));
      changed[name] = Object.fromEntries(kept);
    } else if (!categories.includes(values[name] as string)) {
      changed[name] = row.isRequired ? (categories[0] ?? '') : '';
    }
  }
  return changed;
}

/** Whether an option has a value other than its default. */
export const isSet = (value: Value | undefined): boolean =>
  typeof value === 'object' ? Object.values(value).some((each) => !Number.isNaN(each)) : Boolean(value) || value === 0;

/** The largest number of categories that get a field each. */
export const maxFields = 200;

/** Returns the problems by option. */
export function getProblems(command: Command, values: Values, profile: TableProfile) {
  const problems: Record<string, string> = {};
  for (const [name, row] of getOptions(command)) {
    const wrong = getProblem(name, row, values, profile);
    if (wrong !== undefined) problems[name] = wrong;
  }
  return problems;
}

function getProblem(name: string, row: OptionRow, values: Values, profile: TableProfile): string | undefined {
  const { isRequired, orElse, excludes = [], range, column } = row;
  const value = values[name] as Value;
  if (isByCategory(row) && (isRequired || isSet(value))) {
    return sharesProblem(row, values, value as object, profile);
  }
  if (!isSet(value)) {
    const others = orElse?.filter((other) => other in values);
    const isMissing = isRequired || (others && !others.some((other) => isSet(values[other])));
    if (!isMissing) return undefined;
    if (column === undefined) return 'Choose a value.';
    const end = others?.map((other) => `, or one for “${getTitle(other)}”`).join('') ?? '';
    return `Choose a column${end}.`;
  }
  const other = excludes.find((each) => isSet(values[each]));
  if (other !== undefined) return `Choose either “${getTitle(name)}” or “${getTitle(other)}”.`;
  return range && rangeProblem(value as number, range);
}

function sharesProblem(row: OptionRow, values: Values, shares: object, profile: TableProfile) {
  const categories = getCategories(row, values, profile) ?? [];
  if (categories.length > maxFields) {
    return `The column has more than ${maxFields} groups. Choose another column, or use the command line.`;
  }
  const numbers = categories.map((name) => (shares as Record<string, number>)[name] ?? Number.NaN);
  if (numbers.every((share) => share >= 0)) return undefined;
  return 'Enter a number of at least 0 for each group.';
}

/** The package's names of options that differ. */
const argumentNames: Readonly<Record<string, string>> = { sample: 'isSample' };

/** Returns the request for these values. */
export function toWork(command: Command, file: Blob, values: Values): Work {
  const given = getOptions(command).filter(([name]) => isSet(values[name]));
  const columns = given.filter(([, row]) => row.column !== undefined);
  const getNames = (kind: OptionRow['column']) =>
    columns.filter(([, row]) => row.column === kind).map(([name]) => values[name] as string);
  const options = given
    .filter(([, row]) => row.column === undefined)
    .map(([name, row]) => [argumentNames[name] ?? toArgument(name), toGiven(row, values[name] as Value)]);
  return {
    file,
    command,
    columns: Object.fromEntries(columns.map(([name]) => [name, values[name] as string])),
    numbers: getNames('number'),
    merged: getNames('category'),
    options: Object.fromEntries(options),
  };
}

// A list of texts is typed with commas.
const toGiven = ({ multiple, value = '' }: OptionRow, given: Value) =>
  multiple && value.includes(',') && typeof given === 'string' ? parseList(given) : given;
