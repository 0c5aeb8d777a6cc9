// SPDX-License-Identifier: Apache-2.0
//
// The worker of adverse impact: reads the columns and makes the tables.

import { profileCsv } from 'fairwasm';
import {
  type CategoryTable,
  type Impact,
  type ImpactReport,
  type InferenceInput,
  load,
  type ProbableImpact,
  type ScoreImpact,
} from 'fairwasm/impact';
import { describeImpact, describeProbableImpact, describeScoreImpact } from '#fairwasm/impact/describe.js';
import type { Bins } from '../../table/bins.js';
import { readRows } from '../../table/read.js';
import { kept } from '../../worker/cached.js';
import { serve } from '../../worker/serve.js';
import type {
  ImpactMade,
  ImpactWork,
  Missing,
  NameSource,
  NamesAsked,
  ProbableAsked,
  ScoresAsked,
  TablesAsked,
} from './protocol.js';

const loadImpact = kept(load);

serve<ImpactWork, ImpactMade, never>(async ({ file, source, asked }) => {
  const impact = await loadImpact();
  switch (asked.kind) {
    case 'tables': {
      const report = getTables(impact, await tableColumns(file, asked), asked);
      // One at a time, because there can be many classes.
      const sections = report.outcomes.map((outcome) => ({
        ...describeImpact({ ...report, outcomes: [outcome] }),
        title: 'Tables',
      }));
      return { kind: 'tables', report, sections };
    }
    case 'scores': {
      const report = await getScores(impact, file, source, asked);
      return { kind: 'scores', report, sections: [describeScoreImpact(report)] };
    }
    case 'probable': {
      const report = await getProbable(impact, file, asked);
      return { kind: 'probable', report, sections: [describeProbableImpact(report)] };
    }
    case 'names': {
      const report = await getInferred(impact, file, asked);
      return { kind: 'probable', report, sections: [describeProbableImpact(report)] };
    }
  }
});

/** Returns a column's strings by its name. */
type Columns = (name: string) => string[];

async function getColumns(file: Blob, names: readonly (string | undefined)[], bins: Bins = {}): Promise<Columns> {
  const columns = [...new Set(names.filter((name) => name !== undefined))];
  const found = new Map<string, string[]>(columns.map((name) => [name, []]));
  for await (const batch of readRows(file, { columns, bins })) {
    for (const [name, all] of found) for (const text of batch.columns[name] ?? []) all.push(text);
  }
  return (name) => found.get(name) as string[];
}

const tableColumns = (file: Blob, { column, applicants, groups, rule, bins }: TablesAsked) =>
  getColumns(file, [column, applicants, ...(rule ? [rule.sex, rule.race] : groups)], bins);

/**
 * The rows that have a value in each of these columns, and the number of dropped rows; all rows if missing values are
 * errors.
 */
function complete(of: Columns, names: readonly (string | undefined)[], missing: Missing) {
  const needed = names.flatMap((name) => (name === undefined ? [] : [of(name)]));
  const isWhole = (_: string, row: number) => needed.every((column) => column[row] !== '');
  const rows = needed[0]?.length ?? 0;
  const kept = needed[0]?.filter(isWhole).length ?? 0;
  if (missing === 'error' || kept === rows) return { of, left: {} };
  return { of: (name: string) => of(name).filter(isWhole), left: { droppedRows: rows - kept } };
}

// An empty string is not a number, and in particular not 0.
const getNumber = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));

// A missing label is neither 0 nor 1.
const getHit = (text: string, favorable: string) => (text === '' ? Number.NaN : Number(text === favorable));

function getTables(impact: Impact, all: Columns, asked: TablesAsked): ImpactReport {
  const { of, left } = complete(all, [asked.column], asked.missing);
  return { ...makeTables(impact, of, asked), ...left };
}

