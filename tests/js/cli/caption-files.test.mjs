// `fairwasm captions` reads captions as text, as a COCO file, and as a table.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './command.mjs';

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-captions-'));
  writeFileSync(join(folder, 'train.txt'), 'a man plays tennis\na woman cooks\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const captions = ['a man plays tennis', 'a woman cooks'];
const objects = captions.map((caption, i) => ({ image_id: i, caption }));
const run = (name, content) => {
  writeFileSync(join(folder, name), content);
  const options = ['--tagger', 'compromise', '--draws', '0', '--format', 'json'];
  return runCommand(['captions', 'train.txt', name, ...options], { cwd: folder });
};

test.each([
  ['results of COCO', 'a.json', JSON.stringify(objects)],
  ['annotations of COCO', 'b.json', JSON.stringify({ images: [], annotations: objects }, null, 1)],
  ['one object per line', 'c.jsonl', objects.map((each) => JSON.stringify(each)).join('\n')],
  ['a table', 'd.csv', `image_id,caption\n0,${captions[0]}\n1,"${captions[1]}"\n`],
])('reads %s like lines of text', (_, name, content) => {
  const expected = JSON.parse(run('test.txt', captions.join('\n')).stdout);
  expect(JSON.parse(run(name, content).stdout)).toEqual(expected);
});

test('rejects JSON without captions', () => {
  const { status, stderr } = run('e.json', '[{"image_id":1}]');
  expect(status).toBe(1);
  expect(stderr).toMatch(/JSON without captions/);
});
