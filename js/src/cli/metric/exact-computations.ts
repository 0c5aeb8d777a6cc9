// SPDX-License-Identifier: Apache-2.0
//
// Computations of `fairwasm metric` that need all rows with scores or regression predictions: calibration,
// medians, distances between groups, and AUC of overlapping identities.

import { type NamedGroup, toGroup } from '../../data/named-group.js';
import type { ScoreCalibration } from '../../scores/calibration.js';
import type { ErrorName, ExactErrors } from '../../scores/exact-errors.js';
import type { ExactScores } from '../../scores/exact-scores.js';
import type { OutcomeDistance } from '../../scores/outcome-distances.js';
import type { Scores } from '../../scores/scores.js';
import type { Special } from './rows.js';
import {
  type Given,
  getBreakdowns,
  getFavorable,
  numberColumns,
  numbers,
  toGroupValue,
  toGroupValues,
  toOverall,
} from './rows.js';

function getExactScores(scores: Scores, given: Given): ExactScores {
  const { label, score, weight, cluster, groups } = given;
  const favorable = getFavorable({ ...given, prediction: [] });
  const exact = scores.exactScores(Object.keys(groups), favorable);
  exact.update({ label, score, groups, weight, cluster });
  return exact;
}

function getExactErrors(scores: Scores, { label, prediction, weight, groups }: Given): ExactErrors {
  const exact = scores.exactErrors(Object.keys(groups));
  exact.update({ label: numbers(label), prediction: numbers(prediction), groups, weight });
  return exact;
}

const hasRows = ({ rows }: { rows: number }) => rows > 0;

const calibrated = (name: keyof ScoreCalibration['estimates'], settings: readonly string[] = []): Special => ({
  takes: ['group', 'weight', 'cluster', 'favorable', ...settings],
  compute: ({ scores }, given) => {
    const exact = getExactScores(scores, given);
    const { bins, binning } = given.settings;
    const valuesBy = (by: readonly string[]) => exact.calibration(by, { bins, binning });
    return [
      ...valuesBy([]).map(({ estimates }) => toOverall(estimates[name])),
      ...toGroupValues(
        given,
        (by) => valuesBy(by).filter(hasRows),
        ({ estimates }) => estimates[name],
      ),
    ];
  },
});

const exactErrorMetric = (name: ErrorName): Special => ({
  takes: ['group', 'weight'],
  compute: ({ scores }, given) => {
    const exact = getExactErrors(scores, given);
    return [
      ...exact.by([]).map(({ errors }) => toOverall(errors[name])),
      ...toGroupValues(
        given,
        (by) => exact.by(by).filter(hasRows),
        ({ errors }) => errors[name],
      ),
    ];
  },
});

const pinball: Special = {
  takes: ['group', 'weight', 'alpha'],
  compute: ({ scores }, given) => {
    const exact = getExactErrors(scores, given);
    const { alpha = 0.5 } = given.settings;
    const lossesBy = (by: readonly string[]) => {
      const rows = exact.by(by).map((group) => group.rows);
      return exact.pinballLosses(alpha, by).filter((_, i) => (rows[i] as number) > 0);
    };
    return [...lossesBy([]).map(({ loss }) => toOverall(loss)), ...toGroupValues(given, lossesBy, ({ loss }) => loss)];
  },
};

type OutcomeDistanceName = Exclude<keyof OutcomeDistance, keyof NamedGroup | 'other'>;

// With two groups, only one is compared with all others.
function shownPairs<Distance extends { other?: object }>(distances: Distance[]): Distance[] {
  const pairs = distances.filter(({ other }) => other);
  return pairs.length > 1 ? distances : pairs;
}

const nameOther = (other?: Readonly<Record<string, string>>) => (other ? toGroup(other).name : 'all others');

// The value for all rows is printed with those for each true outcome.
const distance = (name: 'kolmogorovSmirnov' | 'wasserstein'): Special => ({
  needs: ['group'],
  takes: ['weight', 'favorable'],
  compute: ({ scores }, given) => {
    const exact = getExactScores(scores, given);
    return getBreakdowns(given).flatMap((by) =>
      shownPairs(exact.distances(by)).map(({ categories, other, positives, negatives, ...all }) => ({
        ...toGroupValue(categories, all[name]),
        reference: nameOther(other),
        details: { positives: positives[name].value, negatives: negatives[name].value },
      })),
    );
  },
});

