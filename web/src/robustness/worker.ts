// SPDX-License-Identifier: Apache-2.0
//
// The worker of this room: certifies scores from a file, or those that a network gives for a file's rows.

import { certifyCsv, type Fairwasm, FairwasmError, load } from 'fairwasm';
import { asCsv, csvLine } from '../table/as-csv.js';
import { readRows } from '../table/read.js';
import { serve } from '../work/serve.js';
import { boundOf, type KnownActivation, readLayers, scoresOf } from './network.js';
import type { Columns, News, Outcome, Work } from './protocol.js';

type Tell = (news: News) => void;

serve<Work, Outcome, News>(async (work, tell) => {
  const fair = await load({ families: ['robustness'] });
  return work.kind === 'scores' ? scores(fair, work, tell) : network(fair, work, tell);
});

async function scores(
  fair: Fairwasm,
  { file, columns, constant }: Extract<Work, { kind: 'scores' }>,
  tell: Tell,
): Promise<Outcome> {
  const onProgress = (bytes: number) => tell({ bytes, total: file.size });
  const { label, inputs, groups } = columns;
  const what = { label, scores: inputs, groups, source: file.name, ...constant };
  const csv = await asCsv(file, { columns: [label, ...inputs, ...groups] });
  return { report: await certifyCsv(fair, csv, what, { onProgress }), layers: undefined };
}

async function network(
  fair: Fairwasm,
  { file, columns, network, activation }: Extract<Work, { kind: 'network' }>,
  tell: Tell,
): Promise<Outcome> {
  const layers = readLayers(await network.arrayBuffer());
  const taken = layers[0]?.weights.shape[1];
  if (taken !== columns.inputs.length) {
    throw new FairwasmError('shapeMismatch', {
      argument: 'network',
      expected: `one column for each of its ${taken} inputs`,
      actual: `${columns.inputs.length} columns`,
    });
  }
  const { lipConst, disjointNeurons, layers: norms } = boundOf(fair, layers, activation);
  const scored = await writeScores(file, columns, layers, activation as KnownActivation, tell);
  const { label, groups } = columns;
  const names = outputNames(layers.at(-1)?.weights.shape[0] ?? 0);
  const what = { label, groups, scores: names, source: file.name, lipConst, disjointNeurons };
  return {
    report: await certifyCsv(fair, scored, what),
    layers: layers.map(({ name, weights }, i) => ({
      name,
      shape: weights.shape,
      norm: norms[i] as number,
    })),
  };
}

const outputNames = (count: number) => Array.from({ length: count }, (_, i) => `output ${i}`);

/** The file's labels and groups beside the network's outputs, as the CSV that certificates are made from. */
async function writeScores(
  file: File,
  { label, inputs, groups }: Columns,
  layers: Parameters<typeof scoresOf>[0],
  activation: KnownActivation,
  tell: Tell,
): Promise<Blob> {
  const outputs = layers.at(-1)?.weights.shape[0] ?? 0;
  const kept = [label, ...groups];
  const lines = [csvLine([...kept, ...outputNames(outputs)])];
  const onProgress = (bytes: number) => tell({ bytes, total: file.size });
  const options = { columns: [...kept, ...inputs], onProgress };
  for await (const { columns, firstRow } of readRows(file, options)) {
    const rows = columns[label]?.length ?? 0;
    const values = new Float64Array(rows * inputs.length);
    inputs.forEach((name, i) => {
      columns[name]?.forEach((text, row) => {
        values[row * inputs.length + i] = toNumber(text, name, firstRow + row);
      });
    });
    const scored = scoresOf(layers, activation, values);
    for (let row = 0; row < rows; row++) {
      const texts = kept.map((name) => columns[name]?.[row] ?? '');
      const numbers = Array.from(scored.subarray(row * outputs, (row + 1) * outputs), String);
      lines.push(csvLine([...texts, ...numbers]));
    }
  }
  return new Blob([lines.join('\n')]);
}

function toNumber(text: string, argument: string, row: number): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw new FairwasmError(text.trim() === '' ? 'missingValue' : 'invalidArgument', {
    argument,
    expected: 'a number',
    actual: text.trim() === '' ? 'a missing value' : `'${text}'`,
    row,
  });
}
