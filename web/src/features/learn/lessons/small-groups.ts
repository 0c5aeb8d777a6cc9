// SPDX-License-Identifier: Apache-2.0
//
// The reason why a small group carries little information: a rate whose interval depends on the size, and twenty
// groups that differ although their probabilities are equal.

import { type Estimate, type Fairwasm, load } from 'fairwasm';
import { html } from 'lit';
import { getMax, getMin } from '#fairwasm/core/extremes.js';
import { type Compared, chanceOfAll, compare, type Drawn, drawGroups, sizes } from '../chance.js';
import { lesson, type Values } from '../lesson.js';
import '../rate-rows.js';

const drawnGroups = 20;

interface Result {
  extras: Compared;
  drawn: readonly Drawn[];
}

const getSize = ({ size = 0 }: Values) => sizes[size] as number;
const getHired = (values: Values) => Math.round((values.share as number) * getSize(values));
const holds = ({ ci = [1, 0] }: Estimate) => ci[0] <= chanceOfAll && chanceOfAll <= ci[1];

export default lesson<Fairwasm, Result>({
  controls: [
    { id: 'size', min: 0, max: sizes.length - 1, step: 1, start: 1, unit: 'count', of: sizes },
    { id: 'share', min: 0, max: 1, step: 0.05, start: 0.7, unit: 'percent' },
    { id: 'draw', kind: 'draw' },
  ],
  right: 3,
  shows: { size: 3, share: 0.7 },
  load,
  compute: (fair, values) => ({
    extras: compare(fair, getSize(values), getHired(values)),
    drawn: drawGroups(fair, getSize(values), drawnGroups, values.draw as number),
  }),
  isShown: ({ extras }, { size = 0, share }) => size > 1 && share === 0.7 && (extras.small.ci?.[0] ?? 0) > chanceOfAll,
  facts: ({ extras: { small, difference }, drawn }, values, format) => {
    const rates = drawn.map(({ rate }) => rate.value);
    return {
      size: format.count(getSize(values)),
      hired: format.count(getHired(values)),
      range: format.range(small.ci),
      p: format.probability(difference.pValue),
      spread: format.range([getMin(rates), getMax(rates)]),
      inside: format.count(drawn.filter(({ rate }) => holds(rate)).length),
      all: format.count(drawnGroups),
    };
  },
  now: ({ extras: { small } }) => (holds(small) ? 'open' : 'apart'),
  answer: ({ extras: { small } }) => {
    if (holds(small)) return 'answer.open';
    return small.value > chanceOfAll ? 'answer' : 'answer.below';
  },
  draw: ({ result: { extras, drawn }, values, say, format }) => html`
    <fairwasm-rate-rows
      label=${say('word.chart')}
      .line=${chanceOfAll}
      .rows=${[
        {
          label: say('word.large'),
          marks: [{ ...extras.large, shape: 'dot' }],
          text: format.share(extras.large.value),
        },
        {
          label: say('word.small'),
          marks: [{ ...extras.small, shape: 'dot', tone: 'second' }],
          text: format.share(extras.small.value),
        },
      ]}
    ></fairwasm-rate-rows>
    <p class="sub">${say('word.twenty', { size: format.count(getSize(values)) })}</p>
    <fairwasm-rate-rows
      label=${say('word.chart20')}
      .line=${chanceOfAll}
      .rows=${drawn.map(({ name, rate }) => ({
        label: name,
        marks: [{ value: rate.value, ci: rate.ci, shape: 'dot', size: 4 }],
        text: format.share(rate.value),
      }))}
    ></fairwasm-rate-rows>
  `,
  tables: ({ result: { extras, drawn }, say, format }) => [
    {
      caption: say('word.caption'),
      columns: [say('word.group'), say('word.value'), say('word.interval')],
      rows: [
        [say('word.large'), format.share(extras.large.value), format.range(extras.large.ci)],
        [say('word.small'), format.share(extras.small.value), format.range(extras.small.ci)],
      ],
    },
    {
      caption: say('word.caption20'),
      columns: [say('word.group'), say('word.value'), say('word.interval')],
      rows: drawn.map(({ name, rate }) => [name, format.share(rate.value), format.range(rate.ci)]),
    },
  ],
});
