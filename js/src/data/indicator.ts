// SPDX-License-Identifier: Apache-2.0
//
// Indicator columns of files: whether each row has a label. The same rule applies to every command and to the page.

import { type FairwasmError, invalid, missingValue } from '../core/error.js';
import { CategoryEncoder, missingCategory } from './category.js';
import type { CategoryColumn } from './column.js';
import { toAnswer } from './favorable.js';
import { getKey, isMissing, requireName } from './value.js';

/** @internal Strings as encoded by a CSV reader. */
export type CodedTexts = { codes: Uint32Array; categories: readonly string[] };

const isSign = (key: string) => key === '1' || key === '-1';

/**
 * Reads one indicator column, in one batch or several: 1, `true`, or yes if the row has the label; 0, `false`, or no if
 * it does not. In a column of 1 and -1 without 0, -1 means 0; -1 together with 0 may mean "unknown" and is an error.
 */
export class IndicatorColumn {
  readonly #name: string;
  #zero: string | undefined;
  // The spelling of yes and no in the column that these values predict.
  readonly #words = new Map<string, string>();

  constructor(name: string) {
    this.#name = name;
  }

  /**
   * Returns 0 or 1 for each row.
   *
   * @param firstRow Number of the batch's first row, for errors. Default: 0.
   * @throws FairwasmError `invalidArgument` or `missingValue` with the row.
   */
  read(column: CategoryColumn, firstRow = 0): Uint8Array {
    const encoder = new CategoryEncoder(this.#name, [], 'category');
    const codes = encoder.encode(column);
    const bits = encoder.categories.map((category) => this.#getBit(category));
    return Uint8Array.from(codes, (code, row) => {
      const bit = bits[code];
      if (bit !== undefined) return bit;
      throw this.#notOne(encoder.categories[code] as string, firstRow + row);
    });
  }

  /**
   * Returns the column, an indicator or any other column, with `true` and `false` renamed to 1 and 0, and with -1
   * renamed to 0 if the first batch contains only 1 and -1.
   *
   * @param predicted The column that these values predict: the result then uses its spelling of yes and no.
   * @throws FairwasmError `invalidArgument` with the row for another value in a later batch of a column of 1 and -1.
   */
  rename({ codes, categories }: CodedTexts, firstRow: number, predicted: IndicatorColumn = this): CodedTexts {
    const keys = categories.map((text) => (isMissing(text) ? undefined : getKey(requireName(text, this.#name))));
    const names = keys.filter((key) => key !== undefined);
    if (names.length > 0) this.#zero ??= names.every(isSign) && names.includes('-1') ? '-1' : '0';
    const renamed = keys.map((key, code) => {
      const text = categories[code] as string;
      if (key === undefined) return text;
      if (this.#zero === '0') return predicted.#getWord(key === '1' || key === '0' ? key : text, predicted === this);
      if (isSign(key)) return predicted.#getWord(key === '1' ? '1' : '0', predicted === this);
      throw invalid(this.#name, '1 or -1, as in earlier rows', `'${text}'`, firstRow + codes.indexOf(code));
    });
    return { codes, categories: renamed };
  }

  #getWord(text: string, isOwn: boolean): string {
    const answer = toAnswer(text);
    if (answer === undefined || text === '-1') return text;
    const word = this.#words.get(answer);
    if (isOwn && word === undefined) this.#words.set(answer, text);
    return isOwn || word === undefined ? text : word;
  }

  #getBit(name: string): number | undefined {
    const answer = toAnswer(name);
    if (answer === 'yes') return 1;
    if (answer === undefined) return undefined;
    const zero = getKey(name) === '-1' ? '-1' : '0';
    this.#zero ??= zero;
    return this.#zero === zero ? 0 : undefined;
  }

  #notOne(category: string, row: number): FairwasmError {
    const isMissing = category === missingCategory;
    return (isMissing ? missingValue : invalid)(
      this.#name,
      category === '-1' ? '0 or 1, or -1 without 0' : '0 or 1, or yes or no',
      isMissing ? 'a missing value' : `'${category}'`,
      row,
    );
  }
}
