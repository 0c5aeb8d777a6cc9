// SPDX-License-Identifier: Apache-2.0
//
// Bias amplification compares the tags with the truth. A biased model does not necessarily amplify bias, and a model
// that amplifies bias does not necessarily have more errors.

import { type Fairwasm, load as loadFair } from 'fairwasm';
import { type Amplification, load as loadAmplification } from 'fairwasm/amplification';
import { html } from 'lit';
import { lesson, type Values } from '../lesson.js';
import { getFigures, people, type Tagging, type TaggingFigures } from '../tagging.js';
import '../rate-rows.js';

interface Modules {
  fair: Fairwasm;
  amplification: Amplification;
}

const getTagging = (values: Values): Tagging => ({
  truth: { women: values.trueWomen as number, men: values.trueMen as number },
  predicted: { women: values.women as number, men: values.men as number },
  mistakes: values.mistakes as number,
});

const share = { min: 0, max: 1, step: 0.01, unit: 'percent' } as const;
const data = { trueWomen: 0.6, trueMen: 0.3 };

export default lesson<Modules, TaggingFigures>({
  controls: [
    { id: 'women', ...share, start: 0.8 },
    { id: 'men', ...share, start: 0.2, tone: 'second' },
    { id: 'trueWomen', ...share, start: 0.6 },
    { id: 'trueMen', ...share, start: 0.3, tone: 'second' },
    { id: 'mistakes', ...share, step: 0.1, start: 0 },
  ],
  presets: [
    { id: 'repeats', values: { ...data, women: 0.6, men: 0.3, mistakes: 0 } },
    { id: 'exaggerates', values: { ...data, women: 0.8, men: 0.2, mistakes: 0 } },
    { id: 'evens', values: { ...data, women: 0.45, men: 0.45, mistakes: 0 } },
    { id: 'more', values: { ...data, women: 0.8, men: 0.5, mistakes: 0 } },
    { id: 'wrong', values: { ...data, women: 0.6, men: 0.3, mistakes: 1 } },
  ],
  right: 1,
  shows: { ...data, women: 0.6, men: 0.3, mistakes: 0 },
  load: async () => {
    const [fair, amplification] = await Promise.all([loadFair(), loadAmplification()]);
    return { fair, amplification };
  },
  compute: (modules, values) => getFigures(modules, getTagging(values)),
  isShown: ({ directional, inPredictions }) => Math.abs(directional.value) < 1e-9 && inPredictions > 0.25,
  facts: ({ directional, mals, inData, inPredictions, accuracy }, _, format) => ({
    dba: format.points(directional.value),
    mals: format.points(mals.value),
    data: format.apart(inData),
    tags: format.apart(inPredictions),
    accuracy: format.share(accuracy),
  }),
  now: ({ directional, mals, inPredictions }) => {
    const sign = (value: number) => (Math.abs(value) < 1e-9 ? 0 : Math.sign(value));
    const [byGroup, byTag] = [sign(directional.value), sign(mals.value)];
    if (byGroup !== byTag && !Number.isNaN(mals.value)) return 'disagree';
    if (byGroup === 0) return inPredictions > 1e-9 ? 'repeats' : 'none';
    return byGroup > 0 ? 'more' : 'less';
  },
  answer: ({ directional, inData, inPredictions }) => {
    const isSame = Math.abs(directional.value) < 1e-9 && Math.abs(inData - inPredictions) < 1e-9;
    return isSame && inPredictions > 1e-9 ? 'answer' : undefined;
  },
  draw: ({ result: { directional, mals }, values, say, format }) => {
    const { truth, predicted } = getTagging(values);
    return html`
      <fairwasm-rate-rows
        label=${say('word.chart')}
        .rows=${people.map((who) => {
          const tone = who === 'men' ? ('second' as const) : undefined;
          return {
            label: say(`word.${who}`),
            marks: [
              { value: truth[who], shape: 'ring', tone, size: 9 },
              { value: predicted[who], shape: 'dot', tone },
            ],
          };
        })}
      ></fairwasm-rate-rows>
      <p class="small soft">${say('word.key')}</p>
      <dl class="big">
        <div>
          <dt>${say('word.dba')}</dt>
          <dd>${format.points(directional.value)}</dd>
        </div>
        <div>
          <dt>${say('word.mals')}</dt>
          <dd>${format.points(mals.value)}</dd>
        </div>
      </dl>
    `;
  },
  tables: ({ result, values, say, format }) => {
    const { truth, predicted } = getTagging(values);
    return [
      {
        caption: say('word.caption'),
        columns: [say('word.pictures'), say('word.truth'), say('word.tagged')],
        rows: people.map((who) => [say(`word.${who}`), format.share(truth[who]), format.share(predicted[who])]),
      },
      {
        caption: say('word.caption2'),
        columns: [say('word.what'), say('word.value')],
        rows: [
          [say('word.dba'), format.points(result.directional.value)],
          [say('word.mals'), format.points(result.mals.value)],
          [say('word.inData'), format.apart(result.inData)],
          [say('word.inTags'), format.apart(result.inPredictions)],
          [say('word.accuracy'), format.share(result.accuracy)],
        ],
      },
    ];
  },
});
