// SPDX-License-Identifier: Apache-2.0
//
// Reads certificates from a CSV file of scores, from its bytes to a report; used by the command line and available to
// pages.

import { FairwasmError, invalid, invalidState, missingValue } from '../core/error.js';
import { requireOptions, requireParts, requireTexts } from '../core/options.js';
import type { CsvSource } from '../data/byte-input.js';
import { type CodedBatch, type CsvOptions, requireCsvOptions } from '../data/coded-csv.js';
import { isCoded, type NumberColumn, toNumbers } from '../data/column.js';
import { readTable } from '../data/files/read-table.js';
import type { Value } from '../data/value.js';
import type { Certificates, CertificatesOptions } from './certificates.js';
import type { Robustness } from './robustness.js';
import type { GroupRobustness, RobustnessDifferences } from './summary.js';

/** The columns of the file. */
export interface CsvCertificates extends Pick<CertificatesOptions, 'lipConst' | 'disjointNeurons'> {
  /**
   * True labels. With one score column: 0 and 1, or -1 and 1. With several: the name of the true class's score
   * column, or its index, counted from 0.
   */
  label: string;
  /**
   * Score columns. Default: all columns except label, groups, and weight; more than two are rejected if the labels have
   * fewer classes, because they may be features.
   */
  scores?: readonly string[] | undefined;
  groups?: readonly string[] | undefined;
  /** The column with the weight of each row, at least 0. Default: every row has weight 1. */
  weight?: string | undefined;
  /** Radii at which certified accuracy is reported. Default: 36/255. */
  epsilons?: readonly number[] | undefined;
  /** The file's name in the report. */
  source?: string | undefined;
}

/** The network that produced the scores, if known. */
export interface ReportedNetwork {
  name: string;
  /** Its layers with weights, and their spectral norms. */
  layers: readonly { name: string; operator: string; norm: number }[];
  /** Upper bound on the Lipschitz constant for the Euclidean norm: for all outputs jointly, and for each output. */
  atMost: { value: number; perOutput: number };
  /** Steepest observed slope between inputs, a lower bound; null if the network was not run. */
  atLeast: { value: number; perOutput: number } | null;
  /** The last operator if scores are taken before it; null if they are the network's outputs. */
  before: string | null;
}

/** Certificates as plain data, for JSON, a page, or a terminal. */
export interface RobustnessReport {
  format: 'fairwasm-robustness';
  version: 1;
  source: string | null;
  label: string;
  scores: readonly string[];
  /** The column of weights; null if every row counts once. */
  weight: string | null;
  task: 'binary' | 'categorical';
  lipConst: number;
  disjointNeurons: boolean;
  /** Omitted if the Lipschitz constant was given. */
  network?: ReportedNetwork | undefined;
  epsilons: readonly number[];
  overall: GroupRobustness<number[]>;
  /** One entry for each attribute and, if there are several, one for their intersection. */
  breakdowns: readonly {
    by: readonly string[];
    groups: readonly GroupRobustness<number[]>[];
    differences: RobustnessDifferences;
  }[];
}

/**
 * Certifies the rows of a CSV file, which may be larger than memory.
 *
 * @example
 * const csv = 'outcome,cat,dog,site\ncat,2,0,a\ndog,0,1,a\ncat,0,3,b\n';
 * const { overall } = await certifyCsv(await load(), csv, { label: 'outcome', groups: ['site'], lipConst: 1 });
 * overall.averageRobustness.value; // 0.5
 *
 * @throws FairwasmError like {@link readCsv} and {@link Certificates.update}. `argument` is the column's name in the
 *   file, and `row` is counted from 0 over the whole file, without the header.
 */
