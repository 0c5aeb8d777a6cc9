// SPDX-License-Identifier: Apache-2.0
//
// The computations of `fairwasm metric`: for each metric, the required options beyond its columns, the optional ones, and
// the call that computes it. Metrics that need more than columns of one file have their own command. Rates, disparities, and
// qualities that the tallies of scores and of errors report have one computation for each kind; the table lists all others.

import type { BoundedErrorName } from '../../audit/scores/regression.js';
import type { ScoreMeasure } from '../../audit/scores/score-group.js';
import type { Estimate } from '../../core/estimate.js';
import { RowGroups } from '../../data/condition.js';
import { toGroup } from '../../data/named-group.js';
import type { Fairwasm } from '../../fairwasm.js';
import type { DistanceKind } from '../../individual/distortion.js';
import { type GroupFunction, getGroupFunction } from '../../metrics/aliases.js';
import type { DisparityName, RateName } from '../../metrics/group.js';
import { findMetric, type Metric, type MetricInput } from '../../metrics/table.js';
import type { ScoreCalibration } from '../../scores/calibration.js';
import type { ErrorName } from '../../scores/exact-errors.js';
import type { OutcomeDistance } from '../../scores/outcome-distances.js';
import type { Scores } from '../../scores/scores.js';
import { toArguments } from '../options/options.js';
import { spreadNamed } from './name.js';
import {
  type Categories,
  type Computation,
  comparedGroups,
  everyGroup,
  getBreakdowns,
  getFavorable,
  type MetricRows,
  numberColumns,
  numbers,
  type Special,
  toGroupValue,
  toOverall,
} from './rows.js';

const optionsByInput: Partial<Readonly<Record<MetricInput, string>>> = {
  label: 'label',
  prediction: 'prediction',
  score: 'score',
  attribute: 'group',
  features: 'feature',
};

/** Returns the computation of a metric, or undefined if it has its own command. */
export function getComputation(metric: Metric): Computation | undefined {
  const special = Object.hasOwn(computations, metric.name) ? computations[metric.name] : ofKind(metric);
  if (special === undefined) return undefined;
  const { needs = [], ...rest } = special;
  const chosen = needs.flat();
  const columns = metric.inputs.flatMap((input) => optionsByInput[input] ?? []);
  return { ...rest, needs: [...columns.filter((name) => !chosen.includes(name)), ...needs] };
}

function ofKind(metric: Metric): Special | undefined {
  if (metric.kind === 'rate') return rate(metric);
  if (metric.kind === 'disparity') return disparity(metric);
  if (metric.kind !== 'quality') return undefined;
  return metric.inputs.includes('score')
    ? scoreMetric(metric.name as ScoreMeasure)
    : errorMetric(metric.name as BoundedErrorName);
}

