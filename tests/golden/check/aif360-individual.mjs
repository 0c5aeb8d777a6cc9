// Golden values of AIF360 except rates and comparisons of two groups' rates. The values are AIF360's; if a row of
// docs/deviations.md applies, `deviation` returns fairwasm's value, computed independently of the core.

import {
  computeBooleanConditioningVector,
  computeDistance,
  computeNumGenTFPN,
  computeNumInstances,
  computeNumPosNeg,
  computeNumTFPN,
} from 'fairwasm/aif360';
import { once } from './once.mjs';
import { parseCall } from './values.mjs';

const distanceFunctions = {
  euclidean: (x, y) => Math.sqrt(x.reduce((sum, value, i) => sum + (value - y[i]) ** 2, 0)),
  cityblock: (x, y) => x.reduce((sum, value, i) => sum + Math.abs(value - y[i]), 0),
  chebyshev: (x, y) => x.reduce((most, value, i) => Math.max(most, Math.abs(value - y[i])), 0),
};

const getColumns = (rows, names) => Object.fromEntries(names.map((name, i) => [name, rows.map((row) => row[i])]));
const orUndefined = (value) => (value === null ? undefined : value);
const getChoice = ({ privileged }) => ({ privileged: orUndefined(privileged) });
const getFavorable = (input) => [input.favorable_label].flat();

// ---- Classes -------------------------------------------------------------------------------------

function getTally(golden, modules) {
  return once(golden, 'tally', () => {
    const { input } = golden;
    const tally = modules.fair.tally({ groups: Object.keys(input.protected), label: true, prediction: true });
    const { protected: groups, labels: label, predictions: prediction, weights } = input;
    tally.update({ groups, label, prediction, weight: orUndefined(weights) });
    return tally;
  });
}

// AIF360 first converts multiclass labels to 1 (favorable) and 0.
function numericLabels(input) {
  if (input.kind !== 'multiclass') return input.labels;
  return input.labels.map((label) => (getFavorable(input).includes(label) ? 1 : 0));
}

const datasetMethods = {
  consistency: ({ input }, { n_neighbors }, modules) =>
    modules.individual.consistency(input.features, numericLabels(input), n_neighbors),
  smoothed_empirical_differential_fairness: (golden, { concentration }, modules) =>
    modules.aif360.smoothedEmpiricalDifferentialFairness(
      getTally(golden, modules),
      getFavorable(golden.input).map(String),
      concentration,
    ),
  rich_subgroup: ({ input }, { predictions, fairness_def }, modules) =>
    modules.aif360.richSubgroup(
      { groups: input.protected, label: input.labels, prediction: input[predictions] },
      fairness_def,
    ),
};

const twoGroups = ({ input }) => [input.unprivileged_groups, input.privileged_groups];
const benefitsByName = {
  '': () => 'individuals',
  between_all_groups_: () => 'allGroups',
  between_group_: twoGroups,
  _between_group_: ({ input }) => input.custom_groups,
};
const entropyPattern =
  /^(|between_all_groups_|between_group_|_between_group_)(generalized_entropy_index|theil_index|coefficient_of_variation)$/;

function evaluateEntropy(method, golden, options, modules) {
  const { alpha } = options;
  const [, prefix, name] = method.match(entropyPattern);
  const of = benefitsByName[prefix](golden);
  const tally = getTally(golden, modules);
  const favorable = getFavorable(golden.input).map(String);
  if (name === 'theil_index') return modules.aif360.theilIndex(tally, favorable, of);
  if (name === 'coefficient_of_variation') return modules.aif360.coefficientOfVariation(tally, favorable, of);
  return modules.aif360.generalizedEntropyIndex(tally, favorable, alpha, of);
}

const classificationMethods = {
  ...datasetMethods,
  differential_fairness_bias_amplification: (golden, { concentration }, modules) =>
    modules.aif360.differentialFairnessBiasAmplification(
      getTally(golden, modules),
      getFavorable(golden.input).map(String),
      concentration,
    ),
};