export async function certifyCsv(
  robustness: Pick<Robustness, 'certificates'>,
  file: CsvSource,
  what: CsvCertificates,
  options: Omit<CsvOptions, 'columns'> = {},
): Promise<RobustnessReport> {
  requireParts('robustness', robustness, ['certificates'], 'the result of load() from fairwasm/robustness');
  requireOptions('certifyCsv', what, names);
  const { label, groups = [], scores: requested, weight } = what;
  requireTexts('label', [label]);
  requireTexts('groups', groups);
  if (requested !== undefined) requireTexts('scores', requested);
  if (weight !== undefined) requireTexts('weight', [weight]);
  const otherNames = [label, ...groups, ...(weight === undefined ? [] : [weight])];
  const columns = requested && [...requested, ...otherNames];
  let scores = requested ?? [];
  let certificates: Certificates | undefined;
  let classes = 0;
  try {
    requireCsvOptions({ ...options, ...(columns && { columns }) });
    const isNumber = (name: string) =>
      name === weight ? name !== label && !groups.includes(name) : !otherNames.includes(name);
    const reading = {
      columns,
      numbers: columns?.filter(isNumber),
      becomesNumbers: columns ? undefined : isNumber,
      forgetsTexts: true,
    };
    for await (const batch of readTable(file, { ...options, ...reading })) {
      if (!certificates) {
        requireColumns(otherNames, Object.keys(batch.columns));
        scores = requested ?? otherColumns(batch, otherNames);
        certificates = emptyCertificates(robustness, what, scores);
      }
      addBatch(certificates, batch, { label, groups, scores, weight });
      if (!requested) classes = Math.max(classes, countClasses(batch.columns[label] as Column, scores));
    }
    if (!requested && scores.length > 2 && classes < scores.length) throw tooManyScores(scores, label, classes);
    if (certificates) return getReport(certificates, what, scores);
  } finally {
    certificates?.[Symbol.dispose]();
  }
  throw invalidState('file', 'rows', 'none');
}

const maxListed = 5;

function tooManyScores(scores: readonly string[], label: string, classes: number): FairwasmError {
  const more = scores.length > maxListed ? ', …' : '';
  return invalid(
    'scores',
    `one score column per class, but the labels in ${label} have ${classes} classes; name the network's outputs`,
    `${scores.length} other columns: ${scores.slice(0, maxListed).join(', ')}${more}`,
  );
}

const names = [...['label', 'scores', 'groups', 'weight', 'epsilons', 'source'], ...['lipConst', 'disjointNeurons']];

function otherColumns({ columns }: CodedBatch, taken: readonly string[]): string[] {
  const scores = Object.keys(columns).filter((name) => !taken.includes(name));
  if (scores.length > 0) return scores;
  throw invalid('file', 'at least one column of scores in addition to label and groups', 'none');
}

/** @internal Throws `invalidArgument` for the first column that is missing from the file. */
export function requireColumns(names: readonly string[], columns: readonly string[]): void {
  const missing = names.find((name) => !columns.includes(name));
  if (missing === undefined) return;
  throw invalid(missing, `a column of the file: ${columns.join(', ')}`, 'no such column');
}

function emptyCertificates(
  robustness: Pick<Robustness, 'certificates'>,
  { lipConst, disjointNeurons, epsilons, groups }: CsvCertificates,
  scores: readonly string[],
): Certificates {
  const classes = scores.length === 1 ? undefined : scores.length;
  const options = { lipConst, disjointNeurons, epsilons, groups, classes };
  return robustness.certificates(options);
}

interface Columns {
  label: string;
  groups: readonly string[];
  scores: readonly string[];
  weight: string | undefined;
}

function addBatch(
  certificates: Certificates,
  { columns, firstRow, rows: numbers }: CodedBatch,
  { label, groups, scores, weight }: Columns,
): void {
  const labels = columns[label] as Column;
  const rows = getLength(labels);
  try {
    const byColumn = scores.map((name) => toNumbers(uncoded(columns[name] as Column), name));
    const [only] = byColumn as [Float64Array];
    certificates.update({
      label: scores.length === 1 ? toTargets(labels, label) : toIndices(labels, label, scores),
      score: scores.length === 1 ? only : { data: inRows(byColumn), shape: [rows, scores.length] },
      groups: Object.fromEntries(groups.map((name) => [name, columns[name] as Column])),
      weight: weight === undefined ? undefined : uncoded(columns[weight] as Column),
    });
  } catch (error) {
    if (!(error instanceof FairwasmError)) throw error;
    const argument = { label, weight }[error.argument as 'label' | 'weight'] ?? error.argument;
    throw error.with({ argument }).inRowsFrom(firstRow, numbers);
  }
}