function auditRows(fair: Fairwasm, { inputs }: Metric, rows: MetricRows) {
  const { label, prediction, score, groups, weight, cluster, favorable, privileged } = rows;
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
function rate(metric: Metric): Special {
  const name = metric.name as RateName;
  return {
    takes: ['group', 'weight', 'cluster', 'favorable'],
    compute: ({ fair }, rows) => {
      const audit = auditRows(fair, metric, rows);
      const byGroup = getBreakdowns(rows).flatMap((by) =>
        audit.frame(by).groups.map((group) => ({ ...(group.rates[name] as Estimate), by, group: group.name })),
      );
      return [toOverall(audit.frame([]).overall.rates[name] as Estimate), ...byGroup];
    },
  };
}

/** The largest gap of a rate between any two groups, or the ratio of its smallest and largest value. */
const spread = (metric: Metric, statistic: 'difference' | 'ratio'): Computation => ({
  needs: [...metric.inputs, 'group'],
  takes: ['weight', 'cluster', 'favorable'],
  compute: ({ fair }, rows) => {
    const audit = auditRows(fair, metric, rows);
    const getSpread = (by: string[]) => audit.frame(by)[statistic](metric.name as RateName);
    return getBreakdowns(rows).map((by) => ({ ...getSpread(by), by, group: 'All groups' }));
  },
});

/** A disparity between each group and the reference group. */
const disparity = (metric: Metric): Special => ({
  needs: ['group'],
  takes: ['weight', 'cluster', 'favorable', 'privileged'],
  compute: ({ fair }, rows) => {
    const audit = auditRows(fair, metric, rows);
    return getBreakdowns(rows).flatMap((by) => {
      const frame = audit.frame(by);
      return frame
        .disparities()
        .map(({ group, values }) => ({
          ...(values[metric.name as DisparityName] as Estimate),
          ...{ by, group: group.name, reference: frame.reference.name },
        }));
    });
  },
});

/** A statistic of scores, for all rows and for each group. */
const scoreMetric = (name: ScoreMeasure): Special => ({
  takes: ['group', 'weight', 'cluster', 'favorable'],
  compute: ({ fair }, rows) => {
    const { label, score, weight, cluster, groups } = rows;
    const tally = fair.scoreTally(Object.keys(groups), getFavorable({ ...rows, prediction: [] }));
    tally.update({ label, score, groups, weight, cluster });
    const groupsBy = (by: string[]) => (by.length === 0 ? [tally.overall] : tally.by(by).filter(hasRows));
    return everyGroup(rows, groupsBy, ({ estimates }) => estimates[name]);
  },
});

/** A regression error from sums, for all rows and for each group. */
const errorMetric = (name: BoundedErrorName): Special => ({
  takes: ['group', 'weight'],
  compute: ({ fair }, rows) => {
    const { label, prediction, weight, groups } = rows;
    const tally = fair.regressionTally(Object.keys(groups));
    tally.update({ label: numbers(label), prediction: numbers(prediction), groups, weight });
    const groupsBy = (by: string[]) =>
      tally.estimates(by).filter(({ errors }) => by.length === 0 || errors.count.value > 0);
    return everyGroup(rows, groupsBy, ({ errors }) => errors[name]);
  },
});

function getExactScores(scores: Scores, rows: MetricRows) {
  const { label, score, weight, cluster, groups } = rows;
  const exact = scores.exactScores(Object.keys(groups), getFavorable({ ...rows, prediction: [] }));
  exact.update({ label, score, groups, weight, cluster });
  return exact;
}

function getExactErrors(scores: Scores, { label, prediction, weight, groups }: MetricRows) {
  const exact = scores.exactErrors(Object.keys(groups));
  exact.update({ label: numbers(label), prediction: numbers(prediction), groups, weight });
  return exact;
}

const hasRows = ({ rows }: { rows: number }) => rows > 0;

/** A calibration error from all scores, for all rows and for each group. */
const calibrated = (name: keyof ScoreCalibration['estimates'], settings: readonly string[] = []): Special => ({
  takes: ['group', 'weight', 'cluster', 'favorable', ...settings],
  compute: ({ scores }, rows) => {
    const exact = getExactScores(scores, rows);
    const { bins, binning } = rows.settings;
    const groupsBy = (by: string[]) =>
      exact.calibration(by, { bins, binning }).filter((group) => by.length === 0 || hasRows(group));
    return everyGroup(rows, groupsBy, ({ estimates }) => estimates[name]);
  },
});

/** A regression error that requires all rows, for all rows and for each group. */
const exactErrorMetric = (name: ErrorName): Special => ({
  takes: ['group', 'weight'],
  compute: ({ scores }, rows) => {
    const exact = getExactErrors(scores, rows);
    const groupsBy = (by: string[]) => exact.by(by).filter((group) => by.length === 0 || hasRows(group));
    return everyGroup(rows, groupsBy, ({ errors }) => errors[name]);
  },
});

interface Distance {
  categories: Categories;
  other?: Categories;
}

/** The distances between groups. With two groups, only one is compared with all others. */
function everyPair<D extends Distance>(
  rows: MetricRows,
  distancesBy: (by: string[]) => D[],
  getValue: (distance: D) => Estimate,
  getDetails?: (distance: D) => Readonly<Record<string, number>>,
) {
  return getBreakdowns(rows).flatMap((by) => {
    const distances = distancesBy(by);
    const pairs = distances.filter(({ other }) => other);
    return (pairs.length > 1 ? distances : pairs).map((distance) => ({
      ...toGroupValue(distance.categories, getValue(distance)),
      reference: distance.other ? toGroup(distance.other).name : 'all others',
      ...(getDetails && { details: getDetails(distance) }),
    }));
  });
}

// The value for all rows is printed with those for each true outcome.
const scoreDistance = (name: 'kolmogorovSmirnov' | 'wasserstein'): Special => ({
  needs: ['group'],
  takes: ['weight', 'favorable'],
  compute: ({ scores }, rows) => {
    const exact = getExactScores(scores, rows);
    const getDetails = ({ positives, negatives }: ReturnType<typeof exact.distances>[number]) => ({
      positives: positives[name].value,
      negatives: negatives[name].value,
    });
    return everyPair(
      rows,
      (by) => exact.distances(by),
      (distance) => distance[name],
      getDetails,
    );
  },
});

const outcomeDistance = (name: Exclude<keyof OutcomeDistance, keyof Distance | 'name' | 'id'>): Special => ({
  needs: ['group'],
  takes: ['weight'],
  compute: ({ scores }, rows) => {
    const { label: outcome, weight, groups } = rows;
    const distancesBy = (by: string[]) =>
      scores.outcomeDistances({
        ...{ outcome, weight },
        groups: Object.fromEntries(by.map((attribute) => [attribute, groups[attribute] as readonly string[]])),
      });
    return everyPair(rows, distancesBy, (distance) => distance[name] as Estimate);
  },
});

/** An index of inequality over all rows, or between all intersectional groups or the two that are compared. */
const inequality = (
  name: 'generalizedEntropyIndex' | 'theilIndex' | 'coefficientOfVariation',
  between?: 'groups' | 'allGroups',
): Special => ({
  needs: between === 'groups' ? ['group', 'privileged'] : between ? ['group'] : [],
  takes: [
    'favorable',
    ...(between === 'groups' ? ['unprivileged'] : []),
    ...(name === 'generalizedEntropyIndex' ? ['alpha'] : []),
  ],
  compute: ({ aif360 }, rows) => {
    const { label, prediction, groups, settings } = rows;
    const metric = aif360.classificationMetric({
      ...{ label, prediction, groups },
      favorable: getFavorable(rows),
      ...(between === 'groups' && comparedGroups(rows)),
    });
    const prefixes = { groups: 'betweenGroup', allGroups: 'betweenAllGroups' } as const;
    const method = between ? (`${prefixes[between]}${capitalized(name)}` as const) : name;
    // Only the generalized entropy index has a parameter; methods reject undeclared arguments.
    return [toOverall(settings.alpha === undefined ? metric[method]() : metric[method as typeof name](settings.alpha))];
  },
});

const capitalized = <Name extends string>(name: Name) =>
  `${name[0]?.toUpperCase()}${name.slice(1)}` as Capitalize<Name>;

// The weighted mean over all rows and over those of each group.
const distortion = (kind: DistanceKind): Special => ({
  needs: ['distorted'],
  takes: ['group', 'weight'],
  compute: ({ aif360 }, { feature, distorted, groups, weight }) => {
    const input = { features: numberColumns(feature), distorted: numberColumns(distorted), groups, weight };
    const all = aif360.sampleDistortionMetric(input);
    const rows = new RowGroups(groups);
    const byGroup = Object.keys(groups).flatMap((attribute) =>
      rows.column(attribute).categories.map((category) => {
        const metric = aif360.sampleDistortionMetric({ ...input, privileged: [{ [attribute]: category }] });
        return toGroupValue({ [attribute]: category }, metric.averageEstimate(kind, { privileged: true }));
      }),
    );
    const details = { of: 'the mean distance', distances: [...all[`${kind}Distance`]()] };
    return [toOverall(all.averageEstimate(kind), details), ...byGroup];
  },
});

function getTally(fair: Fairwasm, rows: MetricRows, outcomes: readonly ('label' | 'prediction')[]) {
  const { groups, weight } = rows;
  const has = { label: outcomes.includes('label'), prediction: outcomes.includes('prediction') };
  const tally = fair.tally({ groups: Object.keys(groups), ...has });
  const columns = { ...(has.label && { label: rows.label }), ...(has.prediction && { prediction: rows.prediction }) };
  tally.update({ groups, weight, ...columns });
  return tally;
}

// Label metrics compare two groups, or all intersectional groups.
const labelMetric = (
  name: 'classImbalance' | 'klDivergence' | 'conditionalDemographicDisparity',
  compares: boolean,
): Special => ({
  needs: compares ? ['group', 'privileged'] : ['group'],
  takes: ['weight', 'favorable', ...(compares ? ['unprivileged'] : [])],
  compute: ({ aif360 }, rows) => {
    const { label, groups, weight } = rows;
    const metric = aif360.binaryLabelDatasetMetric({
      ...{ label, groups, weight },
      favorable: getFavorable({ ...rows, prediction: [] }),
      ...(compares && comparedGroups(rows)),
    });
    return [toOverall(metric[name]())];
  },
});

/** The computations of metrics by name, except those of a whole kind. */
const computations: Readonly<Record<string, Special>> = {
  generalizedEntropyIndex: inequality('generalizedEntropyIndex'),
  betweenGroupGeneralizedEntropyIndex: inequality('generalizedEntropyIndex', 'groups'),
  betweenAllGroupsGeneralizedEntropyIndex: inequality('generalizedEntropyIndex', 'allGroups'),
  theilIndex: inequality('theilIndex'),
  betweenGroupTheilIndex: inequality('theilIndex', 'groups'),
  betweenAllGroupsTheilIndex: inequality('theilIndex', 'allGroups'),
  coefficientOfVariation: inequality('coefficientOfVariation'),
  betweenGroupCoefficientOfVariation: inequality('coefficientOfVariation', 'groups'),
  betweenAllGroupsCoefficientOfVariation: inequality('coefficientOfVariation', 'allGroups'),
  classImbalance: labelMetric('classImbalance', true),
  klDivergence: labelMetric('klDivergence', true),
  conditionalDemographicDisparity: labelMetric('conditionalDemographicDisparity', false),
  smoothedEmpiricalDifferentialFairness: {
    needs: [['label', 'prediction'], 'group'],
    takes: ['weight', 'favorable', 'concentration'],
    compute: ({ fair, aif360 }, rows) => {
      const outcome = rows.label.length > 0 ? 'label' : 'prediction';
      const tally = getTally(fair, rows, [outcome]);
      const { concentration } = rows.settings;
      const favorable = getFavorable(rows);
      return [toOverall(aif360.smoothedEmpiricalDifferentialFairness(tally, favorable, concentration, outcome))];
    },
  },
  differentialFairnessBiasAmplification: {
    needs: ['group'],
    takes: ['weight', 'favorable', 'concentration'],
    compute: ({ fair, aif360 }, rows) => {
      const tally = getTally(fair, rows, ['label', 'prediction']);
      const { concentration } = rows.settings;
      return [toOverall(aif360.differentialFairnessBiasAmplification(tally, getFavorable(rows), concentration))];
    },
  },
  richSubgroup: {
    takes: ['errors'],
    compute: ({ aif360 }, { label, prediction, groups, settings }) => [
      toOverall(aif360.richSubgroup({ groups, label, prediction: numbers(prediction) }, settings.errors)),
    ],
  },
  biasScan: {
    takes: ['favorable', 'underpredicted', 'scoring', 'alpha', 'penalty', 'replications', 'seed'],
    compute: async ({ aif360 }, rows) => {
      const { label, score, groups, settings } = rows;
      const [favorableValue] = getFavorable({ ...rows, prediction: [] });
      const result = await aif360.biasScan(
        { attributes: groups, observations: label, expectations: score },
        {
          favorableValue: favorableValue as string,
          overpredicted: !settings.underpredicted,
          ...toArguments(settings, ['scoring', 'alpha', 'penalty', 'replications', 'seed']),
        },
      );
      const { score: value, ...details } = result as Exclude<typeof result, Record<string, unknown>>;
      return [toOverall(value, details)];
    },
  },
  scoreGroups: {
    needs: ['privileged'],
    takes: ['favorable', 'unprivileged', 'scoring', 'alpha', 'penalty'],
    compute: ({ aif360 }, rows) => {
      const { label, score, groups, settings } = rows;
      const { scoring, alpha, penalty } = settings;
      const compared = comparedGroups(rows);
      const [favorable] = getFavorable({ ...rows, prediction: [] });
      const metric = aif360.mdssClassificationMetric({ label, score, groups, favorable, scoring, alpha, ...compared });
      return (['privileged', 'unprivileged'] as const).map((side) => ({
        by: Object.keys(compared[side][0] ?? {}),
        group: side,
        value: metric.scoreGroups({ privileged: side === 'privileged', ...(penalty !== undefined && { penalty }) }),
      }));
    },
  },
  consistency: {
    takes: ['neighbors'],
    compute: ({ individual }, { label, feature, settings: { neighbors } }) => [
      toOverall(individual.consistencyEstimate(numberColumns(feature), numbers(label), { neighbors })),
    ],
  },
  euclideanDistance: distortion('euclidean'),
  manhattanDistance: distortion('manhattan'),
  mahalanobisDistance: distortion('mahalanobis'),
  otDistance: {
    takes: ['group', 'favorable', 'mode'],
    compute: ({ aif360 }, { label, prediction, favorable, groups, settings: { mode } }) => {
      const options = { ...(mode && { mode }), ...(favorable && { favorableValue: favorable[0] as string }) };
      const distance = (by: object) => aif360.otDistance(label, numbers(prediction), { ...options, ...by });
      const byGroup = Object.entries(groups).flatMap(([attribute, protAttr]) =>
        Object.entries(distance({ protAttr })).map(([category, value]) =>
          toGroupValue({ [attribute]: category }, value as number),
        ),
      );
      return [toOverall(distance({}) as number), ...byGroup];
    },
  },
  infeasibleIndex: {
    needs: ['target'],
    takes: ['first'],
    compute: ({ aif360 }, { score, groups, settings: { target = {}, first } }) => {
      const { index, positions } = aif360.regressionDatasetMetric({ score, groups }).infeasibleIndex(target, first);
      return [toOverall(index, { positions })];
    },
  },
  discountedCumGain: {
    takes: ['first', 'normalized'],
    compute: ({ aif360 }, { score, settings: { first, normalized = false } }) => {
      const metric = aif360.regressionDatasetMetric({ score, groups: {} });
      const best = normalized && { normalized, fullDataset: metric };
      return [toOverall(metric.discountedCumGain({ ...(first !== undefined && { r: first }), ...best }))];
    },
  },
  expectedCalibrationError: calibrated('expectedCalibrationError', ['bin-count', 'binning']),
  maximumCalibrationError: calibrated('maximumCalibrationError', ['bin-count', 'binning']),
  calibrationInTheLarge: calibrated('calibrationInTheLarge'),
  calibrationIntercept: calibrated('calibrationIntercept'),
  calibrationSlope: calibrated('calibrationSlope'),
  medianAbsoluteError: exactErrorMetric('medianAbsoluteError'),
  maxError: exactErrorMetric('maxError'),
  explainedVariance: exactErrorMetric('explainedVariance'),
  pinballLoss: {
    takes: ['group', 'weight', 'alpha'],
    compute: ({ scores }, rows) => {
      const exact = getExactErrors(scores, rows);
      const { alpha = 0.5 } = rows.settings;
      const groupsBy = (by: string[]) => {
        const groups = exact.by(by);
        return exact.pinballLosses(alpha, by).filter((_, i) => (groups[i]?.rows as number) > 0);
      };
      return everyGroup(rows, groupsBy, ({ loss }) => loss);
    },
  },
  kolmogorovSmirnov: scoreDistance('kolmogorovSmirnov'),
  wasserstein: scoreDistance('wasserstein'),
  areaBetweenCurves: {
    needs: ['group'],
    takes: ['weight', 'favorable'],
    compute: ({ scores }, rows) => {
      const exact = getExactScores(scores, rows);
      return everyPair(
        rows,
        (by) => exact.curveDistances(by),
        ({ areaBetweenCurves }) => areaBetweenCurves,
      );
    },
  },
  jensenShannon: outcomeDistance('jensenShannon'),
  totalVariationDistance: outcomeDistance('totalVariationDistance'),
  largestOutcomeDifference: outcomeDistance('largestOutcomeDifference'),
  lpNorm: outcomeDistance('lpNorm'),
  standardizedMeanDifference: {
    needs: ['group'],
    takes: ['label', 'weight', 'privileged', 'of'],
    compute: ({ scores }, rows) => {
      const { label, prediction, privileged, settings } = rows;
      // Without targets, the predictions replace them; no errors are reported then.
      const exact = getExactErrors(scores, { ...rows, label: label.length > 0 ? label : prediction });
      return getBreakdowns(rows).flatMap((by) => {
        const reference = Object.fromEntries(privileged.filter(([name]) => by.includes(name)));
        return exact
          .standardizedMeanDifferences(by, { of: settings.of, reference })
          .map((compared) => ({
            ...toGroupValue(compared.categories, compared.standardizedMeanDifference),
            reference: toGroup(compared.reference).name,
          }));
      });
    },
  },
  // Group columns are identities: 1 for rows that belong to the identity.
  subgroupAreas: {
    needs: ['group'],
    takes: ['weight', 'favorable'],
    compute: ({ scores }, rows) => {
      const { label, score, weight, groups, settings } = rows;
      const favorable = getFavorable({ ...rows, prediction: [] });
      const areas = scores.subgroupAreas({ label, score, identities: numberColumns(groups), weight, favorable });
      const { area } = settings;
      const getValues = (each: Record<'subgroup' | 'bpsn' | 'bnsp', Estimate>) => ({
        ...{ subgroup: each.subgroup.value, bpsn: each.bpsn.value, bnsp: each.bnsp.value },
      });
      const details = { overall: areas.overall.value, powerMeans: getValues(areas) };
      return [
        toOverall(area ? areas[area] : areas.final, details),
        ...areas.identities.map(({ name, rows: count, ...identity }) => ({
          ...toGroupValue({ [name]: '1' }, identity[area ?? 'subgroup']),
          details: { rows: count, ...getValues(identity) },
        })),
      ];
    },
  },
};

/** fairlearn's names of rates, if they differ from those in the metrics table. */
const frameNames: Readonly<Record<string, string>> = { accuracy: 'accuracyScore', errorRate: 'zeroOneLoss' };

/**
 * Returns the function of fairlearn or ignite with this name, or the spread of a rate such as `selectionRate.difference`, as
 * a metric with its computation; undefined for other names.
 */
export function functionNamed(name: string): { metric: Metric; computation: Computation } | undefined {
  const groupFunction = getGroupFunction(name);
  if (groupFunction) return { metric: asMetric(name, groupFunction), computation: functionComputation(groupFunction) };
  const [rateName = '', statistic] = spreadNamed(name)?.split('.') ?? [];
  const metric = findMetric(rateName);
  if (metric === undefined) return undefined;
  const ofRate = { rates: [rateName], statistic: statistic as GroupFunction['statistic'] };
  return { metric: asMetric(name, ofRate), computation: spread(metric, ofRate.statistic) };
}

function asMetric(name: string, { rates, statistic }: GroupFunction): Metric {
  const isRatio = statistic === 'ratio';
  const each = rates.length > 1 ? ', the smaller of the two rates' : '';
  const how = isRatio ? 'smallest value divided by the largest value' : 'largest value minus the smallest value';
  return {
    ...(findMetric(rates[0] as string) as Metric),
    name,
    title: name,
    meaning: `${rates.join(' and ')} of all groups: the ${how}${each}.`,
    undefinedWhen: isRatio ? 'the largest value is 0, or no group has one' : 'no group has a value',
    aliases: [],
  };
}

// The functions compare the intersectional groups of all --group columns.
const functionComputation = ({ rates, statistic }: GroupFunction): Computation => ({
  needs: [...(rates.join() === 'selectionRate' ? [] : ['label']), 'prediction', 'group'],
  takes: ['label', 'weight', 'favorable'],
  compute: async (_, rows) => {
    const { label, prediction, groups, weight } = rows;
    const { load } = await import('../../fairlearn/index.js');
    const frame = (await load()).metricFrame({
      label: label.length > 0 ? label : prediction,
      prediction,
      sensitiveFeatures: groups,
      favorable: getFavorable(rows)[0] as string,
      metrics: rates.map((name) => frameNames[name] ?? name) as never,
      ...(weight && { weight }),
    });
    const [level] = frame[statistic]();
    const values = Object.values(level?.values ?? {}) as number[];
    // As fairlearn's equalized_odds_ratio: Python's min, whose NaN stays only in the first position.
    // biome-ignore lint/complexity/useMathMinMax: Math.min would return NaN if one is present.
    return [toOverall(values.reduce((least, value) => (value < least ? value : least)))];
  },
});
