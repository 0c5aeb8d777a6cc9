// SPDX-License-Identifier: Apache-2.0
//
// The built-in widths of common characters equal those of the library.
import stringWidth from 'string-width';
import { widthInColumns } from '../../../dist/document/width-in-columns.js';

test('has the width of each character between letters', () => {
  for (let code = 0x20; code < 0x3000; code++) {
    const text = `e${String.fromCharCode(code)}e`;
    expect([code, widthInColumns(text)]).toEqual([code, stringWidth(text)]);
  }
});

test.each(['', 'plain', '漢字', '👩🏽‍🚀', '\x1b[1mbold\x1b[0m', 'é', 'a…b – “c”'])('has the width of %s', (text) => {
  expect(widthInColumns(text)).toBe(stringWidth(text));
});
