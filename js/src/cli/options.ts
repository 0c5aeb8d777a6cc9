// SPDX-License-Identifier: Apache-2.0
//
// Options as rows: a row defines how an option is parsed and describes what it does. Help, completion, the manual page, and the
// schema of configuration files are derived from it.

import { padRight, wrap } from '../document/layout.js';

/** One option. `value` is the placeholder in help, such as `COLUMN`, or the choices, such as `text|json`. */
export interface Option {
  readonly type: 'string' | 'boolean';
  readonly multiple?: true;
  readonly default?: string;
  readonly value?: string;
  readonly help: string;
}

export type Options = Readonly<Record<string, Option>>;

/** An option with one value. */
export function text(value: string, help: string): { type: 'string'; value: string; help: string };
export function text(
  value: string,
  help: string,
  initial: string,
): { type: 'string'; value: string; help: string; default: string };
export function text(value: string, help: string, initial?: string) {
  const row = { type: 'string' as const, value, help };
  return initial === undefined
    ? row
    : { ...row, help: `${help} Default: ${initial}`.trim(), default: initial };
}

/** An option that can be repeated. */
export const list = (value: string, help: string) =>
  ({ type: 'string', multiple: true, value, help }) as const;

/** An option without a value. */
export const flag = (help: string) => ({ type: 'boolean', help }) as const;

/** Options under a heading; `notes` are lines that follow them as they are. */
export type Section = readonly [title: string, options: Options, notes?: string];

/** The content of `--help`. */
export interface Manual {
  name: string;
  /** The arguments after the command's name, one entry per form. */
  usage: readonly string[];
  /** Paragraphs, separated by an empty line. */
  about: string;
  sections?: readonly Section[];
  /** The options that `--help` lists if `--help --all` lists more. Default: all. */
  common?: readonly string[];
  /** Lines after the description as they are. */
  notes?: string;
  /** Paragraphs after the options. */
  closing?: string;
  /** Arguments of this command, or a whole line that starts with `fairwasm`. */
  examples?: readonly string[];
}

export const exitCodeHelp = 'Exit codes: 0 success, 1 unusable input, 2 invalid usage.';

/** The same for commands that judge limits. */
export const limitExitCodeHelp =
  'Exit codes: 0 success, 1 unusable input, 2 invalid usage, 3 a limit was crossed or could not ' +
  'be checked.';

const width = 80;
const helpColumn = 25;

/** The help of a command, in lines of at most 80 columns; without `isAll` only its common options. */
export function helpText(manual: Manual, isAll = true): string {
  const { name, usage, about, sections = [], common, notes, closing, examples = [] } = manual;
  const isShort = common !== undefined && !isAll;
  const shown = isShort ? sections.map((section) => shortened(section, common)) : sections;
  const blocks = [
    usage.map((each, i) => usageLines(name, each, i)).join('\n'),
    ...paragraphs(about),
    ...noted(notes),
    ...shown.filter(([, options]) => Object.keys(options).length > 0).map(sectionLines),
    ...(isShort ? paragraphs(`\`fairwasm ${name} --help --all\` lists all options.`) : []),
    ...paragraphs(closing ?? ''),
  ];
  const lines = examples.slice(0, isShort ? 3 : undefined).map((each) => exampleLines(name, each));
  return [...blocks, ...(lines.length > 0 ? [['Examples', ...lines].join('\n')] : [])].join('\n\n');
}

const shortened = ([title, options]: Section, common: readonly string[]): Section => [
  title,
  Object.fromEntries(Object.entries(options).filter(([name]) => common.includes(name))),
];

const sectionLines = ([title, options, notes]: Section): string =>
  [...(title ? [title] : []), ...Object.entries(options).map(optionLines), ...noted(notes)].join(
    '\n',
  );

const noted = (notes: string | undefined) => (notes === undefined ? [] : [notes]);

const paragraphs = (text: string) =>
  text.split('\n\n').flatMap((each) => (each === '' ? [] : [wrap(each, width).join('\n')]));

/** Breaks `words` where an option starts, if they are too long for one line. */
function broken(text: string, room: number): string[] {
  const lines: string[] = [];
  for (const part of text.split(/ (?=\[?--)/)) {
    const longer = `${lines.at(-1)} ${part}`;
    if (lines.length > 0 && longer.length <= room) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

function usageLines(name: string, arguments_: string, i: number): string {
  const start = `${i === 0 ? 'Usage: ' : '       '}fairwasm ${name} `;
  return (
    start + broken(arguments_, width - start.length).join(`\n${' '.repeat(start.length)}`)
  ).trimEnd();
}

const exampleLines = (name: string, arguments_: string) =>
  `  ${broken(/^fairwasm /.test(arguments_) ? arguments_ : `fairwasm ${name} ${arguments_}`.trimEnd(), width - 6).join(' \\\n    ')}`;

function optionLines([name, { value, help }]: readonly [string, Option]): string {
  const start = `  --${name}${value === undefined ? '' : ` ${value}`}`;
  const lines = wrap(help, width - helpColumn);
  const indent = ' '.repeat(helpColumn);
  if (start.length >= helpColumn) return [start, ...lines.map((line) => indent + line)].join('\n');
  return lines.map((line, i) => (i === 0 ? padRight(start, helpColumn) : indent) + line).join('\n');
}
