// SPDX-License-Identifier: Apache-2.0
//
// Custom metrics that are functions of a group's rows: labels and predictions of any kind. Confidence
// intervals come from a bootstrap of each group's rows, in slices so that the page stays responsive.

import { invalid, invalidState } from '../../core/error.js';
import { inSlices, type RunOptions } from '../../core/long-run.js';
import type { Wasm } from '../../core/module.js';
import { isPlain, requireOptions, shown } from '../../core/options.js';
import {
  type CategoryColumn,
  getLength,
  isCoded,
  type NumberColumn,
  toIndexable,
  toNumbers,
  type Value,
} from '../../data/column.js';
import { RowGroups, requireRows } from '../../data/condition.js';
import { inOrder, largestAmong } from '../../data/largest-group.js';
import { requireColumns } from '../../data/named-columns.js';
import { checked, type UncertaintyOptions } from '../frame/uncertainty.js';
import {
  type CustomMetric,
  type CustomMetrics,
  type DrawnGroup,
  ownBreakdown,
  ownEstimate,
  ownValue,
  requireOwn,
} from './custom-figures.js';

/**
 * A custom metric of a group's true values, predictions, and weights (if any); returns NaN if it is
 * undefined. It is called for every draw of every group.
 */
export type CustomRowsMetric = CustomRowsInput['metrics'][string];

const isFunction = (metric: unknown): metric is CustomRowsMetric => typeof metric === 'function';

/** The rows and the metrics to compute. */
export interface CustomRowsInput {
  /** Metrics by name. */
  metrics: Readonly<
    Record<
      string,
      (label: readonly Value[], prediction: readonly Value[], weight: readonly number[] | undefined) => number
    >
  >;
  label: CategoryColumn | NumberColumn;
  prediction: CategoryColumn | NumberColumn;
  groups: Readonly<Record<string, CategoryColumn>>;
  weight?: NumberColumn | undefined;
  /** The reference category of an attribute. Default: its largest group. */
  privileged?: Readonly<Record<string, string | number | boolean>> | undefined;
  /** Options for confidence intervals, with 1,000 draws by default; `false` computes none. */
  uncertainty?: Pick<UncertaintyOptions, 'confidence' | 'draws' | 'seed'> | false | undefined;
}

const defaultDraws = 1000;

interface Rows {
  label: (row: number) => Value;
  prediction: (row: number) => Value;
  weight: Float64Array | undefined;
}

/** A group with its row numbers. */
interface PlacedGroup {
  id: string;
  name: string;
  categories: Readonly<Record<string, string>>;
  places: readonly number[];
  rows: number;
}

/**
 * @internal Throws a FairwasmError that names the column or the metric, or the signal's reason if it is
 * aborted.
 */
export async function customRows(wasm: Wasm, input: CustomRowsInput, run: RunOptions = {}): Promise<CustomMetrics> {
  const known = ['metrics', 'label', 'prediction', 'groups', 'weight', 'privileged', 'uncertainty'];
  requireOptions('rowMetrics', input, known);
  requireOptions('rowMetrics', run, ['signal', 'onProgress']);
  const metrics = requireOwn(input.metrics, isFunction, 'functions');
  const uncertainty = input.uncertainty === false ? undefined : checked({ draws: defaultDraws, ...input.uncertainty });
  const { rows, groups } = readRows(input);
  const { draws = 0, seed = 0, confidence = 0 } = uncertainty ?? {};
  const how = { from: 'rows', confidence, ...(draws === 0 && { without: '' }) } as const;
  const frames = getChoices(groups.attributes).map((by) => ({ by, groups: groupsBy(groups, by) }));
  const everybody = groupsBy(groups, []);
  const jobs = [...everybody, ...frames.flatMap((frame) => frame.groups)];
  const measured = await measureAll(wasm, { rows, jobs, metrics, draws, seed }, run);
  const of = (group: PlacedGroup, m: number) => (measured.get(group) as DrawnGroup[])[m] as DrawnGroup;
  return {
    confidence: uncertainty === undefined ? null : confidence,
    draws,
    seed,
    metrics: metrics.map(
      ([name], m): CustomMetric => ({
        name,
        from: 'rows',
        overall: ownEstimate(wasm, of(everybody[0] as PlacedGroup, m), how),
        breakdowns: frames.map(({ by, groups: placed }) =>
          ownBreakdown(
            wasm,
            placed.map((each) => of(each, m)),
            { by, reference: largestAmong(placed, by, among(input.privileged, by)), ...how },
          ),
        ),
      }),
    ),
  };
}