function makeTables(impact: Impact, of: Columns, asked: TablesAsked): ImpactReport {
  const { groups, rule, isSmallLeftOut, suppressBelow, reference, imputed } = asked;
  if (rule) {
    const { sex, race } = rule;
    return impact.localLaw144({
      ...getOutcome(of, asked),
      sex: of(sex),
      race: of(race),
      imputed,
      excludeSmall: isSmallLeftOut,
    });
  }
  return impact.tables({
    ...getOutcome(of, asked),
    groups: Object.fromEntries(groups.map((name) => [name, of(name)])),
    reference,
    imputed,
    excludeBelow: isSmallLeftOut ? 0.02 : undefined,
    suppressBelow: suppressBelow > 0 ? suppressBelow : undefined,
  });
}

function getOutcome(of: Columns, { counted, column, applicants, favorable }: TablesAsked) {
  switch (counted) {
    case 'decision':
      return { selected: of(column), favorable };
    case 'score':
      return { score: of(column).map(getNumber) };
    case 'class':
      return { assigned: of(column) };
    case 'counts':
      return { selected: of(column).map(getNumber), applicants: of(applicants as string).map(getNumber) };
  }
}

async function getScores(impact: Impact, file: Blob, source: string, asked: ScoresAsked): Promise<ScoreImpact> {
  const { group, reference, score, label, favorable, bins, quantiles, lowerIsBetter } = asked;
  const all = await getColumns(file, [group, score, label], bins);
  const { of, left } = complete(all, [score, label], asked.missing);
  const given = { groups: { [group]: of(group) }, score: of(score).map(getNumber), reference, lowerIsBetter };
  const labels =
    label === undefined
      ? undefined
      : of(label).map(favorable === undefined ? getNumber : (text) => getHit(text, favorable));
  const labelName = favorable === undefined ? label : `${label} (1 for ${favorable}, else 0)`;
  return {
    ...{ format: 'fairwasm-impact-scores', version: 1, source },
    columns: { group, score, ...(labelName !== undefined && { label: labelName }) },
    ...{ reference, lowerIsBetter, ...left },
    quantiles: impact.ratiosByQuantile({ ...given, quantiles }),
    means: impact.meanDifferences({ ...given, label: labels }),
  };
}

async function getProbable(
  impact: Impact,
  file: Blob,
  { probabilities, decision, favorable, cell, reference }: ProbableAsked,
): Promise<ProbableImpact> {
  const of = await getColumns(file, [...probabilities, decision, cell]);
  return impact.byProbability({
    probabilities: Object.fromEntries(probabilities.map((name) => [name, of(name).map(getNumber)])),
    selected: of(decision),
    favorable,
    cell: cell === undefined ? undefined : of(cell),
    reference,
  });
}

async function getInferred(impact: Impact, file: Blob, asked: NamesAsked): Promise<ProbableImpact> {
  const { columns, decision, favorable, cell, reference } = asked;
  const given = Object.entries(columns) as [NameSource, string][];
  const of = await getColumns(file, [...Object.values(columns), decision, cell]);
  const tables = await Promise.all(
    given.map(async ([source]) => [source, await readTable(asked.tables[source] as File, asked)] as const),
  );
  const { probabilities, notes } = impact.inferProbabilities({
    ...Object.fromEntries(given.map(([source, name]) => [source, of(name)])),
    tables: Object.fromEntries(tables),
  } as unknown as InferenceInput);
  const report = impact.byProbability({
    probabilities,
    selected: of(decision),
    favorable,
    cell: cell === undefined ? undefined : of(cell),
    reference,
  });
  return { ...report, notes: [...report.notes, ...notes] };
}

/** Reads a table with a name or place in the first column. */
async function readTable(file: Blob, { categories, people }: NamesAsked): Promise<CategoryTable> {
  const { columns } = await profileCsv(file);
  const name = columns[0]?.name as string;
  const of = await getColumns(file, [name, ...categories, people]);
  return {
    name: of(name),
    counts: Object.fromEntries(categories.map((name) => [name, of(name)])),
    people: people === undefined ? undefined : of(people),
  };
}
