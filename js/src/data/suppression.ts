import { requireWhole } from '../core/options.js';

/** Returns whether the combination of categories at these indices is suppressed. */
export type IsHidden = (at: readonly number[]) => boolean;

/**
 * @param sizes Number of categories of each attribute; there is an additional index for people of unknown category.
 * @param layers For each outcome, the counts of the intersectional categories, which add up to all people.
 * @returns The suppressed categories in each attribute's table and in the intersectional table.
 */
export function suppress(
  sizes: readonly number[],
  layers: readonly Float64Array[],
  below: number,
): { single: IsHidden[]; crossed: IsHidden } {
  const widths = sizes.map((size) => size + 1);
  const margins = widths.map((_, position) => getMargin(layers, widths, position));
  const hidden = (more: number) => margins.map((margin) => hiddenIn(margin, below, more));
  if (!margins.every((margin, place) => isSafe(margin, hidden(0)[place] as Set<number>, below))) {
    return { single: sizes.map(() => () => true), crossed: () => true };
  }
  if (widths.length !== 2) {
    const hasSmall = layers.some((layer) => layer.some((count) => isSmall(count, below)));
    return { single: hidden(0).map(isAmong), crossed: () => hasSmall };
  }
  for (let more = 0; ; more++) {
    const [rows, columns] = hidden(more) as [Set<number>, Set<number>];
    const grid = new Grid(layers, widths as [number, number], [rows, columns]);
    const isAll = rows.size === sizes[0] && columns.size === sizes[1];
    if (!grid.protect(below) && !isAll) continue;
    return {
      single: [rows, columns].map(isAmong),
      crossed: ([row, column]) => grid.isHidden(row as number, column as number),
    };
  }
}

/** True if a count is suppressed: it is not 0, and below the limit. */
export const isSmall = (count: number, below: number): boolean => count > 0 && count < below;

const isAmong =
  (set: ReadonlySet<number>): IsHidden =>
  ([at]) =>
    set.has(at as number);

/** Throws `invalidArgument` unless the limit is an integer of 2 or more. */
export function requireLimit(argument: string, limit: unknown): void {
  if (limit === undefined) return;
  requireWhole(argument, limit, 2);
}

/** Returns, for each layer, the counts by category of one attribute; the last is unknown. */
function getMargin(layers: readonly Float64Array[], widths: readonly number[], index: number): number[][] {
  const width = widths[index] as number;
  const step = widths.slice(index + 1).reduce((product, each) => product * each, 1);
  return layers.map((layer) => {
    const sums = new Array<number>(width).fill(0);
    layer.forEach((count, cell) => {
      const at = Math.floor(cell / step) % width;
      sums[at] = (sums[at] as number) + count;
    });
    return sums;
  });
}

/** True if the sums of suppressed cells reveal no small cell, because each cell could be as large as the limit. */
function isSafe(margin: readonly (readonly number[])[], hidden: ReadonlySet<number>, below: number): boolean {
  return margin.every((layer) => {
    const counts = [...hidden].map((at) => layer[at] as number);
    const sum = counts.reduce((total, each) => total + each, 0);
    return sum >= below || !counts.some((count) => isSmall(count, below));
  });
}

/**
 * Returns the categories to suppress in an attribute's own table: the categories with small cells, and the smallest
 * others until there are two, plus `more`, and the table is safe. Returns all categories if no subset is safe.
 */
function hiddenIn(margin: readonly (readonly number[])[], below: number, more: number): Set<number> {
  const known = (margin[0] as readonly number[]).slice(0, -1).map((_, at) => at);
  const size = (at: number) => margin.reduce((sum, layer) => sum + (layer[at] as number), 0);
  const small = (at: number) => margin.some((layer) => isSmall(layer[at] as number, below));
  const hidden = new Set(known.filter(small));
  const others = known.filter((at) => !small(at)).sort((one, other) => size(one) - size(other));
  const min = hidden.size === 0 && more === 0 ? 0 : Math.max(2, hidden.size + more);
  const isEnough = () => hidden.size >= min && isSafe(margin, hidden, below);
  while (!isEnough() && others.length > 0) hidden.add(others.shift() as number);
  return hidden;
}

type Side = 0 | 1;

/**
 * The known categories of two attributes as a grid; categories that their own tables suppress share one row or
 * column.
 */
class Grid {
  readonly #layers: readonly Float64Array[];
  readonly #width: number;
  /** For each attribute, the row or column of the grid of each category. */
  readonly #lines: readonly [number[], number[]];
  /** The rows and the columns of the suppressed rectangle. */
  readonly #chosen: readonly [Set<number>, Set<number>];
  readonly #hidden: readonly [Set<number>, Set<number>];

