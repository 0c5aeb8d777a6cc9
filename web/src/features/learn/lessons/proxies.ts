// SPDX-License-Identifier: Apache-2.0
//
// Proxies: a column that is associated with another. The decision depends only on the district; the homes of people
// determine how strongly the district reveals the group.

import { type Fairwasm, load } from 'fairwasm';
import { html } from 'lit';
import { lesson } from '../lesson.js';
import '../rate-rows.js';

const places = ['north', 'south'] as const;
const groups = ['A', 'B'] as const;
const people = 1000; // in each group
const lent = { north: 0.8, south: 0.3 };

interface Result {
  /** Rates of each group, in all districts together. */
  rates: Readonly<Record<(typeof groups)[number], number>>;
  difference: number;
  /** The proportion of people whose group is guessed correctly from the district. */
  guessed: number;
  /** The rate of a group within a district. */
  within: (group: string, place: string) => number;
}

export default lesson<Fairwasm, Result>({
  controls: [{ id: 'apart', min: 0.5, max: 1, step: 0.05, start: 0.5, unit: 'percent' }],
  right: 2,
  shows: { apart: 0.9 },
  load,
  compute: (fair, { apart = 0 }) => {
    const cells = groups.flatMap((group) =>
      places.flatMap((place) => {
        const lives = Math.round(people * ((group === 'A') === (place === 'north') ? apart : 1 - apart));
        const yes = Math.round(lives * lent[place]);
        return [
          { group, place, decision: 'yes', rows: yes },
          { group, place, decision: 'no', rows: lives - yes },
        ];
      }),
    );
    const auditor = fair.auditor({
      groups: ['group', 'place'],
      label: true,
      prediction: true,
      favorable: 'yes',
      uncertainty: false,
    });
    auditor.updateCounted({
      groups: { group: cells.map(({ group }) => group), place: cells.map(({ place }) => place) },
      label: cells.map(({ decision }) => decision),
      prediction: cells.map(({ decision }) => decision),
      rows: cells.map(({ rows }) => rows),
    });
    const audit = auditor.audit();
    const byGroup = audit.frame('group');
    const crossed = audit.frame(['group', 'place']);
    const rate = (group: string) => byGroup.group({ group }).rates.selectionRate?.value ?? Number.NaN;
    return {
      rates: { A: rate('A'), B: rate('B') },
      difference: rate('A') - rate('B'),
      guessed: accuracyOfGuess(fair, cells),
      within: (group, place) => crossed.group({ group, place }).rates.selectionRate?.value ?? Number.NaN,
    };
  },
  isShown: ({ difference }) => difference >= 0.3,
  facts: ({ rates, difference, guessed }, { apart = 0 }, format) => ({
    a: format.share(rates.A),
    b: format.share(rates.B),
    apart: format.apart(difference),
    lives: format.whole(apart),
    guessed: format.share(guessed),
  }),
  now: ({ difference }) => (Math.abs(difference) < 0.005 ? 'alike' : 'apart'),
  answer: ({ difference }) => (difference < 0.005 ? undefined : 'answer'),
  draw: ({ result: { rates, within, guessed }, say, format }) => html`
    <fairwasm-rate-rows
      label=${say('word.chart')}
      .rows=${groups.map((group) => ({
        label: say('word.group', { group }),
        marks: [{ value: rates[group], shape: 'dot', tone: group === 'B' ? 'second' : undefined }],
        text: format.share(rates[group]),
      }))}
    ></fairwasm-rate-rows>
    <p class="sub">${say('word.inside')}</p>
    <fairwasm-rate-rows
      label=${say('word.chart2')}
      .rows=${places.map((place) => ({
        label: say(`word.${place}`),
        marks: [
          { value: within('A', place), shape: 'ring', size: 9 },
          { value: within('B', place), shape: 'dot', tone: 'second' },
        ],
        text: format.share(lent[place]),
      }))}
    ></fairwasm-rate-rows>
    <p class="small soft keys">
      <span><span class="first">○</span> A</span>
      <span><span class="second">●</span> B</span>
    </p>
    <dl class="big">
      <div>
        <dt>${say('word.guessed')}</dt>
        <dd>${format.share(guessed)}</dd>
      </div>
    </dl>
  `,
  tables: ({ result: { rates, within, guessed }, say, format }) => [
    {
      caption: say('word.caption'),
      columns: [say('word.who'), 'A', 'B'],
      rows: [
        [say('word.everywhere'), format.share(rates.A), format.share(rates.B)],
        ...places.map((place) => [
          say(`word.${place}`),
          format.share(within('A', place)),
          format.share(within('B', place)),
        ]),
      ],
    },
    {
      caption: say('word.caption2'),
      columns: [say('word.who'), say('word.value')],
      rows: [[say('word.guessed'), format.share(guessed)]],
    },
  ],
});

// "Lives in the north, so belongs to A" is a prediction like any other: its accuracy measures how well one column
// predicts the other.
function accuracyOfGuess(fair: Fairwasm, cells: readonly { group: string; place: string; rows: number }[]): number {
  const auditor = fair.auditor({ groups: [], label: true, prediction: true, favorable: 'A', uncertainty: false });
  auditor.updateCounted({
    label: cells.map(({ group }) => group),
    prediction: cells.map(({ place }) => (place === 'north' ? 'A' : 'B')),
    rows: cells.map(({ rows }) => rows),
  });
  return auditor.audit().frame([]).overall.rates.accuracy?.value ?? Number.NaN;
}
