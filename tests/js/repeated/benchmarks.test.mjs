// SPDX-License-Identifier: Apache-2.0
//
// Bias benchmarks of language models.

import { format } from 'fairwasm';
import { getError, repeated } from '../support.mjs';

// Ten ambiguous questions on age with 6 "unknown", 3 biased, and 1 other answers, and 5 disambiguated ones on gender.
const answers = {
  item: Array.from({ length: 15 }, (_, i) => i),
  category: Array.from({ length: 15 }, (_, i) => (i < 10 ? 'age' : 'gender')),
  context: Array.from({ length: 15 }, (_, i) => (i < 10 ? 'ambig' : 'disambig')),
  correct: [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 0, 1],
  biased: [0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 1, 1, 1, 1, 0],
  unknown: [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
};

test('BBQ has the scores of a manual calculation', () => {
  const [age, gender, all] = repeated.bbq(answers).categories;
  expect(age).toMatchObject({
    category: 'age',
    items: 10,
    scores: {
      accuracyAmbiguous: { value: 0.6 },
      s_AMB: { value: expect.closeTo(0.4 * 0.5, 12) },
      accuracyDisambiguated: { reason: 'there are no disambiguated contexts' },
    },
  });
  expect(gender.scores.s_DIS.value).toBeCloseTo(2 * 0.8 - 1, 12);
  expect(all).toMatchObject({ category: null, items: 15 });
  expect(all.scores.s_AMB).toEqual(age.scores.s_AMB);
  for (const { value, ci } of Object.values(all.scores)) {
    expect(ci?.[0]).toBeLessThanOrEqual(value);
    expect(ci?.[1]).toBeGreaterThanOrEqual(value);
  }
});

test('CrowS-Pairs returns the proportion with Wilson’s interval', () => {
  const { categories } = repeated.crowsPairs({ item: [1, 2, 3, 4, 5], stereotype: [1, 0, 1, 1, 0] });
  expect(categories).toHaveLength(1);
  // Wilson's interval of 3 of 5.
  expect(categories[0].scores.preferred).toEqual({
    value: 0.6,
    ci: [expect.closeTo(0.230724, 5), expect.closeTo(0.882379, 5)],
  });
});

test('StereoSet has the scores of a manual calculation', () => {
  const columns = { item: [1, 2, 3, 4], meaningful: [1, 1, 0.5, 1], stereotype: [1, 1, 0, 1] };
  const { lms, ss, icat } = repeated.stereoSet(columns).categories[0].scores;
  expect([lms.value, ss.value]).toEqual([87.5, 75]);
  expect(icat.value).toBeCloseTo((87.5 * 25) / 50, 12);
});

test('rejects impossible input with the row', () => {
  const rejected = (change) => expect(getError(() => repeated.bbq({ ...answers, ...change })));
  rejected({ context: answers.context.map(() => 'none') }).toMatchObject({ argument: 'context' });
  rejected({ correct: answers.correct.map((each) => 2 * each) }).toMatchObject({ argument: 'correct' });
  rejected({ biased: [1] }).toMatchObject({ code: 'shapeMismatch' });
  expect(getError(() => repeated.crowsPairs({ item: [], stereotype: [] }))).toMatchObject({ code: 'invalidState' });
});

test.each(/** @type {const} */ (['text', 'markdown', 'html', 'csv']))('%s has a table of scores', (kind) => {
  expect(format(repeated.bbq(answers), kind)).toContain('Scores of BBQ');
});