function getDistortion(golden, modules) {
  return once(golden, 'distortion', () => {
    const { input } = golden;
    return modules.individual.sampleDistortionMetric({
      features: input.features,
      distorted: input.distorted_features,
      groups: input.protected,
      weight: orUndefined(input.weights),
      privileged: orUndefined(input.privileged_groups),
      unprivileged: orUndefined(input.unprivileged_groups),
    });
  });
}

const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

function evaluateDistortion(method, golden, options, positional, modules) {
  const metric = getDistortion(golden, modules);
  if (method === 'difference' || method === 'ratio') {
    return metric[method]((choice) => metric[camel(positional[0])](choice));
  }
  if (options.dist) {
    return metric[method](options.dist.replace('_distance', ''), getChoice(options));
  }
  const { returned } = options;
  const value = metric[camel(method)]({ ...getChoice(options), ...(returned && { returned }) });
  if (returned) return [[...value.distances], [...value.weights]];
  return value instanceof Float64Array ? [...value] : value;
}

function getRanking(golden, modules, name = 'raw_scores') {
  return once(golden, name, () => {
    const { input } = golden;
    const [attribute] = Object.keys(input.protected);
    const [unprivileged, privileged] = input.attribute_values_unprivileged_then_privileged;
    const score = input[name] ?? input.raw_scores;
    const rows = score.length;
    return modules.aif360.regressionDatasetMetric({
      score,
      groups: rows === input.n ? input.protected : {},
      privileged: rows === input.n ? [{ [attribute]: privileged }] : undefined,
      unprivileged: rows === input.n ? [{ [attribute]: unprivileged }] : undefined,
    });
  });
}

const rankingMethods = {
  num_instances: (golden, options, _positional, modules) =>
    getRanking(golden, modules).numInstances(getChoice(options)),
  infeasible_index: (golden, { target_prop, r }, _positional, modules) => {
    const target = golden.input.target_props[target_prop];
    const { index, positions } = getRanking(golden, modules).infeasibleIndex(target, orUndefined(r));
    return [index, positions];
  },
  discounted_cum_gain: (golden, { r, normalized, ...options }, positional, modules) =>
    getRanking(golden, modules).discountedCumGain({
      ...(typeof r === 'number' && { r }),
      normalized,
      ...((positional.includes('full_dataset') || options.full_dataset) && {
        fullDataset: getRanking(golden, modules, 'full_raw_scores'),
      }),
    }),
};

function scoreGroups(golden, options, modules) {
  const { input } = golden;
  const { scoring, alpha, privileged, penalty } = options;
  const metric = modules.aif360.mdssClassificationMetric({
    label: input.labels,
    score: input.scores,
    groups: getColumns(input.features, input.feature_names),
    favorable: input.favorable_label,
    weight: orUndefined(input.weights),
    privileged: orUndefined(input.privileged_groups),
    unprivileged: orUndefined(input.unprivileged_groups),
    scoring,
    alpha,
  });
  return metric.scoreGroups({ privileged, penalty });
}

function evaluateTransport({ input }, options, modules) {
  const { favorable_value, mode, scoring } = options;
  return modules.individual.otDistance(input.ground_truth, input.classifier, {
    ...(input.prot_attr && { protAttr: input.prot_attr }),
    ...(input.cost_matrix && { costMatrix: input.cost_matrix }),
    ...(favorable_value !== undefined && { favorableValue: favorable_value }),
    ...(mode !== undefined && { mode }),
    ...(scoring !== undefined && { scoring }),
  });
}

