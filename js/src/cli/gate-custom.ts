// SPDX-License-Identifier: Apache-2.0
//
// Limits to metrics of one's own: `missed=0.3` holds every group's value against it, `missed.difference=0.1` how far all
// groups lie apart. fairwasm does not know which side of such a metric is better: both limits can be set.

import type { CustomBreakdown, CustomMetric } from '../audit/custom-figures.js';
import type { Breakdown, Report } from '../audit/report.js';
import { metrics } from '../metrics/table.js';
import { oneLine } from '../report/shown.js';
import { UsageError } from './command.js';
import { byWhat, type Candidate, type Guarded, requireGuarded } from './gate-target.js';

/** How {@link requireGuarded} finds a number, in reports that have these metrics besides. */
export const guardedAmong =
  (own: readonly string[]) =>
  (option: string, asked: string): Guarded => {
    const [name = '', statistic, ...more] = asked.split('.');
    if (!own.includes(name)) return requireGuarded(option, asked);
    if (metrics.some((metric) => metric.name === name)) {
      throw new UsageError(
        `${option}: '${name}' is a metric of fairwasm's as well as of yours; give yours another name`,
      );
    }
    if (statistic === undefined) return ofOwn(asked, name, valuesOf);
    if (statistic === 'difference' && more.length === 0) {
      return { ...ofOwn(asked, name, gapOf), equal: 0 };
    }
    throw new UsageError(
      `${option}: a metric of your own has a value by group, ${name}, and ${name}.difference; not '${asked}'`,
    );
  };

/** The names of a report's own metrics. */
export const customNames = ({ extras }: Report): string[] =>
  (extras?.customMetrics?.metrics ?? []).map(({ name }) => name);

type Pick = (breakdown: CustomBreakdown) => Candidate[];

function ofOwn(asked: string, name: string, pick: Pick): Guarded {
  const found = ({ extras }: Report): CustomMetric | undefined =>
    extras?.customMetrics?.metrics.find((metric) => metric.name === name);
  return {
    name: asked,
    inputs: [],
    isIn: (report) => found(report) !== undefined,
    of: ({ by }: Breakdown, report) => {
      const same = found(report)?.breakdowns.find((own) => own.by.join('\n') === by.join('\n'));
      return same ? pick(same) : [];
    },
  };
}

const valuesOf: Pick = ({ by, groups }) =>
  groups.map(({ id, name, rows, value }) => ({
    who: `of ${oneLine(name)} (${byWhat({ by })})`,
    id,
    estimate: value,
    rows,
  }));

const gapOf: Pick = ({ by, gap }) => [{ who: byWhat({ by }), id: '', estimate: gap }];