  constructor(
    layers: readonly Float64Array[],
    widths: readonly [number, number],
    hidden: readonly [Set<number>, Set<number>],
  ) {
    this.#layers = layers;
    this.#width = widths[1];
    this.#hidden = hidden;
    this.#lines = [getLines(widths[0] - 1, hidden[0]), getLines(widths[1] - 1, hidden[1])];
    // Cells that are suppressed in any case are in the rectangle.
    const line = (side: Side) => [...hidden[side]].map((at) => this.#lines[side][at] as number);
    this.#chosen = [new Set(line(0)), new Set(line(1))];
  }

  isHidden(row: number, column: number): boolean {
    if (this.#hidden[0].has(row) || this.#hidden[1].has(column)) return true;
    const [rows, columns] = this.#lines;
    return this.#chosen[0].has(rows[row] as number) && this.#chosen[1].has(columns[column] as number);
  }

  /** Grows the rectangle until every small cell is safe; returns false if that is impossible. */
  protect(below: number): boolean {
    const small = this.#smallCells(below);
    for (const { row, column } of small) {
      this.#chosen[0].add(row);
      this.#chosen[1].add(column);
    }
    const smallestFirst = this.#linesBySize();
    for (;;) {
      const sums = this.#layers.map((layer) => this.#sumsIn(layer));
      const isSafe = small.every(({ layer, row, column, isDivided }) => {
        const { rows, columns, all } = sums[layer] as Sums;
        const [r, c] = [rows.get(row) as number, columns.get(column) as number];
        return Math.min(r, c) - (isDivided ? 0 : Math.max(0, r + c - all)) >= below;
      });
      if (isSafe) return true;
      const others = smallestFirst.filter(({ side, line }) => !this.#chosen[side].has(line));
      // A single row protects nothing, regardless of its length.
      const next = others.find(({ side }) => this.#chosen[side].size < 2) ?? others[0];
      if (!next) return false;
      this.#chosen[next.side].add(next.line);
    }
  }

  #each(visit: (cell: number, row: number, column: number) => void): void {
    const [rows, columns] = this.#lines;
    rows.forEach((row, i) => {
      columns.forEach((column, j) => {
        visit(i * this.#width + j, row, column);
      });
    });
  }

  #smallCells(below: number) {
    const small: { layer: number; row: number; column: number; isDivided: boolean }[] = [];
    const isShared = (side: Side, line: number) => this.#lines[side].filter((each) => each === line).length > 1;
    this.#each((cell, row, column) => {
      this.#layers.forEach((layer, at) => {
        const count = layer[cell] as number;
        if (count === 0 || count >= below) return;
        small.push({ layer: at, row, column, isDivided: isShared(0, row) || isShared(1, column) });
      });
    });
    return small;
  }

  #linesBySize(): { side: Side; line: number; size: number }[] {
    const sizes: [Map<number, number>, Map<number, number>] = [new Map(), new Map()];
    this.#each((cell, ...at) => {
      const people = this.#layers.reduce((sum, layer) => sum + (layer[cell] as number), 0);
      for (const side of [0, 1] as const) {
        sizes[side].set(at[side] as number, (sizes[side].get(at[side] as number) ?? 0) + people);
      }
    });
    return ([0, 1] as const)
      .flatMap((side) => [...sizes[side]].map(([line, size]) => ({ side, line, size })))
      .sort((one, other) => one.size - other.size);
  }

  #sumsIn(layer: Float64Array): Sums {
    const sums: Sums = { rows: new Map(), columns: new Map(), all: 0 };
    this.#each((cell, row, column) => {
      if (!this.#chosen[0].has(row) || !this.#chosen[1].has(column)) return;
      const count = layer[cell] as number;
      sums.rows.set(row, (sums.rows.get(row) ?? 0) + count);
      sums.columns.set(column, (sums.columns.get(column) ?? 0) + count);
      sums.all += count;
    });
    return sums;
  }
}

/** Sums within the rectangle. */
interface Sums {
  rows: Map<number, number>;
  columns: Map<number, number>;
  all: number;
}

/** Returns a line for each category; suppressed categories share the line of the first of them. */
function getLines(categories: number, hidden: ReadonlySet<number>): number[] {
  const [first] = hidden;
  return Array.from({ length: categories }, (_, at) => (hidden.has(at) ? (first as number) : at));
}
