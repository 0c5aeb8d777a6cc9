// SPDX-License-Identifier: Apache-2.0
//
// The command line offers every metric of the table and prints the package's results.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMetric, metrics } from 'fairwasm';
import { BA_MALS, cooccurrenceCsv, DBA, MDBA } from 'fairwasm/amplification';
import { misuse } from '../../misuse.mjs';
import { compromise } from '../../taggers.mjs';
import {
  aif360,
  amplification,
  fair,
  individual,
  monitoring,
  predictability,
  rankings,
  repeated,
  robustness,
  scores,
} from '../support.mjs';
import { runCommand } from './command.mjs';

const main = join(process.cwd(), 'dist', 'cli', 'main.js');

// Forty rows in which all groups have different metrics. `n` and `q` are numbers; `p` is often correct.
const range = Array.from({ length: 40 }, (_, i) => i);
const columns = {
  y: range.map((i) => ((i * 7) % 5 < 2 ? 1 : 0)),
  p: range.map((i) => ((i * i * 3 + i) % 11 < 5 ? 1 : 0)),
  s: range.map((i) => ((i * 13) % 40) / 40),
  t: range.map((i) => (((i * 13) % 40) + 1) / 42), // never 0 or 1
  sex: range.map((i) => (i % 3 === 0 ? 'f' : 'm')),
  race: range.map((i) => ['a', 'b', 'c'][(i >> 1) % 3]),
  old: range.map((i) => i % 2),
  w: range.map((i) => 1 + (i % 4)),
  n: range.map((i) => (i * i) % 17),
  q: range.map((i) => ((i * i) % 17) + (i % 5) - 2),
  x: range.map((i) => (i * 3) % 11),
  z: range.map((i) => (i * 5) % 7),
  x2: range.map((i) => ((i * 3) % 11) + (i % 2)),
  z2: range.map((i) => ((i * 5) % 7) - (i % 3)),
  cook: range.map((i) => (i % 4 < 2 ? 1 : 0)),
  drive: range.map((i) => (i % 5 < 2 ? 1 : 0)),
  p_cook: range.map((i) => (i % 3 === 0 ? 1 : 0)),
  p_drive: range.map((i) => (i % 3 === 0 ? 0 : 1)),
  margin: range.map((i) => (i % 7) - 2.5),
  cat: range.map((i) => (i * 3) % 8),
  dog: range.map((i) => (i * 5) % 9),
  animal: range.map((i) => ((i * 3) % 8 > (i * 5) % 9 === i % 6 > 0 ? 'cat' : 'dog')),
  human: range.map((i) => `a ${i % 3 ? 'man' : 'woman'} with a ${['dog', 'cat'][i % 2]}`),
  model: range.map((i) => `a person with ${i % 3 ? 'a car' : 'an oven'}`),
};
const names = Object.keys(columns);
const text = [names, ...range.map((i) => names.map((name) => columns[name][i]))]
  .map((row) => `${row.join()}\n`)
  .join('');
