// SPDX-License-Identifier: Apache-2.0
//
// Logs of Inspect: archives (.eval) and JSON documents.

import { FairwasmError } from '../../core/error.js';
import { badFile, maxTurn, turn } from '../byte-input.js';
import type { CodedBatch, CsvOptions } from '../coded-csv.js';
import { parseJson } from '../files/json.js';
import { isNested } from '../files/leaves.js';
import { type Archive, textIn } from '../files/zip.js';
import { type Fields, fieldsOf, textOf } from './fields.js';
import { type LogKind, LogTable } from './log-table.js';

const letters: Readonly<Record<string, number>> = { C: 1, P: 0.5, I: 0, N: 0 };
const words: Readonly<Record<string, number>> = { yes: 1, true: 1, no: 0, false: 0 };

export const inspect: LogKind = {
  tool: 'Inspect',
  aliases: { id: 'item', epoch: 'run' },
  prefix: 'metadata.',
  /** The rule of Inspect, in which other strings are 0. */
  toScore(text) {
    const number = text.trim() === '' ? null : Number(text);
    return letters[text] ?? words[text.toLowerCase()] ?? (Number.isNaN(number) ? undefined : number);
  },
};

export const isInspect = (value: unknown): boolean => {
  const { samples } = fieldsOf(value);
  if (!Array.isArray(samples)) return false;
  const { id, epoch, scores } = fieldsOf(samples[0]);
  return isNested(scores) || (id !== undefined && epoch !== undefined);
};

/** Reads a JSON document. */
export function inspectDocument(value: unknown, columns: readonly string[] | undefined): LogTable {
  const table = new LogTable(inspect, columns);
  const { samples, ...header } = fieldsOf(value);
  const model = modelIn(header);
  for (const sample of samples as unknown[]) addSample(table, fieldsOf(sample), model);
  noteStatus(table, header);
  return table;
}

const sampleName = /^samples\/[^/]+(?:\.json|\/sample\.json)$/;

export const isInspectArchive = ({ names }: Archive): boolean =>
  names.some((name) => name === 'header.json' || name === '_journal/start.json') &&
  names.some((name) => sampleName.test(name));

/** Reads an archive, one sample after another. */
export async function* readInspectArchive(
  archive: Archive,
  { columns, signal, onProgress, onIntake }: Pick<CsvOptions, 'columns' | 'signal' | 'onProgress' | 'onIntake'>,
): AsyncGenerator<CodedBatch, void, undefined> {
  const table = new LogTable(inspect, columns);
  const header = fieldsIn(archive, archive.has('header.json') ? 'header.json' : '_journal/start.json');
  const model = modelIn(header);
  const names = archive.names.filter((each) => sampleName.test(each));
  let turnBegan = performance.now();
  for (const [done, name] of names.entries()) {
    if (performance.now() - turnBegan > maxTurn) {
      await turn();
      turnBegan = performance.now();
      signal?.throwIfAborted();
      onProgress?.({ done, total: names.length });
    }
    const sample = fieldsIn(archive, name);
    const metadata = name.replace(/sample\.json$/, 'metadata.json');
    const isApart = metadata !== name && sample.metadata === undefined && archive.has(metadata);
    addSample(table, isApart ? { ...sample, metadata: fieldsIn(archive, metadata) } : sample, model);
  }
  if (archive.has('header.json')) noteStatus(table, header);
  else table.note('The evaluation stopped before its end.');
  const { batch, decisions } = table.finish(columns);
  onIntake?.(table.record({ format: 'json' }, decisions));
  yield batch;
}

function fieldsIn(archive: Archive, name: string): Fields {
  try {
    return fieldsOf(parseJson(textIn(archive, name)));
  } catch (error) {
    if (error instanceof FairwasmError) throw error;
    throw badFile('a complete log of Inspect', `${name}: ${(error as Error).message}`);
  }
}

const modelIn = (header: Fields) => textOf(fieldsOf(header.eval).model);

function addSample(table: LogTable, sample: Fields, model: string | undefined): void {
  const { id, epoch, metadata, scores, error, invalidation } = sample;
  const values = Object.entries(fieldsOf(scores)).flatMap(([scorer, score]): [string, unknown][] => {
    const { value } = fieldsOf(score);
    if (!Array.isArray(value)) return [[scorer, value]];
    return value.map((part, i) => [`${scorer}.${i + 1}`, part]);
  });
  table.add({
    item: textOf(id) ?? '',
    model,
    run: epoch as number,
    fields: fieldsOf(metadata),
    scores: Object.fromEntries(values),
    isError: isNested(error) || isNested(invalidation),
  });
}

function noteStatus(table: LogTable, { status }: Fields): void {
  if (typeof status === 'string' && status !== 'success') table.note(`The status of the evaluation is ${status}.`);
}
