// SPDX-License-Identifier: Apache-2.0
//
// Recourse by subgroup: manual calculations, invariants, and the command. Golden values are those of AIF360's FACTS.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'fairwasm';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { mulberry32 } from '../../random-numbers.mjs';
import { runCommand } from '../cli/command.mjs';
import { slices } from '../support.mjs';

const group = [...'ffffmmmm'];
const region = [...'nnssnnss'];
const actions = {
  course: { cost: 1, decision: [0, 1, 0, 0, 1, 1, 0, 0], changes: { degree: 'yes' } },
  move: { cost: 3, decision: [0, 0, 0, 1, 0, 1, 1, 1] },
};
const input = { columns: { region }, group, actions };

test('matches a manual calculation', async () => {
  const { subgroups, searched, comparisons } = await slices.recourse(input, { minRows: 2 });
  expect([searched, comparisons]).toEqual([3, 3]);
  const all = present(subgroups.find(({ conditions }) => Object.keys(conditions).length === 0));
  const [f, m] = all.groups;
  // f: costs none, 1, none, 3; m: 1, 1, 3, 3.
  expect(f).toMatchObject({
    effectiveness: { value: 0.5 },
    costOfEffectiveness: { value: 3 },
    meanCost: { value: 2 },
    actionEffectiveness: { value: 0.25 },
    actionCost: { value: Number.POSITIVE_INFINITY, reason: 'fewer than 50% have recourse' },
    choices: { value: 0 },
  });
  expect(m).toMatchObject({
    effectiveness: { value: 1 },
    costOfEffectiveness: { value: 1 },
    meanCost: { value: 2 },
    actionEffectiveness: { value: 0.75 },
    actionCost: { value: 1 },
    choices: { value: 2 },
  });
  // Up to cost 1: 1/4 and 1/2; up to cost 3: 1/2 and 1.
  expect(all.tradeOff).toEqual({ difference: 0.5, statistic: 0.5 * Math.SQRT2 });
  // Fisher: 2 of 4 and 4 of 4: the tables with 2 and 4 successes have 6 of 28 ways each.
  expect(all.gap).toMatchObject({ value: 0.5, highest: 'm', lowest: 'f' });
  expect(all.gap.pValue).toBeCloseTo(12 / 28, 14);
  expect(all.gap.adjustedPValue).toBe(1);
});

test('intervals of groups hold jointly for all subgroups', async () => {
  const { subgroups } = await slices.recourse(input, { minRows: 2 });
  const all = present(subgroups.find(({ conditions }) => Object.keys(conditions).length === 0));
  const [f, m] = all.groups;
  // Three subgroups with two groups.
  const tail = 0.05 / (2 * 6);
  const isClose = (estimate, one, other) => {
    expect(present(estimate.ci)[0]).toBeCloseTo(one, 12);
    expect(present(estimate.ci)[1]).toBeCloseTo(other, 12);
  };
  // Exact limits: 4 of 4 people have a probability of p⁴, and 2 or more of 6 p² - 8 p³ + 3 p⁴.
  isClose(m.effectiveness, tail ** (1 / 4), 1);
  const two = (p) => 6 * p ** 2 - 8 * p ** 3 + 3 * p ** 4;
  const [low, high] = present(f.effectiveness.ci);
  expect(two(low)).toBeCloseTo(tail, 12);
  expect(two(1 - high)).toBeCloseTo(tail, 12);
  // Costs of 1 and 3 between 1 and 3: the divergence -ln(4 x (1 - x)) / 2 equals the limit at x.
  const half = Math.sqrt(1 - Math.exp((2 * Math.log(tail)) / 4)) / 2;
  isClose(m.meanCost, 2 - 2 * half, 2 + 2 * half);
  // Newcombe's combination, at the limit of three comparisons.
  const compared = 0.05 / (2 * 3);
  let own = 0.5;
  for (let i = 0; i < 60; i++) own += two(own) > compared ? -(0.5 ** (i + 2)) : 0.5 ** (i + 2);
  const gap = 0.5 - Math.hypot(1 - compared ** (1 / 4), 0.5 - own);
  isClose(all.gaps.effectiveness, gap, 1 - own);
  isClose(all.gap, gap, 1 - own);
  // Half of four people may have no recourse: the cost has no upper limit, and the numbers of choices are uncertain.
  expect(m.costOfEffectiveness.ci).toBeUndefined();
  expect(m.choices.ci).toEqual([0, 2]);
  expect(all.gaps.choices.ci).toEqual([-2, 2]);
});

