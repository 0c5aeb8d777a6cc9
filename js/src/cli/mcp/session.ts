// SPDX-License-Identifier: Apache-2.0
//
// What an assistant has learned about a file from the audits of one session. Each report is a table of counts, so each
// audit divides the rows of the file into cells. From several tables, counts of the cells of their intersection can
// follow by subtraction. Such a cell must be empty or have at least the minimum number of rows.

import { isSmall } from '../../data/suppression.js';
import { UsageError } from '../options/usage.js';

/** A column as codes. */
export interface Coded {
  codes: ArrayLike<number>;
  categories: readonly string[];
}

const maxAudits = 50; // a rejection reveals that some cell is small, so the number of questions is limited

/** The audits of one version of a file. */
export class FileSession {
  readonly #answers = new Map<string, readonly string[]>();
  readonly #questions = new Set<string>();
  /** The cell of each row in the intersection of all tables so far. */
  #cells: Uint32Array | undefined;

  /** Returns the earlier answer to the same question. Throws if there were too many different questions. */
  find(question: string): readonly string[] | undefined {
    this.#questions.add(question);
    if (this.#questions.size <= maxAudits) return this.#answers.get(question);
    throw new UsageError(`at most ${maxAudits} different audits of a file are answered until the server is restarted`);
  }

  /**
   * Records an answer.
   *
   * @param columns The columns whose combinations the answer counts.
   * @throws UsageError if counts below `minCellSize` could follow from this answer together with earlier ones.
   */
  add(question: string, columns: readonly Coded[], minCellSize: number, answer: readonly string[]): void {
    const { cells, sizes } = intersect(this.#cells ? [...columns, codesOf(this.#cells)] : columns);
    if (this.#cells && sizes.some((size) => isSmall(size, minCellSize))) {
      throw new UsageError(
        `this audit is withheld: together with an earlier audit of the file, it could reveal fewer than ${minCellSize} rows. ` +
          'Repeat an earlier audit, or name all groups in one audit after the server has been restarted',
      );
    }
    this.#cells = cells;
    this.#answers.set(question, answer);
  }
}

const codesOf = (codes: Uint32Array): Coded => ({ codes, categories: [] });

/** Returns the combination of each row, and the number of rows of each combination. */
function intersect(columns: readonly Coded[]): { cells: Uint32Array; sizes: readonly number[] } {
  const cells = new Uint32Array(columns[0]?.codes.length ?? 0);
  let sizes: number[] = [];
  for (const { codes, categories } of columns) {
    const places = new Map<string, number>();
    sizes = [];
    for (let row = 0; row < cells.length; row++) {
      const code = codes[row] as number;
      // Equal categories, such as merged ones, are one category.
      const key = `${cells[row]} ${categories[code] ?? code}`;
      const index = places.get(key) ?? places.size;
      places.set(key, index);
      sizes[index] = (sizes[index] ?? 0) + 1;
      cells[row] = index;
    }
  }
  return { cells, sizes };
}
