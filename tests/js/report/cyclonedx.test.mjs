// SPDX-License-Identifier: Apache-2.0
//
// Model cards of CycloneDX: the numbers of the report with their intervals, and the group at risk of each finding.

import { findExample, reportExample } from 'fairwasm';
import { reportCycloneDx } from '../../../dist/report/cyclonedx.js';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { fair, getError } from '../support.mjs';

const compas = reportExample(fair, findExample('compas'));
const getComponent = (report, name) => JSON.parse(reportCycloneDx(report, name)).components[0];

test('contains each rate and each disparity of the summary with its interval', () => {
  const { performanceMetrics } = getComponent(compas).modelCard.quantitativeAnalysis;
  const [{ groups, comparisons }] = compas.breakdowns;
  expect(performanceMetrics).toHaveLength(compas.rates.length * (1 + groups.length) + 5 * comparisons.length);
  const find = (type, slice) => performanceMetrics.find((metric) => metric.type === type && metric.slice === slice);
  const { value, ci } = present(groups.find(({ name }) => name === 'African-American')?.rates.falsePositiveRate);
  const [lowerBound, upperBound] = present(ci).map(String);
  expect(find('falsePositiveRate', 'race = African-American')).toEqual({
    type: 'falsePositiveRate',
    value: String(value),
    slice: 'race = African-American',
    confidenceInterval: { lowerBound, upperBound },
  });
  expect(find('disparateImpact', 'race = Other, reference Caucasian').value).toBe(
    String(comparisons.find(({ group }) => group === 'Other')?.disparities.disparateImpact?.value),
  );
  expect(find('accuracy', undefined).value).toBe(String(compas.overall.rates.accuracy?.value));
});

test('names the group at risk of each finding', () => {
  const { fairnessAssessments } = getComponent(compas).modelCard.considerations;
  expect(fairnessAssessments[0]).toEqual({
    groupAtRisk: 'race = African-American',
    harms: expect.stringMatching(/^By race, the false positive rate is 44\.8% .* \(n = 1,795\)/),
  });
  const hired = { label: [1, 1, 0, 0], prediction: [1, 1, 0, 0], sex: ['f', 'f', 'm', 'm'] };
  const many = (column) => Array.from({ length: 50 }, () => column).flat();
  const report = fair
    .audit({
      prediction: many(hired.prediction),
      groups: { sex: many(hired.sex) },
      privileged: { sex: 'm' },
      outcome: 'benefit',
    })
    .report();
  // Women are always selected, and men never.
  const [assessment] = getComponent(report).modelCard.considerations.fairnessAssessments;
  expect(assessment.groupAtRisk).toBe('sex = m');
});

test('has the given name, and no undefined values', () => {
  const report = fair
    .audit({ label: [1, 1], prediction: [1, 0], groups: { g: ['a', 'b'] } })
    .report({ source: 'rows.csv' });
  expect(getComponent(report).name).toBe('rows.csv');
  expect(getComponent(report, 'risk model').name).toBe('risk model');
  const { performanceMetrics } = getComponent(report).modelCard.quantitativeAnalysis;
  expect(performanceMetrics.map(({ value }) => Number(value)).every(Number.isFinite)).toBe(true);
  expect(performanceMetrics.map(({ type }) => type)).not.toContain('falsePositiveRate');
  expect(getError(() => reportCycloneDx(misuse({})))).toMatchObject({ code: 'invalidArgument' });
});
