// SPDX-License-Identifier: Apache-2.0
//
// The worker of this tab: counts labels or captions, and computes every measure that the columns allow.

import { FairwasmError } from 'fairwasm';
import {
  BA_MALS,
  type CaptionCounts,
  type Cooccurrence,
  type CooccurrenceCsv,
  compromiseTagger,
  cooccurrenceCsv,
  DBA,
  load,
  MDBA,
  readCaptions,
} from 'fairwasm/amplification';
import { readRows } from '../../table/read.js';
import { bytesText } from '../../widgets/number.js';
import { kept } from '../../worker/cached.js';
import { serve } from '../../worker/serve.js';
import { getDbacInput } from './image-captions.js';
import type {
  CaptionResults,
  CombinationMeasure,
  ImageResults,
  LabelResults,
  MeasureName,
  News,
  PairMeasure,
  Results,
  Work,
} from './protocol.js';
import { readVectors } from './word-vectors.js';

type Tell = (news: News) => void;

const loadFamily = kept(load);

serve<Work, Results[Work['kind']], News>(async (work, tell) => {
  if (work.kind === 'read') return readCaptions(work.file);
  if (work.kind === 'images') return images(work, tell);
  return work.kind === 'labels' ? labels(work, tell) : captions(work, tell);
});

async function labels({ file, columns }: Extract<Work, { kind: 'labels' }>, tell: Tell): Promise<LabelResults> {
  const amplification = await loadFamily();
  const onProgress = ({ done }: { done: number }) =>
    tell({
      share: (0.3 * done) / file.size,
      note: `${bytesText(Math.min(done, file.size))} of ${bytesText(file.size)} read`,
    });
  const counts = await cooccurrenceCsv(amplification, file, columns, { onProgress });
  try {
    const measures: LabelResults['measures'] = {};
    const computed = await computeAll(counts, columns, tell);
    for (const [name, measure] of computed) measures[name] = measure;
    return { rows: counts.rows, attributes: counts.attributes, tasks: counts.tasks, measures };
  } finally {
    counts[Symbol.dispose]();
  }
}

type Measure = NonNullable<LabelResults['measures'][MeasureName]>;
type Follow = { onProgress: (progress: { done: number }) => void };

async function computeAll(
  counts: Cooccurrence,
  { task, attributePrediction, attributeCategories }: CooccurrenceCsv,
  tell: Tell,
): Promise<[MeasureName, Measure][]> {
  const follow = (from: number, to: number, title: string): Follow => ({
    onProgress: ({ done }) => tell({ share: from + (to - from) * done, note: `Computing ${title}` }),
  });
  const pairs = (measure: Omit<PairMeasure, 'kind'>): Measure => ({ kind: 'pairs', ...measure });
  const results: [MeasureName, Measure][] = [];
  const dba = new DBA(counts);
  if (attributePrediction) {
    const both = await dba.computeBiasAmpBidirectional(follow(0.3, 0.5, 'DBA'));
    results.push(['dba-AtoT', pairs(both.AtoT)], ['dba-TtoA', pairs(both.TtoA)]);
  } else {
    results.push(['dba-AtoT', pairs(await dba.computeBiasAmp(follow(0.3, 0.5, 'DBA')))]);
  }
  // Its proportions are meant for rows with one attribute each.
  if (!attributeCategories) {
    const mals = await new BA_MALS(counts).computeBiasAmp(follow(0.5, 0.6, 'MALS'));
    results.push(['mals', pairs(mals)]);
  }
  results.push(['mdba', await combinations(counts, task.length === 1, follow(0.6, 1, 'MDBA'))]);
  return results;
}

/** The maximum number of tasks whose combinations can be counted again for intervals in reasonable time. */
const maxTasks = 40;

