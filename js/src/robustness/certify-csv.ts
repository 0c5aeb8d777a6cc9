// SPDX-License-Identifier: Apache-2.0
//
// Certificates from a CSV file of scores, from its bytes to a report: what the command line does, and what a
// page can do.

import { FairwasmError } from '../core/error.js';
import { requireOptions, requireTexts } from '../core/options.js';
import { toNumbers } from '../data/column.js';
import { type CsvBatch, type CsvOptions, type CsvSource, readCsv } from '../data/csv.js';
import type { Certificates } from './certificates.js';
import type { Robustness } from './robustness.js';
import type { RadiusOptions } from './scores.js';
import type { GroupRobustness, RobustnessDifferences } from './summary.js';

/** What `load()` of `fairwasm/robustness` gave. */
export type Certifying = Pick<Robustness, 'certificates'>;

/** Which column of the file is what. */
export interface CsvCertificates extends RadiusOptions {
  /**
   * True labels. One score column: 0 and 1, or -1 and 1. Several: the name of the true class's score column, or
   * its place among them, counted from 0.
   */
  label: string;
  /** Score columns; left out: all that are neither label nor groups nor weight. */
  scores?: readonly string[] | undefined;
  groups?: readonly string[] | undefined;
  /** What each row counts, 0 or more; left out: 1. */
  weight?: string | undefined;
  /** Radii at which certified accuracy is reported; left out: 36/255. */
  epsilons?: readonly number[] | undefined;
  /** What the report calls the file. */
  source?: string | undefined;
}

/** A group's robustness with its curve as plain arrays, so that JSON holds it. */
export type ReportedRobustness = Omit<GroupRobustness, 'curve'> & {
  curve: { epsilon: number[]; accuracy: number[] };
};

/** The network that scores are of, where it is known. */
export interface ReportedNetwork {
  name: string;
  /** Its layers with weights, and their spectral norms. */
  layers: readonly { name: string; operator: string; norm: number }[];
  /** How steep it can be at most, for the Euclidean norm: all outputs together, and each by itself. */
  atMost: { value: number; perOutput: number };
  /** How steep it is seen to be between some inputs; null where it was not run. */
  atLeast: { value: number; perOutput: number } | null;
  /** The last operator, where scores are taken before it; null: they are what the network gives. */
  before: string | null;
}

/** Certificates as plain data, for JSON, a page or a terminal. */
export interface RobustnessReport {
  format: 'fairwasm-robustness';
  version: 1;
  source: string | null;
  label: string;
  scores: readonly string[];
  /** The column of weights; null: every row counts once. */
  weight: string | null;
  task: 'binary' | 'categorical';
  lipConst: number;
  disjointNeurons: boolean;
  /** Left out where the constant was given. */
  network?: ReportedNetwork | undefined;
  epsilons: readonly number[];
  overall: ReportedRobustness;
  /** One for each attribute and, where there are several, one for all of them crossed. */
  breakdowns: readonly {
    by: readonly string[];
    groups: readonly ReportedRobustness[];
    differences: RobustnessDifferences;
  }[];
}

/**
 * Certifies the rows of a CSV file that may be larger than memory.
 *
 * @throws FairwasmError as {@link readCsv} and {@link Certificates.update} do; `argument` is the column's name in
 *   the file and `row` is counted from 0 over the whole file, without the header.
 */
export async function certifyCsv(
  robustness: Certifying,
  file: CsvSource,
  what: CsvCertificates,
  options: Omit<CsvOptions, 'columns'> = {},
): Promise<RobustnessReport> {
  requireOptions('certifyCsv', what, names);
  const { label, groups = [], scores: asked, weight } = what;
  requireTexts('label', [label]);
  requireTexts('groups', groups);
  if (asked !== undefined) requireTexts('scores', asked);
  if (weight !== undefined) requireTexts('weight', [weight]);
  const others = [label, ...groups, ...(weight === undefined ? [] : [weight])];
  const columns = asked && [...asked, ...others];
  let scores = asked ?? [];
  let certificates: Certificates | undefined;
  try {
    for await (const batch of readCsv(file, { ...options, columns })) {
      if (!certificates) {
        requireColumns(others, batch);
        scores = asked ?? otherColumns(batch, others);
        certificates = emptyCertificates(robustness, what, scores);
      }
      addBatch(certificates, batch, { label, groups, scores, weight });
    }
    if (certificates) return reportOf(certificates, what, scores);
  } finally {
    certificates?.[Symbol.dispose]();
  }
  throw new FairwasmError('invalidState', { argument: 'file', expected: 'rows', actual: 'none' });
}

const names = [
  ...['label', 'scores', 'groups', 'weight', 'epsilons', 'source'],
  ...['lipConst', 'disjointNeurons'],
];

function otherColumns({ columns }: CsvBatch, taken: readonly string[]): string[] {
  const scores = Object.keys(columns).filter((name) => !taken.includes(name));
  if (scores.length > 0) return scores;
  throw new FairwasmError('invalidArgument', {
    argument: 'file',
    expected: 'at least one column of scores beside label and groups',
    actual: 'none',
  });
}

function requireColumns(names: readonly string[], { columns }: CsvBatch): void {
  const missing = names.find((name) => columns[name] === undefined);
  if (missing === undefined) return;
  throw new FairwasmError('invalidArgument', {
    argument: missing,
    expected: `a column of the file: ${Object.keys(columns).join(', ')}`,
    actual: 'no such column',
  });
}

function emptyCertificates(
  robustness: Certifying,
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
  { columns, firstRow }: CsvBatch,
  { label, groups, scores, weight }: Columns,
): void {
  const texts = columns[label] as string[];
  try {
    const byColumn = scores.map((name) => toNumbers(columns[name] as string[], name));
    const data = new Float64Array(texts.length * scores.length);
    byColumn.forEach((values, i) => {
      values.forEach((value, row) => {
        data[row * scores.length + i] = value;
      });
    });
    certificates.update({
      label: scores.length === 1 ? texts : toIndices(texts, label, scores),
      score: scores.length === 1 ? data : { data, shape: [texts.length, scores.length] },
      groups: Object.fromEntries(groups.map((name) => [name, columns[name] as string[]])),
      weight: weight === undefined ? undefined : columns[weight],
    });
  } catch (error) {
    if (!(error instanceof FairwasmError)) throw error;
    const argument = { label, weight }[error.argument as 'label' | 'weight'] ?? error.argument;
    throw new FairwasmError(error.code, { ...error, argument }).inRowsFrom(firstRow);
  }
}

// A score column's name, or a place among them; numbers are checked further by the core.
function toIndices(
  labels: readonly string[],
  name: string,
  scores: readonly string[],
): Uint32Array {
  const indices = new Map(scores.map((score, i) => [score, i]));
  return Uint32Array.from(labels, (label, row) => {
    const index = indices.get(label) ?? (/^\d{1,9}$/.test(label) ? Number(label) : scores.length);
    if (index < scores.length) return index;
    throw new FairwasmError(label === '' ? 'missingValue' : 'invalidArgument', {
      argument: name,
      expected: `the name of a score column (${scores.join(', ')}) or its place, counted from 0`,
      actual: label === '' ? 'a missing value' : `'${label}'`,
      row,
    });
  });
}

function reported({ curve, ...rest }: GroupRobustness): ReportedRobustness {
  return { ...rest, curve: { epsilon: [...curve.epsilon], accuracy: [...curve.accuracy] } };
}

function reportOf(
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