test('costs and measures of the same action have intervals', async () => {
  const half = (first, second) => Array.from({ length: 400 }, (_, i) => Number(i < 200 ? i < first : i - 200 < second));
  const many = {
    columns: {},
    group: half(200, 0).map((each) => 'ba'[each]),
    actions: { course: { cost: 1, decision: half(150, 40) }, move: { cost: 3, decision: half(200, 200) } },
  };
  const search = async (options) => (await slices.recourse(many, options)).subgroups[0];
  const { groups, gaps } = await search({ budget: 1 });
  const [a, b] = ['a', 'b'].map((name) => present(groups.find((each) => each.name === name)));
  // 75 and 20 percent at a cost of 1, all at 3: both differ from a half by far more than chance.
  expect([a.costOfEffectiveness.ci, b.costOfEffectiveness.ci]).toEqual([
    [1, 1],
    [3, 3],
  ]);
  expect([a.actionCost.ci, b.actionCost.ci]).toEqual([
    [1, 1],
    [3, 3],
  ]);
  expect([a.choices.ci, b.choices.ci]).toEqual([
    [2, 2],
    [1, 1],
  ]);
  expect(gaps.costOfEffectiveness.ci).toEqual([2, 2]);
  expect(gaps.choices.ci).toEqual([1, 1]);
  // Two groups, two actions, and two means of each.
  const tail = 0.05 / (2 * 2 * 2 * 2);
  expect(present(a.actionEffectiveness.ci)[0]).toBeCloseTo(tail ** (1 / 200), 12);
  const [low, high] = present(a.actionEffectivenessWithinBudget.ci);
  // The probability of 150 or more of 200.
  const atLeast = (p) => {
    let [chance, sum] = [p ** 200, 0];
    for (let k = 200; k >= 150; k--) {
      sum += chance;
      chance *= (k / (201 - k)) * ((1 - p) / p);
    }
    return sum;
  };
  expect(atLeast(low)).toBeCloseTo(tail, 10);
  expect(low + high).toBeLessThan(1.5);
  // A fifth of group b has recourse at a cost of 1, or slightly less than that.
  const fifth = await search({ share: 0.2 });
  const uncertain = present(fifth.groups.find(({ name }) => name === 'b'));
  expect(uncertain.costOfEffectiveness).toEqual({ value: 1, ci: [1, 3] });
  expect(uncertain.choices).toEqual({ value: 2, ci: [1, 2] });
  expect(present(fifth.gaps.costOfEffectiveness.ci).map(Math.abs).toSorted()).toEqual([0, 2]);
});

test('mean costs that may exceed the budget count in the upper limit only', async () => {
  const cost = Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? 1 : 3));
  const decision = Array.from({ length: 400 }, () => 1);
  const search = async (budget) => {
    const found = await slices.recourse(
      { columns: {}, group: cost.map((_, i) => 'ab'[i < 200 ? 0 : 1]), actions: { move: { cost, decision } } },
      { budget },
    );
    return found.subgroups[0].groups[0].actionEffectivenessWithinBudget;
  };
  expect(await search(2)).toMatchObject({ value: 1, ci: [0, 1] });
  expect(await search(1.5)).toMatchObject({ value: 0, ci: [0, 0] });
  expect(present((await search(2.5)).ci)[0]).toBeGreaterThan(0.9);
});

test('mean costs have no interval if no one has recourse, or all costs are equal', async () => {
  const course = { cost: 1, decision: [0, 0, 0, 0, 1, 1, 0, 0] };
  const options = { minRows: 2 };
  const { subgroups } = await slices.recourse({ columns: {}, group, actions: { course } }, options);
  const [f, m] = subgroups[0].groups;
  expect(f.meanCost).toEqual({ value: Number.POSITIVE_INFINITY, reason: 'a group has no recourse' });
  expect(m.meanCost).toEqual({ value: 1 });
  expect(subgroups[0].gaps.meanCost.ci).toBeUndefined();
});

