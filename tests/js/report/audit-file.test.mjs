// SPDX-License-Identifier: Apache-2.0
//
// A single file with a complete audit: added results are kept, shown, read back, and rejected if they are invalid.

import { FairwasmError, format, readReport } from 'fairwasm';
import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { getError, impact } from '../support.mjs';
import { shownHtml } from './decompressed-file.mjs';
import {
  certified,
  curves,
  extras,
  groups,
  impactByProbability,
  impactScores,
  label,
  prediction,
  provenance,
  report,
  score,
  sex,
  tally,
  task,
  view,
  whole,
} from './whole-audit.mjs';

// As JSON: without classes, and with null for undefined values.
const plain = (value) => JSON.parse(JSON.stringify(value));

test('everything is read back from JSON and HTML, repeatedly', () => {
  for (const write of [(result) => format(result, 'json'), (result) => format(result, 'html')]) {
    const read = readReport(write(whole));
    expect(plain(read)).toEqual(plain(whole));
    expect(write(read)).toBe(write(whole));
  }
});

test('a report without added results is read as before', () => {
  expect(readReport(format(report, 'json'))).toEqual(report);
});

test('each result has its part of the file with its values', () => {
  const html = shownHtml(whole);
  const parts = [...html.matchAll(/<section data-panel="(\w+)" id="\1">\n<h2>/g)];
  const names = parts.map(([, name]) => name).filter((name) => Object.hasOwn(extras, `${name}`));
  expect(names.toSorted()).toEqual(Object.keys(extras).toSorted());
  const { areaUnderCurve } = tally.by(['sex'])[0];
  for (const figure of [
    areaUnderCurve.toFixed(3),
    extras.leakage.value.toFixed(3),
    certified.overall.averageRobustness.value.toFixed(3),
    curves.optimum(task).cost.toFixed(3),
    '<td>0.125</td><td>0.750</td>',
    '<td>0.250</td><td>0.625</td>',
    present(impactScores.quantiles[1].groups[0].ratio).value.toFixed(3),
    present(impactScores.means.groups[0].difference).value.toFixed(3).replace('-', '−'),
    impactByProbability.categories[0].rateBounds.map((end) => end.toFixed(3)).join('–'),
  ]) {
    expect(html).toContain(figure);
  }
});

test.each([
  ['decisions', () => impact.tables({ groups, selected: prediction, reference: { sex: 'm' } })],
  ['scores above the median', () => impact.tables({ groups, score })],
  ['each class of multiclass labels', () => impact.tables({ groups, assigned: label })],
  ['counts with suppressed cells', () => impact.tables({ groups, selected: prediction, suppressBelow: 5 })],
  ['a rule', () => impact.localLaw144({ sex, race: sex, selected: prediction })],
])('contains tables of %s, which are read back unchanged', (_name, make) => {
  const tables = make();
  for (const write of [(result) => format(result, 'json'), (result) => format(result, 'html')]) {
    const read = readReport(write({ ...report, extras: { impact: tables } }));
    expect(plain(present(read.extras).impact)).toEqual(plain(tables));
    expect(write(read)).toBe(write({ ...report, extras: { impact: tables } }));
  }
  const [{ rate }] = tables.outcomes[0].tables[0].categories;
  expect(shownHtml({ ...report, extras: { impact: tables } })).toContain(rate.toFixed(3));
});

test('four fifths are shown below the tables of impact, which match a manual calculation', () => {
  const times = (count, value) => Array(count).fill(value);
  const hires = {
    groups: { sex: [...times(8, 'f'), ...times(8, 'm'), ...times(2, 'x')] },
    selected: [...times(2, 1), ...times(6, 0), ...times(6, 1), ...times(2, 0), ...times(2, 0)],
  };
  const tables = impact.tables({ ...hires, reference: { sex: 'x' } });
  const whole = { ...report, extras: { impact: tables } };
  for (const given of [whole, readReport(format(whole, 'json'))]) {
    const html = shownHtml(given);
    const [, highest, reference] = html.split('<section data-panel="compared">');
    expect(highest).toContain('Compared with m, the highest rate');
    // 4.8 of 8 are four fifths of 6 of 8; 1.2 of 2 are those of two.
    const f = /f<\/th><td>0.333 .*<\/td><td>yes<\/td><td>3<\/td>.*<td>0.132<\/td>/;
    expect(highest).toMatch(f);
    const x = /x<\/th><td>0.000 .*<\/td><td>yes<\/td><td>2<\/td>.*<td>0.133<\/td>/;
    expect(highest).toMatch(x);
    expect(reference).toContain('Compared with x, the reference');
    expect(reference).toMatch(/f<\/th><td>.*<\/td><td>no<\/td><td>0<\/td>.*<td>1.000<\/td>/);
    expect(html).toContain('the highest rate was selected after looking');
  }
});

