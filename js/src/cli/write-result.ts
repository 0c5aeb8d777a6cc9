// SPDX-License-Identifier: Apache-2.0
//
// Writes a result in the requested format.

import { format, type Result, type ResultFormat } from '../report/format.js';
import { isColored, terminalWidth, writeOutput } from './output.js';

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
