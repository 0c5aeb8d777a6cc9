// A class: samples of one population, their codes, and the coverage of their intervals.

import { load } from 'fairwasm';
import { importSource } from './source.mjs';

const { contains, drawSample, getPopulation, getSpread, measure, readCodes, stack, toCode } =
  await importSource('features/learn/class-samples');
const fair = await load();
const settings = { number: 7, size: 100 };
const students = (count) => Array.from({ length: count }, (_, i) => i + 1);

test('draws the same sample for the same student, and others for other students and classes', () => {
  expect(drawSample(settings, 3)).toEqual(drawSample(settings, 3));
  const all = students(30).map((student) => {
    const { a, b } = drawSample(settings, student);
    return `${a} ${b}`;
  });
  expect(new Set(all).size).toBeGreaterThan(25);
  const { a, b } = drawSample({ number: 8, size: 100 }, 3);
  expect([a, b]).not.toEqual([drawSample(settings, 3).a, drawSample(settings, 3).b]);
});

test('populations have different gaps, also none', () => {
  const gaps = students(200).map((number) => {
    const { a, b } = getPopulation({ number, size: 20 });
    expect(Math.min(a, b)).toBeGreaterThanOrEqual(0.2);
    expect(Math.max(a, b)).toBeLessThanOrEqual(0.8);
    return Number((b - a).toFixed(2));
  });
  expect([...new Set(gaps)].sort((one, other) => one - other)).toEqual([
    -0.2, -0.15, -0.1, -0.05, 0, 0.05, 0.1, 0.15, 0.2,
  ]);
});

test('reads codes, and names those that do not belong to the class', () => {
  const [first, second] = [1, 2].map((student) => drawSample(settings, student));
  const wrong = toCode(settings, { ...second, a: second.a + 1 });
  const other = toCode({ number: 8, size: 100 }, drawSample({ number: 8, size: 100 }, 4));
  const text = `${toCode(settings, first)}, ${toCode(settings, second)}\n${toCode(settings, first)}`;
  expect(readCodes(settings, `${text} ${wrong}\n\n${other};hello`)).toEqual({
    samples: [first, second],
    problems: [
      { text: toCode(settings, first), reason: 'twice' },
      { text: wrong, reason: 'wrong' },
      { text: other, reason: 'other' },
      { text: 'hello', reason: 'unreadable' },
    ],
  });
  expect(readCodes(settings, '')).toEqual({ samples: [], problems: [] });
});

test('the gap is the rate of B minus the rate of A', () => {
  const [{ gap }] = measure(fair, 100, [{ student: 1, a: 50, b: 38 }]);
  expect(gap.value).toBeCloseTo(-0.12, 12);
  expect(contains(gap, gap.value)).toBe(true);
});

test('about 95% of the intervals contain the true gap', () => {
  const { a, b } = getPopulation(settings);
  const all = measure(
    fair,
    settings.size,
    students(600).map((student) => drawSample(settings, student)),
  );
  const inside = all.filter(({ gap }) => contains(gap, b - a)).length / all.length;
  // Four standard errors.
  expect(Math.abs(inside - 0.95)).toBeLessThan(4 * Math.sqrt((0.95 * 0.05) / 600));
  const { mean, deviation } = getSpread(all);
  const expected = Math.sqrt((a * (1 - a) + b * (1 - b)) / settings.size);
  expect(deviation / expected).toBeGreaterThan(0.88);
  expect(deviation / expected).toBeLessThan(1.12);
  expect(Math.abs(mean - (b - a))).toBeLessThan((4 * expected) / Math.sqrt(600));
});

test('stacks gaps of the same step', () => {
  const gaps = [0.101, 0.099, -0.2].map((value) => ({ gap: { value } }));
  expect(stack(gaps, 0.02).map(({ x, y }) => [Number(x.toFixed(2)), y])).toEqual([
    [0.1, 1],
    [0.1, 2],
    [-0.2, 1],
  ]);
});
