// SPDX-License-Identifier: Apache-2.0
//
// Removes invisible characters from values, or writes them as codes, so that values that look the same remain different.

import type { CodedBatch } from '../coded-csv.js';
import { isCoded } from '../column.js';
import { replaceInvisible, type Value } from '../value.js';
import type { IntakeOptions } from './options.js';
import { type Decision, listed } from './record.js';
import { mapped } from './selection.js';

const toCodePoint = (letter: string): string =>
  `<U+${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}>`;

/** Changes the invisible characters in the columns of text of a file. */
export class Invisible {
  readonly #isKept: boolean;
  readonly #changed = new Map<string, Set<string>>();

  constructor(treatment: IntakeOptions['invisible']) {
    this.#isKept = treatment === 'keep';
  }

  async *batches(batches: AsyncIterable<CodedBatch>): AsyncGenerator<CodedBatch, void, undefined> {
    for await (const batch of batches) {
      const columns = Object.entries(batch.columns).map(([name, column]) => {
        const isText = isCoded(column) || Array.isArray(column);
        return [name, isText ? mapped(column, (value) => this.#change(name, value)) : column];
      });
      yield { ...batch, columns: Object.fromEntries(columns) };
    }
  }

  get decisions(): Decision[] {
    const what = this.#isKept ? 'were written as codes' : 'were removed from';
    return [...this.#changed].map(([name, values]) => ({
      note: `${name}: invisible characters ${what}: ${listed(values)}.`,
      option: 'invisible',
    }));
  }

  #change(column: string, value: Value): Value {
    if (typeof value !== 'string') return value;
    const text = replaceInvisible(value, this.#isKept ? toCodePoint : () => '');
    if (text === value) return value;
    this.#changed.set(column, (this.#changed.get(column) ?? new Set()).add(text));
    return text;
  }
}
