// SPDX-License-Identifier: Apache-2.0
//
// Limits in docs/reliability.md: inputs at a limit are accepted, inputs beyond are rejected, and existing objects stay
// usable. A list of a million names is read only until it exceeds the limit.
import { readdirSync, readFileSync } from 'node:fs';
import { readCsv } from 'fairwasm';
import { flip, toRows } from 'fairwasm/models';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import {
  amplification,
  fair,
  fairlearn,
  getError,
  impact,
  individual,
  monitoring,
  predictability,
  repeated,
  robustness,
  scores,
  slices,
  thresholds,
} from '../support.mjs';

const document = readFileSync(new URL('../../../docs/reliability.md', import.meta.url), 'utf8');
const isStated = (limit, most) => document.includes(`| ${limit} | ${most.toLocaleString('en')} |`);

/** Returns what a call throws or rejects with; undefined if it succeeds. */
const refusal = async (call) => {
  try {
    await call();
  } catch (error) {
    return error;
  }
  return undefined;
};

const names = (count) => Array.from({ length: count }, (_, i) => `n${i}`);
const bits = (rows) => Uint8Array.from({ length: rows }, (_, i) => i % 2);
const scored = (g) => ({ groups: { g }, label: bits(g.length), score: new Float64Array(g.length) });
const predicted = (g) => ({ groups: { g }, label: bits(g.length), prediction: bits(g.length) });
const quick = { trials: 1, epochs: 1, testSize: 0.5 };
const here = { workers: 0 };

// The maximum number of names in a column; `make` returns an object with counted rows, if any.
/** @type {Record<string, { most: number, make?: () => any, call: (names: string[], object: any) => unknown }>} */
const crowds = {
  'groups of exact scores': {
    most: 4096,
    make: () => scores.exactScores(['g'], 1),
    call: (g, exact) => exact.update(scored(g)),
  },
  'groups of exact errors': {
    most: 4096,
    make: () => scores.exactErrors(['g']),
    call: (g, exact) => exact.update(predicted(g)),
  },
  'groups of binned scores': {
    most: 4096,
    make: () => fair.scoreTally(['g'], 1),
    call: (g, tally) => tally.update(scored(g)),
  },
  'groups of certificates': {
    most: 2729,
    make: () => robustness.certificates({ lipConst: 1, groups: ['g'], epsilons: [1] }),
    call: (g, certificates) => certificates.update(scored(g)),
  },
  'true and predicted labels of a tally': {
    most: 2048,
    make: () => fair.tally({ label: true, prediction: true }),
    call: (label, tally) => tally.update({ label, prediction: label }),
  },
  'groups of an audit, per column': {
    most: 10_000,
    make: () => fair.auditor({ groups: ['g'], label: true, prediction: true }),
    call: (g, auditor) => auditor.update(predicted(g)),
  },
  'labels of an audit': {
    most: 4096,
    make: () => fair.auditor({ groups: [], label: true, favorable: 'n0' }),
    call: (label, auditor) => auditor.update({ groups: {}, label }),
  },
  'groups of thresholds': { most: 1000, call: (g) => thresholds.curves({ ...scored(g), favorable: 1 }) },
  'groups of reweighing': { most: 1000, call: (g) => thresholds.reweighing({ groups: { g }, label: bits(g.length) }) },
  'categories of an attacker’s column': {
    most: 1000,
    call: (feature) => {
      const label = bits(feature.length);
      return predictability.leakage({ feature, label, prediction: label, ...quick }, here);
    },
  },
};

const million = names(1_000_000);

