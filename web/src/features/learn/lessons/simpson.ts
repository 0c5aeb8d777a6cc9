// SPDX-License-Identifier: Apache-2.0
//
// Simpson's paradox in Berkeley's admissions: the rates of all departments together and of each department disagree,
// and moving applications shows why.

import { type Fairwasm, load } from 'fairwasm';
import { html } from 'lit';
import { getMax } from '#fairwasm/core/extremes.js';
import { type Admissions, departmentNames, getAdmissions, type Rates } from '../admissions.js';
import { lesson, type Scene } from '../lesson.js';
import type { RateRow } from '../rate-rows.js';
import '../rate-rows.js';

const every = new Set(departmentNames);

export default lesson<Fairwasm, Admissions>({
  controls: [{ id: 'moved', min: 0, max: 1, step: 0.05, start: 0, unit: 'percent' }],
  right: 3,
  shows: { moved: 1 },
  load,
  compute: (fair, { moved = 0 }) => getAdmissions(fair, every, moved) as Admissions,
  isShown: ({ all }) => all.women > all.men,
  facts: ({ all, departments }, { moved = 0 }, format) => ({
    moved: format.whole(moved),
    men: format.share(all.men),
    women: format.share(all.women),
    apart: format.apart(all.women - all.men),
    ahead: format.count(departments.filter(({ men, women }) => women > men).length),
    departments: format.count(departments.length),
  }),
  now: ({ all }) => (all.women > all.men ? 'more' : 'less'),
  answer: ({ all }) => (all.women > all.men ? 'answer' : 'answer.less'),
  draw: ({ result: { all, departments }, say, format }) => {
    const largest = getMax(departments.flatMap(({ menApplied, womenApplied }) => [menApplied, womenApplied]));
    const radius = (applied: number) => 2.5 + 10 * Math.sqrt(applied / largest);
    const row = (label: string, { men, women }: Rates, sizes: readonly number[]): RateRow => ({
      label,
      marks: [
        { value: men, shape: 'ring', size: sizes[0] },
        { value: women, shape: 'dot', tone: 'second', size: sizes[1] },
      ],
      text: format.points(women - men),
    });
    return html`
      <fairwasm-rate-rows
        label=${say('word.chart')}
        .rows=${[
          row(say('word.all'), all, [6, 6]),
          ...departments.map((rates) =>
            row(say('word.department', { name: rates.name }), rates, [
              radius(rates.menApplied),
              radius(rates.womenApplied),
            ]),
          ),
        ]}
      ></fairwasm-rate-rows>
      <p class="small soft keys">
        <span><span class="first">○</span> ${say('word.men')}</span>
        <span><span class="second">●</span> ${say('word.women')}</span>
        <span>${say('word.size')}</span>
      </p>
    `;
  },
  tables: ({ result: { all, departments }, say, format }: Scene<Admissions>) => [
    {
      caption: say('word.caption'),
      columns: [
        say('word.part'),
        say('word.menApplied'),
        say('word.menAdmitted'),
        say('word.womenApplied'),
        say('word.womenAdmitted'),
      ],
      rows: [{ name: say('word.all'), ...all }, ...departments].map(
        ({ name, men, women, menApplied, womenApplied }) => [
          name,
          format.count(menApplied),
          format.share(men),
          format.count(womenApplied),
          format.share(women),
        ],
      ),
    },
  ],
});