const utilityMethods = {
  compute_boolean_conditioning_vector: (rows, condition) =>
    Array.from(computeBooleanConditioningVector(rows.groups, condition), Boolean),
  compute_num_instances: (rows, condition) => computeNumInstances(rows, condition),
  compute_num_pos_neg: (rows, condition, { label }) => computeNumPosNeg(rows, label, condition),
  compute_num_TF_PN: (rows, condition, { favorable, unfavorable }) =>
    computeNumTFPN(rows, { favorable, unfavorable }, condition),
  compute_num_gen_TF_PN: (rows, condition, { favorable, unfavorable }) =>
    computeNumGenTFPN(rows, { favorable, unfavorable }, condition),
  compute_distance: (rows, condition, { dist_fun }, input) => {
    const { distances, mask } = computeDistance(
      input.X_orig,
      input.X_distort,
      rows.groups,
      distanceFunctions[dist_fun],
      condition,
    );
    return [[...distances], Array.from(mask, Boolean)];
  },
};

function evaluateUtility(method, { input }, options) {
  const rows = {
    groups: getColumns(input.X, input.feature_names),
    label: input.y_true,
    prediction: input.y_pred,
    score: input.y_score,
    weight: input.w,
  };
  return utilityMethods[method](rows, input.conditions[options.condition], options, input);
}

// ---- Invalid calls --------------------------------------------------------------------------------

// Two data sets cannot differ in their weights here, because there is one column, which can be invalid.
const misuses = {
  'RegressionDatasetMetric: BinaryLabelDataset given': ({ sex }, modules) =>
    modules.aif360.regressionDatasetMetric({ groups: { sex } }),
  'SampleDistortionMetric: distorted is None': ({ y, sex }, modules) =>
    modules.individual.sampleDistortionMetric({ features: { y }, distorted: null, groups: { sex } }),
  'SampleDistortionMetric: weights differ': ({ y, p, sex }, modules) =>
    modules.individual.sampleDistortionMetric({ features: { y }, distorted: { p }, groups: { sex }, weight: [1] }),
  'between_group_theil_index() without groups': (base, modules) =>
    modules.aif360.theilIndex(baseTally(base, modules), ['1'], [undefined, undefined]),
  'consistency(n_neighbors=n+1)': ({ y, sex }, modules) => modules.individual.consistency({ sex }, y, y.length + 1),
  'consistency(n_neighbors=0)': ({ y, sex }, modules) => modules.individual.consistency({ sex }, y, 0),
  'consistency(n_neighbors=-1)': ({ y, sex }, modules) => modules.individual.consistency({ sex }, y, -1),
  'consistency(n_neighbors=2.0)': ({ y, sex }, modules) => modules.individual.consistency({ sex }, y, 2.5),
  'smoothed_empirical_differential_fairness(concentration=-1)': (base, modules) =>
    modules.aif360.smoothedEmpiricalDifferentialFairness(baseTally(base, modules), ['1'], -1),
  'differential_fairness_bias_amplification(concentration=-1)': (base, modules) =>
    modules.aif360.differentialFairnessBiasAmplification(baseTally(base, modules), ['1'], -1),
  'smoothed_empirical_differential_fairness() with one group': (base, modules) =>
    modules.aif360.smoothedEmpiricalDifferentialFairness(baseTally({ ...base, sex: base.sex.map(() => 1) }, modules), [
      '1',
    ]),
  "generalized_entropy_index(alpha='a')": (base, modules) =>
    modules.aif360.generalizedEntropyIndex(baseTally(base, modules), ['1'], 'a'),
  "rich_subgroup(fairness_def='XX')": ({ y, p, sex }, modules) =>
    modules.aif360.richSubgroup({ groups: { sex }, label: y, prediction: p }, 'XX'),
  'rich_subgroup(positional list)': ({ y, p, sex }, modules) =>
    modules.aif360.richSubgroup({ groups: { sex }, label: y, prediction: p }),
  'MDSSClassificationMetric.score_groups() without groups': ({ y, p, sex }, modules) =>
    modules.aif360.mdssClassificationMetric({ label: y, score: p, groups: { sex } }).scoreGroups(),
  'MDSSClassificationMetric BerkJones without alpha': ({ y, p, sex }, modules) =>
    modules.aif360
      .mdssClassificationMetric({
        ...{ label: y, score: p, groups: { sex }, scoring: 'BerkJones' },
        privileged: [{ sex: 1 }],
      })
      .scoreGroups(),
  'MDSSClassificationMetric unknown scoring name': ({ y, p, sex }, modules) =>
    modules.aif360.mdssClassificationMetric({ label: y, score: p, groups: { sex }, scoring: 'Binomial' }),
};

