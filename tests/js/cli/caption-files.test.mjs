// `fairwasm captions` reads captions as text, as a COCO file, and as a table.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readCaptions } from 'fairwasm/amplification';
import { runCommand } from './command.mjs';

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-captions-'));
  writeFileSync(join(folder, 'train.txt'), 'a man plays tennis\na woman cooks\n');
  writeFileSync(join(folder, 'bias.txt'), 'tennis 0.9\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const captions = ['a man plays tennis', 'a woman cooks'];
const objects = captions.map((caption, i) => ({ image_id: i, caption }));
const run = (name, content, more = []) => {
  writeFileSync(join(folder, name), content);
  const options = ['--tagger', 'compromise', '--draws', '0', '--format', 'json', ...more];
  const train = more.includes('--train-bias') ? [] : ['train.txt'];
  return runCommand(['captions', ...train, name, ...options], { cwd: folder });
};

test.each([
  ['results of COCO', 'a.json', JSON.stringify(objects)],
  ['annotations of COCO', 'b.json', JSON.stringify({ images: [{ id: 0 }, { id: 1 }], annotations: objects }, null, 1)],
  ['one object per line', 'c.jsonl', objects.map((each) => JSON.stringify(each)).join('\n')],
  ['a table', 'd.csv', `image_id,caption\n0,${captions[0]}\n1,"${captions[1]}"\n`],
  [
    'a table with a title and another delimiter',
    'e.csv',
    Buffer.from(`Bilder für 2024\n\nimage_id;Caption\n0;${captions[0]}\n1;${captions[1]}\n`, 'latin1'),
  ],
  ['a compressed text in UTF-16', 'f.gz', gzipSync(Buffer.from(captions.join('\r\n'), 'utf16le'))],
])('reads %s like lines of text', async (_, name, content) => {
  const expected = JSON.parse(run('test.txt', captions.join('\n')).stdout);
  expect(JSON.parse(run(name, content).stdout)).toEqual(expected);
  expect(await readCaptions(new Uint8Array(Buffer.from(content)))).toEqual(captions);
});

test('reads the rows and the column that options name', () => {
  const table = `caption;text;split\nx;${captions.join(';test\nx;')};test\nx;a man cooks;train\n`;
  const options = ['--caption', 'text', '--where', 'split=test', '--delimiter', ';'];
  const { stdout } = run('g.csv', table, [
    ...options,
    ...['man', 'woman'].flatMap((group) => ['--train-bias', `${group}=bias.txt`]),
  ]);
  expect(JSON.parse(stdout).captions.all).toBe(2);
});

test('keeps commas in lines of text, and omits blank lines', async () => {
  const lines = ['a man, a plan', '  ', 'a woman', 'a "quoted, sign'];
  const expected = [lines[0], lines[2], lines[3]];
  expect(await readCaptions(lines.join('\n'))).toEqual(expected);
});

test('rejects binary files as captions', async () => {
  const image = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 200, 201);
  await expect(readCaptions(image)).rejects.toMatchObject({ argument: 'file' });
});

test('requires the name of a list if a JSON document has several', () => {
  const document = JSON.stringify({ a: objects, b: objects });
  const { status, stderr } = run('h.json', document);
  expect(status).toBe(1);
  expect(stderr).toMatch(/the option sheet with one of a, b, got 2 lists/);
  expect(run('h.json', document, ['--sheet', 'b']).status).toBe(0);
});

test('rejects JSON without captions', () => {
  const { status, stderr } = run('i.json', '[{"image_id":1}]');
  expect(status).toBe(1);
  expect(stderr).toMatch(/caption: expected one of the file’s columns \(image_id\), got no such column/);
});

test('uses as many training images of each group', () => {
  const all = [
    { image_id: 1, caption: 'a man plays tennis' },
    { image_id: 2, caption: 'a man plays golf' },
    { image_id: 3, caption: 'a woman cooks soup' },
    { image_id: 4, caption: 'a dog' },
  ];
  writeFileSync(join(folder, 'coco.json'), JSON.stringify({ annotations: all }));
  writeFileSync(join(folder, 'ids.txt'), '2\n3\n');
  const options = ['--draws', '0', '--format', 'json'];
  const compare = (...more) => runCommand(['captions', 'coco.json', 'train.txt', ...options, ...more], { cwd: folder });
  const objects = (...more) => JSON.parse(compare(...more).stdout).trainObjects;
  expect(objects()).toBe(3);
  expect(objects('--balance')).toBe(2);
  expect(objects('--image-ids', 'ids.txt', '--per-image', 'one')).toBe(2);
  expect(objects('--sample-size', '4')).toBe(3);
  expect(compare('--image', 'id').stderr).toContain('--image has no effect without');
  const given = ['--train-bias', 'man=bias.txt', '--balance', 'train.txt'];
  const { stderr } = runCommand(['captions', ...given], { cwd: folder });
  expect(stderr).toContain('Remove --balance.');
});
