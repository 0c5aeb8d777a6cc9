// Descriptions of results as files: what is saved as JSON or HTML is read again as it was.

import { format } from 'fairwasm';
import { load } from 'fairwasm/impact';
import { describeResult, readDocument } from 'fairwasm/report';
import { misuse } from '../../misuse.mjs';

const point = (x, y) => [x, y];
const document = {
  name: 'result',
  title: 'A <result>',
  source: 'rows & columns.csv',
  facts: [['Rows', '4']],
  blocks: [
    { texts: ['Each </script> is text.'], style: 'warning' },
    {
      heading: 'Group',
      columns: [{ heading: 'Rate', format: 'percent' }, { heading: 'Note' }],
      rows: [
        { name: 'f', group: 'f', cells: [{ value: 0.25, ci: [0.1, 0.5], pValue: 0.03 }, undefined] },
        { name: 'm', cells: [{ value: Number.NaN, reason: 'no rows' }, 'few'] },
      ],
    },
    { caption: 'Curves', across: 'x', up: 'y', lines: [{ name: 'f', points: [point(0, 1), point(1, Number.NaN)] }] },
    {
      caption: 'Shades',
      heading: 'True',
      names: ['a'],
      columns: ['a', 'b'],
      proportions: [[Number.NaN, 1]],
      weights: [[0, 2]],
    },
    { name: 'inner', title: 'Inner', blocks: [{ caption: 'Dots', dots: [{ name: 'f', value: { value: 1 } }] }] },
  ],
};

test.each(['json', 'html'])('reads %s as it was', (kind) => {
  expect(readDocument(format(misuse(document), misuse(kind)))).toEqual(document);
});

test('stores only the fields of an estimate that are shown', () => {
  const value = { value: 1, ci: [0, 2], adjustedCi: [-1, 3], minimumDetectableDifference: [0, 1] };
  const rows = [{ name: 'f', cells: [value] }];
  const blocks = [
    { caption: 'Dots', dots: [{ name: 'f', value }] },
    { heading: 'Group', columns: [{ heading: 'Gap' }], rows },
  ];
  const shown = { value: 1, ci: [0, 2] };
  for (const kind of ['json', 'html']) {
    const text = format(misuse({ name: 'x', title: 'X', blocks }), misuse(kind));
    const [dots, table] = readDocument(text).blocks;
    expect(dots).toMatchObject({ dots: [{ value: shown }] });
    expect(JSON.stringify([dots, table])).not.toMatch(/adjusted|detectable/);
    expect(table).toMatchObject({ rows: [{ cells: [shown] }] });
  }
});

test('reads the JSON and the HTML of other results', async () => {
  const impact = await load();
  const tables = impact.tables({ groups: { sex: ['f', 'f', 'm', 'm'] }, selected: [1, 0, 1, 1] });
  const described = describeResult(tables);
  for (const kind of ['json', 'html'])
    expect(readDocument(format(tables, misuse(kind))).blocks.length).toBe(described.blocks.length);
});

test('rejects incomplete descriptions, with the place', () => {
  const stored = JSON.parse(format(misuse(document), 'json'));
  const without = (change) => JSON.stringify(change(structuredClone(stored)));
  for (const [change, place] of [
    [(each) => ({ ...each, title: 1 }), /title/],
    [(each) => ({ ...each, version: 2 }), /version/],
    [(each) => ({ ...each, blocks: [{ rows: [] }] }), /blocks\.0/],
    [(each) => ({ ...each, blocks: [{ texts: [{}] }] }), /blocks\.0/],
    [
      (each) => ({ ...each, blocks: [{ ...each.blocks[1], rows: [{ name: 'f', cells: [{ value: {} }] }] }] }),
      /blocks\.0/,
    ],
  ])
    expect(() => readDocument(without(change))).toThrow(place);
  expect(() => readDocument('{"format":"fairwasm-unknown"}')).toThrow(/format/);
  expect(() => readDocument('<!doctype html><p>A page')).toThrow(/HTML|JSON/);
});
