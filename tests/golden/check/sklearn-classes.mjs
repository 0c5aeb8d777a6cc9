// scikit-learn's multiclass and multilabel metrics, by group like fairlearn. A name that ends in `_nan` is the same
// metric with 0/0 undefined; fairwasm returns NaN for both.

import { present } from '../../present.mjs';
import { once } from './once.mjs';
import { agrees, decode, getMatrix } from './values.mjs';

const isOurs = ({ peer, input }) =>
  peer.startsWith('scikit-learn') && ['multiclass', 'multilabel'].includes(input?.kind);
const keys = ['overall', 'by_group', 'aggregates', 'one_vs_rest'];

export const canEvaluate = (key, golden) => isOurs(golden) && keys.includes(key);

// ---- The package's results -----------------------------------------------------------------------

const camelCase = (name) => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

const own = {
  balanced_accuracy_adjusted: 'adjustedBalancedAccuracy',
  kappa_linear: 'linearKappa',
  kappa_quadratic: 'quadraticKappa',
  mcc: 'matthewsCorrelation',
  mcc_nan: 'matthewsCorrelation',
  brier_multiclass: 'classesBrierScore',
  roc_auc_ovr_macro: 'macroAreaUnderCurve',
  roc_auc_ovr_weighted: 'weightedAreaUnderCurve',
  roc_auc_ovr_macro_nan: 'macroAreaUnderCurveOfDefined',
  roc_auc_ovo_macro: 'pairwiseAreaUnderCurve',
  roc_auc_ovo_weighted: 'weightedPairwiseAreaUnderCurve',
  roc_auc_macro: 'macroAreaUnderCurve',
  roc_auc_macro_nan: 'macroAreaUnderCurveOfDefined',
  roc_auc_micro: 'microAreaUnderCurve',
  roc_auc_weighted: 'weightedAreaUnderCurve',
};

const rates = {
  precision: 'Precision',
  recall: 'Recall',
  f1: 'F1Score',
  jaccard: 'JaccardIndex',
  average_precision: 'AveragePrecision',
};
const suffixes = { nan: 'OfDefined', present: 'OfPresent' };

/** Returns fairwasm's name of a metric of a group. */
function ownName(name, kind) {
  if (name in own) return own[name];
  const [, rate, average, suffix] =
    /^(precision|recall|f1|jaccard|average_precision)_(macro|micro|weighted|samples)(?:_(nan|present))?$/.exec(name) ??
    [];
  if (!rate) return camelCase(name);
  // Micro averages of multiclass rates equal the accuracy.
  if (average === 'micro') return kind === 'multiclass' ? 'accuracy' : `micro${rates[rate]}`;
  return `${average}${rates[rate]}${suffixes[suffix] ?? ''}`;
}

// For one class or label: its rate against the rest, or a separate metric of the frame.
const againstRest = {
  precision: 'positivePredictiveValue',
  recall: 'truePositiveRate',
  f1: 'f1Score',
  specificity: 'trueNegativeRate',
  false_positive_rate: 'falsePositiveRate',
  false_negative_rate: 'falseNegativeRate',
  selection_rate: 'selectionRate',
  base_rate: 'baseRate',
};
const ofClass = {
  brier: 'brierScore',
  roc_auc: 'areaUnderCurve',
  roc_auc_ovr: 'areaUnderCurve',
  average_precision: 'averagePrecision',
  jaccard: 'jaccardIndex',
};
const plain = (name) => name.replace(/_nan$/, '');

const getKey = (categories) =>
  Object.entries(categories)
    .map(([name, category]) => `${name}=${category}`)
    .join();

const getAudit = {
  multiclass: ({ y_true, y_pred, classes, groups, sample_weight, probabilities }, module) =>
    module.audit({
      label: y_true,
      prediction: y_pred,
      classes,
      ordered: true,
      groups,
      weight: sample_weight ?? undefined,
      probabilities: probabilities ?? undefined,
      uncertainty: false,
    }),
  multilabel: ({ y_true, y_pred, scores, groups, sample_weight }, module) =>
    module.labels({
      label: flat(y_true),
      prediction: flat(y_pred),
      scores: scores ?? undefined,
      groups,
      weight: sample_weight ?? undefined,
      uncertainty: false,
    }),
};
const flat = (recorded) => {
  const { data, columns } = getMatrix(recorded);
  return { values: Float64Array.from(data), columns };
};

