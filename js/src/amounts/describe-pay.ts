// SPDX-License-Identifier: Apache-2.0
//
// Describes reports of gender pay gaps in the form of their rules.

import { requireParts } from '../core/options.js';
import { fromPlainData } from '../core/plain-data.js';
import { oneLine, showCount } from '../document/format.js';
import type { Block, Cell, Document, DocumentTable, Fact } from '../document/model.js';
import type { PayBands } from './bands.js';
import type { EuPayGaps, EuPayReport, PayGaps, PayRule, UkPayReport } from './pay.js';

type Counts = EuPayReport['workers'];

/** A number in percent; JSON has null for an undefined one. */
const percent = (value: number | null | undefined): Cell =>
  value === null || value === undefined || Number.isNaN(value)
    ? { value: Number.NaN, reason: 'the value for men is 0 or undefined' }
    : value / 100;

const gapColumns = [
  { heading: 'Mean gap', format: 'percent' as const },
  { heading: 'Median gap', format: 'percent' as const },
];
const gapCells = ({ mean, median }: PayGaps): Cell[] => [percent(mean), percent(median)];

/** Describes the figures of Article 9 of Directive (EU) 2023/970. */
export function describeEuPay(report: EuPayReport, source?: string): Document {
  return fromPlainData('report', () => {
    requireParts('report', report, ['rule', 'hourly', 'annual', 'bands'], 'the result of euPay()');
    const { rule, workers, withoutHourlyPay, hourly, annual, recipients, bands } = report;
    return {
      name: 'pay',
      title: 'Gender pay gap',
      ...(source !== undefined && { source }),
      facts: [
        ...ruleFacts(rule),
        ...workerFacts(workers),
        ...(withoutHourlyPay > 0
          ? [['Without hourly pay', `${showCount(withoutHourlyPay)} workers without pay or paid hours`] as Fact]
          : []),
      ],
      blocks: [
        { texts: ['Gaps are in percent of men’s pay, and positive if women are paid less.'] },
        euTable('Hourly pay', hourly),
        euTable('Annual pay', annual),
        recipientTable('(e) Workers with variable pay', recipients),
        bandTable('(f) Quartile pay bands of hourly pay', bands),
        ...categoryBlocks(report),
        ...ruleNotes(rule, workers),
      ],
    };
  });
}

const euTable = (caption: string, { total, variable, variableOfRecipients }: EuPayGaps): DocumentTable => ({
  caption,
  heading: 'Article 9(1)',
  columns: gapColumns,
  rows: [
    { name: '(a), (c) Total pay', cells: gapCells(total) },
    { name: '(b), (d) Variable pay, all workers', cells: gapCells(variable) },
    { name: 'Variable pay, recipients', cells: gapCells(variableOfRecipients) },
  ],
});

function categoryBlocks({ categories, minimumPerSex }: EuPayReport): Block[] {
  if (categories === undefined) return [];
  const withheld = categories.filter(({ isWithheld }) => isWithheld).length;
  const table: DocumentTable = {
    caption: '(g) Gaps in mean hourly pay by category of workers',
    heading: 'Category',
    columns: [
      { heading: 'Women', format: 'count' },
      { heading: 'Men', format: 'count' },
      { heading: 'Total pay', format: 'percent' },
      { heading: 'Basic pay', format: 'percent' },
      { heading: 'Variable pay', format: 'percent' },
      { heading: 'First condition of Article 10(1)' },
    ],
    rows: categories.map((category) => ({
      name: oneLine(category.name),
      cells: category.isWithheld
        ? new Array<Cell>(6).fill('withheld')
        : [
            category.workers?.female,
            category.workers?.male,
            percent(category.total),
            percent(category.basic),
            percent(category.variable),
            category.isFirstConditionMet === undefined ? '–' : category.isFirstConditionMet ? 'met' : 'not met',
          ],
    })),
  };
  return [
    table,
    {
      style: 'faint',
      texts: [
        'The first condition is met if the gap in total pay is at least 5% in either direction, before rounding.',
        ...(withheld > 0
          ? [
              `Withheld: ${showCount(withheld)} categories with fewer than ${showCount(minimumPerSex)} women or fewer than ${showCount(minimumPerSex)} men.`,
            ]
          : []),
      ],
    },
  ];
}

/** Describes the figures of the United Kingdom's regulations. */
export function describeUkPay(report: UkPayReport, source?: string): Document {
  return fromPlainData('report', () => {
    requireParts('report', report, ['rule', 'hourly', 'bonus', 'quarters'], 'the result of ukPay()');
    const { rule, workers, fullPay, hourly, bonus, recipients, quarters } = report;
    return {
      name: 'pay',
      title: 'Gender pay gap',
      ...(source !== undefined && { source }),
      facts: [
        ...ruleFacts(rule),
        ...workerFacts(workers),
        ['Full-pay employees', `${showCount(fullPay.female)} women, ${showCount(fullPay.male)} men`],
      ],
      blocks: [
        { texts: ['Gaps are in percent of men’s pay, and positive if women are paid less.'] },
        {
          caption: 'Gaps',
          heading: 'Regulation',
          columns: gapColumns,
          rows: [
            { name: '8, 9: hourly pay', cells: gapCells(hourly) },
            { name: '10, 11: bonus pay of recipients', cells: gapCells(bonus) },
          ],
        },
        recipientTable('12: employees who were paid a bonus', recipients),
        bandTable('13: quarters of hourly pay', quarters),
        ...ruleNotes(rule, workers),
      ],
    };
  });
}

const ruleFacts = ({ name, source, date }: PayRule): Fact[] => [['Rule', `${name} (${source}), as of ${date}`]];

const workerFacts = ({ female, male }: Counts): Fact[] => [
  ['Workers', `${showCount(female)} women, ${showCount(male)} men`],
];

const ruleNotes = ({ facts, limits }: PayRule, { other }: Counts): Block[] => [
  { heading: 'The rule', style: 'list', texts: facts },
  {
    style: 'faint',
    texts: [
      limits,
      ...(other > 0
        ? [
            `Workers of another or unknown sex: ${showCount(other)}. They are in no gap, but keep their places in bands.`,
          ]
        : []),
      'The figures describe everyone employed, so they have no sampling error.',
    ],
  },
];

const recipientTable = (
  caption: string,
  { female, male }: Readonly<Record<'female' | 'male', number>>,
): DocumentTable => ({
  caption,
  heading: 'Sex',
  columns: [{ heading: 'Recipients', format: 'percent' }],
  rows: [
    { name: 'Women', cells: [percent(female)] },
    { name: 'Men', cells: [percent(male)] },
  ],
});

const bandNames = ['Lower', 'Lower middle', 'Upper middle', 'Upper'];

function bandTable(caption: string, { size, percent: shares }: PayBands): DocumentTable {
  return {
    caption,
    heading: 'Band',
    columns: [
      { heading: 'Workers', format: 'count' },
      { heading: 'Women', format: 'percent' },
      { heading: 'Men', format: 'percent' },
      ...(shares.other ? [{ heading: 'Other', format: 'percent' as const }] : []),
    ],
    rows: bandNames.map((name, band) => ({
      name,
      cells: [
        size[band],
        ...['female', 'male', ...(shares.other ? ['other'] : [])].map((label) => percent(shares[label]?.[band])),
      ],
    })),
  };
}
