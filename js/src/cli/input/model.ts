// SPDX-License-Identifier: Apache-2.0
//
// A model in an ONNX file, for commands: opens it, fills its inputs with columns of a table, and returns its
// scores and labels for the rows.

import { readFile } from 'node:fs/promises';
import type { RunOptions } from '../../core/long-run.js';
import type { CsvSource } from '../../data/byte-input.js';
import { readCsv } from '../../data/csv.js';
import type { IntakeOptions } from '../../data/intake/options.js';
import { oneLine } from '../../document/format.js';
import type { Feature, Features } from '../../models/features.js';
import { type Model, type ModelScoreOptions, openModel } from '../../models/model.js';
import { type Row, toRows } from '../../models/rows.js';
import type { OnnxRuntime } from '../../models/runtime.js';
import { featureText, suggestFeatures } from '../../models/suggest.js';
import Papa from '../../vendor/papaparse.js';
import { getClient } from '../audit/engines/engine.js';
import type { ModelValues } from '../audit/options.js';
import { getList, requirePair, UsageError } from '../options/usage.js';
import { computing } from './computing.js';
import { type ReadingOptions, withFile } from './input.js';

/** Rows, and the name of their file for messages. */
export interface RowsOfFile {
  path: string;
  intake?: IntakeOptions | undefined;
  rows: readonly Row[];
}

/** The rows of a table with the model's output. */
export interface Scored {
  rows: readonly Row[];
  /** Undefined if the model returns no scores of a single class. */
  scores: Float64Array | undefined;
  /** Undefined if the model returns no labels. */
  labels: readonly (string | number)[] | undefined;
}

/** Opens the model while `use` runs. Throws {@link InputError} with the file's name. */
export async function withModel<T>(path: string, use: (model: Model) => Promise<T>): Promise<T> {
  const model = await openFile(path);
  try {
    return await use(model);
  } finally {
    model[Symbol.dispose]();
  }
}

const openFile = (path: string): Promise<Model> =>
  withFile(path, async () => openModel(await readFile(path), { runtime: await runtimeHere() }));

/** Imports ONNX Runtime, installed next to this package or in the current folder. */
export async function runtimeHere(): Promise<OnnxRuntime> {
  type Runtime = OnnxRuntime & { env: { wasm: { numThreads?: number } } };
  const runtime = await getClient<Runtime>('onnxruntime-web', 'a model', '/wasm');
  runtime.env.wasm.numThreads = 1;
  return runtime;
}

/** Reads all rows of a table as strings. */
export async function readRows(source: CsvSource, reading: ReadingOptions): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const { columns } of readCsv(source, { ...reading, plainNumbers: true })) {
    for (const row of toRows(columns)) rows.push(row);
  }
  return rows;
}

/** Returns whether the model returns labels, and scores of one class. */
export function givenBy({ outputs, classes }: Model, values: ModelValues) {
  const labels = outputs.some(({ type }) => /^(int|string|bool)/.test(type));
  const isOfOne = classes.length <= 2 || values.class !== undefined;
  return { labels, scores: !labels || isOfOne };
}

/** Runs the model on the rows of a file; `except` lists columns that are not features unless named. */
export async function scored(
  model: Model,
  { path, intake, rows }: RowsOfFile,
  values: ModelValues,
  except: readonly string[] = [],
): Promise<Scored> {
  const features = getFeatures(model, rows, values, except);
  const output = values['model-output'];
  const gives = givenBy(model, values);
  const asked: ModelScoreOptions = { features, output, class: values.class, activation: values.activation };
  const columns = Object.fromEntries(Object.keys(rows[0] ?? {}).map((name) => [name, name]));
  const origin = { path, intake, columns };
  const compute = async (run: RunOptions) => ({
    rows,
    labels: gives.labels ? await model.labels(rows, { features }) : undefined,
    scores: gives.scores ? await model.scores(rows, asked, run) : undefined,
  });
  return computing(compute, origin);
}

/**
 * Returns the model's features: the ones passed, or suggested ones, which are printed. `except` lists columns that are
 * not features.
 */
export function getFeatures(
  model: Pick<Model, 'inputs'>,
  rows: readonly Row[],
  { features, input }: ModelValues,
  except: readonly string[],
): Features {
  if (features && input) throw new UsageError('pass --features or --input, not both');
  const [first = {}] = rows;
  const parsed = (texts: readonly string[]) => getList(texts).map((text) => getFeature(text, first));
  if (features) return parsed(features);
  if (input) {
    const pairs = input.map((text) => requirePair('--input', text));
    return Object.fromEntries(pairs.map(([name, text]) => [name, parsed([text])]));
  }
  const { features: results, notes } = suggestFeatures(model.inputs, rows, { except });
  if (Object.values(results).some((list) => list.length === 0)) {
    throw new UsageError(`pass the model's features with --features or --input: ${notes.join('; ')}`);
  }
  for (const note of notes) {
    const names = Object.values(results).map(featureText).join('; ');
    process.stderr.write(`fairwasm: note: ${oneLine(`${note} (${names})`)}\n`);
  }
  return results;
}

/** Parses the name of a column, or COLUMN=VALUE if no column has that name. */
function getFeature(text: string, row: Row): Feature {
  const at = text.indexOf('=');
  if (at <= 0 || Object.hasOwn(row, text)) return text;
  return { column: text.slice(0, at), equals: text.slice(at + 1) };
}

/** Returns the rows with additional columns as CSV; values are unchanged. */
export function* csvWith(
  rows: readonly Row[],
  columns: readonly string[],
  more: Readonly<Record<string, ArrayLike<string | number> | undefined>>,
): Generator<string> {
  const added = Object.entries(more).filter(([, column]) => column !== undefined);
  const header = [...columns, ...added.map(([name]) => name)];
  const lines = (cells: unknown[][]) => `${Papa.unparse(cells as string[][], { newline: '\n' })}\n`;
  yield lines([header]);
  for (let from = 0; from < rows.length; from += batchRows) {
    const batch = rows.slice(from, from + batchRows);
    yield lines(
      batch.map((row, i) => [
        ...columns.map((name) => row[name]),
        ...added.map(([, column]) => (column as ArrayLike<string | number>)[from + i]),
      ]),
    );
  }
}

const batchRows = 4096;

/** Encodes strings as the bytes of a file. */
export async function* encoded(parts: Iterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const part of parts) yield encoder.encode(part);
}
