// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm metric` for functions of fairlearn and ignite that compare all groups: computed by
// fairwasm/fairlearn for the intersectional groups of all --group columns.

import { load } from '../fairlearn/index.js';
import { type GroupFunction, getGroupFunction } from '../metrics/aliases.js';
import { findMetric, type Metric } from '../metrics/table.js';
import type { Computation } from './computation.js';
import { getFavorable, numbers, ofAll } from './metric-rows.js';

/** fairlearn's names of rates, if they differ from those in the metrics table. */
const frameNames: Readonly<Record<string, string>> = {
  accuracy: 'accuracyScore',
  errorRate: 'zeroOneLoss',
};

/** Returns the function with this name as a metric with its computation, or undefined. */
export function functionNamed(
  name: string,
): { metric: Metric; computation: Computation } | undefined {
  const found = getGroupFunction(name);
  return found && { metric: asMetric(name, found), computation: getComputation(found) };
}

function asMetric(name: string, { rates, statistic }: GroupFunction): Metric {
  const [first] = rates.map((rate) => findMetric(rate) as Metric);
  const isRatio = statistic === 'ratio';
  const each = rates.length > 1 ? ', the smaller of the two rates' : '';
  const how = isRatio
    ? 'smallest value divided by the largest value'
    : 'largest value minus the smallest value';
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
      ...(weight && { weight: numbers(weight) }),
    });
    const [level] = frame[statistic]();
    const values = Object.values(level?.values ?? {}) as number[];
    // As fairlearn's equalized_odds_ratio: Python's min, whose NaN stays only in the first place.
    // biome-ignore lint/complexity/useMathMinMax: Math.min would return NaN if one is present.
    return [ofAll(values.reduce((least, value) => (value < least ? value : least)))];
  },
});
