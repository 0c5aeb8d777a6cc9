// SPDX-License-Identifier: Apache-2.0
//
// Adverse impact as sentences and tables, in whatever form it was asked for: tables of selection, groups by their scores
// against a fixed one, and rates of probable categories, where what is weighted never stands without what it can be.

import type {
  ExtraImpact,
  ExtraImpactByProbability,
  ExtraImpactScores,
} from '../../audit/extras.js';
import { oneLine, showConfidence, showCount, showProbability } from '../shown.js';
import { figureOf, type Panel, type PanelTable, showFigure, showWithInterval } from './panel.js';

const dropped = (rows: number | undefined): string[] =>
  rows ? [`Rows without a value are left out: ${showCount(rows)}.`] : [];

type Table = ExtraImpact['outcomes'][number]['tables'][number];
type Compared = NonNullable<NonNullable<Table['fourFifths']>['againstHighest']>;

export function impactPanel({ rule, outcomes, droppedRows }: ExtraImpact): Panel {
  const wasLookedFor = outcomes.some(({ tables }) =>
    tables.some(({ fourFifths }) => (fourFifths?.againstHighest?.comparisons.length ?? 0) > 1),
  );
  return {
    name: 'impact',
    title: 'Adverse impact',
    said: [
      ...(rule === null
        ? ['Rates of selection, and each divided by the highest rate of the same table.']
        : [`${rule.name} (${rule.source}; text of ${rule.date}).`, rule.limits]),
      ...dropped(droppedRows),
      ...(wasLookedFor
        ? [
            'The highest rate was found by looking: p-values against it are smaller than they ought to be.',
          ]
        : []),
    ],
    figures: [],
    tables: outcomes.flatMap(({ name, tables }) =>
      tables.flatMap((table) => {
        const of = `${name}, by ${table.by.join(' and ')}`;
        const { againstHighest = null, againstReference = null } = table.fourFifths ?? {};
        return [
          selectionTable(of, table),
          ...comparedTable(of, againstHighest, 'the highest rate'),
          ...comparedTable(of, againstReference, 'the reference'),
        ];
      }),
    ),
  };
}

const selectionTable = (of: string, { unknown, categories }: Table): PanelTable => ({
  caption: `Selected: ${of}${unknown > 0 ? `; ${showCount(unknown)} of unknown category are left out` : ''}`,
  headings: ['Category', 'Applicants', 'Selected', 'Rate', 'Share of all', 'Impact ratio'],
  rows: categories.map((each) => ({
    name: each.name,
    group: each.name,
    cells: each.isSuppressed
      ? ['suppressed', '', '', '', '']
      : [
          showCount(figureOf(each.applicants)),
          showCount(figureOf(each.selected)),
          showFigure(each.rate),
          showFigure(each.share),
          each.isExcluded
            ? 'left out'
            : each.impactRatio === null
              ? ''
              : showWithInterval(each.impactRatio),
        ],
  })),
});

function comparedTable(of: string, compared: Compared | null, who: string): PanelTable[] {
  if (compared === null || compared.comparisons.length === 0) return [];
  return [
    {
      caption: `Four fifths: ${of}; compared with ${compared.group}, ${who}`,
      headings: ['Category', 'Below four fifths', 'Missing to four fifths', 'Ratio', 'p, Fisher'],
      rows: compared.comparisons.map((each) => ({
        name: each.group,
        group: each.group,
        cells: [
          each.belowFourFifths === null ? '–' : each.belowFourFifths ? 'yes' : 'no',
          showMissing(figureOf(each.shortfallToFourFifths)),
          showWithInterval(each.ratio),
          showTestOf(figureOf(each.fisher.twoSided)),
        ],
      })),
    },
  ];
}

const showTestOf = (pValue: number) =>
  Number.isNaN(pValue) ? '–' : showProbability({ value: 0, pValue });

const showMissing = (shortfall: number) =>
  Number.isFinite(shortfall) ? showCount(Math.max(0, shortfall)) : '–';

// ---- Groups by their scores --------------------------------------------------------------------

/** Whom cutoffs would approve. */
export function quantilesPanel({
  reference,
  lowerIsBetter,
  quantiles,
  columns,
  droppedRows,
}: ExtraImpactScores): Panel {
  const end = lowerIsBetter ? 'lowest' : 'highest';
  const reasons = quantiles.flatMap(({ groups }) =>
    groups.flatMap(({ ratio }) => ratio?.reason ?? []),
  );
  return {
    name: 'quantiles',
    title: 'Adverse impact ratios by quantile',
    said: [
      `Approved are the rows with the ${end} ${columns.score}, as large a share of all as each table says; who has the same as the last of them is approved, too. A ratio is a group’s rate divided by that of ${reference}. There are no intervals: cutoffs are taken from the scores of these very people.`,
      ...dropped(droppedRows),
      ...(reasons.length > 0
        ? [`Undefined or infinite: ${[...new Set(reasons)].join('; ')}.`]
        : []),
    ],
    figures: [],
    tables: quantiles.map(quantileTable),
  };
}

