// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm metric` by the name of a function of fairlearn or ignite that compares all groups: computed by
// fairwasm/fairlearn, for the groups of all --group columns crossed.

import { load } from '../fairlearn/index.js';
import { type GroupFunction, groupFunctionOf } from '../metrics/aliases.js';
import { findMetric, type Metric } from '../metrics/table.js';
import type { Computation } from './computation.js';
import { favorableOf, numbers, ofAll } from './metric-rows.js';

/** What fairlearn calls rates of the table, where it has another name. */
const frameNames: Readonly<Record<string, string>> = {
  accuracy: 'accuracyScore',
  errorRate: 'zeroOneLoss',
};

/** The function of that name as a metric, and how it is computed; undefined for other names. */
export function functionNamed(
  name: string,
): { metric: Metric; computation: Computation } | undefined {
  const found = groupFunctionOf(name);
  return found && { metric: asMetric(name, found), computation: computationOf(found) };
}

function asMetric(name: string, { rates, statistic }: GroupFunction): Metric {
  const [first] = rates.map((rate) => findMetric(rate) as Metric);
  const isRatio = statistic === 'ratio';
  const each = rates.length > 1 ? ', the smaller one of both rates' : '';
  const how = isRatio
    ? 'smallest value divided by the largest'
    : 'largest value minus the smallest';
  return {
    ...(first as Metric),
    name,
    title: name,
    meaning: `${rates.join(' and ')} of all groups: the ${how}${each}.`,
    undefinedWhen: isRatio ? 'the largest value is 0, or no group has one' : 'no group has a value',
    aliases: [],
  };
}

const computationOf = ({ rates, statistic }: GroupFunction): Computation => ({
  needs: [...(rates.join() === 'selectionRate' ? [] : ['label']), 'prediction', 'group'],
  takes: ['label', 'weight', 'favorable'],
  compute: async (_, given) => {
    const { label, prediction, groups, weight } = given;
    const frame = (await load()).metricFrame({
      label: label.length > 0 ? label : prediction,
      prediction,
      sensitiveFeatures: groups,
      favorable: favorableOf(given)[0] as string,
      metrics: rates.map((rate) => frameNames[rate] ?? rate) as never,
      ...(weight && { weight: numbers(weight) }),
    });
    const [level] = frame[statistic]();
    const values = Object.values(level?.values ?? {}) as number[];
    // As fairlearn's equalized_odds_ratio: Python's min, whose NaN stays only in the first place.
    // biome-ignore lint/complexity/useMathMinMax: Math.min would give NaN wherever one is.
    return [ofAll(values.reduce((least, value) => (value < least ? value : least)))];
  },
});
