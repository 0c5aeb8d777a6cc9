// SPDX-License-Identifier: Apache-2.0
//
// The width of usual characters, which is not worked out but known, is what the library says of each.
import stringWidth from 'string-width';
import { widthInColumns } from '../../../dist/report/width-in-columns.js';

test('each character, between letters', () => {
  for (let code = 0x20; code < 0x3000; code++) {
    const text = `e${String.fromCharCode(code)}e`;
    expect([code, widthInColumns(text)]).toEqual([code, stringWidth(text)]);
  }
});

test.each(['', 'plain', '漢字', '👩🏽‍🚀', '\x1b[1mbold\x1b[0m', 'é', 'a…b – “c”'])('%s', (text) => {
  expect(widthInColumns(text)).toBe(stringWidth(text));
});