type Column = CodedBatch['columns'][string];

const getLength = (column: Column): number =>
  isCoded(column) ? column.codes.length : (column as ArrayLike<unknown>).length;

function uncoded(column: Column): NumberColumn {
  if (!isCoded(column)) return column;
  const { codes, categories } = column;
  return Array.from(codes as Uint32Array, (code) => categories[code] as Value) as NumberColumn;
}

/** Returns numeric columns as one row-major matrix. */
function inRows(columns: readonly Float64Array[]): Float64Array {
  const width = columns.length;
  const data = new Float64Array(width * (columns[0]?.length ?? 0));
  columns.forEach((values, i) => {
    for (let row = 0; row < values.length; row++) data[row * width + i] = values[row] as number;
  });
  return data;
}

// Parses each distinct string once; if one is not a number, errors name its rows.
function toTargets(column: Column, name: string): NumberColumn {
  if (!isCoded(column)) return column;
  let values: Float64Array;
  try {
    values = toNumbers(column.categories as readonly Value[] as NumberColumn, name);
  } catch (error) {
    if (error instanceof FairwasmError) return uncoded(column);
    throw error;
  }
  return Float64Array.from(column.codes as Uint32Array, (code) => values[code] as number);
}

// Accepts the name of a score column or its index; the core validates numbers further.
function toIndices(column: Column, name: string, scores: readonly string[]): Uint32Array {
  const indexByKey = new Map(scores.map((score, i) => [score, i]));
  const indexOf = (label: string) => indexByKey.get(label) ?? (/^\d{1,9}$/.test(label) ? Number(label) : scores.length);
  const coded = isCoded(column) ? column : undefined;
  const categories = (coded?.categories ?? Array.from(column as ArrayLike<Value>)).map((each) =>
    each === null || each === undefined ? '' : String(each),
  );
  const indices = categories.map(indexOf);
  const codes = coded ? (coded.codes as Uint32Array) : Uint32Array.from(categories.keys());
  return codes.map((code, row) => {
    const index = indices[code] as number;
    if (index < scores.length) return index;
    const label = categories[code] as string;
    throw (label === '' ? missingValue : invalid)(
      name,
      `the name of a score column (${scores.join(', ')}) or its index, counted from 0`,
      label === '' ? 'a missing value' : `'${label}'`,
      row,
    );
  });
}

/** Returns the number of classes in which the labels are counted: that of the scores if a label is a score column's name. */
function countClasses(column: Column, scores: readonly string[]): number {
  const labels = isCoded(column) ? column.categories : Array.from(column as ArrayLike<Value>);
  return labels.reduce<number>((most, label) => {
    const name = String(label);
    return Math.max(most, scores.includes(name) ? scores.length : Number(name) + 1 || 0);
  }, 0);
}

function reported({ curve, ...rest }: GroupRobustness): GroupRobustness<number[]> {
  return { ...rest, curve: { epsilon: [...curve.epsilon], accuracy: [...curve.accuracy] } };
}

function getReport(
  certificates: Certificates,
  { label, groups = [], weight, source, lipConst, disjointNeurons = true }: CsvCertificates,
  scores: readonly string[],
): RobustnessReport {
  const choices = groups.map((name) => [name]);
  if (groups.length > 1) choices.push([...groups]);
  return {
    format: 'fairwasm-robustness',
    version: 1,
    source: source ?? null,
    label,
    scores,
    weight: weight ?? null,
    task: scores.length === 1 ? 'binary' : 'categorical',
    lipConst,
    disjointNeurons,
    epsilons: certificates.epsilons,
    overall: reported(certificates.compute({ by: [] }).overall),
    breakdowns: choices.map((by) => {
      const summary = certificates.compute({ by });
      return { by, groups: summary.groups.map(reported), differences: summary.differences };
    }),
  };
}
