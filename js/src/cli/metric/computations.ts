// SPDX-License-Identifier: Apache-2.0
//
// Computations of `fairwasm metric`: for each metric, the required options beyond its columns, the optional
// ones, and the call that computes it. Metrics that need more than columns of one file have their own
// command.

import type { BoundedErrorName } from '../../audit/scores/regression.js';
import type { ScoreMeasure } from '../../audit/scores/score-group.js';
import { RowGroups } from '../../data/condition.js';
import type { Fairwasm } from '../../fairwasm.js';
import type { DistanceKind } from '../../individual/distortion.js';
import { type GroupFunction, getGroupFunction } from '../../metrics/aliases.js';
import { findMetric, type Metric, type MetricInput } from '../../metrics/table.js';
import { toArguments } from '../options/options.js';
import { exactComputations } from './exact-computations.js';
import { spreadNamed } from './name.js';
import {
  type Computation,
  comparedGroups,
  type Given,
  getFavorable,
  numberColumns,
  numbers,
  type Special,
  toGroupValue,
  toOverall,
} from './rows.js';
import { disparity, errorMetric, rate, scoreMetric, spread } from './tally-computations.js';

const optionsByInput: Partial<Readonly<Record<MetricInput, string>>> = {
  label: 'label',
  prediction: 'prediction',
  score: 'score',
  attribute: 'group',
  features: 'feature',
};

/** Returns the computation of a metric, or undefined if it has its own command. */
export function getComputation(metric: Metric): Computation | undefined {
  const special = getSpecial(metric);
  if (special === undefined) return undefined;
  const { needs = [], ...rest } = special;
  const chosen = needs.flat();
  const columns = metric.inputs.flatMap((input) => optionsByInput[input] ?? []);
  return { ...rest, needs: [...columns.filter((name) => !chosen.includes(name)), ...needs] };
}

function getSpecial(metric: Metric): Special | undefined {
  if (metric.kind === 'rate') return rate(metric);
  if (metric.kind === 'disparity') return disparity(metric);
  if (metric.kind === 'inequality') return inequality(metric);
  if (Object.hasOwn(others, metric.name)) return others[metric.name];
  if (metric.kind !== 'quality') return undefined;
  // Metrics of the tallies of scores and of errors.
  return metric.inputs.includes('score')
    ? scoreMetric(metric.name as ScoreMeasure)
    : errorMetric(metric.name as BoundedErrorName);
}

type Index = 'generalizedEntropyIndex' | 'theilIndex' | 'coefficientOfVariation';

function inequality({ name }: Metric): Special {
  const between = /^between(AllGroups|Group)/.exec(name)?.[1];
  return {
    needs: between === 'Group' ? ['group', 'privileged'] : between ? ['group'] : [],
    takes: [
      'favorable',
      ...(between === 'Group' ? ['unprivileged'] : []),
      ...(/generalizedEntropyIndex$/i.test(name) ? ['alpha'] : []),
    ],
    compute: ({ aif360 }, given) => {
      const { label, prediction, groups, settings } = given;
      const metric = aif360.classificationMetric({
        label,
        prediction,
        groups,
        favorable: getFavorable(given),
        ...(between === 'Group' && comparedGroups(given)),
      });
      // Only the generalized entropy index has a parameter; methods reject undeclared arguments.
      const { alpha } = settings;
      return [toOverall(alpha === undefined ? metric[name as Index]() : metric[name as Index](alpha))];
    },
  };
}

// The weighted mean over all rows and over those of each group.
const distanceMetric = (name: `${'euclidean' | 'manhattan' | 'mahalanobis'}Distance`): Special => ({
  needs: ['distorted'],
  takes: ['group', 'weight'],
  compute: ({ aif360 }, given) => {
    const { feature, distorted, groups, weight } = given;
    const input = { features: numberColumns(feature), distorted: numberColumns(distorted), groups, weight };
    const kind = name.replace('Distance', '') as DistanceKind;
    const all = aif360.sampleDistortionMetric(input);
    const rows = new RowGroups(groups);
    const byGroup = Object.keys(groups).flatMap((attribute) =>
      rows.column(attribute).categories.map((category) => {
        const own = aif360.sampleDistortionMetric({ ...input, privileged: [{ [attribute]: category }] });
        return toGroupValue({ [attribute]: category }, own.averageEstimate(kind, { privileged: true }));
      }),
    );
    const details = { of: 'the mean distance', distances: [...all[name]()] };
    return [toOverall(all.averageEstimate(kind), details), ...byGroup];
  },
});

function getTally(fair: Fairwasm, given: Given, of: readonly ('label' | 'prediction')[]) {
  const { groups, weight } = given;
  const has = { label: of.includes('label'), prediction: of.includes('prediction') };
  const tally = fair.tally({ groups: Object.keys(groups), ...has });
  tally.update({
    groups,
    weight,
    ...(has.label && { label: given.label }),
    ...(has.prediction && { prediction: given.prediction }),
  });
  return tally;
}

type OfLabels = 'classImbalance' | 'klDivergence' | 'conditionalDemographicDisparity';