interface Measuring {
  rows: Rows;
  jobs: readonly PlacedGroup[];
  metrics: readonly (readonly [string, CustomRowsMetric])[];
  draws: number;
  seed: number;
}

/** Computes the value of every group and of its draws, one draw at a time. */
async function measureAll(
  wasm: Wasm,
  { rows, jobs, metrics, draws, seed }: Measuring,
  run: RunOptions,
): Promise<Map<PlacedGroup, DrawnGroup[]>> {
  const getValues = (places: ArrayLike<number>): number[] => {
    const label = Array.from(places, rows.label);
    const prediction = Array.from(places, rows.prediction);
    const weight = rows.weight && Array.from(places, (row) => (rows.weight as Float64Array)[row] as number);
    return metrics.map(([name, f]) => ownValue(name, () => f(label, prediction, weight)));
  };
  const measured = new Map(
    jobs.map((group) => [
      group,
      getValues(group.places).map((value): DrawnGroup => {
        const { id, name, rows: count } = group;
        return { id, name, rows: count, value, draws: draws > 0 ? new Float64Array(draws) : undefined };
      }),
    ]),
  );
  if (draws === 0) return measured;
  let step = 0;
  await inSlices(() => {
    const place = Math.floor(step / draws);
    const group = jobs[place] as PlacedGroup;
    // Groups of equal size need different draws, so that each draw of each group is a separate sample.
    const drawn = wasm.drawnRows(group.places.length, seed, step);
    const values = getValues(Uint32Array.from(drawn, (i) => group.places[i] as number));
    (measured.get(group) as DrawnGroup[]).forEach((each, m) => {
      (each.draws as Float64Array)[step % draws] = values[m] as number;
    });
    step++;
    return step / (jobs.length * draws);
  }, run);
  return measured;
}

function readRows(input: CustomRowsInput): { rows: Rows; groups: RowGroups } {
  requireColumns('groups', input.groups);
  const length = getLength(input.label, 'label');
  requireRows('prediction', getLength(input.prediction, 'prediction'), length);
  if (length === 0) {
    throw invalidState('rows', 'at least one row', 'none');
  }
  const weight = input.weight === undefined ? undefined : toNumbers(input.weight, 'weight');
  if (weight) requireRows('weight', weight.length, length);
  const { privileged } = input;
  if (privileged !== undefined && !isPlain(privileged)) {
    throw invalid('privileged', "a category for each attribute, such as { sex: 'm' }", shown(privileged));
  }
  const rows = { label: reader(input.label, 'label'), prediction: reader(input.prediction, 'prediction'), weight };
  return { rows, groups: new RowGroups(input.groups, length) };
}

function reader(column: CategoryColumn | NumberColumn, name: string): (row: number) => Value {
  if (isCoded(column)) return (row) => column.categories[column.codes[row] as number];
  const values = toIndexable(column, name);
  return (row) => values[row];
}

// Breakdowns as in a report: each attribute and, if there are several, their intersection.
const getChoices = (attributes: readonly string[]): (readonly string[])[] => [
  ...attributes.map((name) => [name]),
  ...(attributes.length > 1 ? [attributes] : []),
];

const among = (privileged: CustomRowsInput['privileged'], by: readonly string[]) =>
  Object.fromEntries(Object.entries(privileged ?? {}).filter(([name]) => by.includes(name)));

/** Returns the groups that have rows, in the order in which they are shown, with the ids and names of a frame. */
function groupsBy(groups: RowGroups, by: readonly string[]): PlacedGroup[] {
  const columns = by.map((name) => groups.column(name));
  const found = new Map<string, { categories: string[]; places: number[] }>();
  for (let row = 0; row < groups.rows; row++) {
    const codes = columns.map(({ codes }) => codes[row] as number);
    const key = codes.join();
    const group = found.get(key);
    if (group) group.places.push(row);
    else {
      const categories = columns.map((each, i) => each.categories[codes[i] as number] as string);
      found.set(key, { categories, places: [row] });
    }
  }
  return inOrder(
    [...found.values()].map(({ categories, places }) => ({
      id: by.length === 0 ? '' : JSON.stringify(categories),
      name: categories.join(', ') || 'All rows',
      categories: Object.fromEntries(by.map((name, i) => [name, categories[i] as string])),
      places,
      rows: places.length,
    })),
  );
}
