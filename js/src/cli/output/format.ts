// SPDX-License-Identifier: Apache-2.0
//
// The format of a result: from --format, or else from the extension of --output.

import { extname } from 'node:path';
import { format } from '../../report/all-results.js';
import type { Result, ResultFormat } from '../../report/format.js';
import { text } from '../options/options.js';
import { rows } from '../options/rows.js';
import { requireChoice, UsageError } from '../options/usage.js';
import { isColored, terminalWidth, writeOutput } from './output.js';

/** Formats by file extension. Files with another extension, or none, may have any format. */
const formatsOfEnding: Readonly<Record<string, readonly string[]>> = {
  '.json': ['json', 'cyclonedx'],
  '.csv': ['csv'],
  '.html': ['html'],
  '.htm': ['html'],
  '.md': ['markdown', 'model-card'],
  '.svg': ['svg'],
  '.xml': ['junit'],
};

/** The formats of results that are written as documents and as tables. */
export const documentFormats = ['text', 'json', 'markdown', 'csv', 'html'] as const;

/** The options that determine one of {@link documentFormats}. */
export const documentFormatOptions = {
  format: text(documentFormats.join('|'), ['output format', 'Default: from the extension of --output, or text']),
  output: rows.output,
} as const;

/** The options that determine the format; `--format` has no default, so that its absence can be detected. */
export const formatOptions = { format: rows.format, output: rows.output } as const;

/**
 * Returns the format to write: from `--format`, or else from the extension of `--output`, or else text.
 *
 * @param choices The formats of the command.
 * @throws UsageError for an unknown format, and for an ending that contradicts the format.
 */
export function requireFormat<T extends string>(
  { format, output }: { format?: string | undefined; output?: string | undefined },
  choices: readonly (T | 'text')[],
): T | 'text' {
  const ending = extname(output ?? '').toLowerCase();
  const fitting = Object.hasOwn(formatsOfEnding, ending) ? formatsOfEnding[ending] : undefined;
  const inferred = choices.find((choice) => fitting?.includes(choice));
  const chosen = format === undefined ? (inferred ?? 'text') : requireChoice('--format', format, choices);
  if (!fitting || fitting.includes(chosen)) return chosen;
  const fix = inferred ? `Use --format ${inferred} or remove --format` : 'Name another file';
  throw new UsageError(`--output ${output}: a ${ending} file cannot contain ${chosen}. ${fix}.`);
}

interface Target {
  /** The file to write; absent for standard output. */
  output?: string | undefined;
  /** Name of the data, for results without one. */
  source?: string | undefined;
}

/** Returns the result in a format; text is colored and wrapped for the terminal. */
function written(result: Result, kind: ResultFormat, { output, source }: Target): string {
  const look = { color: isColored(output), width: terminalWidth(output) };
  return format(result, kind, { ...(kind === 'text' && look), ...(source !== undefined && { source }) });
}

/** Writes the result to a file, or prints it. */
export async function writeResult(result: Result, kind: ResultFormat, target: Target): Promise<void> {
  await writeOutput(written(result, kind, target), target.output);
}

/** Returns functions that write a result, by format. */
export const resultFormats = <Kind extends ResultFormat>(kinds: readonly Kind[]) =>
  Object.fromEntries(
    kinds.map((kind) => [kind, (result: Result, target: Target) => written(result, kind, target)]),
  ) as Record<Kind, <T extends Target>(result: Result, target: T) => string>;