function baseTally({ y, p, sex }, modules) {
  const tally = modules.fair.tally({ groups: ['sex'], label: true, prediction: true });
  tally.update({ groups: { sex }, label: y, prediction: p });
  return tally;
}

// ---- The three functions of the runner -------------------------------------------------------------

/** Returns true if `evaluate` supports the key. */
export function canEvaluate(key, golden) {
  if (golden.input.kind === 'errors') return key in misuses;
  const { owner, method } = parseCall(key);
  if (owner === 'BinaryLabelDatasetMetric') return method in datasetMethods;
  if (owner === 'ClassificationMetric') {
    return method in classificationMethods || entropyPattern.test(method);
  }
  if (owner === 'SampleDistortionMetric') return true;
  if (owner === 'RegressionDatasetMetric') return method in rankingMethods;
  if (owner === 'MDSSClassificationMetric') return method === 'score_groups';
  if (owner === 'utils') return method in utilityMethods;
  return method === 'ot_distance';
}

/** Returns the package's value for the key; throws FairwasmError for an invalid call. */
export function evaluate(key, golden, modules) {
  if (golden.input.kind === 'errors') return misuses[key](golden.input.base, modules);
  const { owner, method, options, positional } = parseCall(key);
  if (owner === 'SampleDistortionMetric') {
    return evaluateDistortion(method, golden, options, positional, modules);
  }
  if (owner === 'RegressionDatasetMetric') {
    return rankingMethods[method](golden, options, positional, modules);
  }
  if (owner === 'MDSSClassificationMetric') return scoreGroups(golden, options, modules);
  if (owner === 'utils') return evaluateUtility(method, golden, options);
  if (method === 'ot_distance') return evaluateTransport(golden, options, modules);
  if (entropyPattern.test(method)) return evaluateEntropy(method, golden, options, modules);
  return classificationMethods[method](golden, options, modules);
}

/**
 * Returns `{ rule, expected }` by fairwasm's definition if the row `rule` of docs/deviations.md applies, otherwise
 * undefined.
 */
export function deviation(key, golden) {
  const { owner, method, options } = parseCall(key);
  const rules = { golden, owner, method, options, key };
  for (const [rule, expectedBy] of Object.entries(deviations)) {
    const expected = expectedBy(rules);
    if (expected !== undefined) return { rule, expected };
  }
  return undefined;
}

/**
 * Returns true if the value is acceptable for a key that golden files mark as rounding_sensitive: AIF360's value
 * depends on rounding, so only certain properties are checked.
 */
export function isSoundThoughSensitive(key, value) {
  if (key.includes('coefficient_of_variation')) return Math.abs(value) <= 1e-7;
  return typeof value === 'number';
}

// ---- fairwasm's definitions where they differ from AIF360's ----------------------------------------

/** Returns true if one of the compared groups has no rows. */
export function isGroupMissing({ protected: columns, privileged_groups, unprivileged_groups }) {
  if (!columns) return false;
  return [...(privileged_groups ?? []), ...(unprivileged_groups ?? [])].some((group) =>
    Object.entries(group).some(([name, value]) => !columns[name]?.includes(value)),
  );
}