const ones = (rows) => new Uint8Array(rows).fill(1);
const comparisons = {
  'an exposure': (group) =>
    repeated.ratesPerExposure({ group, events: bits(group.length), exposure: ones(group.length) }),
  'sums of an exposure': (group) =>
    repeated.exposureSums().update({ group, events: bits(group.length), exposure: ones(group.length) }),
  'repeated decisions': (variant) =>
    repeated.compareVariants({ item: bits(variant.length), variant, outcome: bits(variant.length), reference: 'n0' }),
  'the coverage of predictions': (group) =>
    scores.predictionCoverage({ group, label: bits(group.length), low: bits(group.length), high: ones(group.length) }),
  'distances of outcomes': (g) => scores.outcomeDistances({ groups: { g }, outcome: bits(g.length) }),
  'a stream': (group) =>
    monitoring
      .monitor({ reference: 'n0', tolerance: 0.1 })
      .addRows({ group, outcome: bits(group.length), favorable: 1 }),
};

test.each(Object.entries(comparisons))(
  'rejects identifiers as the groups of %s before it compares them',
  async (_, call) => {
    expect(isStated('groups of other comparisons, per column', 10_000)).toBe(true);
    const error = await refusal(() => call(million.with(10_001, misuse(Symbol('never read')))));
    expect(error).toMatchObject({ code: 'tooLarge', row: 10_000, advice: expect.stringContaining('identifiers') });
  },
);

test('rejects more groups of sums of an exposure than of an exposure', () => {
  const sums = repeated.exposureSums();
  const rows = (group) => ({ group, events: bits(group.length), exposure: ones(group.length) });
  sums.update(rows(names(10_000)));
  expect(getError(() => sums.update(rows(['another'])))).toMatchObject({ code: 'tooLarge', actual: '10001' });
  sums.update(rows(['n0']));
  expect(sums.rows().group).toHaveLength(10_000);
});

const getBytes = (object) => (object?.audit?.({ uncertainty: false }).tally ?? object)?.toBytes();

describe.each(Object.entries(crowds))('%s', (limit, { most, make, call }) => {
  const empty = () => make?.();

  test('accepts the documented limit', async () => {
    expect(isStated(limit, most)).toBe(true);
    expect(await refusal(() => call(names(most), empty()))).toBeUndefined();
    expect(await refusal(() => call(names(most + 1), empty()))).toMatchObject({ code: 'tooLarge' });
  });

  test('rejects a million names', async () => {
    const object = empty();
    if (object) await call(names(5), object);
    const before = getBytes(object);
    // Names after the first excess one are not read; they would cause another error.
    const spoiled = million.with(most + 1, misuse(Symbol('never read')));
    expect(await refusal(() => call(spoiled, object))).toMatchObject({ code: 'tooLarge' });
    expect(getBytes(object)).toEqual(before);
    if (object) expect(await refusal(() => call(names(6), object))).toBeUndefined();
  });
});

// For limits that are not columns of names, or take too long to reach, only inputs beyond the limit are tested.
const predict = (rows) => rows.map(() => 0.5);
const alike = (rows) => ({ label: [0, 1], score: [0.5, 0.5], rows });
async function readAll(text) {
  for await (const batch of readCsv(text)) if (!batch) return;
}
const getRow = (bytes) => readAll(`a\n${'x'.repeat(bytes)}\n`);
const toLine = (characters) => readAll(`{"a":"${'x'.repeat(characters - 8)}"}\n`);
const getHeader = (bytes) => readAll(`${'x'.repeat(bytes)}\n1\n`);

