// SPDX-License-Identifier: Apache-2.0
//
// Individual fairness: two groups with equal rates, with more and more decisions by lottery. The rates do not change;
// the consistency between similar people does.

import { type Estimate, type Fairwasm, load as loadFair } from 'fairwasm';
import { type Individual, load as loadIndividual } from 'fairwasm/individual';
import { html } from 'lit';
import { decide, each, people } from '../applicants.js';
import { lesson } from '../lesson.js';
import '../plane-chart.js';

const neighbors = 5;

interface Modules {
  fair: Fairwasm;
  individual: Individual;
}

interface Result {
  decisions: readonly number[];
  consistency: Estimate;
  rates: Readonly<Record<'A' | 'B', number>>;
}

export default lesson<Modules, Result>({
  controls: [
    { id: 'lot', min: 0, max: 1, step: 0.05, start: 0, unit: 'percent' },
    { id: 'draw', kind: 'draw' },
  ],
  right: 3,
  shows: { lot: 1 },
  load: async () => {
    const [fair, individual] = await Promise.all([loadFair(), loadIndividual()]);
    return { fair, individual };
  },
  compute: ({ fair, individual }, { lot = 0, draw = 0 }) => {
    const decisions = decide(lot, draw);
    const frame = fair
      .audit({
        groups: { group: people.map(({ group }) => group) },
        prediction: decisions,
        favorable: 1,
        uncertainty: false,
      })
      .frame('group');
    const rate = (group: string) => frame.group({ group }).rates.selectionRate?.value ?? Number.NaN;
    return {
      decisions,
      consistency: individual.consistencyEstimate(
        people.map(({ income, debt }) => [income, debt]),
        decisions,
        { neighbors },
      ),
      rates: { A: rate('A'), B: rate('B') },
    };
  },
  isShown: (_, { lot = 0 }) => lot >= 0.8,
  facts: ({ rates, consistency }, { lot = 0 }, format) => ({
    a: format.share(rates.A),
    b: format.share(rates.B),
    lot: format.whole(lot),
    consistency: format.share(consistency.value),
    range: format.range(consistency.ci),
  }),
  now: (_, { lot = 0 }) => (lot === 0 ? 'rule' : 'lot'),
  answer: (_, { lot = 0 }) => (lot === 0 ? undefined : 'answer'),
  draw: ({ result: { decisions, consistency }, say, format }) => html`
    <fairwasm-plane-chart
      label=${say('word.chart')}
      .x=${{
        label: say('word.income'),
        from: 0,
        to: 1,
        ticks: [
          [0, say('word.little')],
          [1, say('word.much')],
        ],
      }}
      .y=${{
        label: say('word.debt'),
        from: 0,
        to: 1,
        ticks: [
          [0, '0'],
          [1, say('word.much')],
        ],
      }}
      .series=${([1, 0] as const).flatMap((decision) =>
        (['A', 'B'] as const).map((group) => ({
          kind: decision === 1 ? 'dots' : 'rings',
          tone: group === 'B' ? 'second' : undefined,
          points: people.flatMap((person, i) =>
            person.group === group && decisions[i] === decision ? [[person.income, person.debt]] : [],
          ),
        })),
      )}
    ></fairwasm-plane-chart>
    <p class="small soft keys">
      <span><span class="first">● ○</span> A</span>
      <span><span class="second">● ○</span> B</span>
      <span>${say('word.key')}</span>
    </p>
    <dl class="big">
      <div>
        <dt>${say('word.consistency')}</dt>
        <dd>${format.share(consistency.value)}</dd>
      </div>
    </dl>
  `,
  tables: ({ result: { decisions, consistency, rates }, say, format }) => [
    {
      caption: say('word.caption'),
      columns: [say('word.what'), say('word.value'), say('word.interval')],
      rows: [
        [say('word.rateA'), format.share(rates.A), ''],
        [say('word.rateB'), format.share(rates.B), ''],
        [say('word.consistency'), format.share(consistency.value), format.range(consistency.ci)],
      ],
    },
    {
      caption: say('word.people'),
      columns: [say('word.person'), say('word.incomeShort'), say('word.debtShort'), say('word.loan')],
      rows: people.map(({ group, income, debt }, i) => [
        `${group} ${(i % each) + 1}`,
        format.number(income),
        format.number(debt),
        say(decisions[i] === 1 ? 'word.yes' : 'word.no'),
      ]),
    },
  ],
});
