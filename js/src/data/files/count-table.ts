// SPDX-License-Identifier: Apache-2.0
//
// Reads files of any format as counts of combinations if they are text, and as batches of columns otherwise.

import { loadText } from '../../core/text-module.js';
import { type CsvSource, isBytes } from '../byte-input.js';
import { type CodedBatch, marksIn } from '../coded-csv.js';
import type { CountedBatch } from '../counting/counts.js';
import { type CountOptions, readCounts } from '../counting/read-counts.js';
import { type Intake, withDecisions } from '../intake/record.js';
import { withoutHeaders } from '../intake/repeated-headers.js';
import { getFormat, requireReadable } from './format.js';
import { isSelected, readTable } from './read-table.js';
import { begin, randomAccess } from './source.js';

/** Reads the formats of `readTable`; all columns are categories. */
export async function* countTable(
  source: CsvSource,
  options: CountOptions,
): AsyncGenerator<CodedBatch | CountedBatch, void, undefined> {
  const { spellings, missingTexts, ...reading } = options;
  if (isSelected(options)) {
    const { workers, startWorker, ...rows } = options;
    yield* readTable(source, rows);
  } else if (spellings === undefined || spellings === 'keep') yield* countOwnRows(source, reading);
  else {
    const { OneSpelling, spelled } = await import('../intake/spellings.js');
    const one = new OneSpelling(spellings, missingTexts);
    let intake: Intake | undefined;
    const onIntake = (each: Intake) => {
      intake = each;
      options.onIntake?.(each);
    };
    yield* spelled(countOwnRows(source, { ...reading, onIntake }), one);
    if (intake && one.decisions.length > 0) options.onIntake?.(withDecisions(intake, one.decisions));
  }
}

async function* countOwnRows(
  source: CsvSource,
  options: CountOptions,
): AsyncGenerator<CodedBatch | CountedBatch, void, undefined> {
  const { plainNumbers, onIntake, ...rest } = options;
  const read = (input: CountOptions['onIntake']) =>
    withoutHeaders({ ...rest, onIntake: input }, (own) => countRows(source, { ...rest, onIntake: own }));
  if (!plainNumbers) yield* read(onIntake);
  else {
    const { withPlainNumbers } = await import('../intake/plain-numbers.js');
    yield* withPlainNumbers(onIntake, (intake) => marksIn(intake, options), [], read);
  }
}

async function* countRows(
  source: CsvSource,
  options: CountOptions,
): AsyncGenerator<CodedBatch | CountedBatch, void, undefined> {
  options.signal?.throwIfAborted();
  const file = isBytes(source) ? new Blob([source as BlobPart]) : source;
  const begun = await begin(file, options.signal);
  await requireReadable(begun.head);
  const format = getFormat(begun.head);
  if (format === 'csv') {
    yield* readCounts(await loadText(options), begun.source, options);
  } else if (format === 'parquet') {
    const { countParquet } = await import('./parquet-counts.js');
    yield* countParquet(await randomAccess(begun.source), options);
  } else if (format === 'gzip' || format === 'zstd') {
    const { gunzipped, unzstd } = await import('./decompress.js');
    const unpacked = format === 'gzip' ? gunzipped : unzstd;
    yield* countRows(unpacked(begun.source), options);
  } else {
    const { workers, startWorker, ...reading } = options;
    yield* readTable(begun.source, reading);
  }
}
