// SPDX-License-Identifier: Apache-2.0
//
// The format of a result: from --format, or else from the extension of --output.

import { extname } from 'node:path';
import { text } from './options.js';
import { rows } from './rows.js';
import { requireChoice, UsageError } from './usage.js';

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
  format: text(documentFormats.join('|'), 'output format. Default: from the extension of --output, or text'),
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
