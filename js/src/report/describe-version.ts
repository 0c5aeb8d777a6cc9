// SPDX-License-Identifier: Apache-2.0
//
// Describes how a report differs from that of another version, with other rows.

import { essentialRates, rateTitle } from '../audit/comparison.js';
import { showCount } from '../document/format.js';
import type { Document, TableRow } from '../document/model.js';
import { essentialDisparities } from './ranking.js';
import type { Report } from './report.js';

/** Compares the report with one of other rows, for the groups in both. */
export function describeVersion(report: Report, { name, report: other }: NamedReport): Document {
  const shared = report.breakdowns.flatMap((breakdown) => {
    const same = other.breakdowns.find(({ by }) => by.join('\n') === breakdown.by.join('\n'));
    return same ? [{ breakdown, same }] : [];
  });
  return {
    name: 'version',
    title: `Compared with ${name}`,
    blocks: [
      {
        texts: [
          `${name} has ${showCount(other.rows)} rows, this report ${showCount(report.rows)}. The rows are different, so differences are partly due to chance.`,
        ],
      },
      ...shared.map(({ breakdown, same }) => ({
        caption: `By ${breakdown.by.join(' and ')}`,
        heading: 'Figure',
        columns: [{ heading: 'Here' }, { heading: name }],
        rows: [
          ...rateRows(report, breakdown, same),
          ...(breakdown.referenceId === same.referenceId ? disparityRows(report, breakdown, same) : []),
        ],
      })),
    ],
  };
}

interface NamedReport {
  name: string;
  report: Report;
}

type Breakdown = Report['breakdowns'][number];

function rateRows({ rates, outcome }: Report, here: Breakdown, there: Breakdown): TableRow[] {
  return essentialRates(rates, outcome).flatMap((rate) =>
    here.groups.map(({ id, name, rates: values }) => ({
      name: `${rateTitle(rate)}: ${name}`,
      group: name,
      cells: [values[rate], there.groups.find((each) => each.id === id)?.rates[rate]],
    })),
  );
}

function disparityRows(report: Report, here: Breakdown, there: Breakdown): TableRow[] {
  return essentialDisparities(report.disparities, report.outcome).flatMap(({ name, title }) =>
    here.comparisons.map(({ id, group, disparities }) => ({
      name: `${title}: ${group}`,
      group,
      cells: [disparities[name], there.comparisons.find((each) => each.id === id)?.disparities[name]],
    })),
  );
}
