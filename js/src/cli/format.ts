// SPDX-License-Identifier: Apache-2.0
//
// The format of a result: the one that --format names, or the one that the ending of --output stands for.

import { extname } from 'node:path';
import { requireChoice, UsageError } from './command.js';
import { rows } from './rows.js';

/** Formats by the ending of the files that hold them. Files with another ending, or none, hold any format. */
const formatsOfEnding: Readonly<Record<string, readonly string[]>> = {
  '.json': ['json'],
  '.csv': ['csv'],
  '.html': ['html'],
  '.htm': ['html'],
  '.md': ['markdown', 'model-card'],
  '.svg': ['svg'],
  '.xml': ['junit'],
};

/** The options that decide on the format; `--format` has no default, so that its absence can be detected. */
export const formatOptions = { format: rows.format, output: rows.output } as const;

/**
 * Returns the format to write: `--format`, or else the one that the ending of `--output` stands for, or else text.
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
  const chosen =
    format === undefined ? (inferred ?? 'text') : requireChoice('--format', format, choices);
  if (!fitting || fitting.includes(chosen)) return chosen;
  const fix = inferred ? `Use --format ${inferred} or leave out --format` : 'Name another file';
  throw new UsageError(`--output ${output}: a ${ending} file does not hold ${chosen}. ${fix}.`);
}
