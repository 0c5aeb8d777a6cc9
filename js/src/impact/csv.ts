// SPDX-License-Identifier: Apache-2.0
//
// Tables of adverse impact as a tidy table with one number per row, for spreadsheets and statistics programs.

import type { Estimate } from '../core/estimate.js';
import { fromPlainData } from '../core/plain-data.js';
import { getCsv } from '../document/csv.js';
import { oneLine } from '../document/format.js';
import { requireImpactReport } from './check-report.js';
import type { ComparedWith, FourFifths, RateComparison } from './four-fifths.js';
import { isPublished, publicationCsv } from './publication.js';
import type { ImpactCategory } from './table.js';
import type { ImpactOutcome, ImpactReport } from './tables.js';

const header = ['outcome', 'breakdown', 'category', 'reference', 'metric', 'value', 'low', 'high', 'reason'];

type Row = (string | number)[];
type Named = [name: string, value: number | Estimate];

/**
 * Returns the tables as CSV with the columns `outcome`, `breakdown` (its attributes), `category`, `reference` (the
 * reference category; empty for the table itself), `metric` (the name of the report's field), `value`, `low` and `high`
 * (the confidence interval), and `reason` (why the value is undefined or infinite, and therefore empty). True is 1.
 *
 * With `publication`, the columns are those of the summary to publish, with one row per category.
 *
 * Strings that a spreadsheet would treat as formulas are preceded by an apostrophe.
 */
export function impactCsv(report: ImpactReport): string {
  return fromPlainData('report', () => {
    requireImpactReport(report);
    if (isPublished(report)) return publicationCsv(report);
    const rows = report.outcomes.flatMap(({ name, tables }) =>
      tables.flatMap((table) => tableRows(table).map((row) => [oneLine(name), ...row])),
    );
    return getCsv([header, ...rows]);
  });
}

function tableRows({ by, categories, unknown, fourFifths }: ImpactOutcome['tables'][0]): Row[] {
  const breakdown = by.map(oneLine).join(', ');
  const rows = [
    row('', '', ['unknown', unknown]),
    ...categories.flatMap((each) => categoryNumbers(each).map((number) => row(each.name, '', number))),
    ...(fourFifths ? comparedRows(fourFifths) : []),
  ];
  return rows.map((each) => [breakdown, ...each]);
}

function row(category: string, reference: string, [metric, number]: Named, why = ''): Row {
  const { value, ci = [], reason = why } = typeof number === 'number' ? { value: number } : number;
  const finite = [value, ...ci].map((each) => (Number.isFinite(each) ? each : ''));
  const [shown = '', low = '', high = ''] = finite;
  return [oneLine(category), oneLine(reference), metric, shown, low, high, oneLine(reason)];
}

const categoryNumbers = (each: ImpactCategory): Named[] => [
  ['isSuppressed', Number(each.isSuppressed)],
  ['applicants', each.applicants],
  ['selected', each.selected],
  ['rate', each.rate],
  ['share', each.share],
  ['isExcluded', Number(each.isExcluded)],
  ...(each.impactRatio ? [['impactRatio', each.impactRatio] as Named] : []),
];

function comparedRows({ groups, againstHighest, againstReference }: FourFifths): Row[] {
  const of = (result: ComparedWith | null) =>
    (result?.comparisons ?? []).flatMap((each) =>
      comparisonNumbers(each).map(([name, value]) =>
        row(each.group, result?.group ?? '', [name, value], each.reasons[name.split('.')[0] as string]),
      ),
    );
  const isSame = againstReference?.group === againstHighest?.group;
  return [
    ...groups.map(({ name, shortfallToPool }) => row(name, '', ['shortfallToPool', shortfallToPool])),
    ...of(againstHighest),
    ...(isSame ? [] : of(againstReference)),
  ];
}

const truth = (value: boolean | null | undefined) =>
  value === null || value === undefined ? Number.NaN : Number(value);

const comparisonNumbers = (each: RateComparison): Named[] => [
  ['ratio', each.ratio],
  ['difference', each.difference],
  ['belowFourFifths', truth(each.belowFourFifths)],
  ['shortfallToFourFifths', each.shortfallToFourFifths],
  ['shortfallToParity', each.shortfallToParity],
  ['flip.groupRate', each.flip?.groupRate ?? Number.NaN],
  ['flip.otherRate', each.flip?.otherRate ?? Number.NaN],
  ['flip.reverses', truth(each.flip?.reverses)],
  ['z', each.z],
  ['zPValue', each.zPValue],
  ['oddsRatio', each.oddsRatio],
  ['fisher.twoSided', each.fisher.twoSided],
  ['fisher.less', each.fisher.less],
  ['fisher.greater', each.fisher.greater],
  ['yatesPValue', each.yatesPValue],
  ['smallestCell', each.smallestCell],
];
