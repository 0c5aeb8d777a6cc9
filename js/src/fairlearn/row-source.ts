// SPDX-License-Identifier: Apache-2.0
//
// The source of a MetricFrame's custom metrics that are functions of rows.

import { tooLarge } from '../core/error.js';
import type { Wasm } from '../core/module.js';
import { shown } from '../core/options.js';
import { type CategoryColumn, getLength, isCoded, type NumberColumn, toIndexable, type Value } from '../data/column.js';
import { RowGroups, requireRows } from '../data/condition.js';
import { type DrawnClusters, drawRows } from './drawn-rows.js';
import { required, type Source, type SourceColumns, type SourceGroup } from './frame-sources.js';
import type { FrameMetric, RowsMetric } from './metric-names.js';

type Columns = Readonly<Record<string, CategoryColumn | NumberColumn>>;

// With more combinations of categories, comparing groups makes no sense.
const maxCombinations = 1 << 16;

function reader(column: CategoryColumn | NumberColumn, name: string, rows: number) {
  requireRows(name, getLength(column, name), rows);
  if (isCoded(column)) return (row: number): Value => column.categories[column.codes[row] as number];
  const values = toIndexable(column, name);
  return (row: number): Value => values[row];
}

/**
 * Metrics that are functions of rows, from which bootstrap samples are drawn. `params` contains their additional
 * columns, by metric name.
 */
export class RowSource implements Source {
  readonly #wasm: Wasm;
  #drawn: Uint32Array | undefined;
  readonly #groups: RowGroups;
  readonly #label: (row: number) => Value;
  readonly #prediction: (row: number) => Value;
  readonly #params: Readonly<Record<string, Record<string, (row: number) => Value>>>;

  constructor(wasm: Wasm, columns: SourceColumns, params: Readonly<Record<string, Columns>>) {
    this.#wasm = wasm;
    const rows = getLength(columns.label, 'label');
    this.#groups = new RowGroups(columns.groups, rows, maxCombinations);
    this.#label = reader(columns.label, 'label', rows);
    const prediction = columns.prediction ?? columns.score;
    this.#prediction = reader(required('prediction', prediction), 'prediction', rows);
    const weight = columns.weight === undefined ? {} : { weight: columns.weight };
    const readers = (input: Columns) =>
      Object.entries({ ...weight, ...input }).map(([name, column]) => [name, reader(column, name, rows)]);
    this.#params = Object.fromEntries(
      Object.entries(params).map(([metric, given]) => [metric, Object.fromEntries(readers(given))]),
    );
  }

  by(by: readonly string[]): SourceGroup[] {
    const columns = by.map((name) => ({ name, ...this.#groups.column(name) }));
    const size = columns.reduce((product, { categories }) => product * categories.length, 1);
    if (size > maxCombinations) {
      throw tooLarge(by.join(', '), `at most ${maxCombinations} combinations of categories`, shown(size));
    }
    const rows = Array.from({ length: size }, (): number[] => []);
    const count = this.#drawn?.length ?? this.#groups.rows;
    for (let i = 0; i < count; i++) {
      const row = this.#drawn?.[i] ?? i;
      let index = 0;
      for (const { codes, categories } of columns) index = index * categories.length + (codes[row] as number);
      rows[index]?.push(row);
    }
    return rows.map((own, position) => this.#group(columns, own, position));
  }

  resample(seed: number, draw: number, clusters?: DrawnClusters): void {
    this.#drawn = drawRows(this.#wasm, this.#groups.rows, { seed, draw, clusters });
  }

  [Symbol.dispose](): void {}

  #group(
    columns: readonly { name: string; categories: readonly string[] }[],
    own: readonly number[],
    index: number,
  ): SourceGroup {
    const entries: [string, string][] = [];
    let rest = index;
    for (const { name, categories } of columns.toReversed()) {
      entries.unshift([name, categories[rest % categories.length] as string]);
      rest = Math.floor(rest / categories.length);
    }
    const measure = (metric: FrameMetric, name: string) => {
      if (metric === 'count') return own.length;
      const params = Object.entries(this.#params[name] ?? {}).map(([param, at]) => [param, own.map(at)]);
      const f = metric as RowsMetric;
      return f(own.map(this.#label), own.map(this.#prediction), Object.fromEntries(params));
    };
    return { categories: Object.fromEntries(entries), rows: own.length, measure };
  }
}
