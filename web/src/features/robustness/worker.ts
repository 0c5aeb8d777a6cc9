// SPDX-License-Identifier: Apache-2.0
//
// The worker of this tab: certifies scores from a file, or scores that a network computes for the rows of a file.

import { FairwasmError } from 'fairwasm';
import { certifyCsv, load, type Robustness } from 'fairwasm/robustness';
import { csvLine } from '../../table/csv-line.js';
import { readRows } from '../../table/read.js';
import { kept } from '../../worker/cached.js';
import { serve } from '../../worker/serve.js';
import { getScores, type KnownActivation } from './forward.js';
import { getBound, getCount, getSteps, type Layer, type LayerShape, readLayers, type Step } from './network.js';
import type { Columns, News, OpenedModel, Outcome, Work } from './protocol.js';

type Tell = (news: News) => void;

const loadFamily = kept(load);

// The code that opens ONNX files is rarely needed.
const models = () => import('./open-model.js');

serve<Work, Outcome | OpenedModel | LayerShape[], News>(async (work, tell) => {
  if (work.kind === 'layers') {
    const layers = readLayers(await work.network.arrayBuffer());
    return layers.map(({ name, shape }) => ({ name, shape }));
  }
  const robustness = await loadFamily();
  if (work.kind === 'open') return (await models()).openModel(robustness, work);
  if (work.kind === 'model') return (await models()).certifyModel(robustness, work, tell);
  return work.kind === 'scores' ? scores(robustness, work, tell) : network(robustness, work, tell);
});

async function scores(
  robustness: Robustness,
  { file, columns, constant }: Extract<Work, { kind: 'scores' }>,
  tell: Tell,
): Promise<Outcome> {
  const onProgress = ({ done }: { done: number }) => tell({ done, total: file.size });
  const { label, inputs, groups } = columns;
  const what = { label, scores: inputs, groups, source: file.name, ...constant };
  return { report: await certifyCsv(robustness, file, what, { onProgress }), layers: undefined };
}

async function network(
  robustness: Robustness,
  { file, columns, network }: Extract<Work, { kind: 'network' }>,
  tell: Tell,
): Promise<Outcome> {
  const layers = readLayers(await network.file.arrayBuffer());
  const steps = getSteps(layers, network.picture);
  const { lipConst, disjointNeurons, layers: norms } = getBound(robustness, steps, network.activation);
  const scored = await writeScores(file, columns, steps, network.activation, tell);
  const { label, groups } = columns;
  const names = outputNames(steps);
  const what = { label, groups, scores: names, source: file.name, lipConst, disjointNeurons };
  return {
    report: await certifyCsv(robustness, scored, what),
    layers: layers.map(({ name, shape }, i) => ({ name, shape, norm: norms[i] as number })),
  };
}

function outputNames(steps: readonly Step[]): string[] {
  const last = steps.at(-1);
  return Array.from({ length: last ? getCount(last.gives) : 0 }, (_, i) => `output ${i}`);
}

/** The file's labels and groups with the network's outputs, as the CSV input of the certificates. */
async function writeScores(
  file: File,
  { label, inputs, groups }: Columns,
  steps: readonly Step<Layer>[],
  activation: KnownActivation,
  tell: Tell,
): Promise<Blob> {
  const names = outputNames(steps);
  const kept = [label, ...groups];
  const lines = [csvLine([...kept, ...names])];
  const onProgress = ({ done }: { done: number }) => tell({ done, total: file.size });
  const options = { columns: [...kept, ...inputs], onProgress };
  for await (const { columns, firstRow } of readRows(file, options)) {
    const rows = columns[label]?.length ?? 0;
    const values = new Float64Array(rows * inputs.length);
    inputs.forEach((name, i) => {
      columns[name]?.forEach((text, row) => {
        values[row * inputs.length + i] = toNumber(text, name, firstRow + row);
      });
    });
    const scored = getScores(steps, activation, values);
    for (let row = 0; row < rows; row++) {
      const texts = kept.map((name) => columns[name]?.[row] ?? '');
      const numbers = Array.from(scored.subarray(row * names.length, (row + 1) * names.length), String);
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
