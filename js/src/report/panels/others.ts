// SPDX-License-Identifier: Apache-2.0
//
// Comparisons of a report with a second model for the same rows, or with another version's report.

import { type ComparisonReport, essentialRates, rateTitle } from '../../audit/comparison.js';
import type { Report } from '../../audit/report.js';
import type { Estimate } from '../../core/estimate.js';
import { showCount, showProbability, showValue } from '../../document/format.js';
import {
  comparisonFacts,
  decisionsSentence,
  gapSentences,
  showDifference,
  showDifferenceInterval,
} from '../comparison-shown.js';
import { essentialDisparities } from '../ranking.js';
import { type Panel, type PanelRow, showWithInterval } from './panel.js';

export function comparisonPanel(report: ComparisonReport): Panel {
  const rates = essentialRates(report.rates, report.outcome);
  return {
    name: 'comparison',
    title: `${report.names.b} instead of ${report.names.a}, for the same rows`,
    said: [
      comparisonFacts(report)
        .map(([name, text]) => `${name}: ${text}.`)
        .join(' '),
      decisionsSentence(report.overall, report.outcome),
      ...report.breakdowns.flatMap((breakdown) => gapSentences(report, breakdown)),
    ],
    figures: [],
    tables: report.breakdowns.map(({ by, groups }) => ({
      caption: `Rates by ${by.join(' and ')}, before and after`,
      headings: ['Rate', 'Before', 'After', 'Change', 'Interval', 'p'],
      rows: rates.flatMap((rate) =>
        [report.overall, ...groups].flatMap(({ name, rates: values }) => {
          const found = values[rate];
          return found
            ? [{ name: `${rateTitle(rate)}: ${name}`, group: name, cells: change(found) }]
            : [];
        }),
      ),
    })),
  };
}

const change = ({ a, b, difference }: PairedRate) => [
  showValue(a),
  showValue(b),
  showDifference(difference),
  showDifferenceInterval(difference),
  showProbability(difference),
];

type PairedRate = ComparisonReport['overall']['rates'][string];

/** Compares the report with one of other rows, for the groups in both. */
export function versionPanel(report: Report, { name, report: other }: NamedReport): Panel {
  const shared = report.breakdowns.flatMap((breakdown) => {
    const same = other.breakdowns.find(({ by }) => by.join('\n') === breakdown.by.join('\n'));
    return same ? [{ breakdown, same }] : [];
  });
  return {
    name: 'version',
    title: `Beside ${name}`,
    said: [
      `${name} has ${showCount(other.rows)} rows, this report ${showCount(report.rows)}. The rows are different, so differences are partly due to chance.`,
    ],
    figures: [],
    tables: shared.map(({ breakdown, same }) => ({
      caption: `By ${breakdown.by.join(' and ')}`,
      headings: ['Figure', 'Here', name],
      rows: [
        ...rateRows(report, breakdown, same),
        ...(breakdown.referenceId === same.referenceId
          ? disparityRows(report, breakdown, same)
          : []),
      ],
    })),
  };
}

interface NamedReport {
  name: string;
  report: Report;
}

type Breakdown = Report['breakdowns'][number];

const pair = (here: Estimate, there: Estimate | undefined) => [
  showWithInterval(here),
  there ? showWithInterval(there) : '',
];

function rateRows({ rates, outcome }: Report, here: Breakdown, there: Breakdown): PanelRow[] {
  return essentialRates(rates, outcome).flatMap((rate) =>
    here.groups.map(({ id, name, rates: values }) => ({
      name: `${rateTitle(rate)}: ${name}`,
      group: name,
      cells: pair(
        values[rate] as Estimate,
        there.groups.find((each) => each.id === id)?.rates[rate],
      ),
    })),
  );
}

function disparityRows(report: Report, here: Breakdown, there: Breakdown): PanelRow[] {
  return essentialDisparities(report.disparities, report.outcome).flatMap(({ name, title }) =>
    here.comparisons.map(({ id, group, disparities }) => ({
      name: `${title}: ${group}`,
      group,
      cells: pair(
        disparities[name] as Estimate,
        there.comparisons.find((each) => each.id === id)?.disparities[name],
      ),
    })),
  );
}
