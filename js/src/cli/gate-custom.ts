// SPDX-License-Identifier: Apache-2.0
//
// Limits on custom metrics: `missed=0.3` limits the value of every group, `missed.difference=0.1` the largest
// gap between groups. Because fairwasm cannot know which direction is better, both --fail-under and
// --fail-over are allowed.

import type { CustomBreakdown, CustomMetric } from '../audit/custom-figures.js';
import type { Breakdown } from '../audit/report.js';
import { oneLine } from '../document/format.js';
import { metrics } from '../metrics/table.js';
import type { Report } from '../report/report.js';
import { byWhat, type Candidate, type Guarded, requireGuarded } from './gate-target.js';
import { UsageError } from './usage.js';

/** Returns a version of {@link requireGuarded} that also finds these custom metrics. */
export const guardedAmong =
  (own: readonly string[]) =>
  (option: string, asked: string): Guarded => {
    const [name = '', statistic, ...more] = asked.split('.');
    if (!own.includes(name)) return requireGuarded(option, asked);
    if (metrics.some((metric) => metric.name === name)) {
      throw new UsageError(`${option}: '${name}' is both a built-in and a custom metric; rename the custom metric`);
    }
    if (statistic === undefined) return customNumber(asked, name, getValues);
    if (statistic === 'difference' && more.length === 0) {
      return { ...customNumber(asked, name, getGap), equal: 0 };
    }
    throw new UsageError(
      `${option}: use ${name} (each group's value) or ${name}.difference for a custom metric, not '${asked}'`,
    );
  };

/** Returns the names of the report's custom metrics. */
export const customNames = ({ extras }: Report): string[] =>
  (extras?.customMetrics?.metrics ?? []).map(({ name }) => name);

type Pick = (breakdown: CustomBreakdown) => Candidate[];

function customNumber(asked: string, name: string, pick: Pick): Guarded {
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

const getValues: Pick = ({ by, groups }) =>
  groups.map(({ id, name, rows, value }) => ({
    who: `of ${oneLine(name)} (${byWhat({ by })})`,
    id,
    estimate: value,
    rows,
  }));

const getGap: Pick = ({ by, gap }) => [{ who: byWhat({ by }), id: '', estimate: gap }];
