// SPDX-License-Identifier: Apache-2.0
//
// The summary that New York City's Local Law 144 requires employers to publish (6 RCNY 5-301 and 5-303): the rule's
// tables with the dates and the source of the data.

import { invalid } from '../core/error.js';
import { isPlain, requireOptions, requireTexts, shown } from '../core/options.js';
import { getCsv } from '../document/csv.js';
import { oneLine, showCount } from '../document/format.js';
import type { Block, Cell, Document, DocumentTable, Fact, TableColumn } from '../document/model.js';
import type { Publication } from './rule.js';
import type { ImpactCategory } from './table.js';
import type { ImpactOutcome, ImpactReport } from './tables.js';

type Published = ImpactReport & { publication: Publication };
type OutcomeTable = ImpactOutcome['tables'][0];

const names = [
  'auditDate',
  'distributionDate',
  'dataSource',
  'exclusionReason',
  'tool',
  'auditor',
] as const satisfies readonly (keyof Publication)[];

/** @internal Throws `invalidArgument` for missing statements and for dates that do not exist. */
export function requirePublication(publication: unknown, report: ImpactReport): void {
  if (!isPlain(publication)) {
    throw invalid('publication', 'an object with the statements to publish', shown(publication));
  }
  requireOptions('publication', publication, names);
  if (!report.rule) throw invalid('publication', 'tables of localLaw144()', 'tables without a rule');
  const given = publication as Partial<Record<keyof Publication, unknown>>;
  for (const name of ['auditDate', 'distributionDate'] as const) {
    if (!isDate(given[name])) throw invalid(`publication.${name}`, "a date such as '2026-03-31'", shown(given[name]));
  }
  requireText('dataSource', given.dataSource, 'the source and explanation of the data');
  if (hasExcluded(report)) {
    const why = 'the reason why categories are excluded from the ratios';
    requireText('exclusionReason', given.exclusionReason, why);
  }
  for (const name of ['exclusionReason', 'tool', 'auditor'] as const) {
    if (given[name] !== undefined) requireTexts(`publication.${name}`, [given[name]]);
  }
}

function requireText(name: keyof Publication, value: unknown, expected: string): void {
  if (typeof value === 'string' && value.trim() !== '') return;
  throw invalid(`publication.${name}`, expected, shown(value));
}

function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(value);
}

const hasExcluded = ({ outcomes }: ImpactReport): boolean =>
  outcomes.some(({ tables }) => tables.some(({ categories }) => categories.some(({ isExcluded }) => isExcluded)));

/** @internal Whether the report contains what must be published with it. */
export const isPublished = (report: ImpactReport): report is Published => report.publication !== undefined;

/** @internal Describes the summary as it is published: the statements, and the tables without intervals. */
export function describePublication(report: Published, source: string | undefined): Document {
  const { tool } = report.publication;
  const named = tool ? `Bias audit of ${oneLine(tool)}` : source;
  return {
    name: 'bias-audit',
    title: 'Results of the bias audit',
    ...(named !== undefined && { source: named }),
    facts: getFacts(report),
    blocks: [
      ...report.outcomes.flatMap(({ name, tables }) =>
        report.kind === 'assigned'
          ? [
              {
                name: 'outcome',
                title: `Assigned to ${oneLine(name)}`,
                blocks: tables.flatMap((table) => tableBlocks(table, report)),
              },
            ]
          : tables.flatMap((table) => tableBlocks(table, report)),
      ),
      { texts: getNotes(report), style: 'faint' },
    ],
  };
}

function getFacts({ rule, applicants, publication }: Published): Fact[] {
  const { auditDate, distributionDate, dataSource, exclusionReason, auditor } = publication;
  return [
    ['Bias audit', showDate(auditDate)],
    ...(auditor ? [['Auditor', oneLine(auditor)] as const] : []),
    ['Distribution', `${showDate(distributionDate)} (date from which the tool is used)`],
    ['Data', oneLine(dataSource)],
    ['Assessed', `${showCount(applicants)} people`],
    ...(exclusionReason ? [['Exclusion', oneLine(exclusionReason)] as const] : []),
    ...(rule ? [['Rule', `${rule.name} (${rule.source})`] as const] : []),
  ];
}

