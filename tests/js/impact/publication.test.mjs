// SPDX-License-Identifier: Apache-2.0
//
// The summary that Local Law 144 requires to be published: its statements, and its tables computed by hand.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'fairwasm';
import { describeResult, readDocument } from 'fairwasm/report';
import Papa from 'papaparse';
import { describeImpact } from '#fairwasm/impact/describe.js';
import { misuse } from '../../misuse.mjs';
import { runCommand } from '../cli/command.mjs';
import { getError, impact } from '../support.mjs';

const publication = {
  auditDate: '2026-03-31',
  distributionDate: '2026-05-01',
  dataSource: 'All applications for sales jobs in 2025',
  tool: 'Ranker 2',
};
const repeat = (value, times) => Array.from({ length: times }, () => value);
// 100 people: 40 women of whom 10 are selected, 59 men of whom 29 or 30 are selected, and one of unknown sex.
const sex = [...repeat('Female', 40), ...repeat('Male', 59), ''];
const race = [...repeat('White', 50), ...repeat('Black', 49), 'Asian'];
const selected = [...repeat('yes', 10), ...repeat('no', 30), ...repeat('yes', 29), ...repeat('no', 30), 'yes'];
const input = { sex, race, selected, publication };
const tablesIn = ({ blocks }) => blocks.filter((block) => 'rows' in block);
const factsIn = (/** @type {import("fairwasm/report").Document} */ { facts = [] }) => Object.fromEntries(facts);

test('states dates, source, people assessed, and people of unknown category', () => {
  const document = describeImpact(impact.localLaw144(input), 'hires.csv');
  expect(document.source).toBe('Bias audit of Ranker 2');
  expect(factsIn(document)).toMatchObject({
    'Bias audit': 'March 31, 2026',
    Distribution: 'May 1, 2026 (date from which the tool is used)',
    Data: 'All applications for sales jobs in 2025',
    Assessed: '100 people',
  });
  const texts = document.blocks.flatMap((block) => ('texts' in block ? block.texts : []));
  expect(texts).toContain('People of unknown sex, who are not in this table: 1.');
  expect(texts).toContain('People of unknown race or ethnicity, who are not in this table: 0.');
});

test('lists number, rate, and ratio of each category without intervals', () => {
  const [, bySex] = tablesIn(describeImpact(impact.localLaw144(input)));
  expect(bySex.caption).toBe('Sex');
  expect(bySex.columns.map(({ heading }) => heading)).toEqual([
    'Number of applicants',
    'Number selected',
    'Selection rate',
    'Impact ratio',
  ]);
  // 10 of 40 is 0.25; 29 of 59 is the highest rate.
  expect(bySex.rows.map(({ name, cells }) => [name, ...cells])).toEqual([
    ['Female', 40, 10, 0.25, { value: (0.25 * 59) / 29 }],
    ['Male', 59, 29, 29 / 59, { value: 1 }],
  ]);
});

test('names the scoring rate of scores', () => {
  const score = sex.map((_, i) => i);
  const [byRace] = tablesIn(describeImpact(impact.localLaw144({ sex, race, score, publication })));
  expect(byRace.columns.map(({ heading }) => heading)).toEqual([
    'Number of applicants',
    'Scoring rate',
    'Impact ratio',
  ]);
});

test('requires a reason if small categories are excluded', () => {
  const excluding = { ...input, excludeSmall: true };
  expect(getError(() => impact.localLaw144(excluding))).toMatchObject({
    code: 'invalidArgument',
    argument: 'publication.exclusionReason',
  });
  const reason = 'One applicant only';
  const document = describeImpact(
    impact.localLaw144({ ...excluding, publication: { ...publication, exclusionReason: reason } }),
  );
  expect(factsIn(document).Exclusion).toBe(reason);
  const asian = tablesIn(document)[0].rows.find(({ name }) => name === 'Asian');
  expect(asian.cells).toEqual([1, 1, 1, 'excluded']);
});

test.each([
  ['publication', 'a text'],
  ['publication.auditDate', { ...publication, auditDate: '2026-02-30' }],
  ['publication.auditDate', { ...publication, auditDate: 'March 31, 2026' }],
  ['publication.distributionDate', { ...publication, distributionDate: undefined }],
  ['publication.dataSource', { ...publication, dataSource: ' ' }],
  ['publication.tool', { ...publication, tool: 7 }],
  ['publication', { ...publication, extra: 'x' }],
])('rejects %s: %j', (argument, wrong) => {
  const error = getError(() => impact.localLaw144(misuse({ ...input, publication: wrong })));
  expect(error).toMatchObject({ code: 'invalidArgument', argument });
});

test('rejects statements for tables without a rule', () => {
  const tables = impact.tables({ groups: { sex, race }, selected });
  const error = getError(() => describeResult({ ...tables, publication }));
  expect(error).toMatchObject({ argument: 'publication' });
});

test('writes one CSV row per category, and one for unknown categories', () => {
  const csv = format(impact.localLaw144(input), 'csv');
  const { data } = Papa.parse(csv.trim(), { header: true });
  expect(data.filter(({ table }) => table === 'Sex')).toEqual([
    {
      audit_date: '2026-03-31',
      distribution_date: '2026-05-01',
      data_source: 'All applications for sales jobs in 2025',
      outcome: 'yes',
      table: 'Sex',
      category: 'Female',
      applicants: '40',
      selected: '10',
      rate: '0.25',
      impact_ratio: String((0.25 * 59) / 29),
    },
    expect.objectContaining({ category: 'Male', applicants: '59', impact_ratio: '1' }),
    expect.objectContaining({ category: 'Unknown', applicants: '1', rate: '' }),
  ]);
});

test('reads the summary from its HTML and JSON again', () => {
  const report = impact.localLaw144(input);
  const described = describeImpact(report, 'hires.csv');
  for (const kind of /** @type {const} */ (['html', 'json'])) {
    const again = readDocument(format(report, kind, { source: 'hires.csv' }));
    expect(again.facts).toEqual(described.facts);
    expect(tablesIn(again)).toEqual(tablesIn(described));
  }
});

test('the command writes the summary, and names a missing date', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairwasm-publication-'));
  const lines = sex.map((each, i) => [each, race[i], selected[i]].join());
  writeFileSync(join(folder, 'hires.csv'), `sex,race,hired\n${lines.join('\n')}\n`);
  const command = (...more) =>
    runCommand(
      [
        'impact',
        'hires.csv',
        '--rule',
        'local-law-144',
        ...['--sex', 'sex', '--race', 'race', '--selected', 'hired', ...more],
      ],
      { cwd: folder },
    );
  const dates = ['--audit-date', '2026-03-31', '--distribution-date', '2026-05-01'];
  const { status, stdout } = command(...dates, '--data-source', 'Jobs', '--format', 'markdown');
  expect([status, stdout]).toEqual([
    0,
    format(
      impact.localLaw144({
        ...{ sex, race, selected },
        publication: { ...publication, dataSource: 'Jobs', tool: undefined },
      }),
      'markdown',
      { source: 'hires.csv' },
    ),
  ]);
  expect(command(...dates)).toMatchObject({ status: 2, stderr: expect.stringContaining('requires --data-source') });
  rmSync(folder, { recursive: true });
});