const captions = {
  train: ['a man with a dog', 'a woman with a cat', 'a man with a dog and a car'],
  test: ['a man with a dog', 'a woman with a dog', 'a woman with a cat'],
};

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-metric-'));
  writeFileSync(join(folder, 'rows.csv'), text);
  for (const [name, lines] of Object.entries(captions)) {
    writeFileSync(join(folder, `${name}.txt`), `${lines.join('\n')}\n`);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fairwasm = (...args) => runCommand(args, { cwd: folder });

function toJson(...args) {
  const { status, stdout, stderr } = fairwasm(...args, '--format', 'json');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
}

const flag = { label: 'y', prediction: 'p', score: 's' };
const given = (...roles) => roles.flatMap((role) => [`--${role}`, flag[role]]);
const pick = (...wanted) => Object.fromEntries(wanted.map((name) => [name, columns[name]]));
const { y, p, s, w, sex, race } = columns;

// For each metric: the arguments after the file, and the values of the package.
const reached = new Map();
const reach = (name, args, expected) => reached.set(name, { args, expected });

for (const { name, kind, inputs } of metrics.filter((metric) => metric.kind === 'rate')) {
  reach(name, [...given(...inputs), '--group', 'sex,race', '--weight', 'w'], () => {
    const data = { label: y, prediction: p, score: s };
    const known = Object.fromEntries(inputs.map((input) => [input, data[input]]));
    const audit = fair.audit({ ...known, groups: { sex, race }, weight: w });
    /** @type {('sex' | 'race')[][]} */
    const ways = [['sex'], ['race'], ['sex', 'race']];
    expect(kind).toBe('rate');
    return [
      audit.frame([]).overall.rates[name].value,
      ...ways.flatMap((by) => audit.frame(by).groups.map(({ rates }) => rates[name].value)),
    ];
  });
}
for (const { name, inputs } of metrics.filter((metric) => metric.kind === 'disparity')) {
  const args = [...given(...inputs), '--group', 'race', '--privileged', 'race=b'];
  reach(name, args, () => {
    const data = { label: y, prediction: p, score: s };
    const known = Object.fromEntries(inputs.map((input) => [input, data[input]]));
    const audit = fair.audit({ ...known, groups: { race }, privileged: { race: 'b' } });
    return audit
      .frame('race')
      .disparities()
      .map(({ values }) => values[name].value);
  });
}
for (const { name } of metrics.filter((metric) => metric.kind === 'inequality')) {
  const isIndex = /generalizedEntropyIndex$/i.test(name);
  const between = name.startsWith('betweenGroup')
    ? ['--group', 'race', '--privileged', 'race=a', '--privileged', 'race=b']
    : ['--group', 'race'];
  const args = [
    ...given('label', 'prediction'),
    ...(name.startsWith('between') ? between : []),
    ...(isIndex ? ['--alpha', '0.5'] : []),
  ];
  reach(name, args, () => {
    const metric = aif360.classificationMetric({
      label: y,
      prediction: p,
      groups: { race },
      privileged: [{ race: 'a' }, { race: 'b' }],
      unprivileged: [{ race: 'c' }],
    });
    return [isIndex ? metric[name](0.5) : metric[name]()];
  });
}

const tallied = (getColumns, call) => () => {
  const tally = fair.tally(getColumns);
  tally.update({
    groups: { sex, race },
    ...(getColumns.label && { label: y }),
    ...(getColumns.prediction && { prediction: p }),
  });
  return [call(tally)];
};
const attributes = ['sex', 'race'];
reach(
  'smoothedEmpiricalDifferentialFairness',
  [...given('label'), '--group', 'sex,race', '--concentration', '2'],
  tallied({ groups: attributes, label: true }, (tally) =>
    aif360.smoothedEmpiricalDifferentialFairness(tally, ['1'], 2, 'label'),
  ),
);
reach(
  'differentialFairnessBiasAmplification',
  [...given('label', 'prediction'), '--group', 'sex,race'],
  tallied({ groups: attributes, label: true, prediction: true }, (tally) =>
    aif360.differentialFairnessBiasAmplification(tally, ['1']),
  ),
);
for (const name of ['classImbalance', 'klDivergence', 'conditionalDemographicDisparity']) {
  const args = name.startsWith('conditional')
    ? ['--group', 'sex,race']
    : ['--group', 'race', '--privileged', 'race=a', '--privileged', 'race=b'];
  reach(name, [...given('label'), ...args, '--weight', 'w'], () => {
    const rows = { label: y, weight: w };
    const metric = name.startsWith('conditional')
      ? aif360.binaryLabelDatasetMetric({ ...rows, groups: { sex, race } })
      : aif360.binaryLabelDatasetMetric({
          ...rows,
          groups: { race },
          privileged: [{ race: 'a' }, { race: 'b' }],
          unprivileged: [{ race: 'c' }],
        });
    return [metric[name]()];
  });
}
reach('richSubgroup', ['--label', 'y', '--prediction', 's', '--group', 'old', '--errors', 'FN'], () => [
  aif360.richSubgroup({ groups: pick('old'), label: y, prediction: s }, 'FN'),
]);
reach(
  'biasScan',
  [...given('label', 'score'), '--group', 'sex,race', '--penalty', '0.1', '--replications', '19'],
  async () => {
    const input = { attributes: { sex, race }, observations: y, expectations: s };
    return [(await aif360.biasScan(input, { penalty: 0.1, replications: 19 })).score];
  },
);
reach('scoreGroups', [...given('label', 'score'), '--group', 'race', '--privileged', 'race=a'], () => {
  const metric = aif360.mdssClassificationMetric({
    label: y,
    score: s,
    groups: { race },
    privileged: [{ race: 'a' }],
    unprivileged: [{ race: 'b' }, { race: 'c' }],
  });
  return [true, false].map((privileged) => metric.scoreGroups({ privileged }));
});
reach('consistency', [...given('label'), '--feature', 'x,z', '--neighbors', '3'], () => [
  individual.consistency(pick('x', 'z'), y, 3),
]);
for (const kind of /** @type {const} */ (['euclidean', 'manhattan', 'mahalanobis'])) {
  const args = ['--feature', 'x,z', '--distorted', 'x2,z2', '--group', 'sex', '--weight', 'w'];
  reach(`${kind}Distance`, args, () => {
    const metric = individual.sampleDistortionMetric({
      features: pick('x', 'z'),
      distorted: pick('x2', 'z2'),
      groups: { sex },
      weight: w,
      privileged: [{ sex: 'f' }],
      unprivileged: [{ sex: 'm' }],
    });
    const choices = [{}, { privileged: true }, { privileged: false }];
    return choices.map((choice) => metric.average(kind, choice));
  });
}
reach('otDistance', ['--label', 'y', '--prediction', 's', '--group', 'sex'], () => {
  const { f, m } = individual.otDistance(y, s, { protAttr: sex });
  return [individual.otDistance(y, s), f, m];
});
reach(
  'infeasibleIndex',
  [...['--score', 's', '--group', 'sex', '--target', 'f=0.6'], ...['--target', 'm=0.4', '--first', '30']],
  () => {
    const ranking = aif360.regressionDatasetMetric({ score: s, groups: { sex } });
    return [ranking.infeasibleIndex({ f: 0.6, m: 0.4 }, 30).index];
  },
);
reach('discountedCumGain', ['--score', 's', '--first', '10', '--normalized'], () => {
  const ranking = aif360.regressionDatasetMetric({ score: s, groups: {} });
  return [ranking.discountedCumGain({ r: 10, normalized: true, fullDataset: ranking })];
});
for (const name of Object.keys(fair.scoreTally().overall.estimates).filter((each) => findMetric(each))) {
  const bins = name === 'expectedCalibrationError' ? ['--bin-count', '20'] : [];
  reach(name, [...given('label', 'score'), '--group', 'sex', '--weight', 'w', ...bins], () => {
    const tally = fair.scoreTally(['sex']);
    tally.update({ label: y, score: s, groups: { sex }, weight: w });
    const all = [...tally.by([], { bins: 20 }), ...tally.by(['sex'], { bins: 20 })];
    return all.map(({ estimates }) => estimates[name].value);
  });
}
for (const name of [
  ...['meanError', 'meanAbsoluteError', 'meanSquaredError', 'rootMeanSquaredError'],
  ...['meanAbsolutePercentageError', 'r2Score'],
]) {
  reach(name, ['--label', 'n', '--prediction', 'q', '--group', 'sex', '--weight', 'w'], () => {
    const tally = fair.regressionTally(['sex']);
    tally.update({ label: columns.n, prediction: columns.q, groups: { sex }, weight: w });
    return [tally.overall[name], ...tally.by(['sex']).map(({ errors }) => errors[name])];
  });
}

const exactScores = (groups) => {
  const exact = scores.exactScores(Object.keys(groups));
  exact.update({ label: y, score: columns.t, groups, weight: w });
  return exact;
};
const outcomesAndScores = ['--label', 'y', '--score', 't'];
for (const name of [
  ...['maximumCalibrationError', 'calibrationInTheLarge', 'calibrationIntercept'],
  'calibrationSlope',
]) {
  const isBinned = name.startsWith('maximum');
  const bins = isBinned ? ['--bin-count', '4', '--binning', 'quantile'] : [];
  reach(name, [...outcomesAndScores, '--group', 'old', '--weight', 'w', ...bins], () => {
    const exact = exactScores(pick('old'));
    /** @type {Parameters<typeof exact.calibration>[1]} */
    const options = isBinned ? { bins: 4, binning: 'quantile' } : {};
    const all = [...exact.calibration([], options), ...exact.calibration(['old'], options)];
    return all.map(({ estimates }) => estimates[name].value);
  });
}
for (const name of ['kolmogorovSmirnov', 'wasserstein']) {
  reach(name, [...outcomesAndScores, '--group', 'race', '--weight', 'w'], () =>
    exactScores({ race })
      .distances(['race'])
      .map((distance) => distance[name].value),
  );
}
reach('areaBetweenCurves', [...outcomesAndScores, '--group', 'race', '--weight', 'w'], () =>
  exactScores({ race })
    .curveDistances(['race'])
    .map((distance) => distance.areaBetweenCurves.value),
);
for (const name of ['jensenShannon', 'totalVariationDistance', 'largestOutcomeDifference', 'lpNorm']) {
  reach(name, [...given('label'), '--group', 'race', '--weight', 'w'], () =>
    scores.outcomeDistances({ outcome: y, groups: { race }, weight: w }).map((distance) => distance[name].value),
  );
}
const exactErrors = () => {
  const exact = scores.exactErrors(['race']);
  exact.update({ label: columns.n, prediction: columns.q, groups: { race }, weight: w });
  return exact;
};
const numbersAndGroup = ['--label', 'n', '--prediction', 'q', '--group', 'race', '--weight', 'w'];
for (const name of ['medianAbsoluteError', 'maxError', 'explainedVariance']) {
  reach(name, numbersAndGroup, () =>
    [...exactErrors().by([]), ...exactErrors().by(['race'])].map(({ errors }) => errors[name].value),
  );
}
reach('pinballLoss', [...numbersAndGroup, '--alpha', '0.9'], () =>
  [[], ['race']].flatMap((by) =>
    exactErrors()
      .pinballLosses(0.9, by)
      .map(({ loss }) => loss.value),
  ),
);
reach('standardizedMeanDifference', [...numbersAndGroup, '--privileged', 'race=c', '--of', 'error'], () =>
  exactErrors()
    .standardizedMeanDifferences(['race'], { of: 'error', reference: { race: 'c' } })
    .map(({ standardizedMeanDifference }) => standardizedMeanDifference.value),
);
reach('subgroupAreas', [...given('label', 'score'), '--group', 'old,cook', '--weight', 'w'], () => {
  const identities = pick('old', 'cook');
  const areas = scores.subgroupAreas({ label: y, score: s, identities, weight: w });
  return [areas.final.value, ...areas.identities.map(({ subgroup }) => subgroup.value)];
});

describe('fairwasm metric', () => {
  test.each([...reached.keys()])('%s prints the package’s results', async (name) => {
    const { args, expected } = reached.get(name);
    const { metric, source, values } = toJson('metric', name, 'rows.csv', ...args);
    expect({ metric, source }).toEqual({ metric: name, source: 'rows.csv' });
    const plain = JSON.parse(JSON.stringify(await expected()));
    expect(plain.some((value) => value !== null && value !== 0)).toBe(true);
    const found = values.map(({ value }) => value);
    // Some means of distances are summed in another order.
    if (name.endsWith('Distance') && name !== 'otDistance') {
      plain.forEach((value, i) => {
        expect(found[i]).toBeCloseTo(value, 12);
      });
    } else expect(found).toEqual(plain);
  });

  test('prints values next to their groups, and undefined ones with a reason', () => {
    const args = [...given('label', 'score'), '--group', 'sex', '--favorable', '1'];
    const { values } = toJson('metric', 'areaUnderCurve', 'rows.csv', ...args);
    expect(values.map(({ by, group }) => [by, group])).toEqual([
      [[], 'All rows'],
      [['sex'], 'f'],
      [['sex'], 'm'],
    ]);
    const [, none] = toJson(
      ...['metric', 'areaUnderCurve', 'rows.csv', '--label', 'old', '--score', 's'],
      ...['--group', 'old'],
    ).values;
    expect(none).toEqual({ by: ['old'], group: '0', value: null, reason: 'no actual positives among old = 0' });
  });

  test('computes the spread of a rate over all groups', () => {
    const audit = fair.audit({ label: y, prediction: p, groups: pick('sex', 'race') });
    const args = [...given('label', 'prediction'), '--group', 'sex,race'];
    for (const statistic of ['difference', 'ratio']) {
      const name = `falsePositiveRate.${statistic}`;
      const { metric, values } = toJson('metric', name, 'rows.csv', ...args);
      expect(metric).toBe(name);
      expect(values).toEqual(
        [['sex'], ['race'], ['sex', 'race']].map((by) => ({
          by,
          group: 'All groups',
          ...audit.frame(by)[statistic]('falsePositiveRate'),
        })),
      );
    }
    const { status, stderr } = fairwasm('metric', 'theilIndex.ratio', 'rows.csv', ...args);
    expect([status, stderr]).toEqual([2, expect.stringContaining("did you mean 'theilIndex'?")]);
  });

  test('individuals, scores, and errors have intervals or a reason for their absence', () => {
    const label = given('label');
    for (const args of [
      ['consistency', ...label, '--feature', 'x,z'],
      ['euclideanDistance', '--feature', 'x,z', '--distorted', 'x2,z2', '--group', 'sex'],
      ['averagePrecision', ...given('label', 'score'), '--group', 'sex'],
      ['meanError', '--label', 'n', '--prediction', 'q', '--group', 'sex'],
    ]) {
      const [metric, ...options] = args;
      for (const { value, ci } of toJson('metric', metric, 'rows.csv', ...options).values) {
        expect([metric, ci[0] <= value && value <= ci[1] && ci[0] < ci[1]]).toEqual([metric, true]);
      }
    }
    const alone = ['metric', 'consistency', 'rows.csv', ...label, '--feature', 'x'];
    const { stdout } = fairwasm(...alone, '--neighbors', '1');
    expect(stdout).toContain('no interval: every row is its only neighbor');
  });

  test('text fits 80 columns and names groups, reference, and intervals', () => {
    const args = ['--prediction', 'p', '--group', 'race,sex', '--privileged', 'race=b'];
    const { stdout } = fairwasm('metric', 'statistical_parity_difference', 'rows.csv', ...args);
    expect(stdout).toMatch(/^Statistical parity difference\n/);
    expect(stdout).toContain('\nBy race, compared with b\n');
    expect(stdout).toMatch(/\n {2}a +−?0\.\d{4} {2}−?0\.\d{4} to −?0\.\d{4}\n/);
    expect(stdout).not.toContain('−0.0000 ');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  test('reads and names standard input, and does not overwrite the input', () => {
    const args = ['metric', 'brierScore', '-', ...given('label', 'score'), '--format', 'json'];
    const { stdout } = spawnSync(process.execPath, [main, ...args], { input: text, encoding: 'utf8' });
    const fromFile = toJson('metric', 'brierScore', 'rows.csv', ...given('label', 'score'));
    expect(JSON.parse(stdout)).toEqual({ ...fromFile, source: 'standard input' });
    writeFileSync(join(folder, 'rows.txt'), text);
    const over = ['rows.txt', ...given('label', 'score'), '--output', 'rows.txt'];
    const { status, stderr } = fairwasm('metric', 'brierScore', ...over);
    expect(status).toBe(2);
    expect(stderr).toContain("--output would overwrite the input 'rows.txt'");
  });

  test('a scan prints its result', () => {
    const { stdout } = fairwasm('metric', 'biasScan', 'rows.csv', ...given('label', 'score'), '--group', 'sex,race');
    expect(stdout).toMatch(/\n {4}subset: (sex|race) = /);
    expect(stdout).toMatch(/\n {4}pValue: 0\.\d{4}\n/);
  });

  test.each([
    [2, [], 'pass the name of a metric and a CSV file'],
    [2, ['brierSkore', 'rows.csv'], "did you mean 'brierScore'?"],
    [2, ['brierScore', ...given('label', 'score')], 'pass a CSV file'],
    [2, ['brierScore', 'rows.csv', '--label', 'y'], 'brierScore requires --score'],
    [2, ['euclideanDistance', 'rows.csv', '--feature', 'x'], 'requires --distorted'],
    [
      2,
      ['euclideanDistance', 'rows.csv', '--feature', 'x,z', '--distorted', 'x2'],
      '--distorted requires as many columns as --feature: 2',
    ],
    [2, ['theilIndex', 'rows.csv', ...given('label', 'prediction'), '--alpha', '1'], 'theilIndex does not use --alpha'],
    [2, ['smoothedEmpiricalDifferentialFairness', 'rows.csv'], '--label or --prediction and --group'],
    [2, ['DBA', 'rows.csv'], 'fairwasm amplification --help'],
    [2, ['LIC', 'rows.csv'], 'fairwasm lic --help'],
    [2, ['accuracy', 'rows.csv', ...given('label', 'prediction'), '--group', 'sex,sex'], "'sex' twice"],
    [
      2,
      [
        ...['betweenGroupTheilIndex', 'rows.csv', ...given('label', 'prediction')],
        ...['--group', 'sex,race', '--privileged', 'sex=m', '--privileged', 'race=a'],
      ],
      'also pass --unprivileged',
    ],
    [2, ['theilIndex', 'rows.csv', '--label', 'n', '--prediction', 'q'], 'pass --favorable'],
    [1, ['brierScore', 'rows.csv', '--label', 'y', '--score', 'x'], 'rows.csv, line 3, column x:'],
    [
      1,
      ['brierScore', 'rows.csv', '--label', 'y', '--score', 'scor'],
      'column scor: expected one of the file’s columns',
    ],
    [
      1,
      ['consistency', 'rows.csv', '--label', 'sex', '--feature', 'x'],
      "rows.csv, line 2, column sex: expected a finite number, got 'f'",
    ],
  ])('exits with %i for %j', (code, args, part) => {
    const { status, stdout, stderr } = fairwasm('metric', ...args);
    expect({ status, stdout }).toEqual({ status: code, stdout: '' });
    expect(stderr).toMatch(/^fairwasm: [^\n]+\n$/);
    expect(stderr).toContain(part);
  });
});

// Metrics with a separate command.
const elsewhere = new Map();

async function getAmplification(name) {
  const args = ['--attribute', 'sex', '--task', 'cook,drive', '--prediction', 'p_cook,p_drive'];
  const counts = await cooccurrenceCsv(amplification, text, {
    attribute: ['sex'],
    task: ['cook', 'drive'],
    taskPrediction: ['p_cook', 'p_drive'],
  });
  const metric = new { BA_MALS, DBA, MDBA }[name](counts);
  const found = toJson('amplification', 'rows.csv', ...args, '--draws', '0')[name].value;
  return [found, (await metric.computeBiasAmp({ draws: 0 })).value];
}
for (const name of ['BA_MALS', 'DBA', 'MDBA']) elsewhere.set(name, () => getAmplification(name));

const withinStrata = ['standardizedDifference', 'standardizedRatio', 'commonOddsRatio'];
for (const name of [...withinStrata, 'sameOdds', 'sameOddsRatio']) {
  elsewhere.set(name, () => {
    const args = ['--label', 'y', '--prediction', 'p', '--group', 'sex', '--within', 'race'];
    const report = toJson('audit', 'rows.csv', ...args);
    const [{ comparisons }] = report.conditional;
    const audit = fair.audit({ label: y, prediction: p, groups: { sex, race } });
    const [expected] = audit.conditional('sex', { within: 'race' }).comparisons;
    return [comparisons[0].rates.selectionRate[name].value, expected.rates.selectionRate[name].value];
  });
}

// Two runs of ten items in each variant; the variant decides all but the first of them.
const decided = {
  item: Array.from({ length: 40 }, (_, i) => i >> 2),
  variant: Array.from({ length: 40 }, (_, i) => (i % 4 < 2 ? 'a' : 'b')),
  outcome: Array.from({ length: 40 }, (_, i) => Number(i < 4 ? i > 0 : i >> 2 < 7 === i % 4 < 2)),
};
const runs = decided.item.map((_, i) => Object.values(decided).map((column) => column[i]));
const repeatedArgs = ['--item', 'i', '--variant', 'v', '--outcome', 'd', '--reference', 'a'];
/** @type {Record<string, (report: any) => number>} */
const repeatedValues = {
  gap: ({ variants: [b] }) => b.gap.value,
  disagreement: ({ variants: [b] }) => b.disagreement.between.value,
  squaredEffect: ({ variants: [b] }) => b.squaredEffect.value,
  canceled: ({ variants: [b] }) => b.canceled.value,
  betweenVariance: ({ betweenVariance }) => betweenVariance.value,
};
for (const [name, get] of Object.entries(repeatedValues)) {
  elsewhere.set(name, () => {
    writeFileSync(join(folder, 'runs.csv'), ['i,v,d', ...runs].join('\n'));
    const expected = repeated.compareVariants({ ...decided, reference: 'a' });
    return [get(toJson('repeated', 'runs.csv', ...repeatedArgs)), get(expected)];
  });
}
// Answers in either context, and preferences, of eight items.
const answers = Array.from({ length: 16 }, (_, i) => ({
  item: i >> 1,
  context: i % 2 ? 'ambig' : 'disambig',
  correct: Number(i % 3 > 0),
  biased: Number(i % 5 < 3),
  unknown: Number(i % 5 === 4),
  stereotype: Number(i % 7 < 4),
  meaningful: i % 4 ? 1 : 0.5,
}));
/** @type {Record<string, [kind: string, method: string, columns: string[]]>} */
const benchmarkScores = {
  s_DIS: ['bbq', 'bbq', ['context', 'correct', 'biased', 'unknown']],
  s_AMB: ['bbq', 'bbq', ['context', 'correct', 'biased', 'unknown']],
  stereotypePreferred: ['crows-pairs', 'crowsPairs', ['stereotype']],
  icat: ['stereoset', 'stereoSet', ['meaningful', 'stereotype']],
};
for (const [name, [kind, method, columns]] of Object.entries(benchmarkScores)) {
  elsewhere.set(name, () => {
    const lines = answers.map((row) => Object.values(row).join());
    writeFileSync(join(folder, 'answers.csv'), [Object.keys(answers[0]).join(), ...lines].join('\n'));
    const options = ['item', ...columns].flatMap((each) => [`--${each}`, each]);
    const input = Object.fromEntries(['item', ...columns].map((each) => [each, answers.map((row) => row[each])]));
    const scoreOf = ({ categories: [{ scores }] }) => scores[name === 'stereotypePreferred' ? 'preferred' : name].value;
    return [
      scoreOf(toJson('benchmark', 'answers.csv', '--benchmark', kind, ...options)),
      scoreOf(repeated[method](input)),
    ];
  });
}
elsewhere.set('ratesPerExposure', () => {
  writeFileSync(join(folder, 'events.csv'), 'g,e,x\na,3,10\nb,4,9\n');
  const args = ['--group', 'g', '--events', 'e', '--exposure', 'x'];
  const expected = repeated.ratesPerExposure({ group: ['a', 'b'], events: [3, 4], exposure: [10, 9] });
  const getRate = ({ groups }) => groups[1].rate.value;
  return [getRate(toJson('exposure', 'events.csv', ...args)), getRate(expected)];
});

// Six lists of five rows, and as many batches.
const listed = Array.from({ length: 30 }, (_, i) => ({
  group: (i * 7) % 10 < 4 ? 'f' : 'm',
  query: i % 6,
  position: 1 + Math.floor(i / 6),
  relevance: i % 3,
  outcome: (i * 3) % 7 < 3 ? 'yes' : 'no',
}));
const listedColumn = (name) => listed.map((row) => row[name]);
const listedOptions = (...names) => names.flatMap((name) => [`--${name}`, name]);
/** Returns the value of a command and that of the package. */
function fromLists(args, get, expected) {
  const lines = listed.map((row) => Object.values(row).join());
  writeFileSync(join(folder, 'lists.csv'), [Object.keys(listed[0]).join(), ...lines].join('\n'));
  const [command, ...others] = args;
  return [get(toJson(command, 'lists.csv', ...others)), get(expected)];
}
/** @type {Record<string, (report: any) => number>} */
const rankingValues = {
  exposure: ({ groups: [f] }) => f.exposure.geometric.sum,
  relativeExposure: ({ groups: [f] }) => f.exposure.logarithmic.relativePerRow.value,
  exposurePerMerit: ({ groups: [f] }) => f.exposure.logarithmic.relativePerMerit.value,
  skew: ({ groups: [f] }) => f.skew.value,
  ndkl: ({ ndkl }) => ndkl.value,
  favored: ({ groups: [f] }) => f.favored.value,
  prefixTests: ({ groups: [f] }) => f.prefixTests.pValue,
};
for (const [name, get] of Object.entries(rankingValues)) {
  elsewhere.set(name, () => {
    const roles = ['group', 'query', 'position', 'relevance'];
    const input = Object.fromEntries(roles.map((role) => [role, listedColumn(role)]));
    const expected = rankings.rankings(misuse({ ...input, top: 2 }));
    return fromLists(['rankings', ...listedOptions(...roles), '--top', '2'], get, expected);
  });
}
/** @type {Record<string, (report: any) => number>} */
const shareValues = {
  shareRatio: ({ groups: [f] }) => f.ratio.value,
  logShareRatio: ({ groups: [f] }) => f.logRatio.value,
  shareDifference: ({ groups: [f] }) => f.difference.value,
  missingMembers: ({ groups: [f] }) => f.missing,
  totalVariation: ({ totalVariation }) => totalVariation.value,
};
for (const [name, get] of Object.entries(shareValues)) {
  elsewhere.set(name, () => {
    const reference = { f: 0.6, m: 0.4 };
    const expected = rankings.shares({ group: listedColumn('group'), reference });
    const args = ['shares', ...listedOptions('group'), '--reference', 'f=0.6,m=0.4'];
    return fromLists(args, get, expected);
  });
}
elsewhere.set('monitoredGap', () => {
  const [group, outcome, batch] = ['group', 'outcome', 'query'].map(listedColumn);
  const expected = monitoring.monitor({ reference: 'm' }).addRows({ group, outcome, batch });
  const args = ['monitoring', ...listedOptions('group', 'outcome'), '--batch', 'query'];
  const get = ({ groups: [f] }) => f.gap.value;
  return fromLists([...args, '--reference', 'm'], get, expected.report());
});

elsewhere.set('captionBiasAmplification', async () => {
  const count = async (texts) => {
    const counts = amplification.captionCounts();
    await counts.updateTexts(texts, compromise);
    return counts;
  };
  const train = await count(captions.train);
  const { value } = await (await count(captions.test)).biasAmplification(train, { draws: 0 });
  return [toJson('captions', 'train.txt', 'test.txt', '--draws', '0').value, value];
});

const quick = { epochs: 4, trials: 2 };
const quickly = ['--epochs', '4', '--trials', '2', '--workers', '0'];
elsewhere.set('leakage', async () => {
  const args = ['--feature', 'sex', '--label', 'y', '--prediction', 'p', ...quickly];
  const { value } = await predictability.leakage({ feature: sex, label: y, prediction: p, ...quick }, { workers: 0 });
  return [toJson('leakage', 'rows.csv', ...args).value, value];
});
elsewhere.set('DPA', async () => {
  const args = ['--attribute', 'sex', '--task', 'y', '--task-prediction', 'p', ...quickly];
  const getColumns = { attribute: sex, task: y, taskPrediction: p };
  const metric = predictability.dpaMetric(quick);
  const { value } = await metric.computeBiasAmp(getColumns, 'AtoT', { workers: 0 });
  return [toJson('dpa', 'rows.csv', ...args).AtoT.value, value];
});
elsewhere.set('LIC', async () => {
  const args = ['--human', 'human', '--generated', 'model', '--attribute', 'sex', ...quickly];
  const input = { human: columns.human, generated: columns.model, attribute: sex };
  const { value } = await predictability.lic({ ...input, ...quick }, { workers: 0 });
  return [toJson('lic', 'rows.csv', ...args).value, value];
});

elsewhere.set('DBAC', async () => {
  const args = ['--human', 'human', '--generated', 'model', '--attribute', 'sex'];
  const options = ['--objects', 'dog,oven', '--trials', '2', '--blocks', '0'];
  const input = { human: columns.human, generated: columns.model, attribute: sex };
  const { AtoT } = await predictability.dbac({ ...input, objects: ['dog', 'oven'], trials: 2, blocks: 0 });
  return [toJson('dbac', 'rows.csv', ...args, ...options).AtoT.value, AtoT.value];
});

const certified = {
  binary: { args: ['--label', 'y', '--score', 'margin'], input: () => ({ label: y, score: columns.margin }) },
  categorical: {
    args: ['--label', 'animal', '--score', 'cat,dog'],
    input: () => ({
      label: columns.animal.map((name) => ['cat', 'dog'].indexOf(name)),
      score: range.map((i) => [columns.cat[i], columns.dog[i]]),
    }),
  },
};
for (const [task, { args, input }] of Object.entries(certified)) {
  const overall = () => toJson('robustness', 'rows.csv', ...args, '--lipschitz', '1', '--epsilon', '0.5').overall;
  elsewhere.set(`${task}ProvableRobustAccuracy`, () => [
    overall().certifiedAccuracy[0].value,
    robustness[`${task}ProvableRobustAccuracy`]({ ...input(), lipConst: 1, epsilon: 0.5 }),
  ]);
  elsewhere.set(`${task}ProvableAvgRobustness`, () => [
    overall().averageRobustness.value,
    robustness[`${task}ProvableAvgRobustness`]({ ...input(), lipConst: 1 }),
  ]);
}

describe('fairwasm lic', () => {
  const args = ['--human', 'human', '--generated', 'model', '--attribute', 'sex'];

  test('prints both scores as text', () => {
    const { status, stdout } = fairwasm('lic', 'rows.csv', ...args, ...quickly);
    expect(status).toBe(0);
    expect(stdout).toMatch(/LIC/);
    expect(stdout).toMatch(/\n *Human +\d\.\d{3} +\d+\.\d%/);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(82);
  });

  test('reads every option', async () => {
    const settings = ['--masked-words', 'man,woman', '--hidden-widths', '8,4', '--word-width', '6'];
    const more = ['--batch-size', '16', '--learning-rate', '0.02', '--test-size', '0.3'];
    const found = toJson('lic', 'rows.csv', ...args, ...quickly, ...settings, ...more, '--seed', '5');
    const { value, trials } = await predictability.lic(
      {
        human: columns.human,
        generated: columns.model,
        attribute: sex,
        ...quick,
        maskedWords: ['man', 'woman'],
        hiddenWidths: [8, 4],
        wordWidth: 6,
        batchSize: 16,
        learningRate: 0.02,
        testSize: 0.3,
        seed: 5,
      },
      { workers: 0 },
    );
    expect(found.value).toBe(value);
    expect(found.trials).toEqual(trials);
  });

  test.each([
    [2, ['rows.csv'], 'pass --human COLUMN,...: human captions'],
    [2, ['rows.csv', '--human', 'human'], 'pass --generated COLUMN'],
    [2, ['rows.csv', ...args, '--hidden-widths', 'x'], '--hidden-widths'],
    [2, ['rows.csv', ...args, '--epoch', '2'], "did you mean '--epochs'?"],
    [1, ['rows.csv', ...args, '--human', 'humans'], 'rows.csv, column humans:'],
  ])('exits with %i for %j', (code, wrong, part) => {
    const { status, stdout, stderr } = fairwasm('lic', ...wrong);
    expect({ status, stdout }).toEqual({ status: code, stdout: '' });
    expect(stderr).toContain(part);
  });
});

describe('separate commands', () => {
  test.each([...elsewhere.keys()])('%s prints the package’s results', async (name) => {
    const [found, expected] = await elsewhere.get(name)();
    expect(expected).not.toBe(0);
    expect(found).toBeCloseTo(expected, 12);
  });
});

// `fairwasm labels` has multilabel metrics and separate tests.
const ofLabels = [
  ...['subsetAccuracy', 'hammingLoss', 'jaccardIndex', 'coverageError'],
  ...['labelRankingAveragePrecision', 'labelRankingLoss'],
  ...['macroJaccardIndex', 'macroJaccardIndexOfDefined', 'weightedJaccardIndex'],
  ...['weightedJaccardIndexOfDefined', 'weightedAveragePrecision'],
  ...['Precision', 'Recall', 'F1Score', 'JaccardIndex', 'AreaUnderCurve', 'AveragePrecision'].map(
    (name) => `micro${name}`,
  ),
  ...['Precision', 'Recall', 'F1Score', 'JaccardIndex'].flatMap((name) => [
    `samples${name}`,
    `samples${name}OfDefined`,
  ]),
];

test('covers every metric of the table', () => {
  const rows = ['a,a,x,.5,.3,.2', 'b,b,x,.2,.6,.2', 'c,a,y,.4,.3,.3', 'b,c,y,.1,.4,.5'];
  writeFileSync(join(folder, 'classes.csv'), ['y,p,g,a,b,c', ...rows].join('\n'));
  const args = ['--label', 'y', '--prediction', 'p', '--group', 'g', '--probability', 'a,b,c'];
  const { overall } = toJson('classes', 'classes.csv', ...args, '--ordered');
  const ofClasses = Object.keys({ ...overall.values, ...overall.byClass }).map(
    (name) => name.replace(/^top\d/, 'top'), // for the k highest
  );
  const known = new Set([...reached.keys(), ...elsewhere.keys(), ...ofClasses, ...ofLabels]);
  const unreached = metrics.map(({ name }) => name).filter((name) => !known.has(name));
  expect(unreached).toEqual([]);
  expect(ofLabels.filter((name) => ofClasses.includes(name))).toEqual([]);
});