const curves: Special = {
  needs: ['group'],
  takes: ['weight', 'favorable'],
  compute: ({ scores }, given) => {
    const exact = getExactScores(scores, given);
    return getBreakdowns(given).flatMap((by) =>
      shownPairs(exact.curveDistances(by)).map(({ categories, other, areaBetweenCurves }) => ({
        ...toGroupValue(categories, areaBetweenCurves),
        reference: nameOther(other),
      })),
    );
  },
};

const outcomeDistance = (name: OutcomeDistanceName): Special => ({
  needs: ['group'],
  takes: ['weight'],
  compute: ({ scores }, { label, weight, groups, ...given }) =>
    getBreakdowns({ label, weight, groups, ...given }).flatMap((by) =>
      shownPairs(
        scores.outcomeDistances({
          outcome: label,
          groups: Object.fromEntries(Object.entries(groups).filter(([each]) => by.includes(each))),
          weight,
        }),
      ).map(({ categories, other, ...all }) => ({
        ...toGroupValue(categories, all[name]),
        reference: nameOther(other),
      })),
    ),
});

const standardized: Special = {
  needs: ['group'],
  takes: ['label', 'weight', 'privileged', 'of'],
  compute: ({ scores }, given) => {
    const { label, prediction, privileged, settings } = given;
    // Without targets, the predictions replace them; no errors are reported then.
    const exact = getExactErrors(scores, { ...given, label: label.length > 0 ? label : prediction });
    const chosen = Object.fromEntries(privileged);
    return getBreakdowns(given).flatMap((by) => {
      const reference = Object.fromEntries(Object.entries(chosen).filter(([name]) => by.includes(name)));
      return exact
        .standardizedMeanDifferences(by, { of: settings.of, reference })
        .map((compared) => ({
          ...toGroupValue(compared.categories, compared.standardizedMeanDifference),
          reference: toGroup(compared.reference).name,
        }));
    });
  },
};

// Group columns are identities: 1 for rows that belong to the identity.
const identities: Special = {
  needs: ['group'],
  takes: ['weight', 'favorable'],
  compute: ({ scores }, given) => {
    const { label, score, weight, groups, settings } = given;
    const areas = scores.subgroupAreas({
      label,
      score,
      identities: numberColumns(groups),
      weight,
      favorable: getFavorable({ ...given, prediction: [] }),
    });
    const { overall, final, subgroup, bpsn, bnsp } = areas;
    const means = { subgroup: subgroup.value, bpsn: bpsn.value, bnsp: bnsp.value };
    const { area } = settings;
    return [
      toOverall(area ? areas[area] : final, { overall: overall.value, powerMeans: means }),
      ...areas.identities.map(({ name, rows, ...own }) => ({
        ...toGroupValue({ [name]: '1' }, own[area ?? 'subgroup']),
        details: { rows, subgroup: own.subgroup.value, bpsn: own.bpsn.value, bnsp: own.bnsp.value },
      })),
    ];
  },
};

/** Computations by metric name. */
export const exactComputations: Readonly<Record<string, Special>> = {
  expectedCalibrationError: calibrated('expectedCalibrationError', ['bin-count', 'binning']),
  maximumCalibrationError: calibrated('maximumCalibrationError', ['bin-count', 'binning']),
  calibrationInTheLarge: calibrated('calibrationInTheLarge'),
  calibrationIntercept: calibrated('calibrationIntercept'),
  calibrationSlope: calibrated('calibrationSlope'),
  medianAbsoluteError: exactErrorMetric('medianAbsoluteError'),
  pinballLoss: pinball,
  maxError: exactErrorMetric('maxError'),
  explainedVariance: exactErrorMetric('explainedVariance'),
  kolmogorovSmirnov: distance('kolmogorovSmirnov'),
  wasserstein: distance('wasserstein'),
  areaBetweenCurves: curves,
  jensenShannon: outcomeDistance('jensenShannon'),
  totalVariationDistance: outcomeDistance('totalVariationDistance'),
  largestOutcomeDifference: outcomeDistance('largestOutcomeDifference'),
  lpNorm: outcomeDistance('lpNorm'),
  standardizedMeanDifference: standardized,
  subgroupAreas: identities,
};