const deviations = {
  'groups that do not occur': ({ golden, owner, method }) => {
    const compares =
      ['MDSSClassificationMetric', 'SampleDistortionMetric'].includes(owner) ||
      (owner === 'ClassificationMetric' && method.startsWith('between_group_'));
    return compares && isGroupMissing(golden.input) ? { error: 'FairwasmError' } : undefined;
  },
  'mean log deviation': ({ golden, owner, method, options }) => {
    if (owner !== 'ClassificationMetric' || !entropyPattern.test(method)) return undefined;
    if (!method.endsWith('generalized_entropy_index') || options.alpha !== 0) return undefined;
    const benefits = referenceBenefits(golden, method.match(entropyPattern)[1]);
    if (!benefits) return undefined;
    const mean = average(benefits);
    return average(benefits.map((benefit) => -Math.log(benefit / mean)));
  },
  'coefficient of variation': ({ golden, owner, method }) => {
    if (owner !== 'ClassificationMetric' || !method.endsWith('coefficient_of_variation')) return undefined;
    const benefits = referenceBenefits(golden, method.match(entropyPattern)[1]);
    const areEqual = benefits?.every((benefit) => Math.abs(benefit - benefits[0]) < 1e-12);
    return areEqual && benefits[0] > 0 ? 0 : undefined;
  },
  'mean distance comparisons': ({ golden, owner, method }) => {
    if (owner !== 'SampleDistortionMetric') return undefined;
    const [, kind, comparison] = method.match(/^mean_(\w+)_distance_(difference|ratio)$/) ?? [];
    if (!kind) return undefined;
    const isOne = kind === 'mahalanobis' && golden.input.features[0]?.length === 1;
    if (!isOne) {
      return golden.expected[`SampleDistortionMetric.${comparison}(average_${kind}_distance)`];
    }
    const reference = oneFeatureReference(golden);
    return compare(comparison, (privileged) => reference('average', privileged));
  },
  'Mahalanobis distance of one feature': ({ golden, owner, method, options, key }) => {
    const isOne = owner === 'SampleDistortionMetric' && golden.input.features[0]?.length === 1;
    if (!isOne || !key.includes('mahalanobis')) return undefined;
    const reference = oneFeatureReference(golden);
    if (method === 'difference' || method === 'ratio') {
      return compare(method, (privileged) => reference('average', privileged));
    }
    const summary = method.match(/^(total|average|maximum)/)?.[1];
    if (summary) return reference(summary, options.privileged);
    const { distances, weights } = reference('rows', options.privileged);
    return options.returned ? [distances, weights] : distances;
  },
  'groups with several clauses': ({ golden, owner, method, options }) => {
    if (owner !== 'MDSSClassificationMetric' || method !== 'score_groups') return undefined;
    return referenceScore(golden.input, options);
  },
  'lists of predictions': ({ key }) => (key === 'rich_subgroup(positional list)' ? 1 / 18 : undefined), // computed by hand
};

const average = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

const isIn = (groups, row) => (clause) =>
  Object.entries(clause).every(([name, value]) => groups[name]?.[row] === value);

function compare(comparison, metric) {
  const [unprivileged, privileged] = [metric(false), metric(true)];
  const failed = [unprivileged, privileged].find((value) => typeof value === 'object');
  if (failed) return failed;
  return comparison === 'difference' ? unprivileged - privileged : unprivileged / privileged;
}

// One benefit per row, or undefined if no groups were passed.
function referenceBenefits({ input }, prefix) {
  const isFavorable = (label) => getFavorable(input).includes(label);
  const own = input.labels.map(
    (label, row) => 1 + Number(isFavorable(input.predictions[row])) - Number(isFavorable(label)),
  );
  if (prefix === '') return own;
  const names = Object.keys(input.protected);
  const profile = (row) => names.map((name) => input.protected[name][row]).join();
  const groups = {
    between_all_groups_: () => [...new Set(own.map((_, row) => profile(row)))],
    between_group_: () => [input.unprivileged_groups, input.privileged_groups],
    _between_group_: () => input.custom_groups,
  }[prefix]();
  if (groups.some((group) => !group)) return undefined;
  const benefits = own.map(() => 0);
  for (const group of groups) {
    const rows = own.flatMap((_, row) => {
      const isMember = typeof group === 'string' ? profile(row) === group : group.some(isIn(input.protected, row));
      return isMember ? [row] : [];
    });
    const mean = average(rows.map((row) => own[row]));
    for (const row of rows) benefits[row] = mean;
  }
  return benefits;
}