/** Returns a frame over all attributes, with one frame per class or label against the rest. */
const getFrame = (golden, modules) =>
  once(golden, 'frame', () => {
    const { input } = golden;
    const audit = getAudit[input.kind](input, modules.classes);
    const by = Object.keys(input.groups);
    const names = (audit.classes ?? audit.labels).map(String);
    const single = (name) => audit.oneAgainstRest?.(name) ?? audit.label(name);
    const against = names.map((name) => single(name).frame(by));
    return { names, against, frame: audit.frame(by) };
  });

/** Returns the recorded values of a group under their recorded names. */
function groupValues(group, recorded, golden, { names, against }) {
  const { kind } = golden.input;
  const single = against.map((frame) =>
    group.id === '' ? frame.overall : frame.groups.find(({ id }) => id === group.id),
  );
  const perClass = (name) => {
    const metric = againstRest[plain(name)];
    if (metric) return single.map(({ rates: all }) => all[metric].value);
    if (name === 'support') return single.map(({ counts }) => counts.positives);
    return names.map((each) => group.byClass[ofClass[plain(name)]][each].value);
  };
  const counts = (name) => names.map((each) => group.confusion[each][camelCase(name)]);
  const value = (name, record) => {
    // Calls that scikit-learn rejects are noted and recorded as NaN.
    if (name === 'peer_errors') return record;
    if (name === 'count') return group.rows;
    if (name === 'weight') return single[0].counts.instances;
    if (name === 'confusion_matrix') return group.confusion;
    if (name === 'confusion') return mapped(record, counts);
    if (name === 'per_class' || name === 'per_label') return mapped(record, perClass);
    if (name === 'top_k_accuracy') return golden.input.top_k.map((k) => group.values[`top${k}Accuracy`].value);
    // With two classes, returns the value of the second.
    if (name in ofClass && !(camelCase(name) in group.values)) return perClass(name)[1];
    return group.values[ownName(name, kind)]?.value;
  };
  return mapped(recorded, value);
}

const mapped = (record, value) =>
  Object.fromEntries(Object.entries(record).map(([name, each]) => [name, value(name, each)]));

// Returns the record of a combination of categories without rows.
function withoutRows(recorded) {
  const undefinedLike = (record) => {
    if (Array.isArray(record)) return record.map(undefinedLike);
    return typeof record === 'object' ? mapped(record, (_, each) => undefinedLike(each)) : NaN;
  };
  return mapped(recorded, (name, record) => {
    if (name === 'peer_errors') return record;
    return name === 'count' || name === 'weight' ? 0 : undefinedLike(record);
  });
}

const members = {
  group_min: ['min'],
  group_max: ['max'],
  'difference(between_groups)': ['difference'],
  'difference(to_overall)': ['differenceToOverall'],
  'ratio(between_groups)': ['ratio'],
  'ratio(to_overall)': ['ratioToOverall'],
};

function spreadValues(member, recorded, golden, { names, against, frame }) {
  const { kind } = golden.input;
  const of = (spread) => spread[member].value;
  const perClass = (name) => {
    const metric = againstRest[plain(name)];
    if (metric) return against.map((each) => of(each.spread(metric)));
    return names.map((each) => of(frame.spread(ofClass[plain(name)], each)));
  };
  return mapped(recorded, (name, record) => {
    if (name === 'per_class' || name === 'per_label') return mapped(record, perClass);
    if (name === 'top_k_accuracy') return golden.input.top_k.map((k) => of(frame.spread(`top${k}Accuracy`)));
    if (name in ofClass && !frame.metrics.includes(camelCase(name))) return perClass(name)[1];
    return of(frame.spread(ownName(name, kind)));
  });
}

const worst = (pick, values) => {
  const defined = values.filter((value) => !Number.isNaN(value));
  return defined.length === 0 ? Number.NaN : pick(...defined);
};

function scalars(frame) {
  const spreads = ['selectionRate', 'truePositiveRate', 'falsePositiveRate'].map((rate) => frame.spread(rate));
  const [parity, opportunity, other] = spreads;
  const both = (member) => [opportunity, other].map((spread) => spread[member].value);
  return {
    demographic_parity_difference: parity.difference.value,
    demographic_parity_ratio: parity.ratio.value,
    equal_opportunity_difference: opportunity.difference.value,
    equal_opportunity_ratio: opportunity.ratio.value,
    equalized_odds_difference: worst(Math.max, both('difference')),
    equalized_odds_ratio: worst(Math.min, both('ratio')),
  };
}

