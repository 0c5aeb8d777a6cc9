// SPDX-License-Identifier: Apache-2.0
//
// What an assistant can compute from many audits of a file: an adversary asks 500 questions, and subtracts every
// published count from every other one. No difference may count fewer people than the minimum cell size.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditFile } from '#fairwasm/cli/mcp/files.js';
import { misuse } from '../../misuse.mjs';

const minCellSize = 10;
const folder = mkdtempSync(join(tmpdir(), 'fairwasm-session-'));
afterAll(() => rmSync(folder, { recursive: true }));

let state = 7;
const random = (count) => {
  state = (state * 16_807) % 2_147_483_647;
  return state % count;
};
const pick = (choices) => choices[random(choices.length)];
const people = Array.from({ length: 900 }, (_, i) => ({
  sex: pick(['f', 'm']),
  race: i < 14 ? 'native' : pick(['black', 'white']),
  illness: pick(['flu', 'flu', 'flu', 'none', 'none', 'none', 'none', 'cold', 'cold', i % 5 === 0 ? 'hiv' : 'flu']),
  outcome: pick(['0', '1']),
  score: random(1000) / 1000,
}));
const file = join(folder, 'people.csv');
const names = Object.keys(people[0]);
writeFileSync(file, `${names.join()}\n${people.map((each) => names.map((name) => each[name]).join()).join('\n')}\n`);

const createServer = (fixed = {}) => ({ minCellSize, fixed, sessions: new Map(), find: async (path) => path });

/** Returns the report; undefined if it is withheld. */
async function ask(server, question) {
  try {
    const [, json] = await auditFile({ path: file, ...question }, server);
    return JSON.parse(json);
  } catch (error) {
    expect(error.message).toMatch(/withheld|at most 50 different audits|an outcome with fewer than/);
    return undefined;
  }
}

/** Returns the people that each published count of a report counts. */
function publishedSets({ columns, favorable, threshold, overall, breakdowns }) {
  const isPositive = (each) => favorable.includes(each[columns.label]);
  const isPredicted = (each) =>
    threshold === null ? favorable.includes(each[columns.prediction]) : each.score >= threshold;
  const cells = {
    rows: () => true,
    positives: isPositive,
    negatives: (each) => !isPositive(each),
    predictedPositives: isPredicted,
    predictedNegatives: (each) => !isPredicted(each),
    truePositives: (each) => isPositive(each) && isPredicted(each),
    falsePositives: (each) => !isPositive(each) && isPredicted(each),
    trueNegatives: (each) => !isPositive(each) && !isPredicted(each),
    falseNegatives: (each) => isPositive(each) && !isPredicted(each),
  };
  return [overall, ...breakdowns.flatMap(({ groups }) => groups)].flatMap(({ categories, counts }) => {
    const group = Object.entries(categories);
    const isInGroup = people.map((each) => group.every(([name, category]) => each[name] === category));
    return Object.entries(cells).flatMap(([name, isIn]) => {
      if (counts[name] === null || counts[name] === undefined) return [];
      const set = people.map((each, i) => isInGroup[i] && isIn(each));
      expect(set.filter(Boolean)).toHaveLength(counts[name]);
      return [set];
    });
  });
}

/** Returns how many differences of nested sets of people, and of a set and no one, are below the minimum. */
function countDisclosures(reports) {
  const toBits = (set) => BigInt(`0b${set.map(Number).join('')}`);
  const sizes = new Map([[0n, 0]]);
  for (const set of reports.flatMap(publishedSets)) sizes.set(toBits(set), set.filter(Boolean).length);
  let disclosures = 0;
  for (const [outer, outerSize] of sizes) {
    for (const [inner, innerSize] of sizes) {
      const difference = outerSize - innerSize;
      if (difference > 0 && difference < minCellSize && (inner & ~outer) === 0n) disclosures++;
    }
  }
  return disclosures;
}

const illnesses = ['flu', 'cold', 'none', 'hiv'];
const subsets = Array.from({ length: 14 }, (_, i) => illnesses.filter((_name, at) => ((i + 1) >> at) & 1));
const groupSets = [['sex'], ['race'], ['sex', 'race'], ['race', 'sex']];
const adversaries = {
  'sets of favorable labels': (i) => ({ groups: groupSets[i % 2], label: 'illness', favorable: subsets[i % 14] }),
  thresholds: (i) => ({ groups: ['sex'], label: 'outcome', score: 'score', threshold: (500 + (i % 40)) / 1000 }),
  'distant thresholds': (i) => ({
    groups: ['sex'],
    label: 'outcome',
    score: 'score',
    threshold: ((i * 7) % 20) / 20 + 0.02,
  }),
  'nested groups': (i) => ({ groups: groupSets[i % 4], label: 'illness', favorable: [pick(illnesses)] }),
  'all of them': (i) => ({
    groups: groupSets[i % 4],
    ...(i % 2 === 0 ? { score: 'score', threshold: (random(20) + 0.5) / 20 } : {}),
    ...(i % 3 === 0 ? { label: 'outcome', favorable: ['1'] } : { label: 'illness', favorable: subsets[random(14)] }),
    minCellSize: 10 + (i % 3),
  }),
};

test.each(Object.entries(adversaries))(
  '100 questions with %s reveal no small cell',
  async (_, question) => {
    const server = createServer();
    const reports = [];
    for (let i = 0; i < 100; i++) reports.push(await ask(server, question(i)));
    const answered = reports.filter((report) => report !== undefined);
    expect(answered.length).toBeGreaterThan(0);
    expect(countDisclosures(answered)).toBe(0);
  },
  300_000,
);

test('two sessions reveal a small cell, which one session withholds', async () => {
  const question = (threshold) => ({ groups: ['sex'], label: 'outcome', score: 'score', threshold });
  const [one, other] = [question(0.5), question(0.505)];
  const apart = [await ask(createServer(), one), await ask(createServer(), other)];
  expect(countDisclosures(apart)).toBeGreaterThan(0);
  const server = createServer();
  await ask(server, one);
  expect(await ask(server, other)).toBeUndefined();
});

test('the same question has the same answer, also after others were withheld', async () => {
  const server = createServer();
  const question = { groups: ['sex'], label: 'illness', favorable: ['flu', 'cold'] };
  const first = await ask(server, question);
  expect(await ask(server, { ...question, groups: ['race'] })).toBeUndefined();
  expect(await ask(server, question)).toEqual(first);
});

test('settings of the server cannot be changed', async () => {
  const server = createServer({ label: 'outcome', prediction: 'outcome', groups: ['sex'] });
  const [, json] = await auditFile(misuse({ path: file }), server);
  expect(JSON.parse(json).columns).toMatchObject({ label: 'outcome', prediction: 'outcome' });
  for (const other of [{ label: 'illness' }, { groups: ['race'] }, { score: 'score', threshold: 0.5 }]) {
    await expect(auditFile(misuse({ path: file, ...other }), server)).rejects.toThrow(/this server fixes/);
  }
});

test('a file that has changed is not audited again', async () => {
  const path = join(folder, 'changed.csv');
  writeFileSync(path, `sex,outcome\n${'f,1\nm,0\n'.repeat(20)}`);
  const server = createServer();
  const question = { path, groups: ['sex'], prediction: 'outcome' };
  await auditFile(question, server);
  writeFileSync(path, `sex,outcome\n${'f,1\nm,0\n'.repeat(20)}f,0\n`);
  await expect(auditFile(question, server)).rejects.toThrow(/changed since its first audit/);
});
