// SPDX-License-Identifier: Apache-2.0
//
// Suggests columns for a model's inputs, by name or by number of values. It is only a suggestion, because a file does
// not record which columns the model was trained on.

import { requireArray, requireOptions, requireParts } from '../core/options.js';
import { getName, isMissing, toCategory } from '../data/value.js';
import { type Feature, featureName } from './features.js';
import { type Row, requireRows } from './rows.js';
import type { ModelInput } from './shapes.js';

interface Column {
  name: string;
  isNumeric: boolean;
  /** Values in scikit-learn's and pandas' order of one-hot columns; only for strings. */
  values: readonly string[];
}

/**
 * Suggests columns for the inputs. An input gets the column of the same name. An input with several numbers gets all
 * numeric columns in order, plus one-hot indicators for the other columns if the width matches.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * const model = await openModel(await readFile('loans.onnx'));
 * const people = toRows({ age: [40, 20], income: [3, 7], repaid: [1, 0] });
 * suggestFeatures(model.inputs, people, { except: ['repaid'] }).features; // { "x": ["age", "income"] }
 */
export function suggestFeatures(
  inputs: readonly ModelInput[],
  rows: readonly Row[],
  options: {
    /** Columns that are not inputs, such as the label. Default: none. */
    except?: readonly string[] | undefined;
  } = {},
): {
  /** The features of each input; empty if no column fits. */
  features: Record<string, Feature[]>;
  /**
   * One sentence for each input that was not matched by name: the reason for the suggestion, or the reason why there is
   * none.
   */
  notes: string[];
} {
  requireOptions('suggestFeatures', options, ['except']);
  requireArray('inputs', inputs, 'the inputs of a model');
  requireRows(rows);
  const { except = [] } = options;
  const columns = getColumns(rows).filter(({ name }) => !except.includes(name));
  const notes: string[] = [];
  const features = Object.fromEntries(
    Array.from(inputs, (input) => {
      requireParts('inputs', input, ['name'], 'the inputs of a model');
      const sameName = inputs.length > 1 || input.width === 1 ? namedAs(input, columns) : undefined;
      if (sameName) return [input.name, [sameName.name]];
      const others = columns.filter(
        (column) => !inputs.some((each) => each !== input && namedAs(each, columns) === column),
      );
      const result = input.type === 'string' ? texts(input, others) : numbers(input, others);
      notes.push(result.note);
      return [input.name, result.features];
    }),
  );
  return { features, notes };
}

function getColumns(rows: readonly Row[]): Column[] {
  return Object.keys(rows[0] ?? {}).map((name) => {
    const known = new Set<unknown>();
    for (const row of rows) known.add(row[name]);
    const values = [...known].filter((value) => !isMissing(value));
    const isNumeric = values.every((value) => Number.isFinite(Number(value)) || isTruth(value));
    const names = values.map((value) => toCategory(value as string) as string);
    return { name, isNumeric, values: isNumeric ? [] : [...new Set(names)].sort() };
  });
}

const isTruth = (value: unknown) => ['true', 'false'].includes(getName(value) ?? '');

// Exporters replace spaces and punctuation with underscores.
const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '_');

const namedAs = ({ name, width = 1 }: ModelInput, columns: readonly Column[]) =>
  width === 1
    ? (columns.find((column) => column.name === name) ?? columns.find((column) => plain(column.name) === plain(name)))
    : undefined;

interface Found {
  features: Feature[];
  note: string;
}

function texts({ name, width }: ModelInput, columns: readonly Column[]): Found {
  const ofText = columns.filter(({ isNumeric }) => !isNumeric);
  const list = width === columns.length ? columns : ofText;
  if (list.length > 0 && (width === undefined || width === list.length)) {
    const kind = list === columns ? 'all columns' : 'all string columns';
    return { features: list.map((column) => column.name), note: `${name}: ${kind}, in the order of the table` };
  }
  return {
    features: [],
    note: `${name} takes ${count(width ?? 0, 'string')}, but the table has ${count(ofText.length, 'string column')}; choose the features`,
  };
}

function numbers({ name, width }: ModelInput, columns: readonly Column[]): Found {
  const numeric = columns.filter(({ isNumeric }) => isNumeric).map((column) => column.name);
  const oneHot = columns.flatMap((column) => column.values.map((equals) => ({ column: column.name, equals })));
  if (numeric.length > 0 && (width === undefined || width === numeric.length)) {
    return { features: numeric, note: `${name}: all numeric columns, in the order of the table` };
  }
  if (width === numeric.length + oneHot.length) {
    return {
      features: [...numeric, ...oneHot],
      note: `${name}: numeric columns, then one indicator for each value of the other columns`,
    };
  }
  return {
    features: [],
    note:
      `${name} takes ${count(width ?? 0, 'number')}, but the table has ${count(numeric.length, 'numeric column')} ` +
      `and ${count(oneHot.length, 'distinct value')} in other columns; choose the features`,
  };
}

const count = (many: number, noun: string) => `${many} ${noun}${many === 1 ? '' : 's'}`;

/** Formats features separated by commas: `age,sex=male`. */
export const featureText = (features: readonly Feature[]): string =>
  features.map((feature) => featureName(feature).replaceAll(',', '\\,')).join(',');