/** @type {Record<string, { most: number, at?: () => unknown, beyond: () => unknown }>} */
const limits = {
  'attributes and tasks of co-occurrences in total': {
    most: 65_536,
    at: () => amplification.cooccurrence({ attributes: names(65_535), tasks: ['t'] }),
    beyond: () => amplification.cooccurrence({ attributes: names(65_536), tasks: ['t'] }),
  },
  'rows of co-occurrences': {
    most: 2 ** 32 - 1,
    beyond: () => amplification.cooccurrence({}).updateCounted({ attribute: ['a'], task: ['t'], rows: [2 ** 32] }),
  },
  'combinations of categories, labels, and predictions': {
    most: 4_194_304,
    beyond: () => {
      const [a, b] = [names(2048), Array.from({ length: 2048 }, (_, i) => i % 513)];
      fair
        .tally({ groups: ['a', 'b'], label: true, prediction: true })
        .update({ ...{ groups: { a, b }, label: bits(2048), prediction: bits(2048) } });
    },
  },
  'groups of regression errors': {
    most: 1_048_576,
    beyond: () => {
      const [a, b] = [names(1025), names(1025)];
      const numbers = new Float64Array(1025);
      fair.regressionTally(['a', 'b']).update({ groups: { a, b }, label: numbers, prediction: numbers });
    },
  },
  'intersectional categories of adverse impact': {
    most: 1_000_000,
    beyond: () => impact.tables({ groups: { a: names(1000), b: names(1000) }, selected: bits(1000) }),
  },
  'combinations of groups with custom metrics': {
    most: 65_536,
    beyond: () =>
      fairlearn.metricFrame({
        ...{ metrics: { own: (label) => label.length }, label: bits(257), prediction: bits(257) },
        sensitiveFeatures: { a: names(257), b: names(257) },
      }),
  },
  'values with enough rows, per column of a slice search': {
    most: 65_535,
    beyond: () =>
      slices.worstSlices(
        { columns: { a: names(65_536) }, error: bits(65_536) },
        { minRows: 1, maxConditions: 1, permutations: 0 },
      ),
  },
  'groups whose distances of outcomes are compared': {
    most: 512,
    beyond: () => scores.outcomeDistances({ groups: { g: names(513) }, outcome: bits(513) }),
  },
  'distinct scores for equalized odds with single thresholds': {
    most: 20_000,
    beyond: () => {
      const [score, label] = [Float64Array.from({ length: 20_001 }, (_, i) => i), bits(20_001)];
      const groups = { g: Array.from(label, (_, i) => i % 3) };
      thresholds
        .curves({ score, label, groups, favorable: 1 })
        .deterministic({ constraint: 'equalizedOdds', objective: 'accuracy' });
    },
  },
  'costs of a transport': {
    most: 16_777_216,
    beyond: () => {
      const rows = Float64Array.from({ length: 4097 }, (_, i) => i % 7);
      const costMatrix = { values: new Float64Array(4097 * 4097), columns: 4097 };
      individual.otDistance(rows, rows, { mode: 'continuous', costMatrix });
    },
  },
  'parameters of an attacker': {
    most: 67_108_864,
    beyond: () => predictability.denseAttacker({ inputs: 8192, outputs: 1, layers: 2, firstWidth: 8192 }),
  },
  'values of a column in a what-if comparison': {
    most: 20,
    at: () => flip({ predict, rows: toRows({ id: names(20) }), attribute: 'id' }),
    beyond: () => flip({ predict, rows: toRows({ id: names(21) }), attribute: 'id' }),
  },
  'rows of precomputed counts in total': {
    most: Number.MAX_SAFE_INTEGER,
    at: () => fair.scoreTally().updateCounted(alike([Number.MAX_SAFE_INTEGER - 1, 1])),
    beyond: () => fair.scoreTally().updateCounted(alike([Number.MAX_SAFE_INTEGER, 2])),
  },
  'bytes of one row of delimited text, with its line end': {
    most: 4_194_304,
    at: () => getRow(4_194_303),
    beyond: () => getRow(5_000_000),
  },
  'bytes of a header of delimited text': {
    most: 4_194_304,
    at: () => getHeader(4_000_000),
    beyond: () => getHeader(9_000_000),
  },
  'characters of one line of JSON': { most: 4_194_304, at: () => toLine(4_194_304), beyond: () => toLine(4_194_305) },
};

test.each(Object.entries(limits))('rejects more than the documented %s', async (limit, { most, at, beyond }) => {
  expect(isStated(limit, most)).toBe(true);
  if (at) expect(await refusal(at)).toBeUndefined();
  expect(await refusal(beyond)).toMatchObject({ code: 'tooLarge' });
});