// Label metrics compare two groups, or all intersectional groups.
const labelMetric = (name: OfLabels, compares: boolean): Special => ({
  needs: compares ? ['group', 'privileged'] : ['group'],
  takes: ['weight', 'favorable', ...(compares ? ['unprivileged'] : [])],
  compute: ({ aif360 }, given) => {
    const { label, groups, weight } = given;
    const metric = aif360.binaryLabelDatasetMetric({
      label,
      groups,
      weight,
      favorable: getFavorable({ ...given, prediction: [] }),
      ...(compares && comparedGroups(given)),
    });
    return [toOverall(metric[name]())];
  },
});

const others: Readonly<Record<string, Special>> = {
  classImbalance: labelMetric('classImbalance', true),
  klDivergence: labelMetric('klDivergence', true),
  conditionalDemographicDisparity: labelMetric('conditionalDemographicDisparity', false),
  smoothedEmpiricalDifferentialFairness: {
    needs: [['label', 'prediction'], 'group'],
    takes: ['weight', 'favorable', 'concentration'],
    compute: ({ fair, aif360 }, given) => {
      const of = given.label.length > 0 ? 'label' : 'prediction';
      const tally = getTally(fair, given, [of]);
      const { concentration } = given.settings;
      const favorable = getFavorable(given);
      return [toOverall(aif360.smoothedEmpiricalDifferentialFairness(tally, favorable, concentration, of))];
    },
  },
  differentialFairnessBiasAmplification: {
    needs: ['group'],
    takes: ['weight', 'favorable', 'concentration'],
    compute: ({ fair, aif360 }, given) => {
      const tally = getTally(fair, given, ['label', 'prediction']);
      const { concentration } = given.settings;
      return [toOverall(aif360.differentialFairnessBiasAmplification(tally, getFavorable(given), concentration))];
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
    compute: async ({ aif360 }, given) => {
      const { label, score, groups, settings } = given;
      const { underpredicted = false } = settings;
      const [favorableValue] = getFavorable({ ...given, prediction: [] });
      const result = await aif360.biasScan(
        { attributes: groups, observations: label, expectations: score },
        {
          favorableValue: favorableValue as string,
          overpredicted: !underpredicted,
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
    compute: ({ aif360 }, given) => {
      const { label, score, groups, settings } = given;
      const { scoring, alpha, penalty } = settings;
      const compared = comparedGroups(given);
      const metric = aif360.mdssClassificationMetric({
        label,
        score,
        groups,
        favorable: getFavorable({ ...given, prediction: [] })[0],
        scoring,
        alpha,
        ...compared,
      });
      return (['privileged', 'unprivileged'] as const).map((side) => ({
        by: Object.keys(compared[side][0] ?? {}),
        group: side,
        value: metric.scoreGroups({ privileged: side === 'privileged', ...(penalty !== undefined && { penalty }) }),
      }));
    },
  },
  consistency: {
    takes: ['neighbors'],
    compute: ({ individual }, { label, feature, settings }) => [
      toOverall(
        individual.consistencyEstimate(numberColumns(feature), numbers(label), { neighbors: settings.neighbors }),
      ),
    ],
  },
  euclideanDistance: distanceMetric('euclideanDistance'),
  manhattanDistance: distanceMetric('manhattanDistance'),
  mahalanobisDistance: distanceMetric('mahalanobisDistance'),
  otDistance: {
    takes: ['group', 'favorable', 'mode'],
    compute: ({ aif360 }, given) => {
      const { label, prediction, favorable, groups, settings } = given;
      const options = {
        ...(settings.mode && { mode: settings.mode }),
        ...(favorable && { favorableValue: favorable[0] as string }),
      };
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
    compute: ({ aif360 }, { score, groups, settings }) => {
      const { target = {}, first } = settings;
      const { index, positions } = aif360.regressionDatasetMetric({ score, groups }).infeasibleIndex(target, first);
      return [toOverall(index, { positions })];
    },
  },
  discountedCumGain: {
    takes: ['first', 'normalized'],
    compute: ({ aif360 }, { score, settings }) => {
      const { first, normalized = false } = settings;
      const metric = aif360.regressionDatasetMetric({ score, groups: {} });
      return [
        toOverall(
          metric.discountedCumGain({
            ...(first !== undefined && { r: first }),
            ...(normalized && { normalized, fullDataset: metric }),
          }),
        ),
      ];
    },
  },
  ...exactComputations,
};

/** fairlearn's names of rates, if they differ from those in the metrics table. */
const frameNames: Readonly<Record<string, string>> = { accuracy: 'accuracyScore', errorRate: 'zeroOneLoss' };

/**
 * Returns the function with this name, or the spread of a rate such as `selectionRate.difference`, as a metric with
 * its computation; undefined for other names.
 */
export function functionNamed(name: string): { metric: Metric; computation: Computation } | undefined {
  const found = getGroupFunction(name);
  if (found) return { metric: asMetric(name, found), computation: functionComputation(found) };
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

const functionComputation = ({ rates, statistic }: GroupFunction): Computation => ({
  needs: [...(rates.join() === 'selectionRate' ? [] : ['label']), 'prediction', 'group'],
  takes: ['label', 'weight', 'favorable'],
  compute: async (_, given) => {
    const { label, prediction, groups, weight } = given;
    const { load } = await import('../../fairlearn/index.js');
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
