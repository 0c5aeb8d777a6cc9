// The built-in examples reproduce published results.

import { examples, FairwasmError, findExample, load, reportExample } from 'fairwasm';

const fair = await load();
const getGroups = (report, i = 0) =>
  Object.fromEntries(report.breakdowns[i].groups.map((group) => [group.name, group]));

test('COMPAS: equals the error rates that ProPublica published', () => {
  const report = reportExample(fair, findExample('compas'));
  const groups = getGroups(report);
  const rate = (race, name) => groups[race].rates[name].value;
  expect(rate('African-American', 'falsePositiveRate')).toBeCloseTo(0.4485, 4);
  expect(rate('Caucasian', 'falsePositiveRate')).toBeCloseTo(0.2345, 4);
  expect(rate('African-American', 'falseNegativeRate')).toBeCloseTo(0.2799, 4);
  expect(rate('Caucasian', 'falseNegativeRate')).toBeCloseTo(0.4772, 4);
  expect(report.breakdowns[0].reference).toBe('Caucasian');
});

test('COMPAS: groups add up to all defendants', () => {
  const { overall } = reportExample(fair, findExample('compas'));
  expect(overall.counts).toMatchObject({
    rows: 7214,
    trueNegatives: 2681,
    falsePositives: 1282,
    falseNegatives: 1216,
    truePositives: 2035,
  });
});

test('Berkeley: fewer women are admitted overall, but more in most departments', () => {
  const report = reportExample(fair, findExample('berkeley'));
  const bySex = getGroups(report);
  expect(bySex.Men.counts).toMatchObject({ rows: 2691, predictedPositives: 1198 });
  expect(bySex.Women.counts).toMatchObject({ rows: 1835, predictedPositives: 557 });
  expect(bySex.Men.rates.selectionRate.value).toBeCloseTo(0.4452, 4);
  expect(bySex.Women.rates.selectionRate.value).toBeCloseTo(0.3035, 4);

  const crossed = getGroups(report, 2);
  const rate = (name) => crossed[name].rates.selectionRate.value;
  const higher = [...'ABCDEF'].filter((name) => rate(`Women, ${name}`) > rate(`Men, ${name}`));
  expect(higher).toEqual(['A', 'B', 'D', 'F']);
});

test.each(examples)('$name has a source and a description', (example) => {
  expect(findExample(example.name)).toBe(example);
  for (const text of [example.title, example.source, example.about]) {
    expect(text.length).toBeGreaterThan(20);
  }
  expect(reportExample(fair, example).columns).toEqual(example.columns);
});

test('rejects an unknown example and lists the known ones', () => {
  expect(() => findExample('titanic')).toThrow(FairwasmError);
  expect(() => findExample('titanic')).toThrow(/compas, berkeley/);
});
