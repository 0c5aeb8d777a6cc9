// SPDX-License-Identifier: Apache-2.0
//
// Every name that resolves to a metric, on random data, compared with definitions written in definitions.mjs or with values
// recorded from the library.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { metrics } from 'fairwasm';
import { load as loadClasses } from 'fairwasm/classes';
import { getComputation } from '../../../dist/cli/metric/computations.js';
import { requireNamed } from '../../../dist/cli/metric/metric.js';
import { requireMetric } from '../../../dist/cli/metric/name.js';
import { groupFunctions, presets } from '../../../dist/metrics/aliases.js';
import { pointers } from '../../../dist/metrics/pointers.js';
import { present } from '../../present.mjs';
import { runCommand } from '../cli/command.mjs';
import { aif360, amplification, scores as exact, fair, individual } from '../support.mjs';
import {
  areaBetweenCurves,
  classQualities,
  computeArea,
  consistency,
  demographicDisparity,
  differentialFairness,
  disparities,
  distances,
  entropy,
  errorQualities,
  gain,
  jaccard,
  largestOverSubsets,
  mean,
  meanAmplification,
  microF1,
  outcomeDistances,
  rankingPrecision,
  rates,
  scanScore,
  scoreQualities,
  standardizedMeanDifference,
  withinStrata,
} from './definitions.mjs';

let state = 11;
const random = () => {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return state / 2 ** 31;
};
const chance = (p) => Number(random() < p);
const pick = (list) => list[Math.floor(random() * list.length)];
const classNames = ['a', 'b', 'c'];

const rows = Array.from({ length: 150 }, () => {
  const u = chance(0.35);
  const weights = [random(), random(), random()];
  const truth = pick(classNames);
  const n = 1 + random();
  return {
    y: chance(u ? 0.4 : 0.6),
    p: chance(u ? 0.3 : 0.5),
    s: random(),
    g: pick(['d', 'e', 'e', 'f']),
    h: u ? 'u' : 'v',
    i1: chance(0.4),
    i2: chance(0.5),
    x1: random(),
    x2: random(),
    n,
    m: n + (random() - 0.3) * (u ? 1 : 0.4),
    c: truth,
    q: chance(0.5) ? truth : pick(classNames),
    probability: weights.map((weight) => weight / weights.reduce((sum, each) => sum + each)),
    labels: [chance(0.5), chance(0.4), chance(0.6)],
    guesses: [chance(0.5), chance(0.4), chance(0.6)],
    scores: [random(), random(), random()],
  };
});
const column = (name) => rows.map((row) => row[name]);
const where = (test) => rows.filter(test);
const byGroup = (name) => [...new Set(column(name))].sort().map((group) => where((row) => row[name] === group));
const [u, v] = byGroup('h');
const three = byGroup('g');
const outcomes = (groups, name) => groups.map((group) => group.map((row) => row[name]));

const texts = (name) => column(name).map(String);
const modules = { fair, aif360, individual, scores: exact };

/**
 * Returns the values of the metric of that name, all rows or the first group first, with options as those of
 * `fairwasm metric`.
 *
 * @type {(name: string, options: any) => Promise<number[]>}
 */
async function getValues(name, { group = [], feature = [], privileged = [], ...columns }) {
  const { computation, settings } = requireNamed(name);
  const named = (names) => Object.fromEntries(names.map((each) => [each, texts(each)]));
  const { label = [], prediction = [], score = [] } = columns;
  const given = { label, prediction, score, groups: named(group), feature: named(feature) };
  const none = { weight: undefined, cluster: undefined, favorable: undefined, unprivileged: [], distorted: {} };
  const values = await computation.compute(modules, {
    ...given,
    ...none,
    privileged,
    settings: { ...settings, replications: 0 },
  });
  return values.map(({ value }) => value);
}
function getMessage(call) {
  try {
    return call();
  } catch ({ message }) {
    return message;
  }
}
const refusal = (name) => getMessage(() => requireNamed(name));

