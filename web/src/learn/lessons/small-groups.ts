// SPDX-License-Identifier: Apache-2.0
//
// Why a small group says little: the same rate with the interval that its size leaves, and twenty groups that
// differ although all are treated alike.

import { type Estimate, type Fairwasm, load } from 'fairwasm';
import { html } from 'lit';
import { type Beside, chanceOfAll, compare, type Drawn, drawGroups, sizes } from '../chance.js';
import { lesson, type Values } from '../lesson.js';
import '../rate-rows.js';

const drawnGroups = 20;

interface Result {
  beside: Beside;
  drawn: readonly Drawn[];
}

const sizeOf = ({ size = 0 }: Values) => sizes[size] as number;
const hiredOf = (values: Values) => Math.round((values.share as number) * sizeOf(values));
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
    beside: compare(fair, sizeOf(values), hiredOf(values)),
    drawn: drawGroups(fair, sizeOf(values), drawnGroups, values.draw as number),
  }),
  isShown: ({ beside }, { size = 0, share }) =>
    size > 1 && share === 0.7 && (beside.small.ci?.[0] ?? 0) > chanceOfAll,
  facts: ({ beside: { small, difference }, drawn }, values, format) => {
    const rates = drawn.map(({ rate }) => rate.value);
    return {
      size: format.count(sizeOf(values)),
      hired: format.count(hiredOf(values)),
      range: format.range(small.ci),
      p: format.probability(difference.pValue),
      spread: format.range([Math.min(...rates), Math.max(...rates)]),
      inside: format.count(drawn.filter(({ rate }) => holds(rate)).length),
      all: format.count(drawnGroups),
    };
  },
  now: ({ beside: { small } }) => (holds(small) ? 'open' : 'apart'),
  draw: ({ result: { beside, drawn }, values, say, format }) => html`
    <fairwasm-rate-rows
      label=${say('word.chart')}
      .line=${chanceOfAll}
      .rows=${[
        {
          label: say('word.large'),
          marks: [{ ...beside.large, shape: 'dot' }],
          text: format.share(beside.large.value),
        },
        {
          label: say('word.small'),
          marks: [{ ...beside.small, shape: 'dot', tone: 'second' }],
          text: format.share(beside.small.value),
        },
      ]}
    ></fairwasm-rate-rows>
    <p class="sub">${say('word.twenty', { size: format.count(sizeOf(values)) })}</p>
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
  tables: ({ result: { beside, drawn }, say, format }) => [
    {
      caption: say('word.caption'),
      columns: [say('word.group'), say('word.value'), say('word.interval')],
      rows: [
        [say('word.large'), format.share(beside.large.value), format.range(beside.large.ci)],
        [say('word.small'), format.share(beside.small.value), format.range(beside.small.ci)],
      ],
    },
    {
      caption: say('word.caption20'),
      columns: [say('word.group'), say('word.value'), say('word.interval')],
      rows: drawn.map(({ name, rate }) => [name, format.share(rate.value), format.range(rate.ci)]),
    },
  ],
});
