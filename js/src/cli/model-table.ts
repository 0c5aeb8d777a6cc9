// SPDX-License-Identifier: Apache-2.0
//
// Scores a table with a model and adds two columns, so that every reader of files with decisions can read the
// result.

import { basename } from 'node:path';
import type { CsvSource } from '../data/byte-input.js';
import type { AuditValues } from './audit-options.js';
import type { ReadingOptions } from './input.js';
import { csvWith, encoded, givenBy, readRows, scored, withModel } from './model.js';
import { UsageError } from './usage.js';

/** Adds decisions to a table. */
export type Deciding = (
  source: CsvSource,
  reading: ReadingOptions,
) => Promise<{ source: AsyncIterable<Uint8Array>; reading: ReadingOptions }>;

/** Opens the model while `use` runs; `use` gets the options for the added columns. */
export async function withDecisions<T>(
  [model, path]: readonly [model: string, table: string],
  values: AuditValues,
  use: (values: AuditValues, deciding: Deciding) => Promise<T>,
): Promise<T> {
  return withModel(model, (opened) => {
    const name = basename(model);
    const gives = givenBy(opened, values);
    const decidesByLabel = gives.labels && values.threshold === undefined;
    if (!decidesByLabel && values.threshold === undefined) {
      throw new UsageError(`${name} returns scores, not labels. Add --threshold.`);
    }
    const prediction = decidesByLabel ? `${name}: prediction` : undefined;
    const score = gives.scores || !decidesByLabel ? `${name}: score` : undefined;
    const except = [values.label, values.weight, values.cluster].filter((each) => each !== undefined);
    const deciding: Deciding = async (source, reading) => {
      const rows = await readRows(source, reading);
      const { scores, labels } = await scored(opened, { path, intake: reading, rows }, values, except);
      const more = { ...(prediction && { [prediction]: labels }), ...(score && { [score]: scores }) };
      const text = csvWith(rows, Object.keys(rows[0] ?? {}), more);
      return {
        source: encoded(text),
        reading: { delimiter: ',', header: true, skipLines: 0, spellings: reading.spellings },
      };
    };
    return use({ ...values, model: name.replace(/\.onnx$/i, ''), prediction, score }, deciding);
  });
}
