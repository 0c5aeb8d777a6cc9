// SPDX-License-Identifier: Apache-2.0
//
// Names of tables and columns that would do harm without quoting.

const pieces = [
  ...['"', '`', "'", ']', '[', '\\', ';', '--', '/*', '*/', '#', '?', '$1', ':p', '{p1:String}'],
  ...['@p', '%s', 'DROP TABLE decisions', '__proto__', 'constructor', 'é', '名', '👩‍🔬', '\u202e'],
  ...['\n', '\t', ' ', 'a', 'B'],
];

/**
 * Returns the `i`th name of a table: different from all others even without case, and at most 63 bytes.
 *
 * @param next Returns pseudorandom numbers in [0, 1).
 * @param cannot Matches what the engine permits in no name, quoted or not.
 */
export function hostileName(next, i, cannot = /(?!)/u) {
  if (i === 3 && !cannot.test('__proto__')) return '__proto__';
  for (;;) {
    let name = '';
    while (name === '' || next() < 0.75) {
      const longer = `${name}${pieces[Math.floor(next() * pieces.length)]}`;
      if (new TextEncoder().encode(longer).length > 50) break;
      name = longer;
    }
    const unlike = next() < 0.5 ? `${i}~${name}` : `${name}~${i}`;
    if (!cannot.test(unlike)) return unlike;
  }
}
