// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm metric` for numbers that compare all groups: functions of fairlearn and ignite, computed by
// fairwasm/fairlearn for the intersectional groups of all --group columns, and the spreads of a report.

import { load } from '../fairlearn/index.js';
import { type GroupFunction, getGroupFunction } from '../metrics/aliases.js';
import { findMetric, type Metric } from '../metrics/table.js';
import type { Computation } from './computation.js';
import { spreadNamed } from './metric-name.js';
import { getFavorable, toOverall } from './metric-rows.js';
import { spread } from './tally-computations.js';

/** fairlearn's names of rates, if they differ from those in the metrics table. */
const frameNames: Readonly<Record<string, string>> = { accuracy: 'accuracyScore', errorRate: 'zeroOneLoss' };

/**
 * Returns the function with this name, or the spread of a rate such as `selectionRate.difference`, as a metric with
 * its computation; undefined for other names.
 */
export function functionNamed(name: string): { metric: Metric; computation: Computation } | undefined {
  const found = getGroupFunction(name);
  if (found) return { metric: asMetric(name, found), computation: getComputation(found) };
  const [rate = '', statistic] = spreadNamed(name)?.split('.') ?? [];
  const metric = findMetric(rate);
  if (metric === undefined) return undefined;
  const of = { rates: [rate], statistic: statistic as GroupFunction['statistic'] };
  return { metric: asMetric(name, of), computation: spread(metric, of.statistic) };
}

function asMetric(name: string, { rates, statistic }: GroupFunction): Metric {
  const [first] = rates.map((rate) => findMetric(rate) as Metric);
  const isRatio = statistic === 'ratio';
  const each = rates.length > 1 ? ', the smaller of the two rates' : '';
  const how = isRatio ? 'smallest value divided by the largest value' : 'largest value minus the smallest value';
  return {
    ...(first as Metric),
    name,
    title: name,
    meaning: `${rates.join(' and ')} of all groups: the ${how}${each}.`,
    undefinedWhen: isRatio ? 'the largest value is 0, or no group has one' : 'no group has a value',
    aliases: [],
  };
}

const getComputation = ({ rates, statistic }: GroupFunction): Computation => ({
  needs: [...(rates.join() === 'selectionRate' ? [] : ['label']), 'prediction', 'group'],
  takes: ['label', 'weight', 'favorable'],
  compute: async (_, given) => {
    const { label, prediction, groups, weight } = given;
    const frame = (await load()).metricFrame({
      label: label.length > 0 ? label : prediction,
      prediction,
      sensitiveFeatures: groups,
      favorable: getFavorable(given)[0] as string,
      metrics: rates.map((rate) => frameNames[rate] ?? rate) as never,
      ...(weight && { weight }),
    });
    const [level] = frame[statistic]();
    const values = Object.values(level?.values ?? {}) as number[];
    // As fairlearn's equalized_odds_ratio: Python's min, whose NaN stays only in the first place.
    // biome-ignore lint/complexity/useMathMinMax: Math.min would return NaN if one is present.
    return [toOverall(values.reduce((least, value) => (value < least ? value : least)))];
  },
});
