// SPDX-License-Identifier: Apache-2.0
//
// Usage of `fairwasm amplification` and `fairwasm captions`.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BA_MALS, cooccurrenceCsv, DBA, MDBA } from 'fairwasm/amplification';
import { wink } from '../../taggers.mjs';
import { runCommand } from '../cli/command.mjs';
import { amplification } from '../support.mjs';

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-amplification-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fairwasm = (...args) => runCommand(args, { cwd: folder });

function file(name, text) {
  writeFileSync(join(folder, name), text);
  return name;
}

const people = `sex,cook,drive,p_cook,p_drive,p_sex
f,1,0,1,0,f
f,1,1,1,0,f
m,0,1,0,1,m
m,0,0,0,1,f
`;
const columns = ['--attribute', 'sex', '--task', 'cook,drive', '--prediction', 'p_cook,p_drive'];

describe('fairwasm amplification', () => {
  test('counts rows by a column of weights', () => {
    const lines = people.trim().split('\n');
    const weighted = file('weighted.csv', lines.map((line, i) => `${line},${i === 0 ? 'w' : i}\n`).join(''));
    const repeated = file('repeated.csv', lines.map((line, i) => `${line}\n`.repeat(Math.max(i, 1))).join(''));
    const point = [...columns, '--format', 'json', '--draws', '0'];
    const one = JSON.parse(fairwasm('amplification', weighted, ...point, '--weight', 'w').stdout);
    const other = JSON.parse(fairwasm('amplification', repeated, ...point).stdout);
    expect([one.rows, other.rows]).toEqual([4, 10]);
    expect({ ...one, rows: 10 }).toEqual(other);
    expect(fairwasm('amplification', weighted, ...point, '--weight', 'v').status).toBe(1);
  });

  test('counts the categories of several attribute columns', async () => {
    const text = 'sex,age,task,guess\nf,old,a,a\nm,old,b,a\nf,young,b,b\nm,young,a,b\nf,old,a,a\n';
    const path = file('ages.csv', text);
    const asked = ['--attribute', 'sex,age', '--task', 'task', '--prediction', 'guess'];
    const given = [...asked, '--attribute-categories', '--max-size', '1'];
    const { stdout } = fairwasm('amplification', path, ...given, '--format', 'json');
    const { BA_MALS: mals, DBA: dba } = JSON.parse(stdout);
    const counts = await cooccurrenceCsv(amplification, text, {
      attribute: ['sex', 'age'],
      task: ['task'],
      taskPrediction: ['guess'],
      attributeCategories: true,
    });
    expect(mals).toBeUndefined();
    expect(dba).toEqual(JSON.parse(JSON.stringify(await new DBA(counts).computeBiasAmp())));
    const shown = fairwasm('amplification', path, ...given);
    expect(shown.stdout).toContain('age: old');
    expect(shown.stdout).not.toContain('BA_MALS');
    const predicted = ['--mals-attribute', 'predicted', '--attribute-prediction', 'sex,age'];
    expect(fairwasm('amplification', path, ...given, ...predicted).status).toBe(2);
  });

  test('prints the package’s results', async () => {
    const path = file('people.csv', people);
    const { status, stdout, stderr } = fairwasm('amplification', path, ...columns, '--format', 'json');
    expect([status, stderr]).toEqual([0, '']);
    const counts = await cooccurrenceCsv(amplification, people, {
      attribute: ['sex'],
      task: ['cook', 'drive'],
      taskPrediction: ['p_cook', 'p_drive'],
    });
    const expected = {
      rows: 4,
      definition: 'paper',
      BA_MALS: await new BA_MALS(counts).computeBiasAmp(),
      DBA: await new DBA(counts).computeBiasAmp(),
      MDBA: await new MDBA(counts).computeBiasAmp(),
    };
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(expected)));
  });

  test('accepts combination sizes and the attribute of BA_MALS', async () => {
    const guessed = people.replace('f,1,1,1,0,f', 'f,1,1,1,0,m');
    const path = file('guessed.csv', guessed);
    const options = ['--attribute-prediction', 'p_sex', '--mals-attribute', 'predicted'];
    const { stdout, stderr } = fairwasm(
      'amplification',
      path,
      ...columns,
      ...options,
      ...['--min-size', '2', '--max-size', '2', '--draws', '0', '--format', 'json'],
    );
    expect(stderr).toBe('');
    const counts = await cooccurrenceCsv(amplification, guessed, {
      attribute: ['sex'],
      task: ['cook', 'drive'],
      taskPrediction: ['p_cook', 'p_drive'],
      attributePrediction: ['p_sex'],
    });
    const mals = new BA_MALS(counts, { attribute: 'predicted' });
    const mdba = new MDBA(counts, { minSize: 2, maxSize: 2 });
    const result = JSON.parse(stdout);
    expect(result.BA_MALS.value).toBe((await mals.computeBiasAmp({ draws: 0 })).value);
    expect(result.BA_MALS.value).not.toBe((await new BA_MALS(counts).computeBiasAmp({ draws: 0 })).value);
    expect(result.MDBA.value).toBe((await mdba.computeBiasAmp({ draws: 0 })).value);
    expect(result.MDBA.combinations).toBe(1);
  });

  test.each([
    ['--min-size must not', ['--min-size', '2', '--max-size', '1']],
    ['requires --attribute-prediction', ['--mals-attribute', 'predicted']],
    ['--mals-attribute', ['--mals-attribute', 'both']],
  ])('rejects invalid usage: %s', (words, options) => {
    const path = file('people.csv', people);
    const { status, stderr } = fairwasm('amplification', path, ...columns, ...options);
    expect(status).toBe(2);
    expect(stderr).toContain(words);
  });

  test('prints values, intervals, and the pairs with the largest contributions', () => {
    const path = file('people.csv', people);
    const { stdout } = fairwasm('amplification', path, ...columns, '--top', '1');
    const text = stdout.replaceAll(/\s+/g, ' ');
    expect(text).toContain('people.csv 4 rows. A positive value means');
    expect(stdout).toMatch(/ {2}f, drive +\+0\.125/);
    expect(stdout).not.toMatch(/ {2}m, drive/);
    expect(text).toContain('a prediction that differs from its label');
  });

  test('computes both directions with predicted attributes, and reads training rows', () => {
    const path = file('people.csv', people);
    const train = file('train.csv', 'sex,cook,drive\nm,0,1\nf,1,0\n');
    const args = ['--attribute-prediction', 'p_sex', '--train', train, '--draws', '0'];
    const { status, stdout } = fairwasm('amplification', path, ...columns, ...args);
    expect(status).toBe(0);
    expect(stdout).toContain('Amplification from tasks to attributes:');
    expect(stdout).not.toMatch(/\d to [−+]/);
    expect(stdout).toMatch(/m, drive +\+0\.125/);
  });

  test.each([
    [['x.csv'], 'pass --attribute'],
    [['x.csv', '--attribute', 'a', '--task', 't'], 'pass --prediction'],
    [
      ['x.csv', '--attribute', 'a', '--task', 't,u', '--prediction', 'p'],
      '--prediction requires as many columns as the columns that it predicts: 2',
    ],
    [[...columns], 'pass a CSV file'],
    [['a.csv', 'b.csv', ...columns], "remove 'b.csv'"],
    [['x.csv', ...columns, '--draws', '1.5'], '--draws requires a whole number'],
    [['x.csv', ...columns, '--definition', 'mine'], '--definition must be one of'],
    [['x.csv', ...columns, '--max-size', '0'], '--max-size requires a whole number'],
  ])('rejects %j as invalid usage', (args, message) => {
    const { status, stdout, stderr } = fairwasm('amplification', ...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  test.each([
    ['people.csv, line 4, column drive: expected 0 or 1', people.replace('m,0,1,0', 'm,0,x,0')],
    ['a missing value', people.replace('m,0,1,0', 'm,0,,0')],
    ['at least one row', 'sex,cook,drive,p_cook,p_drive\n'],
  ])('reports invalid input in one line: %s', (message, text) => {
    const path = file('people.csv', text);
    const { status, stdout, stderr } = fairwasm('amplification', path, ...columns);
    expect([status, stdout]).toEqual([1, '']);
    if (message !== 'at least one row') expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('fairwasm captions', () => {
  const train = 'A man with a kite.\nA man with a kite.\nA woman with a kite.\nA woman with a dog.\n';
  const test_ = 'A man with a kite.\nA woman with a dog.\nA girl with a kite.\nNo one is here.\n';

  test('prints the package’s results', async () => {
    const paths = [file('train.txt', train), file('test.txt', test_)];
    const { status, stdout, stderr } = fairwasm('captions', ...paths, '--format', 'json');
    expect([status, stderr]).toEqual([0, '']);
    const count = async (text) => {
      const counts = amplification.captionCounts();
      await counts.updateTexts(text.trim().split('\n'), wink);
      return counts;
    };
    const expected = await (await count(test_)).biasAmplification(await count(train));
    const { captions, ...result } = JSON.parse(stdout);
    expect(result).toEqual(JSON.parse(JSON.stringify(expected)));
    expect(captions).toEqual({ all: 4, mentioning: 3 });
  });

  test('accepts dictionaries, word lists, and the other tagger, and writes files', () => {
    const man = file('man.txt', 'kite 0.9\n');
    const woman = file('woman.txt', 'dog 0.8\n');
    const bias = ['--train-bias', `man=${man}`, '--train-bias', `woman=${woman}`];
    const words = ['--words', `man=${file('m.txt', 'man\n')}`];
    words.push('--words', `woman=${file('w.txt', 'woman\ngirl\n')}`);
    const args = [...bias, ...words, '--tagger', 'compromise', '--output', 'out.txt'];
    const { status, stdout, stderr } = fairwasm('captions', ...args, file('test.txt', test_));
    expect([status, stdout, stderr]).toEqual([0, '', '']);
    const shown = readFileSync(join(folder, 'out.txt'), 'utf8');
    // kite: half of the mentions are of men, 0.9 in training; dog: all are of women, 0.8 in training.
    expect(shown).toMatch(/Mean bias amplification +−0\.100/);
    expect(shown.replaceAll(/\s+/g, ' ')).toContain('assumed to be exact');
    expect(shown).toMatch(/kite, man +0\.900 +0\.500 +−0\.200/);
  });

  test.each([
    [['one.txt'], 'file of training captions and a file of test captions'],
    [['--train-bias', 'man=x', 'a.txt', 'b.txt'], '--train-bias replaces the training captions'],
    [['--train-bias', 'man', 'a.txt'], '--train-bias requires NAME=VALUE'],
    [['--train-bias', 'a=x', '--train-bias', 'a=y', 'b.txt'], "names 'a' twice"],
    [['a.txt', 'b.txt', '--tagger', 'mine'], '--tagger must be one of'],
    [['a.txt', 'b.txt', '--words', 'a=x.txt'], '--words requires at least two groups'],
  ])('rejects %j as invalid usage', (args, message) => {
    file('x.txt', 'x\n');
    const { status, stderr } = fairwasm('captions', ...args);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });

  test('reports dictionary errors with their line, invalid bytes, and missing files', () => {
    const path = file('test.txt', test_);
    const broken = file('broken.txt', 'kite 0.9\ndog\n');
    const bias = ['--train-bias', `man=${broken}`, '--train-bias', `woman=${broken}`];
    const dictionary = fairwasm('captions', ...bias, path);
    expect([dictionary.status, dictionary.stderr]).toEqual([
      1,
      "fairwasm: train man, line 2: expected a word and a number between 0 and 1, got 'dog'\n",
    ]);
    writeFileSync(join(folder, 'bytes.txt'), Uint8Array.of(0xff, 0xfe, 0x41));
    expect(fairwasm('captions', 'bytes.txt', path).stderr).toContain('another encoding or a binary file');
    expect(fairwasm('captions', 'nowhere.txt', path).stderr).toContain('file not found');
  });
});
