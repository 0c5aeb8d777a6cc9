// Several thresholds of one score: one report each, in the package and on the command line.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditCsv, auditThresholds } from 'fairwasm';
import { runCommand } from '../cli/command.mjs';
import { fair } from '../support.mjs';

const text = 'repaid,score,sex\n1,0.4,f\n0,0.2,f\n1,0.8,m\n0,0.6,m\n1,0.9,f\n';
const what = { label: 'repaid', score: 'score', groups: ['sex'] };
const thresholds = [0.3, 0.5, 0.7];

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairwasm-thresholds-'));
  writeFileSync(join(folder, 'loans.csv'), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const audit = (...options) =>
  runCommand(['audit', 'loans.csv', '--label', 'repaid', '--score', 'score', '--group', 'sex', ...options], {
    cwd: folder,
  });
const selected = (report) => report.breakdowns[0].groups.map((each) => each.rates.selectionRate.value);

test('reports each threshold as an audit with this threshold does', async () => {
  const single = thresholds.map((threshold) => auditCsv(fair, text, { ...what, threshold }));
  const expected = await Promise.all(single);
  expect(await auditThresholds(fair, text, what, thresholds)).toEqual(expected);
  const stream = new Blob([text]).stream();
  expect(await auditThresholds(fair, stream, what, thresholds)).toEqual(expected);
  expect(expected.map(selected)).toEqual([
    [2 / 3, 1],
    [1 / 3, 1],
    [1 / 3, 0.5],
  ]);
  const { stdout } = audit('--threshold', '0.3,0.5,0.7', '--format', 'json');
  expect(JSON.parse(stdout).map(selected)).toEqual(expected.map(selected));
  expect(audit('--threshold', '0.3,0.5').stdout.match(/if the score is at least/g)).toHaveLength(2);
});

test('reads low scores as better at each threshold', () => {
  const { stdout } = audit('--threshold', '0.3,0.5', '--lower-is-better', '--format', 'json');
  expect(JSON.parse(stdout).map(selected)).toEqual([
    [1 / 3, 0],
    [2 / 3, 0],
  ]);
});

test.each([[[]], [[0.5, 0.5]], ['0.5'], [[0.5, Number.NaN]]])('rejects %j', async (list) => {
  await expect(auditThresholds(fair, text, what, /** @type {any} */ (list))).rejects.toMatchObject({
    argument: expect.stringMatching(/^thresholds?$/),
  });
});

test.each([
  [['--threshold', '0,5'], /write a decimal point, as in 0.5/],
  [['--threshold', '0.5,0.5'], /names '0.5' twice/],
  [['--threshold', '0.3,0.5', '--fail-over', 'x=1'], /--fail-over requires one threshold/],
  [['--threshold', '0.3,0.5', '--format', 'html'], /html/],
])('rejects %j', (options, message) => {
  const { status, stderr } = audit(...options);
  expect(status).toBe(2);
  expect(stderr).toMatch(message);
});
