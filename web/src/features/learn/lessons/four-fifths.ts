// SPDX-License-Identifier: Apache-2.0
//
// The four-fifths rule: its result for small groups, and its limits for large groups. The rule compares the group with
// the lower rate, men or women, with the group that has the highest rate.

import { type FourFifths, type Impact, load, type RateComparison } from 'fairwasm/impact';
import { html } from 'lit';
import { getMax } from '#fairwasm/core/extremes.js';
import { lesson, type Values } from '../lesson.js';
import '../rate-rows.js';

const times = [1, 10] as const;
const women = 20;
const men = 80;

interface Result {
  all: FourFifths;
  /** Compares the other group with the group that has the highest rate. */
  compared: RateComparison;
}

const getTimes = ({ times: place = 0 }: Values) => times[place] as number;

/** `none`, `equal`, or `below` or `above` with the group that is compared, such as `below.women`. */
function getVerdict({ compared: { group, ratio, belowFourFifths } }: Result): string {
  if (Number.isNaN(ratio.value)) return 'none';
  if (ratio.value === 1) return 'equal';
  return `${belowFourFifths ? 'below' : 'above'}.${group}`;
}

/** True if more women than in the question are hired, as many as the rule requires of the group with the lower rate. */
const isShown = (result: Result, values: Values) =>
  values.men === 48 && getTimes(values) === 1 && ['above.women', 'equal'].includes(getVerdict(result));

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
    const all = fourFifths([
      { name: 'men', applicants: men * scale, selected: (values.men as number) * scale },
      { name: 'women', applicants: women * scale, selected: (values.women as number) * scale },
    ]);
    return { all, compared: all.againstHighest?.comparisons[0] as RateComparison };
  },
  isShown,
  facts: ({ compared: { ratio, shortfallToFourFifths, fisher } }, values, format) => ({
    women: format.count((values.women as number) * getTimes(values)),
    allWomen: format.count(women * getTimes(values)),
    men: format.count((values.men as number) * getTimes(values)),
    allMen: format.count(men * getTimes(values)),
    ratio: format.number(ratio.value),
    range: (ratio.ci ?? []).map((end) => format.number(end)).join(' – '),
    missing: format.count(Math.max(0, shortfallToFourFifths)),
    p: format.probability(fisher.twoSided),
  }),
  now: getVerdict,
  answer: (result, values) => {
    // The tenth woman changes the verdict.
    if (isShown(result, values)) return values.women === 10 ? 'answer' : 'answer.more';
    const verdict = getVerdict(result);
    return verdict === 'none' ? undefined : `answer.${verdict}`;
  },
  draw: ({ result: { all, compared }, say, format }) => html`
    <fairwasm-rate-rows
      label=${say('word.chart')}
      .line=${0.8 * getMax(all.groups.map(({ rate }) => rate))}
      .rows=${all.groups.map(({ name, rate }) => ({
        label: say(`word.${name}`),
        marks: [{ value: rate, shape: 'dot', tone: name === 'women' ? 'second' : undefined }],
        text: format.share(rate),
      }))}
    ></fairwasm-rate-rows>
    <p class="small soft">${say('word.line')}</p>
    <dl class="big">
      <div>
        <dt>${say(`word.ratio.${compared.group}`)}</dt>
        <dd>${format.number(compared.ratio.value)}</dd>
      </div>
      <div>
        <dt>${say('word.test')}</dt>
        <dd>${format.probability(compared.fisher.twoSided)}</dd>
      </div>
    </dl>
  `,
  tables: ({ result: { all, compared }, say, format }) => [
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
        [say(`word.ratio.${compared.group}`), format.number(compared.ratio.value)],
        [say('word.interval'), (compared.ratio.ci ?? []).map((end) => format.number(end)).join(' – ')],
        [say('word.missing'), format.count(Math.max(0, compared.shortfallToFourFifths))],
        [say('word.test'), format.probability(compared.fisher.twoSided)],
      ],
    },
  ],
});