test('omits people with a favorable decision, and actions that are not available', async () => {
  const more = {
    columns: { region: [...region, 'n', 's'] },
    group: [...group, 'f', 'm'],
    decision: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
    actions: Object.fromEntries(
      Object.entries(actions).map(([name, { decision, ...action }]) => [
        name,
        { ...action, decision: [...decision.map((each) => each || null), 1, 1] },
      ]),
    ),
  };
  const [one, other] = await Promise.all(
    [input, more].map((each) => slices.recourse(each, { minRows: 2, favorable: 1 })),
  );
  expect(other).toEqual(one);
});

test('costs per person decide which action is the cheapest', async () => {
  const move = { ...actions.move, cost: [3, 3, 3, 3, 3, 0.5, 3, 4] };
  const found = await slices.recourse(
    { columns: {}, group, actions: { ...actions, move } },
    { minRows: 2, budget: 0.5 },
  );
  const [f, m] = found.subgroups[0].groups;
  expect(f.effectivenessWithinBudget.value).toBe(0);
  expect(m.effectivenessWithinBudget.value).toBe(0.25);
  expect(m.meanCost.value).toBe((1 + 0.5 + 3 + 4) / 4);
});

const random = mulberry32(7);
const draw = (size, of) => Array.from({ length: size }, of);
const people = (size) => {
  const columns = Object.fromEntries(
    [2, 3, 4].map((values, i) => [`c${i}`, draw(size, () => Math.floor(values * random()))]),
  );
  const drawn = draw(size, () => 'abc'[Math.floor(3 * random())]);
  const chosen = Object.fromEntries(
    [1, 2].map((cost) => [`cost ${cost}`, { cost, decision: draw(size, () => (random() < 0.3 ? 'yes' : 'no')) }]),
  );
  return { columns, group: drawn, actions: chosen };
};

test('compares every subgroup with enough rows, as a brute-force search does', async () => {
  const data = people(300);
  const options = { minRows: 3, minSupport: 0.05, top: 1000 };
  const { subgroups, searched } = await slices.recourse(data, options);
  const names = Object.keys(data.columns);
  const values = names.map((name) => [undefined, ...new Set(data.columns[name])]);
  let expected = 0;
  for (const one of values[0]) {
    for (const two of values[1]) {
      for (const three of values[2]) {
        const wanted = [one, two, three];
        const rows = data.group.flatMap((own, row) =>
          wanted.every((each, i) => each === undefined || each === data.columns[names[i]][row]) ? [{ own, row }] : [],
        );
        const shares = [...'abc'].map((name) => {
          const own = rows.filter((each) => each.own === name);
          const total = data.group.filter((each) => each === name).length;
          if (own.length < 3 || own.length / total < 0.05) return Number.NaN;
          const able = own.filter(({ row }) =>
            Object.values(data.actions).some(({ decision }) => decision[row] === 'yes'),
          );
          return able.length / own.length;
        });
        if (shares.some(Number.isNaN)) continue;
        expected++;
        const conditions = Object.fromEntries(
          names.flatMap((name, i) => (wanted[i] === undefined ? [] : [[name, `${wanted[i]}`]])),
        );
        const found = present(subgroups.find((each) => JSON.stringify(each.conditions) === JSON.stringify(conditions)));
        expect(found.gap.value).toBeCloseTo(Math.max(...shares) - Math.min(...shares), 12);
        expect(present(found.gap.ci)[0]).toBeLessThanOrEqual(found.gap.value);
      }
    }
  }
  expect(searched).toBe(expected);
  const gaps = subgroups.map(({ gap }) => gap.value);
  expect(gaps).toEqual(gaps.toSorted((a, b) => b - a));
  // A shorter list is the start of a longer one.
  const few = await slices.recourse(data, { ...options, top: 2 });
  expect(few.subgroups).toEqual(subgroups.slice(0, 2));
});

test('the interval of a gap excludes 0 exactly if its adjusted p-value is at most 0.05', async () => {
  let decided = 0;
  for (let table = 0; table < 40; table++) {
    const data = people(120 + 10 * table);
    const chance = { a: 0.1, b: 0.3, c: 0.3 + table / 80 };
    data.actions = { act: { cost: 1, decision: data.group.map((own) => (random() < chance[own] ? 'yes' : 'no')) } };
    const { subgroups } = await slices.recourse(data, { minRows: 5, minSupport: 0.05, top: 1000 });
    for (const { gap, gaps } of subgroups) {
      const [low, high] = present(gap.ci);
      expect(low > 0 || high < 0).toBe(present(gap.adjustedPValue) <= 0.05);
      expect(low <= gap.value && gap.value <= high).toBe(true);
      expect(gaps.effectiveness.ci).toEqual(gap.ci);
      if (low > 0) decided++;
    }
  }
  expect(decided).toBeGreaterThan(20);
});