export function evaluate(key, golden, modules) {
  const made = getFrame(golden, modules);
  const recorded = golden.expected[key];
  if (key === 'overall') return groupValues(made.frame.overall, recorded, golden, made);
  if (key === 'one_vs_rest') {
    return Object.fromEntries(made.names.map((name, i) => [name, scalars(made.against[i])]));
  }
  if (key === 'aggregates') {
    return mapped(recorded, (name, values) => spreadValues(members[name][0], values, golden, made));
  }
  const groups = new Map(made.frame.groups.map((group) => [getKey(group.categories), group]));
  return mapped(recorded, (name, values) => {
    const group = groups.get(name);
    return group ? groupValues(group, values, golden, made) : withoutRows(values);
  });
}

// ---- fairwasm's definitions where they differ from scikit-learn's -----------------------------------

const undefinedIsNaN = 'undefined metrics';
const weightedPairs = 'weights in one-vs-one AUC';
const signedRatios = 'ratios of signed metrics';

const nansLike = (record) => (Array.isArray(record) ? record.map(nansLike) : Number.NaN);

/** Returns the AUC of column `k`, with rows of class `k` against those of `other`. */
function computeArea(rows, k, other) {
  let wins = 0;
  let pairs = 0;
  for (const one of rows.filter(({ truth }) => truth === k)) {
    for (const { weight, values } of rows.filter(({ truth }) => truth === other)) {
      const order = Math.sign(one.values[k] - values[k]);
      wins += one.weight * weight * (order + 1) * 0.5;
      pairs += one.weight * weight;
    }
  }
  return wins / pairs;
}

// Hand and Till's AUC, with pairs of rows weighted by the product of their weights.
function pairwiseArea({ input }, group, isWeighted) {
  const names = input.classes.map(String);
  const rows = input.y_true
    .map((label, row) => ({
      truth: names.indexOf(String(label)),
      weight: input.sample_weight?.[row] ?? 1,
      values: input.probabilities[row],
      key: getKey(mapped(input.groups, (_, column) => column[row])),
    }))
    .filter(({ key, weight }) => weight > 0 && (group === undefined || key === group));
  const sizes = names.map((_, k) =>
    rows.filter(({ truth }) => truth === k).reduce((sum, { weight }) => sum + weight, 0),
  );
  let sum = 0;
  let all = 0;
  for (let i = 0; i < names.length; i++) {
    for (let j = 0; j < i; j++) {
      if (sizes[i] === 0 || sizes[j] === 0) continue;
      const share = isWeighted ? sizes[i] + sizes[j] : 1;
      sum += share * 0.5 * (computeArea(rows, i, j) + computeArea(rows, j, i));
      all += share;
    }
  }
  return sum / all;
}

const getSupport = (cell) => {
  if (cell.per_class) return cell.weight;
  const { true_positives, false_negatives } = decode(cell.confusion);
  return [...true_positives, ...false_negatives].reduce((sum, value) => sum + value, 0);
};

/** Computes a metric of a recorded group by fairwasm's definition from the other recorded values. */
function ownValue(golden, group, path) {
  const cell = group === undefined ? golden.expected.overall : golden.expected.by_group[group];
  const [name, part] = path;
  const record = part === undefined ? cell[name] : cell[name][part];
  const isCount = ['count', 'weight', 'confusion_matrix', 'confusion'].includes(name);
  if (isCount || part === 'support' || name === 'peer_errors') return decode(record);
  if (/^roc_auc_ovo/.test(name) && golden.input.sample_weight) {
    return once(golden, `${name} of ${group}`, () => pairwiseArea(golden, group, name.endsWith('weighted')));
  }
  if (decode(cell.weight) === 0) return nansLike(record);
  // With a single true class, no accuracy is above chance.
  if (name === 'balanced_accuracy_adjusted' && !Number.isFinite(decode(record))) return Number.NaN;
  if (part !== undefined) return decode(cell[name][`${part}_nan`] ?? record);
  if (name === 'mcc' || /_micro$/.test(name)) return decode(cell[`${name}_nan`] ?? record);
  if (/^(precision|recall|f1|jaccard|average_precision)_weighted$/.test(name)) {
    // Without true labels, all weights are 0.
    return getSupport(cell) === 0 ? Number.NaN : decode(record);
  }
  // With two classes, returns the value of the second.
  if (name in ofClass) {
    const list = cell.per_class[`${name}_nan`] ?? cell.per_class[name];
    return list ? decode(list)[1] : decode(record);
  }
  return decode(record);
}

