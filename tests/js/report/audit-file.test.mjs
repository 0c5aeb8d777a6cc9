// SPDX-License-Identifier: Apache-2.0
//
// One file of a whole audit: what stands beside a report's own figures is kept, shown, read again, and refused where it is
// not what it should be.

import {
  FairwasmError,
  readReport,
  reportHtml,
  reportJson,
  reportMarkdown,
  reportText,
} from 'fairwasm';
import { BA_MALS } from 'fairwasm/amplification';
import { certifyCsv } from 'fairwasm/robustness';
import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import {
  amplification,
  errorOf,
  fair,
  impact,
  predictability,
  robustness,
  slices,
  thresholds,
} from '../support.mjs';
import { shownHtml } from './shown-in.mjs';

const hostile = '</script><img src=x onerror=alert(1)>"\'&';
const times = (n, list) => Array.from({ length: n }, () => list).flat();
const sex = times(20, ['f', 'f', 'f', 'm', 'm', hostile]);
const label = times(20, [1, 0, 1, 0, 1, 0]);
const prediction = times(20, [1, 0, 0, 1, 1, 0]);
const score = times(20, [0.9, 0.2, 0.4, 0.6, 0.8, 0.1]);
const groups = { sex };
const columns = { label, prediction, groups };

const report = fair.audit(columns).report({ source: 'people.csv' });
const tally = fair.scoreTally(['sex'], '1');
tally.update({ groups, label, score });
const rows = label.map((y, i) => `${y},${score[i]},${1 - score[i]},g${i % 2}`);
const certified = await certifyCsv(robustness, `y,a,b,g\n${rows.join('\n')}\n`, {
  label: 'y',
  groups: ['g'],
  lipConst: 1,
});
/** @type {import('fairwasm/thresholds').ThresholdTask} */
const task = { constraint: 'demographicParity', objective: 'accuracy', tolerance: 0 };
const curves = thresholds.curves({ label, score, groups });
const seen = amplification.cooccurrence({
  attributes: ['f', 'm'],
  tasks: ['t'],
  taskPrediction: true,
});
seen.update({
  attribute: sex.map((each) => [Number(each === 'f'), Number(each !== 'f')]),
  task: label.map((each) => [each]),
  taskPrediction: prediction.map((each) => [each]),
});
const mals = await new BA_MALS(seen).computeBiasAmp({ draws: 20 });

const beside = {
  scores: { breakdowns: [{ by: ['sex'], groups: tally.by(['sex']) }] },
  comparison: fair.compare({ label, predictions: { a: prediction, b: label }, groups }).report(),
  version: { name: 'later.csv', report: fair.audit({ ...columns, prediction: label }).report() },
  thresholds: {
    by: ['sex'],
    objective: 'accuracy',
    tolerance: 0,
    unconstrained: curves.unconstrained(task),
    constraints: [{ constraint: 'demographicParity', equalized: curves.optimum(task) }],
  },
  frontier: {
    by: ['sex'],
    constraint: 'demographicParity',
    points: curves
      .frontier({ constraint: 'demographicParity' })
      .map(({ tolerance, value }) => ({ gap: tolerance, accuracy: value })),
    single: { gap: 0.125, accuracy: 0.75 },
    present: { gap: 0.25, accuracy: 0.625 },
  },
  slices: await slices.worstSlices({ label, prediction, columns: { sex } }),
  impact: impact.tables({ groups, selected: prediction }),
  amplification: { rows: 120, definition: 'paper', BA_MALS: mals },
  leakage: await predictability.leakage(
    { feature: sex, label, prediction, trials: 2, epochs: 2 },
    { workers: 0 },
  ),
  robustness: certified,
};
const provenance = {
  date: '2026-11-22',
  version: '0.1.0',
  where: 'a notebook',
  data: { name: 'people.csv', bytes: 1234, sha256: 'ab'.repeat(32) },
};
const view = { by: ['sex'], disparity: 'disparateImpact', rate: 'accuracy', isExact: true };
const whole = { ...report, notes: `First.\n${hostile}`, provenance, view, beside };

// As JSON has it: without classes, and with null for what is undefined.
const plain = (value) => JSON.parse(JSON.stringify(value));

test('everything comes back, from JSON and from HTML, as often as it is written', () => {
  for (const write of [reportJson, reportHtml]) {
    const read = readReport(write(whole));
    expect(plain(read)).toEqual(plain(whole));
    expect(write(read)).toBe(write(whole));
  }
});

test('a report without any of it is read as ever', () => {
  expect(readReport(reportJson(report))).toEqual(report);
  expect(shownHtml(report)).not.toContain('data-panel');
});

test('each result has its part in the file, with its figures', () => {
  const html = shownHtml(whole);
  const parts = [...html.matchAll(/<section data-panel="(\w+)">/g)].map(([, name]) => name);
  expect(parts.toSorted()).toEqual(Object.keys(beside).toSorted());
  const { areaUnderCurve } = tally.by(['sex'])[0];
  for (const figure of [
    areaUnderCurve.toFixed(3),
    beside.leakage.value.toFixed(3),
    certified.overall.averageRobustness.value.toFixed(3),
    curves.optimum(task).cost.toFixed(3),
    '<td>0.125</td><td>0.750</td>',
    '<td>0.250</td><td>0.625</td>',
  ]) {
    expect(html).toContain(figure);
  }
});

test('where, when and from what it was made is said in every form', () => {
  for (const show of [shownHtml, reportText, reportMarkdown]) {
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
  ['a result that there is not', { leakages: {} }, /did you mean 'leakage'/],
  ['what is no result', { leakage: 7 }, /beside\.leakage/],
  [
    'a drawing without points',
    { scores: { breakdowns: [{ by: ['sex'], groups: [{}] }] } },
    /categories/,
  ],
  ['a version that is no report', { version: { name: 'x', report: {} } }, /fairwasm-report/],
  [
    'a frontier without its points',
    { frontier: { by: ['sex'], constraint: 'x' } },
    /frontier\.points/,
  ],
  ['another format', { impact: certified }, /beside\.impact\.format/],
])('%s is refused, when it is shown and when it is read', (_name, bad, message) => {
  const broken = { ...report, beside: bad };
  expect(errorOf(() => reportHtml(misuse(broken))).message).toMatch(message);
  expect(errorOf(() => readReport(reportJson(misuse(broken)))).message).toMatch(message);
});

test('whatever is changed in a result, it is refused or can be shown', () => {
  const json = plain({ ...report, notes: 'x', provenance, view, beside });
  const paths = [];
  const walk = (value, path) => {
    paths.push(path);
    if (value !== null && typeof value === 'object')
      for (const key of Object.keys(value)) walk(value[key], [...path, key]);
  };
  for (const name of ['notes', 'provenance', 'view', 'beside']) walk(json[name], [name]);
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
        [['beside', 'comparison', 'overall', 'decisions'], {}],
        [['beside', 'robustness', 'overall', 'certifiedAccuracy', '0', 'ci'], 'text'],
      ],
    },
  );
});
