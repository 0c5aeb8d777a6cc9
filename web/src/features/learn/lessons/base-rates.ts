// SPDX-License-Identifier: Apache-2.0
//
// Base rates and impossibility: a threshold for each of two groups, and four rates. Each rate must be equal under
// some definition of fairness.

import { type Fairwasm, load } from 'fairwasm';
import { html } from 'lit';
import { getMax } from '#fairwasm/core/extremes.js';
import { figureTables } from '../figure-tables.js';
import { lesson, type Scene, type Values } from '../lesson.js';
import { type Compared, groupNames, makeLoans, ratesAt, type Thresholds, thresholdsFor } from '../loans.js';
import { scoreTable } from '../score-table.js';
import '../score-histogram.js';

const wanted = ['selectionRate', 'truePositiveRate', 'falsePositiveRate', 'positivePredictiveValue'] as const;

const tolerance = 0.02; // a step of a threshold moves a rate by up to 1.6%

interface Result {
  rates: Readonly<Record<string, Compared>>;
  count: number;
}

const getThresholds = ({ a, b }: Values): Thresholds => ({ A: a as number, B: b as number });
const moved = ({ A, B }: Thresholds): Values => ({ a: A, b: B });
const getGap = (compared: Compared | undefined) => Math.abs(compared?.difference ?? Number.NaN);
const isAlike = (compared: Compared | undefined) => getGap(compared) <= tolerance;

/** The rate that differs most between the groups. */
const findWorst = (rates: Result['rates']) =>
  wanted.reduce((worst, rate) => (getGap(rates[rate]) > getGap(rates[worst]) ? rate : worst));

const equalized =
  (rate: 'selectionRate' | 'truePositiveRate') =>
  (fair: Fairwasm, { apart }: Values): Values =>
    moved(thresholdsFor(fair, makeLoans(apart as number), rate));

export default lesson<Fairwasm, Result>({
  controls: [
    { id: 'a', min: 0, max: 1, step: 0.01, start: 0.5, unit: 'percent' },
    { id: 'b', min: 0, max: 1, step: 0.01, start: 0.5, unit: 'percent', tone: 'second' },
    { id: 'apart', min: 0, max: 0.4, step: 0.02, start: 0.2, unit: 'apart' },
  ],
  presets: [
    { id: 'one', values: { a: 0.5, b: 0.5 } },
    { id: 'loans', values: equalized('selectionRate') },
    { id: 'chances', values: equalized('truePositiveRate') },
  ],
  right: 3,
  shows: equalized('truePositiveRate'),
  load,
  compute: (fair, values) => {
    const rates = ratesAt(fair, makeLoans(values.apart as number), getThresholds(values), wanted);
    return { rates, count: wanted.filter((rate) => isAlike(rates[rate])).length };
  },
  isShown: ({ count }, { apart }) => count > 0 && count < wanted.length && apart !== 0,
  facts: ({ count, rates }, { apart, a, b }, format, say) => ({
    count: format.count(count),
    all: format.count(wanted.length),
    apart: format.apart(apart as number),
    a: format.whole(a as number),
    b: format.whole(b as number),
    equal: wanted
      .filter((rate) => isAlike(rates[rate]))
      .map((rate) => say(`word.${rate}`))
      .join('; '),
    worst: say(`word.${findWorst(rates)}`),
    most: format.apart(getGap(rates[findWorst(rates)])),
  }),
  now: ({ count }, { apart, a, b }) => {
    if (count === wanted.length) return apart === 0 ? 'same' : 'close';
    return a === b ? 'one' : 'two';
  },
  answer: ({ count, rates }, { apart }) => {
    if (wanted.some((rate) => Number.isNaN(getGap(rates[rate])))) return undefined;
    if (count === wanted.length) return 'answer.same';
    if (apart === 0) return 'answer.thresholds';
    return count === 0 ? 'answer.none' : 'answer';
  },
  draw: (scene) => {
    const { values, say, format } = scene;
    const loans = makeLoans(values.apart as number);
    const tallest = getMax(groupNames.flatMap((name) => loans[name].people));
    return html`
      ${groupNames.map((group) => {
        const threshold = getThresholds(values)[group];
        return html`
          <p class="sub ${group === 'B' ? 'second' : 'first'}">${say('word.group', { group })}</p>
          <fairwasm-score-histogram
            label=${say('word.histogram', { group, threshold: format.whole(threshold) })}
            tone=${group === 'B' ? 'second' : ''}
            .scores=${loans[group]}
            threshold=${threshold}
            tallest=${tallest}
          ></fairwasm-score-histogram>
        `;
      })}
      <p class="small soft">${say('word.key')}</p>
      ${figureTables([rateTable(scene)])}
    `;
  },
  tables: (scene) => [rateTable(scene), scoreTable(makeLoans(scene.values.apart as number), scene)],
});

function rateTable({ result, say, format }: Scene<Result>) {
  return {
    isDrawn: true,
    caption: say('word.caption', { tolerance: format.apart(tolerance) }),
    columns: [say('word.share'), 'A', 'B', say('word.difference')],
    rows: wanted.map((rate) => {
      const { A = Number.NaN, B = Number.NaN, difference = Number.NaN } = result.rates[rate] ?? {};
      const last = isAlike(result.rates[rate]) ? say('word.alike') : format.apart(difference);
      return [say(`word.${rate}`), format.share(A), format.share(B), last];
    }),
  };
}
