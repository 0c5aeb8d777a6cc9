// SPDX-License-Identifier: Apache-2.0
//
// A stored report is either shown or rejected with advice.

import { format } from 'fairwasm';
import { fair, getError } from '../support.mjs';

const report = () =>
  JSON.parse(
    JSON.stringify(fair.audit({ label: [1, 0, 1], prediction: [1, 1, 0], groups: { sex: ['f', 'm', 'f'] } }).report()),
  );

// Like version 0.1.0 wrote it.
function withoutIds() {
  const old = report();
  for (const { groups, comparisons } of old.breakdowns) {
    for (const each of [...groups, ...comparisons]) delete each.id;
  }
  return old;
}

describe.each([
  ['text', (result) => format(result, 'text')],
  ['HTML', (result) => format(result, 'html')],
  ['Markdown', (result) => format(result, 'markdown')],
  ['CSV', (result) => format(result, 'csv')],
])('prints a stored report as %s', (_, render) => {
  test('shows a saved report', () => {
    expect(render(report())).toContain('f');
  });

  test('rejects a report of fairwasm 0.1.0 with the reason', () => {
    const { code, message } = getError(() => render(withoutIds()));
    expect(code).toBe('invalidArgument');
    expect(message).toContain('the report is from fairwasm 0.1.0. Create it again from the data');
  });

  test.each([
    ['a different version', { ...report(), version: 3 }, 'version 3'],
    ['a different format', { ...report(), format: 'fairwasm-evidence' }, 'fairwasm-evidence'],
    ['no breakdowns', { ...report(), breakdowns: undefined }, 'breakdowns'],
    ['null', null, 'null'],
    ['text', '{}', "'{}'"],
  ])('rejects %s', (_name, given, said) => {
    expect(getError(() => render(given)).message).toContain(said);
  });
});