/** How far mean scores, and their errors, lie apart. */
export function meansPanel({ reference, lowerIsBetter, means, columns }: ExtraImpactScores): Panel {
  const worse = means.disadvantaged.map(oneLine).join(', ');
  return {
    name: 'means',
    title: 'Standardized mean differences',
    said: [
      `100 times the difference of means to ${reference}, divided by the standard deviation of all rows. ${worse === '' ? 'No group’s mean is worse.' : `Worse, as ${lowerIsBetter ? 'lower' : 'higher'} is better: ${worse}.`} There are no intervals: none is known that holds for every distribution of scores.`,
    ],
    figures: [],
    tables: [
      meansTable(`Of ${columns.score}`, means),
      ...(means.residual
        ? [
            meansTable(
              `Of residuals, ${columns.label ?? 'label'} - ${columns.score}`,
              means.residual,
            ),
          ]
        : []),
    ],
  };
}

/** Both as one of the results that stand beside a report. */
export function impactScoresPanel(report: ExtraImpactScores): Panel {
  const parts = [quantilesPanel(report), meansPanel(report)];
  return {
    name: 'impactScores',
    title: `Scores against ${oneLine(report.reference)}`,
    said: parts.flatMap(({ said }) => said),
    figures: [],
    tables: parts.flatMap(({ tables }) => tables),
  };
}

const digits = (value: number | null, count: number) => {
  const figure = figureOf(value);
  return Number.isNaN(figure) ? '–' : String(Number(figure.toPrecision(count)));
};

const quantileTable = ({
  quantile,
  cutoff,
  approved,
  groups,
}: ExtraImpactScores['quantiles'][number]): PanelTable => ({
  caption: `The best ${Number((100 * quantile).toPrecision(12))}%: ${showCount(approved)} approved, cutoff ${digits(cutoff, 6)}`,
  headings: ['Group', 'Rows', 'Approved', 'Rate', 'Ratio'],
  rows: groups.map(({ name, rows, approved: passed, rate, ratio }) => ({
    name,
    group: name,
    cells: [
      showCount(rows),
      showCount(passed),
      showFigure(rate),
      ratio ? showFigure(ratio.value) : 'reference',
    ],
  })),
});

const meansTable = (
  caption: string,
  { standardDeviation, groups }: Pick<ExtraImpactScores['means'], 'standardDeviation' | 'groups'>,
): PanelTable => ({
  caption: `${caption}; standard deviation ${digits(standardDeviation, 4)}`,
  headings: ['Group', 'Mean', 'Standardized difference'],
  rows: groups.map(({ name, mean, difference }) => ({
    name,
    group: name,
    cells: [digits(mean, 4), difference ? showFigure(difference.value, true) : 'reference'],
  })),
});

// ---- Probable categories -----------------------------------------------------------------------

const range = ([low, high]: readonly [number | null, number | null]) =>
  `${showFigure(low)} to ${showFigure(high)}`;

/** Rates of probable categories, beside what they can be. */
export function probablePanel(report: ExtraImpactByProbability): Panel {
  const { applicants, selected, cells, categories, reference, confidence, notes } = report;
  const reasons = categories.flatMap(({ weightedRate }) => weightedRate.reason ?? []);
  return {
    name: 'impactByProbability',
    title: 'Selection rates by probable category',
    said: [
      ...notes,
      `${showCount(applicants)} applicants, of whom ${showCount(selected)} were selected, in ${showCount(cells)} ${cells === 1 ? 'cell' : 'cells'} of rows whose probabilities were made together.`,
      ...(reasons.length > 0 ? [`Undefined (–): ${reasons[0]}.`] : []),
    ],
    figures: [],
    tables: [
      {
        caption: `Ratios are to ${reference}; ${confidence === null ? 'no intervals' : `intervals and sampling at ${showConfidence(confidence)}`}`,
        headings: [
          'Category',
          'Expected applicants',
          'Expected selected',
          'Weighted rate',
          'Rate can be',
          'With sampling',
          'Weighted ratio',
          'Ratio can be',
        ],
        rows: categories.map((each) => ({
          name: each.name,
          group: each.name,
          cells: probableCells(each),
        })),
      },
    ],
  };
}

function probableCells(category: ExtraImpactByProbability['categories'][number]): string[] {
  const { applicants, selected, weightedRate, rateBounds, rateInterval, ratio } = category;
  const { value, ci, reason } = weightedRate;
  const expected = [showFigure(applicants), showFigure(selected)];
  if (reason !== undefined) return [...expected, '–', '–', '–', '–', '–'];
  return [
    ...expected,
    ci ? `${showFigure(value)} (${range(ci)})` : showFigure(value),
    range(rateBounds),
    rateInterval ? range(rateInterval) : '–',
    ratio ? showFigure(ratio.weighted) : 'reference',
    ratio ? range(ratio.bounds) : 'reference',
  ];
}
