// Files that break readers: the package, the command, and the page return the same rates, or all reject the file.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditCsv } from 'fairwasm';
import { runCommand } from '../js/cli/command.mjs';
import { formulas, rates as plainRates, readFiles, rejectedFiles } from './hostile-files.mjs';
import { choices, fair, getRates, getReport, guess, takeIn } from './page-audit.mjs';

const cwd = mkdtempSync(join(tmpdir(), 'fairwasm-hostile-'));
afterAll(() => rmSync(cwd, { recursive: true }));

/** @param {{ score?: string, threshold?: number }} file */
const getRoles = ({ score, threshold }) =>
  score === undefined ? { prediction: 'hired' } : { score, threshold, favorable: '1' };

const inPackage = ({ bytes, ...file }) =>
  auditCsv(fair, new Uint8Array(Buffer.from(bytes)), { groups: ['sex'], ...getRoles(file) });

function inCommand({ bytes, ...file }) {
  writeFileSync(join(cwd, 'file'), bytes);
  const roles = Object.entries(getRoles(file)).flatMap(([role, value]) => [`--${role}`, String(value)]);
  return runCommand(['audit', 'file', '--group', 'sex', ...roles, '--format', 'json'], { cwd });
}

async function onPage({ bytes, ...given }) {
  const { file, fileNotes, profile } = await takeIn(new Blob([bytes]));
  const roles = { prediction: undefined, score: undefined, label: undefined, rival: undefined };
  const asked = { ...guess(profile), ...roles, groups: ['sex'], ...getRoles(given) };
  return { report: await getReport(file, profile, choices.adaptChoice(profile, asked)), fileNotes };
}

test('includes at least forty files', () => {
  const names = [...readFiles, ...rejectedFiles].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(50);
});

test.each(/** @type {any[]} */ (readFiles))('reads $name', async (file) => {
  const { rates = plainRates, note } = file;
  const report = await inPackage(file);
  expect([getRates(report), report.rows]).toEqual([rates, 40]);
  const { stdout, stderr } = inCommand(file);
  if (stdout === '') throw new Error(stderr);
  expect(getRates(JSON.parse(stdout))).toEqual(rates);
  const page = await onPage(file);
  expect([getRates(page.report), page.report.rows]).toEqual([rates, 40]);
  if (note === undefined) return;
  expect(report.warnings.join(' ')).toMatch(note);
  expect(stderr).toMatch(note);
  expect(page.fileNotes.join(' ')).toMatch(note);
});

test.each(/** @type {any[]} */ (rejectedFiles))('rejects $name', async (file) => {
  await expect(inPackage(file)).rejects.toThrow(file.reason);
  expect(inCommand(file).stderr).toMatch(file.reason);
  if (file.note) expect((await onPage(file)).fileNotes.join(' ')).toMatch(file.note);
  else await expect(onPage(file)).rejects.toThrow(file.reason);
});

test('asks on the page what a blank means, and counts it as answered', async () => {
  const bytes = 'sex,selected\nf,x\nf,\nf,\nm,x\nm,x\nm,\n';
  const { file, profile } = await takeIn(new Blob([bytes]));
  const choice = guess(profile);
  expect(Object.keys(choices.getProblems(profile, choice))).toEqual(['blanks']);
  const asNo = { ...choice, blanks: { selected: 'no' } };
  expect(choices.getProblems(profile, asNo)).toEqual({});
  const report = await getReport(file, profile, asNo);
  expect([report.rows, report.droppedRows]).toEqual([6, 0]);
  expect(getRates(report)).toEqual({ f: 1 / 3, m: 2 / 3 });
  const omitted = await getReport(file, profile, { ...choice, blanks: { selected: '' } });
  expect([omitted.rows, omitted.droppedRows]).toEqual([3, 3]);
});

test('counts hidden rows and formulas without a result', async () => {
  const what = { prediction: 'hired', groups: ['sex'], missing: /** @type {const} */ ('drop') };
  const { rows, droppedRows, warnings } = await auditCsv(fair, formulas, what);
  expect([rows, droppedRows]).toEqual([39, 1]);
  expect(warnings.join(' ')).toMatch(/a filter hides were read too: 3.*without a stored result.*: 1/);
});
