// SPDX-License-Identifier: Apache-2.0
//
// How the API reports of docs/api are divided, and which changes of the API they show.

import { compare, declarationsIn, divide } from '../../scripts/lib/api-report.mjs';

const report = (...declarations) => `## API Report

\`\`\`ts

/// <reference lib="esnext.disposable" />

${declarations.map((each) => `// @public\n${each}\n`).join('\n')}
// (No @packageDocumentation comment for this package)

\`\`\`
`;

const row = 'export interface Row {\n    // (undocumented)\n    a: number;\n}';
const key = 'export type Key = string;';
const only = 'export function only(row: Row): Key;';

const reports = divide({ one: report(row, key, only), two: report(row, key), three: report(row) });

test('a declaration of one entry point is in its report, and is listed as exported', () => {
  expect(reports.one).toContain('export function only(row: Row): Key;\n```');
});

test('a declaration that several entry points export is in the shared report only', () => {
  expect(reports.shared).toContain('type Key = string;\ninterface Row { a: number; }\n');
  expect(reports.two).toContain('```ts\nexport {\n    Key, Row,\n}\n```');
  expect(reports.two).not.toContain('interface Row');
});

test('declarations of one name that differ are both kept', () => {
  const { one, two } = divide({ one: report('export type A = 1;'), two: report('export type A = 2;') });
  expect([one, two]).toEqual([expect.stringContaining('type A = 1;'), expect.stringContaining('type A = 2;')]);
});

test('overloads stay in their order', () => {
  const { one } = divide({
    one: report('export function b(x: 2): 2;', 'export function a(): 0;', 'export function b(x: 1): 1;'),
  });
  expect(one).toContain('export function a(): 0;\nexport function b(x: 2): 2;\nexport function b(x: 1): 1;');
});

const wide = `interface Wide {\n    a: { b: 1; };\n    c: '${'x'.repeat(90)};';\n}`;

test('a declaration is on one line if it fits there', () => {
  const { one } = divide({ one: report(wide.replace('{ b: 1; }', '{\n        b: 1;\n    }')) });
  expect(one).toContain(wide);
});

test('a declaration has one member per line when it is read', () => {
  const { one } = divide({ one: report('interface A {\n    // (undocumented)\n    a: {};\n}', wide) });
  expect(Object.fromEntries(declarationsIn(one))).toEqual({
    A: 'interface A {\n    a: {\n    };\n}',
    Wide: wide.replace('{ b: 1; }', '{\n        b: 1;\n    }'),
  });
});

test('a type with a global name is exported by this name', () => {
  const { one } = divide({
    one: report(
      'interface Document_2 {\n    a: 1;\n}\nexport { Document_2 as Document }',
      'export type Use = Document_2;',
    ),
  });
  expect(one).toContain('export interface Document { a: 1; }\nexport type Use = Document;');
});

test('a tag that is not @public stays', () => {
  const { one } = divide({ one: '```ts\n\n// @public @deprecated\nexport type A = 1;\n\n```' });
  expect(one).toContain('// @public @deprecated\nexport type A = 1;');
});

test('a declaration without a name is an error', () => {
  expect(() => divide({ one: report('{ a }') })).toThrow('a declaration without a name: { a }');
});

test.each([
  ['nothing', [row, key, only], { lost: false, gained: false }],
  ['a new export', [row, key, only, 'export type New = 1;'], { lost: false, gained: true }],
  [
    'a new member',
    [row.replace('a: number;', 'a: number;\n    b?: number;'), key, only],
    { lost: false, gained: true },
  ],
  ['a changed type of a member', [row.replace('number', 'string'), key, only], { lost: true, gained: true }],
  ['a removed export', [row, key], { lost: true, gained: false }],
])('compares %s', (_, declarations, change) => {
  expect(compare(divide({ one: report(row, key, only) }), divide({ one: report(...declarations) }))).toEqual(change);
});

test('a type that another entry point also exports moves to the shared report, and only adds to the API', () => {
  const before = divide({ one: report(row, only), two: report(key) });
  const after = divide({ one: report(row, only), two: report(row, key) });
  expect(after.shared).toContain('interface Row');
  expect(compare(before, after)).toEqual({ lost: false, gained: true });
});