const elementwise = (combine, lists) =>
  Array.isArray(lists[0])
    ? lists[0].map((_, i) =>
        elementwise(
          combine,
          lists.map((list) => list[i]),
        ),
      )
    : combine(lists);

const folded = (value, overall) => {
  const ratio = value / overall;
  return ratio > 1 ? 1 / ratio : ratio;
};
const combinations = {
  group_min: ([, ...groups]) => worst(Math.min, groups),
  group_max: ([, ...groups]) => worst(Math.max, groups),
  'difference(between_groups)': ([, ...groups]) => worst(Math.max, groups) - worst(Math.min, groups),
  'difference(to_overall)': ([overall, ...groups]) =>
    worst(
      Math.max,
      groups.map((value) => Math.abs(value - overall)),
    ),
  'ratio(between_groups)': ([, ...groups]) => worst(Math.min, groups) / worst(Math.max, groups),
  'ratio(to_overall)': ([overall, ...groups]) =>
    worst(
      Math.min,
      groups.map((value) => folded(value, overall)),
    ),
};

const gapsOfOneGroup = 'single group';

// With fewer than two groups with a value, a gap compares nothing.
const isGapOfOne = (member, [, ...groups]) =>
  /^(difference|ratio)\(/.test(member) && groups.filter((value) => !Number.isNaN(value)).length < 2;

const getGroups = ({ expected }) =>
  Object.entries(expected.by_group).flatMap(([name, { count }]) => (count > 0 ? [name] : []));

const isSigned = (name) => /^(kappa|mcc|balanced_accuracy_adjusted)/.test(name);

function ownAggregate(golden, [member, ...path]) {
  if (member.startsWith('ratio') && isSigned(path[0])) return Number.NaN;
  const cells = [undefined, ...getGroups(golden)].map((group) => ownValue(golden, group, path));
  const combine = (values) => (isGapOfOne(member, values) ? Number.NaN : combinations[member](values));
  return elementwise(combine, cells);
}

// fairlearn's scalars, over the groups in which the rates are defined.
function ownScalar(golden, [name, scalar]) {
  const place = golden.input.classes.map(String).indexOf(name);
  const ofRate = (rate, member) => ownAggregate(golden, [`${member}(between_groups)`, 'per_class', rate])[place];
  const [, notion, member] = present(/^(.+)_(difference|ratio)$/.exec(scalar));
  if (notion === 'demographic_parity') return ofRate('selection_rate', member);
  const both = ['recall_nan', 'false_positive_rate_nan'].map((rate) => ofRate(rate, member));
  if (notion === 'equal_opportunity') return both[0];
  return worst(member === 'ratio' ? Math.min : Math.max, both);
}

function getOwn(key, golden, path) {
  if (key === 'overall') return ownValue(golden, undefined, path);
  if (key === 'by_group') return ownValue(golden, path[0], path.slice(1));
  return key === 'aggregates' ? ownAggregate(golden, path) : ownScalar(golden, path);
}

function getRule([key, part, name, ...rest], golden) {
  if (key === 'aggregates') {
    const cells = [undefined, ...getGroups(golden)].map((group) => ownValue(golden, group, [name, ...rest]));
    const values = Array.isArray(cells[1]) ? undefined : cells;
    if (values && isGapOfOne(part, values)) return gapsOfOneGroup;
  }
  if (part?.startsWith('ratio(') && isSigned(name)) return signedRatios;
  return [part, name].some((each) => /^roc_auc_ovo/.test(each)) ? weightedPairs : undefinedIsNaN;
}

export function deviation(key, golden, path) {
  if (!canEvaluate(key, golden)) return undefined;
  const expected = getOwn(key, golden, path.slice(1));
  const rule = getRule(path, golden);
  return { rule, holds: (actual) => agrees(expected, actual) };
}
