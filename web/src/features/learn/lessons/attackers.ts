// SPDX-License-Identifier: Apache-2.0
//
// Attackers: someone who sees only a model's tags guesses who is in the pictures. The attacker is a table of counts,
// which predicts as well as a trained attacker here and needs no training.

import { type ExactLeakage, load, type Predictability } from 'fairwasm/predictability';
import { html } from 'lit';
import { lesson, type Values } from '../lesson.js';
import type { RateRow } from '../rate-rows.js';
import { getPictures, people, type Tagging } from '../tagging.js';
import '../rate-rows.js';

const truth = { women: 0.6, men: 0.4 };

const getTagging = ({ women = 0, men = 0, mistakes = 0 }: Values): Tagging => ({
  truth,
  predicted: { women, men },
  mistakes,
});

const share = { min: 0, max: 1, step: 0.05, unit: 'percent' } as const;

export default lesson<Predictability, ExactLeakage>({
  controls: [
    { id: 'women', ...share, start: 0.6 },
    { id: 'men', ...share, start: 0.4, tone: 'second' },
    { id: 'mistakes', ...share, step: 0.1, start: 0 },
  ],
  right: 3,
  shows: { women: 0.8, men: 0.2, mistakes: 0 },
  load,
  compute: ({ leakageMetric }, values) => {
    const rows = getPictures(getTagging(values));
    const columns = {
      attribute: rows.map(({ who }) => who),
      label: rows.map(({ cooks }) => cooks),
      prediction: rows.map(({ tagged }) => tagged),
    };
    const metric = leakageMetric({ direction: 'attribute-from-outcome' });
    // Training rows are also test rows: the lesson is about the information in the tags, not about the chance of a
    // split.
    return metric.exactLimit({ ...columns, test: columns }) as ExactLeakage;
  },
  isShown: ({ lambdaM }, { women, men }) => lambdaM >= 0.79 && women === 0.8 && men === 0.2,
  facts: ({ lambdaD, lambdaM, leakage }, { women = 0, men = 0 }, format) => ({
    women: format.whole(women),
    men: format.whole(men),
    truth: format.share(lambdaD),
    tags: format.share(lambdaM),
    leakage: format.points(leakage),
  }),
  now: ({ leakage }) => {
    if (Math.abs(leakage) < 0.005) return 'same';
    return leakage > 0 ? 'more' : 'less';
  },
  answer: ({ leakage }) => (leakage < 0.005 ? undefined : 'answer'),
  draw: ({ result: { lambdaD, lambdaM, leakage }, values, say, format }) => html`
    <fairwasm-rate-rows
      label=${say('word.chart')}
      .rows=${people.map((who): RateRow => {
        const tone = who === 'men' ? ('second' as const) : undefined;
        return {
          label: say(`word.${who}`),
          marks: [
            { value: truth[who], shape: 'ring', tone, size: 9 },
            { value: values[who] as number, shape: 'dot', tone },
          ],
        };
      })}
    ></fairwasm-rate-rows>
    <p class="small soft">${say('word.key')}</p>
    <p class="sub">${say('word.guessed')}</p>
    <fairwasm-rate-rows
      label=${say('word.chart2')}
      .line=${0.5}
      .rows=${[
        { label: say('word.fromTruth'), marks: [{ value: lambdaD, shape: 'ring' }], text: format.share(lambdaD) },
        { label: say('word.fromTags'), marks: [{ value: lambdaM, shape: 'dot' }], text: format.share(lambdaM) },
      ]}
    ></fairwasm-rate-rows>
    <dl class="big">
      <div>
        <dt>${say('word.leakage')}</dt>
        <dd>${format.points(leakage)}</dd>
      </div>
    </dl>
  `,
  tables: ({ result: { lambdaD, lambdaM, leakage }, values, say, format }) => [
    {
      caption: say('word.caption'),
      columns: [say('word.pictures'), say('word.truth'), say('word.tagged')],
      rows: people.map((who) => [say(`word.${who}`), format.share(truth[who]), format.share(values[who] as number)]),
    },
    {
      caption: say('word.caption2'),
      columns: [say('word.what'), say('word.value')],
      rows: [
        [say('word.fromTruth'), format.share(lambdaD)],
        [say('word.fromTags'), format.share(lambdaM)],
        [say('word.leakage'), format.points(leakage)],
      ],
    },
  ],
});
