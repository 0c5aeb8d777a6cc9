// SPDX-License-Identifier: Apache-2.0
//
// The worker of this room: counts labels or captions, and computes every measure that the columns allow.

import { BA_MALS, type Cooccurrence, cooccurrenceCsv, DBA, load, MDBA } from 'fairwasm';
import { bytesText } from '../parts/number.js';
import { asCsv } from '../table/as-csv.js';
import { serve } from '../work/serve.js';
import type {
  CaptionResults,
  LabelResults,
  MeasureName,
  News,
  PairMeasure,
  Results,
  Work,
} from './protocol.js';

type Tell = (news: News) => void;

serve<Work, Results[Work['kind']], News>(async (work, tell) =>
  work.kind === 'labels' ? labels(work, tell) : captions(work, tell),
);

async function labels(
  { file, columns }: Extract<Work, { kind: 'labels' }>,
  tell: Tell,
): Promise<LabelResults> {
  const fair = await load({ families: ['amplification'] });
  const onProgress = (bytes: number) =>
    tell({
      share: (0.3 * bytes) / file.size,
      note: `${bytesText(Math.min(bytes, file.size))} of ${bytesText(file.size)} read`,
    });
  const names = Object.values(columns).flat();
  const csv = await asCsv(file, { columns: names });
  const counts = await cooccurrenceCsv(fair, csv, columns, { onProgress });
  const measures: LabelResults['measures'] = {};
  const computed = await computeAll(counts, columns, tell);
  for (const [name, measure] of computed) measures[name] = measure;
  return { rows: counts.rows, attributes: counts.attributes, tasks: counts.tasks, measures };
}

type Measure = LabelResults['measures'][MeasureName];

async function computeAll(
  counts: Cooccurrence,
  {
    attributePrediction,
    taskPrediction,
  }: { attributePrediction?: unknown; taskPrediction?: unknown },
  tell: Tell,
): Promise<[MeasureName, NonNullable<Measure>][]> {
  const shares = { 'dba-AtoT': 0.4, 'dba-TtoA': 0.5, mals: 0.6, mdba: 1 } as const;
  const results: [MeasureName, NonNullable<Measure>][] = [];
  let from = 0.3;
  const add = async (
    name: MeasureName,
    title: string,
    compute: (run: { onProgress: (share: number) => void }) => Promise<NonNullable<Measure>>,
  ) => {
    const to = shares[name];
    const onProgress = (share: number) =>
      tell({ share: from + (to - from) * share, note: `Computing ${title}` });
    results.push([name, await compute({ onProgress })]);
    from = to;
  };
  const pairs = async (measure: Promise<Omit<PairMeasure, 'kind'>>): Promise<PairMeasure> => ({
    kind: 'pairs',
    ...(await measure),
  });
  const both = attributePrediction && taskPrediction;
  if (taskPrediction) {
    await add('dba-AtoT', 'DBA', (run) => pairs(new DBA(counts).computeBiasAmp(run)));
  }
  if (both) {
    await add('dba-TtoA', 'DBA', (run) =>
      pairs(new DBA(counts).computeBiasAmpBidirectional(run).then(({ TtoA }) => TtoA)),
    );
  }
  if (taskPrediction) {
    await add('mals', 'MALS', (run) => pairs(new BA_MALS(counts).computeBiasAmp(run)));
    await add('mdba', 'MDBA', async (run) => {
      const { variance, direction, ...measure } = await new MDBA(counts).computeBiasAmp(run);
      return { kind: 'combinations', ...measure };
    });
  }
  return results;
}

async function captions(
  { texts: { train, test, objects } }: Extract<Work, { kind: 'captions' }>,
  tell: Tell,
): Promise<CaptionResults> {
  const [fair, { compromiseTagger }] = await Promise.all([
    load({ families: ['amplification'] }),
    import('fairwasm/taggers/compromise'),
  ]);
  const tagger = await compromiseTagger();
  const total = train.length + test.length;
  const count = async (texts: readonly string[], before: number) => {
    const counts = fair.captionCounts({ objects });
    const onProgress = (done: number) =>
      tell({ share: (0.8 * (before + done * texts.length)) / total, note: 'Tagging the captions' });
    await counts.updateTexts(texts, tagger, { onProgress });
    return counts;
  };
  const trained = await count(train, 0);
  const tested = await count(test, train.length);
  const onProgress = (done: number) => tell({ share: 0.8 + 0.2 * done, note: 'Drawing intervals' });
  const amplification = await tested.biasAmplification(trained, { onProgress });
  return {
    ...amplification,
    groups: tested.groups,
    captions: { train: trained.captions, test: tested.captions },
    counts: { train: trained.counts(), test: tested.counts() },
  };
}
