// SPDX-License-Identifier: Apache-2.0
//
// Reports begin with the largest of many gaps, so the intervals of these gaps hold for all of them.

import { load as loadFairwasm } from 'fairwasm';
import { load } from 'fairwasm/classes';
import { errorReport, load as loadScores } from 'fairwasm/scores';
import { confidenceOfEach } from '#fairwasm/claims/adjust.js';
import { describeClasses } from '#fairwasm/classes/describe.js';
import { describeErrors } from '#fairwasm/scores/describe.js';
import { mulberry32 } from '../../random-numbers.mjs';

const searched = ['selectionRate', 'truePositiveRate', 'positivePredictiveValue'];
const random = mulberry32(5);
const draw = (count, length = 400) => Array.from({ length }, () => Math.floor(random() * count));
const groups = { sex: draw(2), region: draw(3) };
const label = draw(4);
const prediction = label.map((own) => (random() < 0.6 ? own : Math.floor(random() * 4)));

test('gaps of single classes hold for all classes, searched rates, and attributes', async () => {
  const classes = await load();
  const input = { label, prediction, groups };
  const { breakdowns } = classes.audit(input).report();
  const count = searched.length * 4 * 3; // by sex, by region, and by both
  const confidence = confidenceOfEach(count, 0.95);
  const wide = classes.audit({ ...input, uncertainty: { confidence } }).report();
  breakdowns.forEach((breakdown, i) => {
    breakdown.classes.forEach(({ class: name, spreads }) => {
      const simultaneous = wide.breakdowns[i].classes.find((each) => each.class === name);
      for (const [rate, { difference }] of Object.entries(spreads)) {
        if (!searched.includes(rate)) expect(difference.adjustedCi).toBeUndefined();
        else expect(difference.adjustedCi).toEqual(simultaneous?.spreads[rate]?.difference.ci);
      }
    });
  });
});

test('a sentence about a class prints the adjusted interval', async () => {
  const report = (await load()).audit({ label, prediction, groups }).report();
  /** @type {any} */
  const section = describeClasses(report).blocks[0];
  const [{ texts }] = section.blocks;
  const [first] = report.breakdowns[0].classes
    .flatMap(({ class: name, spreads }) => searched.map((rate) => ({ name, difference: spreads[rate].difference })))
    .sort((a, b) => b.difference.value - a.difference.value);
  const [low = Number.NaN, high = Number.NaN] = first.difference.adjustedCi ?? [];
  expect(texts[0]).toContain(`‘${first.name}’`);
  expect(texts[0]).toContain(`${low.toFixed(3)}–${high.toFixed(3)}`);
});

test('gaps of errors hold for all attributes and searched errors, also of clustered rows', async () => {
  const modules = { fair: await loadFairwasm(), scores: await loadScores() };
  const target = draw(100);
  const input = { label: target, prediction: target.map((value) => value + random()), groups };
  for (const cluster of [undefined, draw(40)]) {
    const confidence = confidenceOfEach(9, 0.95);
    const report = errorReport(modules, { ...input, cluster });
    const wide = errorReport(modules, { ...input, cluster, confidence });
    report.breakdowns.forEach(({ spreads }, i) => {
      for (const name of ['meanError', 'meanAbsoluteError', 'r2Score']) {
        const expected = wide.breakdowns[i].spreads[name].difference.ci;
        const { adjustedCi } = spreads[name].difference;
        expect(adjustedCi).toEqual(expected.map((end) => expect.closeTo(end, 8)));
      }
      expect(spreads.rootMeanSquaredError.difference.adjustedCi).toBeUndefined();
    });
    expect(describeErrors(report).blocks.length).toBeGreaterThan(0);
  }
});