test('undefined scores and probabilities are read back and shown as dashes', () => {
  const alike = { groups, score: label.map(() => 0.5), reference: 'm' };
  const means = impact.meanDifferences(alike);
  const nobody = impact.byProbability({
    probabilities: { f: label.map(() => 1), m: label.map(() => 0) },
    selected: prediction,
  });
  const given = { impactScores: { ...impactScores, means }, impactByProbability: nobody };
  expect(means.groups[0].difference?.value).toBeNaN();
  // No one of f was selected in the first cell: as the reference, its rate is 0, and ratios to it are infinite.
  const none = impact.byProbability({
    probabilities: { f: label.map((_, i) => i % 2), m: label.map((_, i) => 1 - (i % 2)) },
    selected: label.map((_, i) => 1 - (i % 2)),
    reference: 'f',
  });
  const again = present(readReport(format({ ...report, extras: { impactByProbability: none } }, 'json')).extras);
  expect(present(present(again.impactByProbability).categories[1].ratio)).toEqual({
    weighted: Number.POSITIVE_INFINITY,
    bounds: [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  });
  expect(again.impactByProbability).toEqual(none);
  const undefinedOnes = { ...report, extras: given };
  for (const write of [(result) => format(result, 'json'), (result) => format(result, 'html')]) {
    const read = readReport(write(undefinedOnes));
    expect(write(read)).toBe(write(undefinedOnes));
    expect(shownHtml(read)).toBe(shownHtml(undefinedOnes));
    expect(shownHtml(read)).toContain('<td>–</td>');
    expect(shownHtml(read)).not.toMatch(/<td>[^<]*(NaN|null|undefined)/);
  }
});

// The largest audit file, 272 kB without these results, must stay below 300 kB.
test('scores and probabilities of seven groups add at most 8 kB to a file', () => {
  const seven = Array.from({ length: 700 }, (_, i) => `group ${i % 7}`);
  const points = seven.map((_, i) => ((i * 7919) % 1009) / 1009);
  const hired = points.map((each) => (each > 0.6 ? 1 : 0));
  const many = { groups: { race: seven }, score: points, reference: 'group 0' };
  const chances = Array.from({ length: 7 }, (_, k) => seven.map((_, i) => (i % 7 === k ? 0.7 : 0.05)));
  const large = {
    impactScores: {
      ...impactScores,
      reference: 'group 0',
      quantiles: impact.ratiosByQuantile(many),
      means: impact.meanDifferences({ ...many, label: hired }),
    },
    impactByProbability: impact.byProbability({
      probabilities: Object.fromEntries(chances.map((column, k) => [`group ${k}`, column])),
      selected: hired,
    }),
  };
  const added = format({ ...report, extras: large }, 'html').length - format(report, 'html').length;
  expect(added).toBeLessThan(8_000);
});

test('every format contains place, time, and source', () => {
  for (const show of [shownHtml, (result) => format(result, 'text'), (result) => format(result, 'markdown')]) {
    const shown = show(whole).replace(/\s+/g, ' ');
    expect(shown).toContain('2026-11-22, by fairwasm 0.1.0, on a notebook');
    expect(shown.replaceAll(' ', '')).toContain('ab'.repeat(32));
  }
});

test('names and notes stay text', () => {
  const html = shownHtml(whole);
  const own = present(/<script>.*<\/script>\n<\/body>/s.exec(shownHtml(report)))[0];
  const shown = html.replace(own, '').replace(/<script type.*?<\/script>/s, '');
  expect(shown).not.toMatch(/<script|<img/i);
  expect(shown.split('onerror').length).toBeGreaterThan(10);
});

test.each([
  ['an unknown result', { leakages: {} }, /did you mean 'leakage'/],
  ['a number instead of a result', { leakage: 7 }, /extras\.leakage/],
  ['a chart without points', { scores: { breakdowns: [{ by: ['sex'], groups: [{}] }] } }, /groups\.0\.areaUnderCurve/],
  ['a version without a report', { version: { name: 'x', report: {} } }, /fairwasm-report/],
  ['a frontier without its points', { frontier: { by: ['sex'], constraint: 'x' } }, /frontier\.points/],
  ['a different format', { impact: certified }, /extras\.impact\.format/],
  ['tables as scores', { impactScores: extras.impact }, /extras\.impactScores\.format/],
  ['scores without a name', { impactScores: { ...impactScores, columns: {} } }, /impactScores\.columns\.score/],
  [
    'a range with one end',
    {
      impactByProbability: {
        ...impactByProbability,
        categories: [{ ...impactByProbability.categories[0], rateBounds: [0] }],
      },
    },
    /categories\.0\.rateBounds/,
  ],
])('rejects %s when it is shown and when it is read', (_name, bad, message) => {
  const broken = { ...report, extras: bad };
  expect(getError(() => format(misuse(broken), 'html')).message).toMatch(message);
  expect(getError(() => readReport(format(misuse(broken), 'json'))).message).toMatch(message);
});

test('any changed result is rejected or can be shown', () => {
  const json = plain({ ...report, notes: 'x', provenance, view, extras });
  const paths = [];
  const walk = (value, path) => {
    paths.push(path);
    if (value !== null && typeof value === 'object')
      for (const key of Object.keys(value)) walk(value[key], [...path, key]);
  };
  for (const name of ['notes', 'provenance', 'view', 'extras']) walk(json[name], [name]);
  const instead = fc.constantFrom('text', 7, {}, [], true, [null], { value: null });
  fc.assert(
    fc.property(fc.constantFrom(...paths), instead, (path, value) => {
      const changed = structuredClone(json);
      path.slice(0, -1).reduce((at, key) => at[key], changed)[path.at(-1)] = value;
      let read;
      try {
        read = readReport(JSON.stringify(changed));
      } catch (error) {
        expect(error).toBeInstanceOf(FairwasmError);
        return;
      }
      expect(shownHtml(read)).not.toContain('[object');
    }),
    {
      numRuns: 150,
      examples: [
        [['extras', 'comparison', 'overall', 'decisions'], {}],
        [['extras', 'robustness', 'overall', 'certifiedAccuracy', '0', 'ci'], 'text'],
      ],
    },
  );
});
