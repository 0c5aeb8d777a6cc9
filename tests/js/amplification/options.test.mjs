// SPDX-License-Identifier: Apache-2.0
//
// Options of the amplification metrics: unknown options are rejected, always with a FairwasmError.

import { FairwasmError } from 'fairwasm';
import {
  BA_MALS,
  biasAmpAttributeToTask,
  cooccurrenceCsv,
  DBA,
  load,
  MDBA,
  parseBiasDictionary,
} from 'fairwasm/amplification';
import { misuse } from '../../misuse.mjs';
import { amplification, getError } from '../support.mjs';

const counted = (of = amplification) => {
  const counts = of.cooccurrence({ taskPrediction: true });
  counts.update({ attribute: ['f', 'm'], task: ['a', 'b'], taskPrediction: ['a', 'a'] });
  return counts;
};
const spoken = (of = amplification) => {
  const counts = of.captionCounts();
  counts.update([{ labels: ['man', 'dog'] }, { labels: ['woman', 'cat'] }]);
  return counts;
};
const rejection = async (promise) => {
  const error = await promise.then(
    () => undefined,
    (e) => e,
  );
  expect(error).toBeInstanceOf(FairwasmError);
  return error;
};
// An object that cannot be converted to a string.
const bare = Object.create(null);

const labels = { attribute: ['a'], task: ['b'] };

describe('unknown options are rejected', () => {
  test.each([
    ['cooccurrence', () => amplification.cooccurrence(misuse({ task_prediction: true })), 'taskPrediction'],
    ['update', () => counted().update(misuse({ attribute: [], task: [], T_pred: [] })), 'taskPrediction'],
    ['options', () => new BA_MALS(counted(), misuse({ minSize: 2 })), undefined],
    ['options', () => new MDBA(counted(), misuse({ min_attr_size: 2 })), 'minSize'],
    ['labels', () => new DBA(counted()).computePairProbs(misuse({ tasks: 'predicted' })), 'task'],
    ['captionCounts', () => amplification.captionCounts(misuse({ fold_case: false })), 'foldCase'],
    ['captionCounts', () => amplification.captionCountsFromBytes(spoken().toBytes(), misuse({ words: {} })), undefined],
  ])('by %s', (argument, call, meant) => {
    const error = getError(call);
    expect(error).toMatchObject({ code: 'invalidArgument', argument });
    if (meant) expect(error.actual).toContain(`did you mean '${meant}'?`);
  });

  test.each([
    [() => new BA_MALS(counted()).computeBiasAmp(misuse({ n_boot: 3 })), "did you mean 'draws'?"],
    [() => misuse(new DBA(counted())).computeBiasAmp([[1, 0]]), 'an array'],
    [() => new MDBA(counted()).computeBiasAmp(misuse({ trials: 3 })), "'trials'"],
    [() => biasAmpAttributeToTask(counted(), misuse({ definition: 'paper' })), "'definition'"],
    [() => spoken().biasAmplification(spoken(), misuse({ seen_only: true })), "did you mean 'seenOnly'?"],
    [() => cooccurrenceCsv(amplification, 'a,b\n', misuse({ attributes: ['a'], task: ['b'] })), "'attributes'"],
    [
      () => cooccurrenceCsv(amplification, 'a,b\n1,1\n', { ...labels, taskPrediction: [] }),
      'taskPrediction: expected at least one column, got none',
    ],
  ])('by %s', async (call, words) => {
    expect((await rejection((async () => call())())).message).toContain(words);
  });
});

describe('unknown values are rejected', () => {
  test.each([
    ['definition', () => new DBA(counted(), { definition: misuse('foo') })],
    ['attribute', () => new DBA(counted()).computePairProbs({ attribute: misuse('pred') })],
    ['form', () => amplification.captionCounts({ form: misuse('lemmas') })],
    ['objects', () => amplification.captionCounts({ objects: misuse('toString') })],
    ['foldCase', () => amplification.captionCounts({ foldCase: misuse('no') })],
    ['taskPrediction', () => amplification.cooccurrence({ taskPrediction: misuse('yes') })],
    ['attributes', () => amplification.cooccurrence({ attributes: misuse('sex') })],
  ])('%s', (argument, call) => {
    expect(getError(call)).toMatchObject({ code: 'invalidArgument', argument });
  });

  test.each([
    ['definition', { definition: 'foo' }],
    ['divideBy', { divideBy: 'objects' }],
    ['seenOnly', { seenOnly: 'false' }],
  ])('%s of captions', async (argument, options) => {
    const error = await rejection(spoken().biasAmplification(spoken(), misuse(options)));
    expect(error.argument).toBe(argument);
  });
});