const weighing = {
  'a tally': (rows) => fair.tally({ groups: [], label: true }).update(rows),
  'an auditor': (rows) => fair.auditor({ groups: [], label: true }).update(rows),
  scores: ({ label, weight }) => fair.scoreTally().update({ score: label, label, weight }),
  'exact scores': ({ label, weight }) => scores.exactScores().update({ score: label, label, weight }),
  'regression errors': ({ label, weight }) => fair.regressionTally().update({ prediction: label, label, weight }),
  'exact errors': ({ label, weight }) => scores.exactErrors().update({ prediction: label, label, weight }),
  'co-occurrences': ({ label, weight }) =>
    amplification.cooccurrence({}).update({ attribute: label, task: label, weight }),
};

test.each(Object.entries(weighing))('accepts and rejects weights of %s around 1e100', (_, update) => {
  const rows = (weight) => ({ label: [0, 1, 0], weight: [1, weight, 2] });
  update(rows(1e100));
  expect(getError(() => update(rows(1.001e100)))).toMatchObject({
    code: 'invalidArgument',
    argument: 'weight',
    row: 1,
  });
});

test('rejects a million learned names of co-occurrences', () => {
  const counts = amplification.cooccurrence({ taskPrediction: true });
  const rows = (task) => ({ attribute: Array(task.length).fill('a'), task, taskPrediction: task });
  counts.update(rows(names(5)));
  const before = counts.toBytes();
  const most = (65_536 - 1) >> 1; // next to the attribute; predictions have a separate column
  const spoiled = million.with(most + 1, misuse(Symbol('never read')));
  expect(getError(() => counts.update(rows(spoiled)))).toMatchObject({ code: 'tooLarge', row: most });
  expect(counts.toBytes()).toEqual(before);
  counts.update(rows(names(6)));
});

test('rejects a second column of a million names at the row that exceeds the limit', () => {
  const tally = fair.tally({ groups: ['a', 'b'], label: true, prediction: true });
  const rows = (a, b) => ({ ...{ groups: { a, b }, label: bits(b.length), prediction: bits(b.length) } });
  tally.update(rows(names(10), names(10)));
  const before = tally.toBytes();
  const a = Array.from(million, (_, i) => `n${i % 10}`);
  const spoiled = million.with(104_858, misuse(Symbol('never read')));
  expect(getError(() => tally.update(rows(a, spoiled)))).toMatchObject({
    ...{ code: 'tooLarge', argument: 'b', row: 104_857 }, // 10 x 104,857 x 2 x 2 fit into 4,194,304
  });
  expect(tally.toBytes()).toEqual(before);
  tally.update(rows(names(10), names(11).slice(1)));
});

// A million groups also work but take ten times as long.
test('counts a hundred thousand groups, and rejects an audit of them before copying any', () => {
  const [id, rows] = [names(100_000), bits(100_000)];
  const tally = fair.tally({ groups: ['id'], label: true, prediction: true });
  tally.update({ groups: { id }, label: rows, prediction: rows });
  expect(tally.groups[0].categories).toHaveLength(100_000);
  expect(getError(() => fair.auditTally(tally))).toMatchObject({ code: 'tooLarge', argument: 'id' });
  tally[Symbol.dispose]();
});

test('searches slices with a different name in each of a hundred thousand rows', async () => {
  const columns = { id: names(100_000) };
  const { rows } = await slices.worstSlices({ columns, error: bits(100_000) }, { permutations: 0, maxConditions: 1 });
  expect(rows).toBe(100_000);
});