const labels = { label: texts('y'), prediction: texts('p') };
const { prediction } = labels;
const two = { group: ['h'], privileged: [['h', 'v']] };
const scored = { label: labels.label, score: texts('s') };
const numbers = { label: texts('n'), prediction: texts('m') };
/** Options and the first value, by definition, of each metric. */
const computed = {};
const define = (options, values) => {
  for (const [name, value] of Object.entries(values)) computed[name] = { options, value };
};
for (const [name, rate] of Object.entries(rates)) {
  const { label } = labels;
  const used = { selectionRate: { prediction }, baseRate: { label } }[name] ?? labels;
  define(name.startsWith('generalized') ? scored : used, { [name]: rate(rows) });
}
for (const [name, compared] of Object.entries(disparities)) {
  const needsLabel = /Odds|Opportunity|Positive/.test(name);
  define({ ...(needsLabel ? labels : { prediction }), ...two }, { [name]: compared(u, v) });
}
for (const [name, quality] of Object.entries(scoreQualities)) {
  define(scored, { [name]: quality(rows) });
}
for (const [name, quality] of Object.entries(errorQualities)) {
  define(numbers, { [name]: quality(rows) });
}
const benefit = ({ y, p }) => p - y + 1;
const meanBenefits = three.flatMap((group) => group.map(() => mean(group.map(benefit))));
define(labels, { generalizedEntropyIndex: entropy(rows.map(benefit)) });
define(
  { ...labels, group: ['g'] },
  {
    betweenAllGroupsGeneralizedEntropyIndex: entropy(meanBenefits),
    differentialFairnessBiasAmplification:
      differentialFairness(outcomes(three, 'p')) - differentialFairness(outcomes(three, 'y')),
  },
);
define(
  { label: labels.label, group: ['g'] },
  {
    smoothedEmpiricalDifferentialFairness: differentialFairness(outcomes(three, 'y')),
    conditionalDemographicDisparity: demographicDisparity(outcomes(three, 'y')),
  },
);
define({ label: labels.label, ...two }, { classImbalance: (u.length - v.length) / rows.length });
define({ ...scored, group: ['g', 'h'] }, { biasScan: largestOverSubsets(rows, ['g', 'h'], scanScore) });
define({ ...scored, ...two }, { scoreGroups: scanScore(v) });
define({ ...scored, group: ['h'] }, distances(...outcomes([u, v], 's')));
define({ ...scored, group: ['h'] }, { areaBetweenCurves: areaBetweenCurves(u, v) });
define({ label: texts('c'), group: ['h'] }, outcomeDistances(...outcomes([u, v], 'c')));
define(
  { prediction: numbers.prediction, ...two },
  { standardizedMeanDifference: standardizedMeanDifference(...outcomes([u, v], 'm')) },
);
define(
  { label: labels.label, feature: ['x1', 'x2'] },
  {
    consistency: consistency(
      rows.map(({ x1, x2 }) => [x1, x2]),
      column('y'),
      5,
    ),
  },
);
// AIF360's RegressionDataset scales scores to [0, 1].
const scores = column('s');
const [low, high] = [Math.min(...scores), Math.max(...scores)];
const scaled = scores.map((s) => (s - low) / (high - low));
define({ score: scored.score }, { discountedCumGain: gain(scaled) });

// The metrics of Borkan et al. 2019, and their power means.
const power = (values) => mean(values.map((value) => value ** -5)) ** (-1 / 5);
const within = (identity) => (test) => computeArea(where((row) => test(row[identity] === 1, row.y)));
const areas = {
  subgroup: (area) => area((member) => member),
  bpsn: (area) => area((member, y) => member === (y === 0)),
  bnsp: (area) => area((member, y) => member === (y === 1)),
};
const getAreas = (kind) => ['i1', 'i2'].map((identity) => areas[kind](within(identity)));
const identities = { ...scored, group: ['i1', 'i2'] };
define(identities, {
  subgroupAreas: mean([computeArea(rows), ...Object.keys(areas).map((kind) => power(getAreas(kind)))]),
});

