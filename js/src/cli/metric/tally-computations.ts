// SPDX-License-Identifier: Apache-2.0
//
// Computations of `fairwasm metric` that need only counts and sums by group: rates, disparities, score
// statistics, and regression errors.

import type { BoundedErrorName } from '../../audit/scores/regression.js';
import type { ScoreMeasure } from '../../audit/scores/score-group.js';
import type { Fairwasm } from '../../fairwasm.js';
import type { DisparityName, RateName } from '../../metrics/group.js';
import type { Metric } from '../../metrics/table.js';
import type { Computation, Special } from './rows.js';
import {
  type Given,
  getBreakdowns,
  getFavorable,
  type MetricValue,
  numbers,
  toGroupValues,
  toOverall,
} from './rows.js';

function auditTally(fair: Fairwasm, { inputs }: Metric, given: Given) {
  const { label, prediction, score, groups, weight, cluster, favorable, privileged } = given;
  return fair.audit({
    ...(inputs.includes('label') && { label }),
    ...(inputs.includes('prediction') && { prediction }),
    ...(inputs.includes('score') && { score }),
    ...(weight && { weight }),
    ...(cluster && { cluster }),
    ...(favorable && { favorable }),
    ...(privileged.length > 0 && { privileged: Object.fromEntries(privileged) }),
    groups,
  });
}

/** A rate for all rows and for each group. */
export const rate = (metric: Metric): Special => ({
  takes: ['group', 'weight', 'cluster', 'favorable'],
  compute: ({ fair }, given) => {
    const audit = auditTally(fair, metric, given);
    const overall = audit.frame([]).overall.rates[metric.name as RateName] as MetricValue;
    const byGroup = getBreakdowns(given).flatMap((by) =>
      audit
        .frame(by)
        .groups.map(({ name, rates }) => ({ ...(rates[metric.name as RateName] as MetricValue), by, group: name })),
    );
    return [{ ...overall, by: [], group: 'All rows' }, ...byGroup];
  },
});

/** The largest gap of a rate between any two groups, or the ratio of its smallest and largest value. */
export const spread = (metric: Metric, statistic: 'difference' | 'ratio'): Computation => ({
  needs: [...metric.inputs, 'group'],
  takes: ['weight', 'cluster', 'favorable'],
  compute: ({ fair }, given) => {
    const audit = auditTally(fair, metric, given);
    return getBreakdowns(given).map((by) => ({
      ...audit.frame(by)[statistic](metric.name as RateName),
      by,
      group: 'All groups',
    }));
  },
});

/** A disparity between each group and the reference group. */
export const disparity = (metric: Metric): Special => ({
  needs: ['group'],
  takes: ['weight', 'cluster', 'favorable', 'privileged'],
  compute: ({ fair }, given) => {
    const audit = auditTally(fair, metric, given);
    return getBreakdowns(given).flatMap((by) => {
      const frame = audit.frame(by);
      return frame
        .disparities()
        .map(({ group, values }) => ({
          ...(values[metric.name as DisparityName] as MetricValue),
          by,
          group: group.name,
          reference: frame.reference.name,
        }));
    });
  },
});

/** A statistic of scores, for all rows and for each group. */
export const scoreMetric = (name: ScoreMeasure): Special => ({
  takes: ['group', 'weight', 'cluster', 'favorable'],
  compute: ({ fair }, given) => {
    const { label, score, weight, cluster, groups } = given;
    const tally = fair.scoreTally(Object.keys(groups), getFavorable({ ...given, prediction: [] }));
    tally.update({ label, score, groups, weight, cluster });
    return [
      toOverall(tally.overall.estimates[name]),
      ...toGroupValues(
        given,
        (by) => tally.by(by).filter(({ rows }) => rows > 0),
        ({ estimates }) => estimates[name],
      ),
    ];
  },
});

/** A regression error for all rows and for each group. */
export const errorMetric = (name: BoundedErrorName): Special => ({
  takes: ['group', 'weight'],
  compute: ({ fair }, given) => {
    const { label, prediction, weight, groups } = given;
    const tally = fair.regressionTally(Object.keys(groups));
    tally.update({ label: numbers(label), prediction: numbers(prediction), groups, weight });
    return [
      ...tally.estimates([]).map(({ errors }) => toOverall(errors[name])),
      ...toGroupValues(
        given,
        (by) => tally.estimates(by).filter(({ errors }) => errors.count.value > 0),
        ({ errors }) => errors[name],
      ),
    ];
  },
});
