// SPDX-License-Identifier: Apache-2.0
//
// Calibration: scores that are too high or too low for one group. Their order does not change, so metrics of the order
// do not detect it.

import { type Fairwasm, load } from 'fairwasm';
import { html } from 'lit';
import { lesson } from '../lesson.js';
import '../plane-chart.js';

const groups = ['A', 'B'] as const;
type Name = (typeof groups)[number];

// True probabilities from 15% to 85%, so that a shift stays within 0 and 1; 200 people at each.
const chances = Array.from({ length: 15 }, (_, i) => 0.15 + 0.05 * i);
const people = 200;

type CalibrationCurve = ReturnType<ReturnType<Fairwasm['scoreTally']>['by']>[number]['calibrationCurve'];

interface Measured {
  area: number;
  error: number;
  /** People with a score of at least 50%. */
  selected: number;
  curve: CalibrationCurve;
}
type Result = Readonly<Record<Name, Measured>>;

export default lesson<Fairwasm, Result>({
  controls: [{ id: 'shift', min: -0.1, max: 0.1, step: 0.01, start: 0, unit: 'apart', tone: 'second' }],
  right: 2,
  shows: { shift: 0.1 },
  load,
  compute: (fair, { shift = 0 }) => {
    const cells = groups.flatMap((group) =>
      chances.flatMap((chance) => {
        const score = group === 'B' ? chance + shift : chance;
        const positives = Math.round(people * chance);
        return [
          { group, score, label: 1, rows: positives },
          { group, score, label: 0, rows: people - positives },
        ];
      }),
    );
    const tally = fair.scoreTally(['group']);
    tally.updateCounted({
      groups: { group: cells.map(({ group }) => group) },
      label: cells.map(({ label }) => label),
      score: cells.map(({ score }) => score),
      rows: cells.map(({ rows }) => rows),
    });
    const measured = tally.by(['group'], { bins: 20 });
    tally[Symbol.dispose]();
    return Object.fromEntries(
      measured.map(({ categories, areaUnderCurve, expectedCalibrationError, calibrationCurve, rocCurve }) => [
        categories.group as Name,
        {
          area: areaUnderCurve,
          error: expectedCalibrationError,
          selected: rocCurve.filter(({ threshold }) => threshold >= 0.4999).at(-1)?.selectionRate ?? 0,
          curve: calibrationCurve,
        },
      ]),
    ) as unknown as Result;
  },
  isShown: (_, { shift = 0 }) => Math.abs(shift) >= 0.08,
  facts: ({ A, B }, { shift = 0 }, format) => ({
    shift: format.apart(shift),
    areaA: format.number(A.area, 3),
    areaB: format.number(B.area, 3),
    errorB: format.apart(B.error),
    selectedA: format.share(A.selected),
    selectedB: format.share(B.selected),
  }),
  now: (_, { shift = 0 }) => (shift === 0 ? 'right' : shift > 0 ? 'high' : 'low'),
  answer: ({ A, B }) => (A.area === B.area && A.selected !== B.selected ? 'answer' : undefined),
  draw: ({ result, say }) => {
    const axis = { from: 0, to: 1, ticks: [0, 0.25, 0.5, 0.75, 1].map((tick) => [tick, String(tick * 100)] as const) };
    return html`
      <fairwasm-plane-chart
        label=${say('word.chart')}
        .x=${{ ...axis, label: say('word.x') }}
        .y=${{ ...axis, label: say('word.y') }}
        .series=${[
          {
            kind: 'line',
            tone: 'pale',
            points: [
              [0, 0],
              [1, 1],
            ],
          },
          ...groups.flatMap((group) => {
            const points = result[group].curve.map(({ meanScore, positiveRate }) => [meanScore, positiveRate]);
            const tone = group === 'B' ? 'second' : undefined;
            return [
              { kind: 'line', tone, points },
              { kind: group === 'B' ? 'dots' : 'rings', tone, points },
            ];
          }),
        ]}
      ></fairwasm-plane-chart>
      <p class="small soft keys">
        <span><span class="first">○</span> A</span>
        <span><span class="second">●</span> B</span>
        <span>${say('word.diagonal')}</span>
      </p>
    `;
  },
  tables: ({ result, say, format }) => [
    {
      caption: say('word.caption'),
      columns: [say('word.group'), say('word.area'), say('word.error'), say('word.selected')],
      rows: groups.map((group) => [
        group,
        format.number(result[group].area, 3),
        format.apart(result[group].error),
        format.share(result[group].selected),
      ]),
    },
    {
      caption: say('word.curve'),
      columns: [say('word.score'), say('word.happened')],
      rows: groups.flatMap((group) =>
        result[group].curve.map(({ meanScore, positiveRate }) => [
          `${group}: ${format.share(meanScore)}`,
          format.share(positiveRate),
        ]),
      ),
    },
  ],
});
