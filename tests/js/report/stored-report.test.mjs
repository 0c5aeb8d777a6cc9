// SPDX-License-Identifier: Apache-2.0
//
// A stored report is either shown or rejected with advice.

import { format } from 'fairwasm';
import { fair, getError } from '../support.mjs';

const report = () =>
  JSON.parse(
    JSON.stringify(fair.audit({ label: [1, 0, 1], prediction: [1, 1, 0], groups: { sex: ['f', 'm', 'f'] } }).report()),
  );

describe.each([
  ['text', (result) => format(result, 'text')],
  ['HTML', (result) => format(result, 'html')],
  ['Markdown', (result) => format(result, 'markdown')],
  ['CSV', (result) => format(result, 'csv')],
])('prints a stored report as %s', (_, render) => {
  test('shows a saved report', () => {
    expect(render(report())).toContain('f');
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
