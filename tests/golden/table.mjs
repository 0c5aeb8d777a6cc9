// The table "values compared, digits agreed" of docs/agreement.md, in the manner of NIST's Statistical Reference Datasets.

import { decode } from './check/values.mjs';

const maxDigits = 15; // of a double
const nearZero = 1e-10; // such values are mostly rounding errors

/** Returns the numbers in a recorded value, each with the computed one. */
function* numbersIn(recorded, actual) {
  const expected = decode(recorded);
  if (typeof expected === 'number' && typeof actual === 'number') yield [expected, actual];
  if (typeof expected !== 'object' || expected === null) return;
  for (const [key, part] of Object.entries(expected)) yield* numbersIn(part, actual?.[key]);
}

/** Returns the number of equal digits: the negative decimal logarithm of the relative error, or of the error near 0. */
function digits(expected, actual) {
  if (Object.is(expected, actual) || expected === actual) return maxDigits;
  const error = Math.abs(actual - expected) / (Math.abs(expected) < nearZero ? 1 : Math.abs(expected));
  return Math.min(maxDigits, Math.max(0, -Math.log10(error)));
}

/** Collects the results of golden values by the library that they were recorded with. */
export class Agreement {
  #peers = new Map();

  add(peer, { status, expected, actual, isInexact }) {
    const name = peer.replace(/\b([0-9a-f]{12})[0-9a-f]{28}\b/g, '$1');
    const found = this.#peers.get(name) ?? { values: 0, deviations: 0, digits: [] };
    this.#peers.set(name, found);
    found.values++;
    if (status !== 'passed') {
      found.deviations++;
      return;
    }
    if (isInexact) return;
    for (const [recorded, computed] of numbersIn(expected, actual)) {
      if (Number.isFinite(recorded)) found.digits.push(digits(recorded, computed));
    }
  }

  markdown() {
    const rows = [...this.#peers].filter(([name]) => name !== 'data').sort();
    return [
      '| Recorded with | Values | By definition | Numbers | Median digits | At least 12 digits | Fewest digits |',
      '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
      ...rows.map(([name, { values, deviations, digits: all }]) => {
        const sorted = all.toSorted((a, b) => a - b);
        const many = (100 * sorted.filter((each) => each >= 12).length) / sorted.length;
        const shown = [
          values,
          deviations,
          sorted.length,
          sorted[sorted.length >> 1]?.toFixed(1) ?? '',
          sorted.length > 0 ? `${many.toFixed(1)}%` : '',
          sorted[0]?.toFixed(1) ?? '',
        ].map((each) => (typeof each === 'number' ? each.toLocaleString('en-US') : each));
        return `| ${name} | ${shown.join(' | ')} |`;
      }),
    ].join('\n');
  }
}

/** The page with the table. */
export const agreementPage = (agreement) => `# Agreement with other libraries

The tests compare fairwasm with values that other libraries computed. \`npm run golden -- --table\` makes this page.

- **Values**: recorded results, each a number, a list, a record, or an error.
- **By definition**: values where the library deviates from its own documentation or from the cited paper. fairwasm follows the definition there,
  and the test compares it with a second computation. [Deviations](deviations.md) lists each rule.
- **Numbers**: the finite numbers in all other values.
- **Digits**: how many decimal digits agree: −log10 of the relative error, or of the absolute error for numbers below 1e-10; at most 15, the digits of a double. Random values and values recorded in single precision, such as those of trained attackers, are not counted.

${agreement.markdown()}
`;