test('largest gaps have intervals for up to 512 groups', () => {
  const getFrame = (count) => {
    const g = [...names(count), ...names(count)];
    const first = Uint8Array.from(g, (_, i) => (i < count ? 1 : 0));
    return fair.audit({ groups: { g }, label: first, prediction: first }).frame('g');
  };
  const [most, beyond] = [getFrame(512), getFrame(513)];
  const gaps = (frame) => {
    const { difference, ratio } = frame.spread('selectionRate');
    return [difference, ratio];
  };
  for (const { ci } of gaps(most)) expect(ci).toBeDefined();
  expect(gaps(beyond)[0].value).toBe(0);
  expect(gaps(beyond)[1].value).toBe(1);
  for (const { ci } of gaps(beyond)) expect(ci).toBeUndefined();
  expect(beyond.groups[0].rates.selectionRate).toMatchObject({ value: 0.5, ci: expect.any(Array) });
  const limit =
    'intervals and tests of the largest gap and the smallest ratio of a frame, which compare all pairs of groups | groups';
  expect(isStated(limit, 512)).toBe(true);
});

test('adverse impact tables have intervals for up to 4,096 categories', () => {
  const ratios = (count) => {
    const a = [...names(count), ...names(count)];
    const [{ tables }] = impact.tables({
      groups: { a },
      selected: Uint8Array.from(a, (_, i) => (i < count ? 1 : 0)),
    }).outcomes;
    const [{ categories, fourFifths }] = tables;
    const given = impact.fourFifths(categories);
    const compared = [fourFifths, given].map((each) => present(each?.againstHighest).comparisons[0]);
    return [present(categories[1].impactRatio), ...compared.map(({ ratio }) => ratio)];
  };
  for (const { value, ci } of ratios(4096)) {
    expect(value).toBe(1);
    expect(ci).toBeDefined();
  }
  for (const { value, ci, warning } of ratios(4097)) {
    expect(value).toBe(1);
    expect(ci).toBeUndefined();
    expect(warning).toMatch('there are 4097 categories');
  }
  expect(isStated('intervals of an adverse impact table | categories', 4096)).toBe(true);
});

test('computes the exact limit for up to 4,096 combinations of classes', async () => {
  const exact = async (count) => {
    const rows = Array.from({ length: 2 * count }, (_, i) => i);
    const label = { a: rows.map((i) => i % 64), b: rows.map((i) => i % count) };
    const columns = { attribute: rows.map((i) => i & 1), label, prediction: label };
    const direction = /** @type {const} */ ('attribute-from-outcome');
    return (await predictability.leakage({ ...columns, direction, ...quick }, here)).exact;
  };
  expect(await exact(64)).not.toBeNull();
  expect(await exact(65)).toBeNull();
  expect(isStated('count tables of attackers | combinations of classes', 4096)).toBe(true);
});

/** Returns the maximum number of 64 KiB pages of a module's memory. */
function maxPages(bytes) {
  let at = 8; // after the magic number and the version
  const number = () => {
    let [value, scale, byte] = [0, 1, 128];
    for (; byte >= 128; scale *= 128) {
      byte = bytes[at++];
      value += (byte % 128) * scale;
    }
    return value;
  };
  for (;;) {
    const [section, length] = [number(), number()];
    if (section === 5) break;
    at += length;
  }
  const [, , , most] = [number(), number(), number(), number()]; // one memory, flags, minimum, and maximum
  return most ?? Number.NaN;
}

test('limits memory to 2 GiB per module and 32-bit addresses', async () => {
  const folder = new URL('../../../dist/wasm/', import.meta.url);
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.wasm'))) {
    expect(maxPages(readFileSync(new URL(name, folder))) * 65_536).toBe(2 ** 31);
  }
  expect(document.includes('Each module has 2 GiB')).toBe(true);

  // A larger number of bytes would be truncated to 32 bits.
  const { Staging } = await import('../../../dist/core/staging.js');
  const wasm = misuse({ _malloc: () => 8, _free: () => {} });
  expect(getError(() => new Staging(wasm, 2 ** 32))).toMatchObject({ code: 'tooLarge' });
});