test.each(['meanCost', 'choices', 'tradeOff', 'actionEffectiveness'])('sorts by %s', async (metric) => {
  const { subgroups } = await slices.recourse(people(300), misuse({ metric, minRows: 5 }));
  const values = subgroups.map(({ gaps, tradeOff }) => gaps[metric]?.value ?? tradeOff.statistic);
  expect(values).toEqual(values.toSorted((a, b) => b - a));
});

test('reports small groups, and actions without effect', async () => {
  const none = { columns: {}, group: [...group, 'x'], actions: { none: { cost: 1, decision: Array(9).fill(0) } } };
  const { subgroups, notes } = await slices.recourse(none, { minRows: 2 });
  expect(notes[0]).toContain('x: fewer than 2');
  expect(subgroups[0].gap).toMatchObject({ value: 0, pValue: 1 });
  expect(subgroups[0].gaps.meanCost.value).toBe(0);
});

test.each([
  ['actions', { actions: {} }],
  ['course', { actions: { course: { ...actions.course, cost: -1 } } }],
  ['course', { actions: { course: { cost: 1, decision: group, price: 1 } } }],
  ['region', { columns: { region: ['n'] } }],
  ['recourse', { groups: group }],
  ['group', { group: group.map(() => 'f') }],
])('rejects %s: %j', async (argument, others) => {
  await expect(slices.recourse(misuse({ ...input, ...others }), { favorable: 1, minRows: 2 })).rejects.toMatchObject({
    argument,
  });
});

test.each([{ share: 0 }, { minSupport: 2 }, { budget: -1 }, { metric: 'cost' }, { top: 0 }])(
  'rejects %j',
  async (options) => {
    await expect(slices.recourse(input, misuse(options))).rejects.toMatchObject({ argument: Object.keys(options)[0] });
  },
);

test('stops when it is aborted', async () => {
  const signal = AbortSignal.abort(new Error('stopped'));
  await expect(slices.recourse(input, { minRows: 2, signal })).rejects.toThrow('stopped');
});

test('the command reads decisions after actions as columns or as rows', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'recourse-'));
  const write = (name, lines) => writeFileSync(join(cwd, name), `${lines.join('\n')}\n`);
  write('actions.csv', ['action,cost,degree', 'course,1,yes', 'move,3,']);
  write('wide.csv', [
    'region,sex,course,move',
    ...group.map((own, i) => [region[i], own, actions.course.decision[i], actions.move.decision[i]].join()),
  ]);
  write('people.csv', ['person,region,sex', ...group.map((own, i) => [`p${i}`, region[i], own].join())]);
  write('after.csv', [
    'person,action,decision',
    ...Object.entries(actions).flatMap(([name, { decision }]) =>
      decision.flatMap((each, i) => (each ? [`p${i},${name},yes`] : i % 2 ? [`p${i},${name},no`] : [])),
    ),
  ]);
  const common = ['--group', 'sex', '--actions', 'actions.csv', '--min-rows', '2'];
  const long = ['people.csv', ...common, '--counterfactuals', 'after.csv', '--id', 'person'];
  const expected = JSON.parse(JSON.stringify(await slices.recourse(input, { minRows: 2 })));
  for (const each of [['wide.csv', ...common], long]) {
    const { stdout } = runCommand(['recourse', ...each, '--format', 'json'], { cwd });
    expect(JSON.parse(stdout)).toEqual(expected);
  }
  const { stdout } = runCommand(['recourse', ...long], { cwd });
  expect(stdout).toContain('Largest gaps');
  expect(format(await slices.recourse(input, { minRows: 2 }), 'csv')).toContain('region: n');
  write('after.csv', ['person,action,decision', 'p9,move,1']);
  expect(runCommand(['recourse', ...long], { cwd }).stderr).toContain('no such person');
});
