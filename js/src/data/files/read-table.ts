// SPDX-License-Identifier: Apache-2.0
//
// Reads files of any format as batches of coded columns and numbers. The reader of a format is loaded when the first
// such file is opened.

import { loadText } from '../../core/text-module.js';
import { badFile, type CsvSource } from '../byte-input.js';
import { type CodedBatch, type CodedOptions, marksIn, readCodedCsv } from '../coded-csv.js';
import type { Intake } from '../intake/record.js';
import { withoutHeaders } from '../intake/repeated-headers.js';
import type { RowSelection } from '../intake/selection.js';
import { type FileFormat, getFormat, requireReadable } from './format.js';
import { begin, randomAccess, readWhole } from './source.js';
import type { Archive } from './zip.js';

type Options = CodedOptions;
type Batches = AsyncIterable<CodedBatch>;

/** Reads CSV, Parquet, Arrow, JSON Lines, or .xlsx, also compressed with gzip or Zstandard. */
export async function* readTable(source: CsvSource, options: Options): AsyncGenerator<CodedBatch, void, undefined> {
  const { spellings } = options;
  const isMerged = spellings !== undefined && spellings !== 'keep';
  if (!isMerged && !isSelected(options)) yield* readOwnRows(source, options);
  else {
    const { derivedTable } = await import('../intake/derive.js');
    yield* derivedTable(source, options, readOwnRows);
  }
}

/** Whether rows are omitted or columns changed. */
export const isSelected = ({
  blanks,
  recode,
  bins,
  where,
  omit,
  largest,
  invisible,
}: RowSelection & Pick<CodedOptions, 'invisible'>): boolean =>
  [blanks, recode, bins, omit, largest, invisible].some((each) => each !== undefined) ||
  (where !== undefined && where.length > 0);

async function* readOwnRows(source: CsvSource, options: Options): AsyncGenerator<CodedBatch> {
  const read = (input: Options) => withoutHeaders(input, (onIntake) => readRows(source, { ...input, onIntake }));
  if (!options.plainNumbers) yield* read(options);
  else {
    const { withPlainNumbers } = await import('../intake/plain-numbers.js');
    const { numbers = [], becomesNumbers = () => false } = options;
    yield* withPlainNumbers(
      options.onIntake,
      (intake) => marksIn(intake, options),
      numbers,
      (onIntake, isWritten) =>
        read({ ...options, onIntake, becomesNumbers: (name) => !isWritten(name) && becomesNumbers(name) }),
    );
  }
}

async function* readRows(source: CsvSource, options: Options): AsyncGenerator<CodedBatch, void, undefined> {
  options.signal?.throwIfAborted();
  const begun = await begin(source, options.signal);
  await requireReadable(begun.head);
  for await (const batch of await readers[getFormat(begun.head)](begun.source, options)) {
    options.signal?.throwIfAborted();
    yield batch;
  }
}

const readers: Record<FileFormat, (source: CsvSource, options: Options) => Promise<Batches>> = {
  csv: async (source, options) => readCodedCsv(await loadText(options), source, options),
  'json-lines': async (source, options) => {
    const { readJsonLines } = await import('./json-lines.js');
    return readJsonLines(source, options, options);
  },
  parquet: async (source, options) => {
    const { readParquet } = await import('./parquet.js');
    return readParquet(await randomAccess(source), options, options.onProgress);
  },
  arrow: async (source, options) => {
    const { readArrow } = await import('./arrow-file.js');
    return readArrow(await readWhole(source), options);
  },
  zip: async (source, options) => {
    const { Archive } = await import('./zip.js');
    const archive = await Archive.open(await readWhole(source));
    const { requireReadableArchive } = await import('./unreadable.js');
    requireReadableArchive(archive.names);
    const { isInspectArchive, readInspectArchive } = await import('../logs/inspect.js');
    if (isInspectArchive(archive)) return readInspectArchive(archive, options);
    if (!archive.isWorkbook) return readPacked(archive, options);
    const { readWorkbook } = await import('./workbook.js');
    return readWorkbook(archive, options);
  },
  gzip: async (source, options) => {
    const { gunzipped } = await import('./decompress.js');
    return readRows(gunzipped(source), options);
  },
  zstd: async (source, options) => {
    const { unzstd } = await import('./decompress.js');
    return readRows(unzstd(source), options);
  },
};

/** Reads the only table of an archive, or the one that the option `sheet` selects. */
function readPacked(archive: Archive, { sheet, ...options }: Options): Batches {
  const { files } = archive;
  const name = files.find((each) => each === sheet) ?? files[Number(sheet ?? Number.NaN) - 1];
  const only = sheet === undefined && files.length === 1 ? files[0] : name;
  if (only === undefined) {
    const list = files.slice(0, 20).join(', ');
    throw badFile(
      `a ZIP archive with one table, or the option sheet with one of ${list}`,
      sheet === undefined ? `${files.length} files` : `no file ${sheet}`,
    );
  }
  const onIntake = (intake: Intake) => options.onIntake?.({ ...intake, sheet: intake.sheet ?? only });
  return readRows(archive.part(only), { ...options, onIntake });
}