// Summaries of the Mahalanobis distances of a group's rows with a single feature: |x - x'| / s.
function oneFeatureReference({ input }) {
  const { features, distorted_features: distorted, privileged_groups, unprivileged_groups } = input;
  const both = [...features, ...distorted].map(([value]) => value);
  const mean = average(both);
  const variance = both.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (both.length - 1);
  const deviation = Math.sqrt(variance);
  const all = features.map(([value], row) => Math.abs(value - distorted[row][0]) / deviation);
  return (summary, privileged) => {
    const group = { true: privileged_groups, false: unprivileged_groups }[privileged] ?? [{}];
    const isMissing = typeof privileged === 'boolean' && !(privileged ? privileged_groups : unprivileged_groups);
    if (isMissing) return { error: 'no group' };
    const rows = all.flatMap((_, row) => (group.some(isIn(input.protected, row)) ? [row] : []));
    const distances = rows.map((row) => all[row]);
    const weights = rows.map((row) => input.weights?.[row] ?? 1);
    const total = distances.reduce((sum, distance, i) => sum + distance * weights[i], 0);
    const weight = weights.reduce((sum, value) => sum + value, 0);
    if (summary === 'rows') return { distances, weights };
    if (summary === 'total') return total;
    if (summary === 'average') return weight === 0 ? { error: 'no weight' } : total / weight;
    return distances.length === 0 ? { error: 'no rows' } : Math.max(...distances);
  };
}

// The score of the rows that satisfy the condition, an OR of ANDs. Undefined if AIF360 interprets the condition in the
// same way.
function referenceScore(input, { scoring, alpha, privileged = true, penalty = 1e-17 }) {
  const groups = privileged ? input.privileged_groups : input.unprivileged_groups;
  if (!groups || groups.length < 2 || scoring === 'Gaussian') return undefined;
  if (scoring === 'BerkJones' && alpha === undefined) return undefined;
  const columns = getColumns(input.features, input.feature_names);
  const rows = input.labels.flatMap((_, row) => (groups.some(isIn(columns, row)) ? [row] : []));
  const p = rows.map((row) => input.scores[row]);
  const y = rows.filter((row) => input.labels[row] === input.favorable_label).length;
  const tests = groups.reduce((count, clause) => count + Object.keys(clause).length, 0);
  const score =
    scoring === 'BerkJones'
      ? referenceBerkJones(y, rows.length, privileged ? 1 - alpha : alpha)
      : referenceRatio(scoring, y, p, privileged);
  return Math.round((score - penalty * tests) * 1e4) / 1e4;
}

function referenceBerkJones(y, rows, alpha) {
  const q = Math.max(rows === 0 ? alpha : y / rows, alpha);
  const first = y * Math.log(q / alpha);
  return q === 1 ? first : first + (rows - y) * Math.log((1 - q) / (1 - alpha));
}

function referenceRatio(scoring, y, p, isNegative) {
  const sum = (term) => p.reduce((total, value) => total + term(value), 0);
  const isPoisson = scoring === 'Poisson';
  let [low, high] = [1e-3, 1e3];
  while (high - low > 1e-3) {
    const q = (low + high) / 2;
    const isRising = y > sum((value) => (isPoisson ? q * value : (q * value) / (1 - value + q * value)));
    if (isRising) low = q;
    else high = q;
  }
  const found = (low + high) / 2;
  const q = isNegative ? Math.min(found, 1) : Math.max(found, 1);
  const expected = sum((value) => (isPoisson ? value - q * value : -Math.log(1 - value + q * value)));
  return y * Math.log(q) + expected;
}