/** By plain name: names that stand for another value than the first one of their metric. */
const other = {
  ndcg: gain(scaled) / gain([...scaled].sort((a, b) => b - a)),
  subgroupauc: power(getAreas('subgroup')),
  bpsn: power(getAreas('bpsn')),
  bpsnauc: power(getAreas('bpsn')),
  bnsp: power(getAreas('bnsp')),
  bnspauc: power(getAreas('bnsp')),
};

const plain = (name) => name.replaceAll(/[\s_-]/g, '').toLowerCase();
const snake = (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const getRow = (metric) => present(metrics.find(({ name }) => name === metric));
/** @type {(metric: { name: string, aliases?: readonly string[] }) => string[]} */
const getNames = ({ name, aliases }) => [snake(name), ...(aliases ?? [])];
const ownCommand = metrics.filter((metric) => !getComputation(metric));

test.each(Object.entries(computed))('each name of %s has its value', async (metric, { options, value }) => {
  for (const name of getNames(getRow(metric))) {
    const [first] = await getValues(name, options);
    const expected = other[plain(name)] ?? value;
    expect([name, first]).toEqual([name, expect.closeTo(expected, 8)]);
  }
});

test('AIF360’s ot_distance has the recorded value under each name', async () => {
  const file = new URL('../../golden/values/aif360/ot.json', import.meta.url);
  const [{ input, expected }] = JSON.parse(readFileSync(file, 'utf8'));
  const given = { label: input.ground_truth.map(String), prediction: input.classifier.map(String) };
  for (const name of getNames(getRow('otDistance'))) {
    const [value] = await getValues(name, given);
    expect([name, value]).toEqual([name, expect.closeTo(expected['ot_distance()'], 12)]);
  }
});

test('names of one AUC among several return it for each identity', async () => {
  expect(Object.keys(presets).map(plain).sort()).toEqual(Object.keys(other).sort());
  for (const [name, { area }] of Object.entries(presets).filter(([, preset]) => preset.area)) {
    const [, ...own] = await getValues(name, identities);
    expect(own).toEqual(getAreas(area).map((value) => expect.closeTo(value, 12)));
  }
});

test('each function of fairlearn and ignite that compares all groups has its value', async () => {
  for (const [name, { rates: names, statistic }] of Object.entries(groupFunctions)) {
    const values = names.map((rate) => {
      const found = three.map(rates[rate]);
      const [least, most] = [Math.min(...found), Math.max(...found)];
      return statistic === 'ratio' ? least / most : most - least;
    });
    const [value] = await getValues(snake(name), { ...labels, group: ['g'] });
    expect([name, value]).toEqual([name, expect.closeTo(Math.min(...values), 12)]);
  }
});

describe('names of metrics that other commands compute', () => {
  const found = {};

  beforeAll(async () => {
    const classes = await loadClasses({ fair });
    const uncertainty = false;
    const ofClasses = classes.audit({
      label: column('c'),
      prediction: column('q'),
      probabilities: column('probability'),
      classes: classNames,
      ordered: true,
      groups: {},
      uncertainty,
    });
    const { top2Accuracy, ...values } = ofClasses.frame([]).overall.values;
    Object.assign(found, values, { topAccuracy: top2Accuracy });
    const ofLabels = classes.labels({
      label: column('labels'),
      prediction: column('guesses'),
      scores: column('scores'),
      labels: ['l', 'm', 'n'],
      groups: {},
      uncertainty,
    });
    const { values: ranked, byClass } = ofLabels.frame([]).overall;
    found.microF1Score = ranked.microF1Score;
    found.jaccardIndex = byClass.jaccardIndex.l;
    found.labelRankingAveragePrecision = ranked.labelRankingAveragePrecision;
    const audit = fair.audit({
      prediction: column('p'),
      groups: { g: column('g'), h: column('h') },
      privileged: { h: 'v' },
    });
    const [compared] = audit.conditional('h', { within: 'g' }).comparisons;
    Object.assign(found, compared.rates.selectionRate);
  });

  const strata = three.map((group) => ({
    u: group.filter(({ h }) => h === 'u').map(({ p }) => p),
    v: group.filter(({ h }) => h === 'v').map(({ p }) => p),
  }));
  const first = (name) => column(name).map(([one]) => one);
  const defined = {
    ...Object.fromEntries(Object.entries(classQualities).map(([name, quality]) => [name, quality(rows, classNames)])),
    ...withinStrata(strata),
    microF1Score: microF1(column('labels'), column('guesses')),
    jaccardIndex: jaccard(first('labels'), first('guesses')),
    labelRankingAveragePrecision: rankingPrecision(column('labels'), column('scores')),
  };

  test.each(Object.entries(defined))('each name of %s leads to its value', async (metric, value) => {
    const row = getRow(metric);
    for (const name of getNames(row)) {
      const command = `${metric} has its own command: fairwasm ${row.command}`;
      expect(refusal(name)).toContain(command);
    }
    expect(found[metric].value).toBeCloseTo(value, 9);
  });

  test('each name of captionBiasAmplification leads to its value', async () => {
    const counts = () =>
      Object.fromEntries(
        ['man', 'woman'].map((group) => [
          group,
          Object.fromEntries(['dog', 'kite', 'oven'].map((object) => [object, 1 + Math.floor(random() * 20)])),
        ]),
      );
    const [train, test] = [counts(), counts()];
    const counted = (groups) => {
      const captions = amplification.captionCounts();
      for (const [group, objects] of Object.entries(groups)) {
        for (const [object, rows] of Object.entries(objects)) {
          const all = Array.from({ length: rows }, () => ({ labels: [group, object] }));
          captions.update(all);
        }
      }
      return captions;
    };
    const { value } = await counted(test).biasAmplification(counted(train));
    expect(value).toBeCloseTo(meanAmplification(train, test), 12);
    for (const name of getNames(getRow('captionBiasAmplification'))) {
      expect(refusal(name)).toContain('fairwasm captions');
    }
  });

  test('no metric with other names is omitted', () => {
    const tested = [...Object.keys(computed), ...Object.keys(defined)];
    const named = metrics.filter((row) => getNames(row).length > 1).map(({ name }) => name);
    const elsewhere = ['otDistance', 'captionBiasAmplification'];
    expect(named.filter((name) => ![...tested, ...elsewhere].includes(name))).toEqual([]);
    const described = metrics.filter(({ command }) => command !== undefined);
    expect(described.map(({ name }) => name)).toEqual(ownCommand.map(({ name }) => name));
  });
});

test('explains names of unsupported metrics', () => {
  for (const [name, text] of Object.entries(pointers)) {
    expect(getMessage(() => requireMetric(snake(name)))).toContain(text);
  }
});

test('the command line computes and explains them', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'fairwasm-names-'));
  const run = (...args) => runCommand(args, { cwd });
  try {
    const lines = rows.map(({ y, p, s, g }) => `${y},${p},${s},${g}`);
    writeFileSync(join(cwd, 'rows.csv'), `y,p,s,g\n${lines.join('\n')}\n`);
    const values = (name, ...options) =>
      JSON.parse(run('metric', name, 'rows.csv', ...options, '--format', 'json').stdout).values;
    expect(values('ndcg', '--score', 's')[0].value).toBeCloseTo(other.ndcg, 12);
    const selected = three.map(rates.selectionRate);
    const [gap] = values('demographic_parity_difference', '--prediction', 'p', '--group', 'g');
    expect(gap.value).toBeCloseTo(Math.max(...selected) - Math.min(...selected), 12);
    expect(run('metric', 'power', 'rows.csv').stderr).toContain(pointers.power);
    expect(run('explain', 'power').stderr).toContain(pointers.power);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
});
