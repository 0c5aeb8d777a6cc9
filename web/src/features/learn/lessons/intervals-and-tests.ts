// SPDX-License-Identifier: Apache-2.0
//
// Intervals and tests: two intervals may overlap although the difference is significant. The interval of the difference
// decides.

import { type Estimate, type Fairwasm, load } from 'fairwasm';
import { html } from 'lit';
import { lesson, type Values } from '../lesson.js';
import '../rate-rows.js';

const sizes = [20, 50, 100, 200, 500, 1000, 2000] as const;

interface Result {
  a: Estimate;
  b: Estimate;
  difference: Estimate;
}

const getSize = ({ size = 0 }: Values) => sizes[size] as number;
const overlap = ({ a, b }: Result) => (a.ci?.[0] ?? 0) <= (b.ci?.[1] ?? 1) && (b.ci?.[0] ?? 0) <= (a.ci?.[1] ?? 1);
const isChance = ({ difference }: Result) => !((difference.pValue ?? 1) < 0.05);

export default lesson<Fairwasm, Result>({
  controls: [
    { id: 'a', min: 0.05, max: 0.95, step: 0.01, start: 0.5, unit: 'percent' },
    { id: 'b', min: 0.05, max: 0.95, step: 0.01, start: 0.55, unit: 'percent', tone: 'second' },
    { id: 'size', min: 0, max: sizes.length - 1, step: 1, start: 3, unit: 'count', of: sizes },
  ],
  right: 1,
  shows: { a: 0.5, b: 0.61, size: 3 },
  load,
  compute: (fair, values) => {
    const rows = getSize(values);
    const hired = [values.a as number, values.b as number].map((share) => Math.round(share * rows));
    const auditor = fair.auditor({
      groups: ['group'],
      prediction: true,
      favorable: 'yes',
      uncertainty: { draws: 200 },
    });
    auditor.updateCounted({
      groups: { group: ['A', 'A', 'B', 'B'] },
      prediction: ['yes', 'no', 'yes', 'no'],
      rows: hired.flatMap((count) => [count, rows - count]),
    });
    const frame = auditor.audit().frame('group');
    const unknown: Estimate = { value: Number.NaN };
    const [comparison] = frame.disparities(frame.group({ group: 'A' }));
    return {
      a: frame.group({ group: 'A' }).rates.selectionRate ?? unknown,
      b: frame.group({ group: 'B' }).rates.selectionRate ?? unknown,
      difference: comparison?.values.statisticalParityDifference ?? unknown,
    };
  },
  isShown: (result) => overlap(result) && !isChance(result),
  facts: ({ a, b, difference }, values, format) => ({
    size: format.count(getSize(values)),
    a: format.range(a.ci),
    b: format.range(b.ci),
    difference: format.points(difference.value),
    range: format.pointRange(difference.ci),
    p: format.probability(difference.pValue),
  }),
  now: (result) => `${overlap(result) ? 'overlap' : 'apart'}.${isChance(result) ? 'chance' : 'sure'}`,
  answer: (result) => {
    const [low = Number.NaN, high = Number.NaN] = result.difference.ci ?? [];
    if (isChance(result)) return overlap(result) && low <= 0 && high >= 0 ? 'answer.open' : undefined;
    if (low <= 0 && high >= 0) return undefined;
    return overlap(result) ? 'answer' : 'answer.apart';
  },
  draw: ({ result: { a, b, difference }, say, format }) => html`
    <fairwasm-rate-rows
      label=${say('word.chart')}
      .rows=${[
        { label: 'A', marks: [{ ...a, shape: 'dot' }], text: format.share(a.value) },
        { label: 'B', marks: [{ ...b, shape: 'dot', tone: 'second' }], text: format.share(b.value) },
      ]}
    ></fairwasm-rate-rows>
    <p class="sub">${say('word.difference')}</p>
    <fairwasm-rate-rows
      label=${say('word.chart2')}
      .line=${0.5}
      .ticks=${[-0.5, -0.25, 0, 0.25, 0.5].map((tick) => [tick + 0.5, format.points(tick)])}
      .rows=${[
        {
          label: 'B − A',
          marks: [
            {
              value: within(difference.value),
              ci: difference.ci?.map(within) as [number, number] | undefined,
              shape: 'dot',
            },
          ],
          text: format.points(difference.value),
        },
      ]}
    ></fairwasm-rate-rows>
  `,
  tables: ({ result: { a, b, difference }, say, format }) => [
    {
      caption: say('word.caption'),
      columns: [say('word.group'), say('word.value'), say('word.interval'), 'p'],
      rows: [
        ['A', format.share(a.value), format.range(a.ci), ''],
        ['B', format.share(b.value), format.range(b.ci), ''],
        [
          'B − A',
          format.points(difference.value),
          format.pointRange(difference.ci),
          format.probability(difference.pValue),
        ],
      ],
    },
  ],
});

/** A difference from -50 to 50 points, on a scale from 0 to 1. */
const within = (difference: number) => Math.min(1, Math.max(0, difference + 0.5));
