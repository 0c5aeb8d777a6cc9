// SPDX-License-Identifier: Apache-2.0
//
// The four-fifths rule: its result for small groups, and its limits for large groups.

import { type FourFifths, type Impact, load, type RateComparison } from 'fairwasm/impact';
import { html } from 'lit';
import { lesson, type Values } from '../lesson.js';
import '../rate-rows.js';

const times = [1, 10] as const;
const women = 20;
const men = 80;

interface Result {
  all: FourFifths;
  /** Compares women with men, regardless of which group has the higher rate. */
  women: RateComparison;
}

const getTimes = ({ times: place = 0 }: Values) => times[place] as number;

export default lesson<Impact, Result>({
  controls: [
    { id: 'women', min: 0, max: women, step: 1, start: 9, unit: 'count', tone: 'second' },
    { id: 'men', min: 0, max: men, step: 1, start: 48, unit: 'count' },
    { id: 'times', min: 0, max: 1, step: 1, start: 0, unit: 'count', of: times },
  ],
  right: 1,
  shows: { women: 10, men: 48, times: 0 },
  load,
  compute: ({ fourFifths }, values) => {
    const scale = getTimes(values);
    const all = fourFifths(
      [
        { name: 'men', applicants: men * scale, selected: (values.men as number) * scale },
        { name: 'women', applicants: women * scale, selected: (values.women as number) * scale },
      ],
      { reference: 'men' },
    );
    const compared = all.againstReference?.comparisons.find(({ group }) => group === 'women');
    return { all, women: compared as RateComparison };
  },
  isShown: ({ women: compared }, values) =>
    compared.belowFourFifths === false && values.men === 48 && getTimes(values) === 1,
  facts: ({ women: { ratio, shortfallToFourFifths, fisher } }, values, format) => ({
    women: format.count((values.women as number) * getTimes(values)),
    allWomen: format.count(women * getTimes(values)),
    ratio: format.number(ratio.value),
    range: (ratio.ci ?? []).map((end) => format.number(end)).join(' – '),
    missing: format.count(Math.max(0, shortfallToFourFifths)),
    p: format.probability(fisher.twoSided),
  }),
  now: ({ women: { belowFourFifths, shortfallToFourFifths } }) => {
    if (belowFourFifths === null || Number.isNaN(shortfallToFourFifths)) return 'none';
    return belowFourFifths ? 'below' : 'above';
  },
  // The tenth woman changes the verdict.
  answer: (_, values) => (values.women === 10 ? 'answer' : 'answer.more'),
  draw: ({ result: { all, women: compared }, say, format }) => html`
    <fairwasm-rate-rows
      label=${say('word.chart')}
      .line=${0.8 * (all.groups[0]?.rate ?? Number.NaN)}
      .rows=${all.groups.map(({ name, rate }) => ({
        label: say(`word.${name}`),
        marks: [{ value: rate, shape: 'dot', tone: name === 'women' ? 'second' : undefined }],
        text: format.share(rate),
      }))}
    ></fairwasm-rate-rows>
    <p class="small soft">${say('word.line')}</p>
    <dl class="big">
      <div>
        <dt>${say('word.ratio')}</dt>
        <dd>${format.number(compared.ratio.value)}</dd>
      </div>
      <div>
        <dt>${say('word.test')}</dt>
        <dd>${format.probability(compared.fisher.twoSided)}</dd>
      </div>
    </dl>
  `,
  tables: ({ result: { all, women: compared }, say, format }) => [
    {
      caption: say('word.caption'),
      columns: [say('word.group'), say('word.applied'), say('word.hired'), say('word.rate')],
      rows: all.groups.map(({ name, applicants, selected, rate }) => [
        say(`word.${name}`),
        format.count(applicants),
        format.count(selected),
        format.share(rate),
      ]),
    },
    {
      caption: say('word.caption2'),
      columns: [say('word.what'), say('word.value')],
      rows: [
        [say('word.ratio'), format.number(compared.ratio.value)],
        [say('word.interval'), (compared.ratio.ci ?? []).map((end) => format.number(end)).join(' – ')],
        [say('word.missing'), format.count(Math.max(0, compared.shortfallToFourFifths))],
        [say('word.test'), format.probability(compared.fisher.twoSided)],
      ],
    },
  ],
});
