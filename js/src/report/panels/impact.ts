// SPDX-License-Identifier: Apache-2.0
//
// Adverse impact as sentences and tables, for all three kinds of results: selection tables, groups compared
// by scores with a fixed reference group, and rates of probable categories, which are always shown with
// bounds on the true rates.

import type {
  ExtraImpact,
  ExtraImpactByProbability,
  ExtraImpactScores,
} from '../../audit/extras.js';
import { oneLine, showConfidence, showCount, showProbability } from '../../document/format.js';
import { figureOf, type Panel, type PanelTable, showFigure, showWithInterval } from './panel.js';

const dropped = (rows: number | undefined): string[] =>
  rows ? [`Rows with missing values (dropped): ${showCount(rows)}.`] : [];

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
        ? ['Selection rates, each divided by the highest rate in its table.']
        : [`${rule.name} (${rule.source}; version of ${rule.date}).`, rule.limits]),
      ...dropped(droppedRows),
      ...(wasLookedFor
        ? [
            'The category with the highest rate was selected by looking at the data, so p-values against it are too small.',
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
  caption: `Selected: ${of}${unknown > 0 ? `; ${showCount(unknown)} of unknown category are omitted` : ''}`,
  headings: ['Category', 'Applicants', 'Selected', 'Rate', 'Proportion of all', 'Impact ratio'],
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
      caption: `Four-fifths rule: ${of}; compared with ${compared.group}, ${who}`,
      headings: ['Category', 'Below four fifths', 'Shortfall to four fifths', 'Ratio', 'p, Fisher'],
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

// ---- Groups by scores --------------------------------------------------------------------------

/** Approval rates at cutoffs. */
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
      `The rows with the ${end} ${columns.score} are approved, up to the proportion that each table names; rows that tie with the last one are approved too. A ratio is a group’s rate divided by that of ${reference}. There are no confidence intervals, because the cutoffs come from the scores of the same rows.`,
      ...dropped(droppedRows),
      ...(reasons.length > 0
        ? [`Undefined or infinite: ${[...new Set(reasons)].join('; ')}.`]
        : []),
    ],
    figures: [],
    tables: quantiles.map(quantileTable),
  };
}

/** Differences of mean scores and of their residuals. */
export function meansPanel({ reference, lowerIsBetter, means, columns }: ExtraImpactScores): Panel {
  const worse = means.disadvantaged.map(oneLine).join(', ');
  return {
    name: 'means',
    title: 'Standardized mean differences',
    said: [
      `100 times the difference from the mean of ${reference}, divided by the standard deviation of all rows. ${worse === '' ? 'No group’s mean is worse.' : `Worse, because ${lowerIsBetter ? 'lower' : 'higher'} is better: ${worse}.`} There are no confidence intervals, because none is known that is valid for every distribution of scores.`,
    ],
    figures: [],
    tables: [
      meansTable(`Of ${columns.score}`, means),
      ...(means.residual
        ? [meansTable(`Residuals, ${columns.label ?? 'label'} - ${columns.score}`, means.residual)]
        : []),
    ],
  };
}

/** Both results as one panel. */
export function impactScoresPanel(report: ExtraImpactScores): Panel {
  const parts = [quantilesPanel(report), meansPanel(report)];
  return {
    name: 'impactScores',
    title: `Scores compared with ${oneLine(report.reference)}`,
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

/** Rates of probable categories, with bounds on the true rates. */
export function probablePanel(report: ExtraImpactByProbability): Panel {
  const { applicants, selected, cells, categories, reference, confidence, notes } = report;
  const reasons = categories.flatMap(({ weightedRate }) => weightedRate.reason ?? []);
  return {
    name: 'impactByProbability',
    title: 'Selection rates by probable category',
    said: [
      ...notes,
      `${showCount(applicants)} applicants, of whom ${showCount(selected)} were selected, in ${showCount(cells)} ${cells === 1 ? 'cell' : 'cells'} of rows with the same probabilities.`,
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
          'Bounds on the rate',
          'With sampling',
          'Weighted ratio',
          'Bounds on the ratio',
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
