// SPDX-License-Identifier: Apache-2.0

import { meansUnknown } from '../../../dist/data/category-names.js';
import { eeoCategories } from '../../../dist/impact/eeo-categories.js';
import { impact } from '../support.mjs';

const unknownNames = [
  'Unknown',
  'UNKNOWN',
  'Sex unknown',
  'Not Specified',
  'Unspecified',
  'Not disclosed',
  'Undisclosed',
  'Not reported',
  'Decline to self-identify',
  'Declined to State',
  'Prefer not to say',
  'I prefer not to answer',
  'I do not wish to answer',
  "I don't wish to disclose",
  'Chose not to disclose',
  'Did not respond',
  'No answer',
  'Opted out',
  'Refused',
  'Missing',
];

test.each(unknownNames)('%s means that the category is unknown', (name) => {
  expect(meansUnknown(name)).toBe(true);
});

test.each(['Male', 'Non-binary', 'Other', 'None', 'Two or More Races', 'Prefer to self-describe'])(
  '%s is a category',
  (name) => {
    expect(meansUnknown(name)).toBe(false);
  },
);

test('recognizes the spellings of EEO-1 categories', () => {
  expect(['Male', 'female', 'F'].every(eeoCategories.sex)).toBe(true);
  expect(eeoCategories.sex('Non-binary')).toBe(false);
  const races = ['Black or African American', 'White (Not Hispanic or Latino)', 'Two or more races'];
  expect(races.every(eeoCategories.race)).toBe(true);
  expect(['N/A', 'Klingon'].some(eeoCategories.race)).toBe(false);
});

// Men 2 of 4, women 1 of 4, and 2 of 2 with unknown sex, who must not become the highest rate.
const sexes = (unknown) => [...'mmmmffff', unknown, unknown];
const selected = [1, 1, 0, 0, 1, 0, 0, 0, 1, 1];
const race = selected.map(() => 'White');
const bySex = (report) => report.outcomes[0].tables.find(({ by }) => by.join() === 'sex');

test.each([...unknownNames, 'NA', null])('Local Law 144 counts %s, and compares without', (name) => {
  const report = impact.localLaw144({ sex: sexes(name), race, selected });
  const table = bySex(report);
  expect(table.unknown).toBe(2);
  expect(table.categories.map(({ name: each, impactRatio }) => [each, impactRatio.value])).toEqual([
    ['f', 0.5],
    ['m', 1],
  ]);
  const isNamed = name !== null && name !== 'NA';
  expect(report.warnings).toEqual(isNamed ? [`sex: '${name}' counted as unknown.`] : []);
});

test('adds a name of unknown categories to the default ones', () => {
  const sex = ['m', 'm', 'f', 'f', 'NA', 'Unknown', 'x'];
  const given = { sex, race: sex.map(() => 'White'), selected: [1, 0, 0, 1, 1, 1, 1] };
  const table = bySex(impact.localLaw144({ ...given, unknownValues: ['x'] }));
  expect(table.unknown).toBe(3);
  expect(table.highest).toEqual(['f', 'm']);
});

test('warns about categories that the rule does not have, and about names that look unknown', () => {
  const other = impact.localLaw144({ sex: sexes('Klingon'), race, selected });
  expect(other.warnings.join()).toMatch(/'Klingon' is not a category of the rule/);
  const tables = impact.tables({ groups: { sex: sexes('Unknown') }, selected, favorable: 1 });
  expect(bySex(tables).unknown).toBe(0);
  expect(tables.warnings.join()).toMatch(/'Unknown' means unknown/);
  // 2 of 2 people of unknown sex were selected; the ratios are relative to the men.
  expect(bySex(tables).highest).toEqual(['m']);
  expect(bySex(tables).categories.map(({ name, rate, impactRatio }) => [name, rate, impactRatio?.value])).toEqual([
    ['f', 0.25, 0.5],
    ['m', 0.5, 1],
    ['Unknown', 1, undefined],
  ]);
});
