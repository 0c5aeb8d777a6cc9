// Forty seeded messy files: the page, the command, and the package return the rates with which the files were made.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditCsv } from 'fairwasm';
import { gzipSync, zipSync } from 'fflate';
import { vi } from 'vitest';
import { runCommand } from '../js/cli/command.mjs';
import { workbookOf } from '../js/data/workbook.mjs';
import { mulberry32 } from '../random-numbers.mjs';
import { fair, guess, ratesOf, reportOf, takeIn } from './page-audit.mjs';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const cwd = mkdtempSync(join(tmpdir(), 'fairwasm-same-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const words = [
  ['1', '0'],
  ['yes', 'no'],
  ['Sí', 'No'],
  ['True', 'False'],
  ['1', '-1'],
  ['1.0', '0.0'],
];
const disguises = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => ` ${text} `,
  (text) => `${text}\u00a0`,
  (text) => text.replace(' ', '  '),
];

/** Returns a file and the selection rate of each group. */
function messyFile(seed) {
  const random = mulberry32(seed);
  const pick = (values) => values[Math.floor(random() * values.length)];
  const [yes, no] = pick(words);
  const isMessy = random() < 0.6;
  const counts = { 'no binario': [0, 0], 'pequeño grupo': [0, 0] };
  const rows = Array.from({ length: 60 }, (_, i) => {
    const group = pick(Object.keys(counts));
    const isHired = random() < (group === 'no binario' ? 0.6 : 0.35);
    counts[group][0] += Number(isHired);
    counts[group][1]++;
    const disguise = isMessy && i > 9 ? pick(disguises) : disguises[0];
    return [`p-${i}`, disguise(group), isHired ? yes : no];
  });
  const header = ['id', 'género', 'hired'];
  const favorable = yes === 'Sí' ? yes : undefined;
  const rates = Object.fromEntries(Object.entries(counts).map(([g, [is, of]]) => [g, is / of]));
  const form = pick(['text', 'text', 'text', 'gzip', 'zip', 'workbook', 'json']);
  if (form === 'workbook') return { favorable, rates, bytes: workbookOf(header, rows) };
  if (form === 'json') {
    const objects = rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i]])));
    return { favorable, rates, bytes: Buffer.from(JSON.stringify(objects)) };
  }
  const delimiter = pick([',', ';', '\t', '|']);
  const end = pick(['\n', '\r\n']);
  const field = (text) => (isMessy ? `"${text}"` : text);
  const lines = [header, ...rows].map((row) => row.map(field).join(delimiter));
  if (isMessy && random() < 0.4) lines.splice(20, 0, '');
  const above = pick(['', '', `sep=${delimiter}${end}`, `Contrataciones de 2024${end}${end}`]);
  const below = pick(['', '', `Total: 60${end}`, delimiter.repeat(2) + end]);
  const text = above + lines.join(end) + end + below;
  const encoding = pick(['utf8', 'utf8', 'bom', 'latin1', 'utf16le']);
  const bytes = Buffer.from(
    encoding === 'bom' || encoding === 'utf16le' ? `\ufeff${text}` : text,
    encoding === 'bom' ? 'utf8' : encoding,
  );
  if (form === 'gzip') return { favorable, rates, bytes: Buffer.from(gzipSync(bytes)) };
  if (form === 'zip')
    return { favorable, rates, bytes: Buffer.from(zipSync({ 'table.csv': bytes })) };
  return { favorable, rates, bytes };
}

async function onPage(bytes) {
  const { file, profile } = await takeIn(new Blob([bytes]));
  const choice = guess(profile);
  expect(choice.groups).toEqual(['género']);
  expect(choice.prediction ?? choice.label).toBe('hired');
  const chosen = { ...choice, label: undefined, prediction: 'hired' };
  return reportOf(file, profile, chosen);
}

function inCommand(bytes, favorable) {
  writeFileSync(join(cwd, 'file'), bytes);
  const options = ['--prediction', 'hired', '--group', 'género', '--format', 'json'];
  if (favorable !== undefined) options.push('--favorable', favorable);
  const { stdout, stderr } = runCommand(['audit', 'file', ...options], { cwd });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

test.each(Array.from({ length: 40 }, (_, i) => i + 1))('file %i', async (seed) => {
  const { bytes, rates, favorable } = messyFile(seed);
  const what = { prediction: 'hired', groups: ['género'], favorable };
  expect(ratesOf(await auditCsv(fair, bytes, what))).toEqual(rates);
  expect(ratesOf(inCommand(bytes, favorable))).toEqual(rates);
  expect(ratesOf(await onPage(bytes))).toEqual(rates);
});
