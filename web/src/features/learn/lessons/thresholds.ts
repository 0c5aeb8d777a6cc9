// SPDX-License-Identifier: Apache-2.0
//
// The trade-off of a threshold: detected patients against false alarms.

import { type Fairwasm, load } from 'fairwasm';
import { html } from 'lit';
import { getMax } from '#fairwasm/core/extremes.js';
import { lesson } from '../lesson.js';
import { getCells, scoresAround } from '../loans.js';
import type { RateRow } from '../rate-rows.js';
import { scoreTable } from '../score-table.js';
import '../rate-rows.js';
import '../score-histogram.js';

const patients = scoresAround(0.35, 3.2);
const rates = ['truePositiveRate', 'falsePositiveRate', 'falseDiscoveryRate'] as const;
type Result = Readonly<Record<(typeof rates)[number], number>>;

export default lesson<Fairwasm, Result>({
  controls: [{ id: 'threshold', min: 0.05, max: 0.95, step: 0.01, start: 0.5, unit: 'percent' }],
  right: 3,
  shows: { threshold: 0.2 },
  load,
  compute: (fair, { threshold = 0 }) => {
    const auditor = fair.auditor({ groups: [], label: true, prediction: true, favorable: 1, uncertainty: false });
    const cells = getCells({ patients });
    auditor.updateCounted({
      label: cells.map(({ repays }) => repays),
      prediction: cells.map(({ score }) => (score >= threshold ? 1 : 0)),
      rows: cells.map(({ people }) => people),
    });
    const { overall } = auditor.audit().frame([]);
    return Object.fromEntries(rates.map((rate) => [rate, overall.rates[rate]?.value ?? Number.NaN])) as Result;
  },
  isShown: ({ truePositiveRate }) => truePositiveRate >= 0.9,
  facts: (result, { threshold = 0 }, format) => ({
    threshold: format.whole(threshold),
    found: format.share(result.truePositiveRate),
    alarmed: format.share(result.falsePositiveRate),
    false: format.share(result.falseDiscoveryRate),
  }),
  now: ({ truePositiveRate }) => (truePositiveRate >= 0.9 ? 'many' : 'few'),
  answer: (result) => (Object.values(result).some(Number.isNaN) ? undefined : 'answer'),
  draw: ({ result, values, say, format }) => html`
    <fairwasm-score-histogram
      label=${say('word.histogram', { threshold: format.whole(values.threshold as number) })}
      .scores=${patients}
      threshold=${values.threshold as number}
      tallest=${getMax(patients.people)}
    ></fairwasm-score-histogram>
    <p class="small soft">${say('word.key')}</p>
    <fairwasm-rate-rows
      label=${say('word.chart')}
      .rows=${rates.map(
        (rate): RateRow => ({
          label: say(`word.${rate}`),
          marks: [{ value: result[rate], shape: 'dot', tone: rate === 'truePositiveRate' ? undefined : 'second' }],
          text: format.share(result[rate]),
        }),
      )}
    ></fairwasm-rate-rows>
  `,
  tables: ({ result, say, format }) => [
    {
      caption: say('word.caption'),
      columns: [say('word.share'), say('word.value')],
      rows: rates.map((rate) => [say(`word.${rate}`), format.share(result[rate])]),
    },
    scoreTable({ patients }, { say, format }),
  ],
});