const showDate = (date: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));

const titles: Readonly<Record<string, string>> = { sex: 'Sex', race: 'Race or ethnicity' };
const getTitle = ({ by }: OutcomeTable): string =>
  by.length === 1 ? (titles[by[0] as string] ?? oneLine(by[0] as string)) : 'Intersection of race or ethnicity and sex';

const isScored = ({ kind }: ImpactReport): boolean => kind === 'score';

function getColumns(report: ImpactReport): TableColumn[] {
  if (isScored(report)) {
    return [
      { heading: 'Number of applicants', format: 'count' },
      { heading: 'Scoring rate', format: 'percent' },
      { heading: 'Impact ratio' },
    ];
  }
  return [
    { heading: 'Number of applicants', format: 'count' },
    { heading: 'Number selected', format: 'count' },
    { heading: 'Selection rate', format: 'percent' },
    { heading: 'Impact ratio' },
  ];
}

function tableBlocks(table: OutcomeTable, report: ImpactReport): Block[] {
  const drawn: DocumentTable = {
    caption: getTitle(table),
    heading: 'Category',
    columns: getColumns(report),
    rows: table.categories.map((each) => ({ name: each.name, group: each.name, cells: getCells(each, report) })),
  };
  const { unknown } = table;
  const what = table.by.map((name) => (titles[name] ?? name).toLowerCase()).join(' or ');
  const note = `People of unknown ${what}, who are not in this table: ${showCount(unknown)}.`;
  return [drawn, { texts: [note] }];
}

function getCells(category: ImpactCategory, report: ImpactReport): Cell[] {
  const { applicants, selected, rate, impactRatio, isExcluded } = category;
  const { value, reason } = impactRatio ?? {};
  const ratio = isExcluded ? 'excluded' : { value: value ?? Number.NaN, ...(reason !== undefined && { reason }) };
  return isScored(report) ? [applicants, rate, ratio] : [applicants, selected, rate, ratio];
}

const getNotes = (report: Published): string[] => [
  isScored(report)
    ? 'The scoring rate is the proportion of a category that scored above the median of all people assessed. The impact ratio is the scoring rate divided by the highest scoring rate in the same table.'
    : 'The selection rate is the proportion of a category that was selected. The impact ratio is the selection rate divided by the highest selection rate in the same table.',
  ...(hasExcluded(report)
    ? [
        'Categories with less than 2% of the data are excluded for the reason above; their numbers and rates are listed.',
      ]
    : []),
];

const csvHeader = [
  'audit_date',
  'distribution_date',
  'data_source',
  'outcome',
  'table',
  'category',
  'applicants',
  'selected',
  'rate',
  'impact_ratio',
];

/** @internal Returns the published tables as CSV with one row per category, and one for people of unknown category. */
export function publicationCsv(report: Published): string {
  const { auditDate, distributionDate, dataSource } = report.publication;
  const same = [auditDate, distributionDate, oneLine(dataSource)];
  const rows = report.outcomes.flatMap(({ name, tables }) =>
    tables.flatMap((table) => {
      const place = [...same, oneLine(name), getTitle(table)];
      return [
        ...table.categories.map((each) => [...place, oneLine(each.name), ...numbers(each)]),
        [...place, 'Unknown', table.unknown, '', '', ''],
      ];
    }),
  );
  return getCsv([csvHeader, ...rows]);
}

function numbers({ applicants, selected, rate, impactRatio, isExcluded }: ImpactCategory) {
  const ratio = isExcluded ? 'excluded' : (impactRatio?.value ?? Number.NaN);
  return [applicants, selected, rate, ratio].map((each) =>
    typeof each === 'number' && !Number.isFinite(each) ? '' : each,
  );
}