/** MDBA, with combinations as large as can be enumerated. */
async function combinations(counts: Cooccurrence, isOneColumn: boolean, follow: Follow): Promise<CombinationMeasure> {
  const compute = async (maxSize: number | undefined): Promise<CombinationMeasure> => {
    const draws = counts.tasks.length > maxTasks && maxSize !== 1 ? 0 : 200;
    const metric = new MDBA(counts, { maxSize });
    const { variance, direction, ...measure } = await metric.computeBiasAmp({ draws, ...follow });
    return { kind: 'combinations', ...measure, maxSize };
  };
  // The categories of one column exclude each other.
  if (isOneColumn) return compute(1);
  try {
    return await compute(undefined);
  } catch (error) {
    if (!(error instanceof FairwasmError) || error.code !== 'tooLarge') throw error;
    return compute(2);
  }
}

async function captions({ texts }: Extract<Work, { kind: 'captions' }>, tell: Tell): Promise<CaptionResults> {
  const { train, test, objects, words, divideBy, seenOnly, definition = 'notebook' } = texts;
  const counted = {
    objects,
    words,
    form: texts.lemma ? ('lemma' as const) : ('surface' as const),
    foldCase: !texts.matchCase,
  };
  const [{ captionCounts }, { default: nlp }] = await Promise.all([loadFamily(), import('compromise')]);
  const tagger = compromiseTagger(nlp);
  const total = train.length + test.length;
  const [trained, tested] = [captionCounts(counted), captionCounts(counted)];
  const count = (counts: CaptionCounts, texts: readonly string[], before: number) => {
    const onProgress = ({ done }: { done: number }) =>
      tell({ share: (0.8 * (before + done * texts.length)) / total, note: 'Tagging the captions' });
    return counts.updateTexts(texts, tagger, { onProgress });
  };
  try {
    await count(trained, train, 0);
    await count(tested, test, train.length);
    const onProgress = ({ done }: { done: number }) =>
      tell({ share: 0.8 + 0.2 * done, note: 'Computing confidence intervals' });
    // The code of the authors has its own divisor and objects.
    const options = definition === 'bias_analysis' ? { definition, onProgress } : { divideBy, seenOnly, onProgress };
    const amplification = await tested.biasAmplification(trained, options);
    return {
      ...amplification,
      groups: tested.groups,
      captions: { train: trained.captions, test: tested.captions },
      counts: { train: trained.counts(), test: tested.counts() },
    };
  } finally {
    trained[Symbol.dispose]();
    tested[Symbol.dispose]();
  }
}

const loadAttackers = kept(async () => (await import('fairwasm/predictability')).load());

async function images({ file, asked }: Extract<Work, { kind: 'images' }>, tell: Tell): Promise<ImageResults> {
  const { human, generated, attribute, imageObjects } = asked;
  const required = [human, generated, attribute];
  const names = [...new Set([...required, ...(imageObjects === '' ? [] : [imageObjects])])];
  const columns = Object.fromEntries(names.map((name): [string, string[]] => [name, []]));
  let omitted = 0;
  for await (const batch of readRows(file, { columns: names })) {
    const texts = (name: string) => batch.columns[name] as readonly string[];
    texts(human).forEach((_, row) => {
      if (required.some((name) => texts(name)[row] === '')) {
        omitted++;
        return;
      }
      for (const name of names) columns[name]?.push(texts(name)[row] as string);
    });
  }
  const predictability = await loadAttackers();
  const onProgress = ({ done, total = 1 }: { done: number; total?: number | undefined }) =>
    tell({ share: done / total, note: 'Fitting attackers to captions' });
  const texts = [...(columns[human] ?? []), ...(columns[generated] ?? [])];
  const vectors =
    asked.measure === 'dbac' && asked.vectors
      ? await readVectors(asked.vectors, texts, (share) => tell({ share, note: 'Reading word vectors' }))
      : undefined;
  const input = { ...getDbacInput(asked, columns), vectors };
  const result =
    asked.measure === 'dbac'
      ? await predictability.dbac(input, { onProgress })
      : await predictability.lic(
          { human: input.human, generated: input.generated, attribute: input.attribute },
          { onProgress, workers: 0 },
        );
  return { result, images: columns[human]?.length ?? 0, omitted };
}