describe('wrong types are rejected', () => {
  test.each([
    ['captions', () => spoken().update(misuse('a caption'))],
    ['captions', () => spoken().update([misuse(5)])],
    ['tokens', () => spoken().update([bare])],
    ['captions', () => spoken().update(misuse(null))],
    ['tags', () => spoken().update([{ tokens: ['a'], tags: [bare] }])],
    ['groups', () => spoken().update([{ labels: ['a'], groups: misuse(5) }])],
    ['words', () => amplification.captionCounts({ words: misuse([['man'], ['woman']]) })],
    ['words man', () => amplification.captionCounts({ words: { man: misuse('his'), woman: ['her'] } })],
    ['task', () => counted().update({ attribute: ['f'], task: [['x', bare]], taskPrediction: [[]] })],
    ['other', () => counted().merge(misuse({ handle: {} }))],
    ['other', () => spoken().merge(misuse(null))],
    ['counts', () => new DBA(misuse([[1]]))],
    ['train', () => new DBA(counted(), { train: misuse([[1]]) })],
    ['dictionary', () => parseBiasDictionary(bare)],
  ])('%s', (argument, call) => {
    expect(getError(call)).toMatchObject({ code: 'invalidArgument', argument });
  });

  test.each([
    ['train', () => spoken().biasAmplification(misuse(null))],
    ['train', () => spoken().biasAmplification(misuse([]))],
    ['train man', () => spoken().biasAmplification({ man: misuse(5), woman: {} })],
    ["train man 'x'", () => spoken().biasAmplification({ man: { x: bare }, woman: {} })],
    [
      'texts',
      () =>
        spoken().updateTexts(
          misuse('a text'),
          misuse(() => {}),
        ),
    ],
    ['tagger', () => misuse(spoken()).updateTexts(['a text'])],
    ['counts', () => biasAmpAttributeToTask(misuse({}))],
  ])('rejects the promise for %s', async (argument, call) => {
    expect(await rejection((async () => call())())).toMatchObject({ code: 'invalidArgument', argument });
  });
});

test('rejects objects from two different loads', async () => {
  const other = await load();
  const incompatible = { code: 'incompatible' };
  expect(getError(() => counted().merge(counted(other)))).toMatchObject(incompatible);
  expect(getError(() => spoken().merge(spoken(other)))).toMatchObject(incompatible);
  expect(getError(() => new DBA(counted(), { train: counted(other) }))).toMatchObject(incompatible);
  expect(await rejection(spoken().biasAmplification(spoken(other)))).toMatchObject(incompatible);
  const mine = counted();
  mine.merge(amplification.cooccurrenceFromBytes(counted(other).toBytes()));
  expect(mine.rows).toBe(4);
});

test('recognizes a group by its name in any case, whatever its words are', () => {
  const words = { Men: ['he'], Women: ['she'] };
  const counts = amplification.captionCounts({ words });
  counts.update([{ labels: ['dog'], groups: ['Men'] }]);
  const restored = amplification.captionCountsFromBytes(counts.toBytes(), { foldCase: false });
  expect(restored.groups).toEqual(['Men', 'Women']);
  restored.update([{ labels: ['cat'], groups: ['Women'] }]);
  expect(restored.counts()).toEqual({ Men: { dog: 1 }, Women: { cat: 1 } });
});

test('counts every category of several attribute columns as an attribute', async () => {
  const csv = 'sex,age,pred_sex,pred_age,task,guess\nf,old,f,young,a,a\nm,,m,old,b,a\nf,young,m,young,b,b\n';
  const columns = { task: ['task'], taskPrediction: ['guess'], attributeCategories: true };
  const counts = await cooccurrenceCsv(amplification, csv, {
    attribute: ['sex', 'age'],
    attributePrediction: ['pred_sex', 'pred_age'],
    ...columns,
  });
  const expected = amplification.cooccurrence({ attributePrediction: true, taskPrediction: true });
  expected.update({
    attribute: [
      ['sex: f', 'age: old'],
      ['sex: m', 'age: (missing)'],
      ['sex: f', 'age: young'],
    ],
    attributePrediction: [
      ['sex: f', 'age: young'],
      ['sex: m', 'age: old'],
      ['sex: m', 'age: young'],
    ],
    task: ['a', 'b', 'b'],
    taskPrediction: ['a', 'a', 'b'],
  });
  expect(counts.toBytes()).toEqual(expected.toBytes());
  // A single column has the same labels with and without the option.
  const [one, same] = await Promise.all(
    [columns, { ...columns, attributeCategories: false }].map((what) =>
      cooccurrenceCsv(amplification, csv, { attribute: ['sex'], ...what }),
    ),
  );
  expect(one.toBytes()).toEqual(same.toBytes());
});
