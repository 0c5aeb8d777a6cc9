// SPDX-License-Identifier: Apache-2.0
import { fair, getError } from '../support.mjs';

const columns = { y: [1, 0, 1, 0], p: [1, 1, 0, 0], g: ['a', 'a', 'b', 'b'], w: [1, 2, 3, 4] };
const rows = columns.y.map((_, i) =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column[i]])),
);
const arrow = { getChild: (name) => (Object.hasOwn(columns, name) ? { toArray: () => columns[name] } : null) };
const what = { label: 'y', prediction: 'p', weight: 'w', groups: ['g'], uncertainty: /** @type {const} */ (false) };

describe('auditTable', () => {
  test.each([
    ['an object of columns', columns],
    ['an array of rows', rows],
    ['a table with getChild()', arrow],
  ])('reads %s', (_, table) => {
    const group = fair.auditTable(table, what).frame('g').group({ g: 'a' });
    expect(group.counts).toMatchObject({ rows: 2, instances: 3, truePositives: 1, falsePositives: 2 });
  });

  test('treats a field that some rows lack as missing', () => {
    const lacking = [{ p: 1, g: 'a' }, { p: 0 }];
    const frame = fair.auditTable(lacking, { prediction: 'p', groups: ['g'] }).frame('g');
    expect(frame.groups.map(({ name }) => name)).toEqual(['a', '(missing)']);
  });

  test.each([
    ['an object of columns', columns, 'y, p, g, w'],
    ['an array of rows', rows, 'y, p, g, w'],
    ['a table with getChild()', arrow, 'a column of the table'],
  ])('rejects a column that %s does not have', (_, table, known) => {
    const error = getError(() => fair.auditTable(table, { ...what, label: 'toString' }));
    expect(error).toMatchObject({ code: 'invalidArgument', argument: 'toString' });
    expect(error.message).toContain(known);
  });
});
