// SPDX-License-Identifier: Apache-2.0
//
// Numbers as people write them, 0,5 and 1.234,50 and $1,200 and 45 %, as numbers that programs read. A column is taken for
// one of them only if all its values are, and none is a name that only looks like a number.

/** How the texts of a column become numbers, and how that is said. */
export interface NumberTexts {
  plain: (text: string) => string;
  said: string;
}

const shape = /^[-+]?[€$£]?\s?[-+]?(\d{1,3}([.,'\u00a0\u202f ]\d{3})+|\d+)?([.,]\d+)?\s?[€$£%]?$/;

/** Undefined where they are numbers already, or something else. */
export function numberTexts(values: readonly string[]): NumberTexts | undefined {
  if (values.length === 0 || !values.every((text) => /\d/.test(text) && shape.test(text)))
    return undefined;
  if (values.every((text) => Number.isFinite(Number(text)))) return undefined;
  const isShare = values.every((text) => text.endsWith('%'));
  if (!isShare && values.some((text) => text.endsWith('%'))) return undefined;
  const decimal = decimalOf(values);
  if (decimal === undefined) return undefined;
  const plain = (text: string) => {
    if (text === '') return '';
    const digits = text
      .replace(/[€$£%\s'\u00a0\u202f]/g, '')
      .replaceAll(decimal === ',' ? '.' : ',', '');
    const number = Number(digits.replace(',', '.'));
    return String(isShare ? Number((number / 100).toPrecision(15)) : number);
  };
  const what = decimal === ',' ? 'with decimal commas' : 'with separators or signs';
  return { plain, said: isShare ? 'percentages, read as shares of 1' : `numbers ${what}` };
}

/** What stands before the decimals: of a text with both, the last; a comma before three digits divides thousands. */
function decimalOf(values: readonly string[]): ',' | '.' | undefined {
  const marks = values.map((text) => text.replace(/[^.,]/g, ''));
  const both = values.find((text) => text.includes(',') && text.includes('.'));
  if (both) {
    const decimal = both.lastIndexOf(',') > both.lastIndexOf('.') ? ',' : '.';
    const isMixed = values.some(
      (_, i) =>
        (marks[i] as string).length > 1 &&
        (marks[i] as string).at(-1) !== decimal &&
        new Set(marks[i]).size > 1,
    );
    return isMixed ? undefined : decimal;
  }
  if (!marks.some((mark) => mark.includes(','))) return '.';
  const isThousands = values.every(
    (text) => !text.includes(',') || /^\D*[1-9]\d{0,2}(,\d{3})+\D*$/.test(text),
  );
  return isThousands ? '.' : ',';
}
