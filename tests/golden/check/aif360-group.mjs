// AIF360's DatasetMetric, BinaryLabelDatasetMetric and ClassificationMetric.

import { parseCall } from './values.mjs';

export { isSoundThoughSensitive } from './aif360-individual.mjs';

/** The camelCase of a Python name; one that begins with an underscore loses it. */
const camelCase = (name) =>
  name.replace(/^_/, '').replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

// The metrics of a case, each made when it is first asked for.
const made = new WeakMap();

/** The input of a case as columns. Scores are those that AIF360 used in the end. */
function columnsOf(input) {
  return {
    label: input.labels,
    prediction: input.predictions,
    score: input.scores,
    groups: input.protected,
    weight: input.weights ?? undefined,
    features: input.features,
    favorable: input.favorable_label,
    unprivileged: input.unprivileged_groups ?? undefined,
    privileged: input.privileged_groups ?? undefined,
  };
}

const classes = {
  DatasetMetric: (fair, { label, prediction, score, features, favorable, ...dataset }) =>
    fair.datasetMetric(dataset),
  BinaryLabelDatasetMetric: (fair, { prediction, score, ...data }) =>
    fair.binaryLabelDatasetMetric(data),
  ClassificationMetric: (fair, columns) => fair.classificationMetric(columns),
  MDSSClassificationMetric: (fair, columns) => fair.mdssClassificationMetric(columns),
};

function metricOf(owner, golden, fair) {
  if (!made.has(golden)) made.set(golden, {});
  const metrics = made.get(golden);
  metrics[owner] ??= classes[owner](fair, columnsOf(golden.input));
  return metrics[owner];
}

/** The arguments of a method from those of AIF360's. */
function argumentsOf(metric, { positional, options }, input) {
  // A method as argument, of difference and ratio.
  if (positional.length > 0) return [(group) => metric[camelCase(positional[0])](group)];
  if ('privileged' in options) return [{ privileged: options.privileged ?? undefined }];
  return Object.values(options).map((value) => (value in input ? input[value] : value));
}

const wrong = (fair, input, change) => () => fair.classificationMetric({ ...input, ...change });

/** AIF360's misuses, by their descriptions. */
function misuses(input, fair) {
  const { y: label, p: prediction, sex } = input.base;
  const columns = {
    label,
    prediction,
    groups: { sex },
    favorable: input.favorable_label,
    privileged: input.privileged_groups,
    unprivileged: input.unprivileged_groups,
  };
  const { privileged, unprivileged, ...withoutGroups } = columns;
  const metric = () => fair.classificationMetric(withoutGroups);
  return {
    'ClassificationMetric: groups overlap': wrong(fair, columns, {
      unprivileged: [...unprivileged, ...privileged],
    }),
    'ClassificationMetric: groups overlap via [{}]': wrong(fair, columns, { unprivileged: [{}] }),
    'ClassificationMetric: unknown attribute in both groups given': wrong(fair, columns, {
      privileged: [{ age: 1 }],
      unprivileged: [{ age: 0 }],
    }),
    'ClassificationMetric: unknown attribute, only privileged given, on use': wrong(
      fair,
      withoutGroups,
      { privileged: [{ age: 1 }] },
    ),
    'ClassificationMetric: group is a dict, not a list of dicts': wrong(fair, columns, {
      privileged: privileged[0],
    }),
    // One call takes one data set: what differs between AIF360's two is a column given twice here.
    'ClassificationMetric: weights differ': wrong(fair, columns, {
      weight: [label.map(() => 1), label.map(() => 2)],
    }),
    'ClassificationMetric: lengths differ': wrong(fair, columns, {
      prediction: prediction.slice(1),
    }),
    'ClassificationMetric: protected attributes differ': wrong(fair, columns, {
      groups: { sex: [sex, [...sex].reverse()] },
    }),
    'ClassificationMetric: favorable labels differ': wrong(fair, columns, {
      prediction: prediction.map((value) => value + 1),
    }),
    'ClassificationMetric: instance names differ': () =>
      fair.classificationMetric(columns).numInstances(),
    'ClassificationMetric: dataset is not a label dataset': wrong(fair, columns, {
      label: undefined,
    }),
    'ClassificationMetric: classified_dataset is None': wrong(fair, columns, {
      prediction: undefined,
    }),
    'BinaryLabelDatasetMetric: StructuredDataset given': () =>
      fair.binaryLabelDatasetMetric({ ...columns, label: undefined }),
    'DatasetMetric: DataFrame given': () => fair.datasetMetric({ y: label, sex }),
    'base_rate(privileged=True) without groups': () => metric().baseRate({ privileged: true }),
    'base_rate(privileged=False) without groups': () => metric().baseRate({ privileged: false }),
    'disparate_impact() without groups': () => metric().disparateImpact(),
    'between_group_theil_index() without groups': () => metric().betweenGroupTheilIndex(),
    'BinaryLabelDataset: text in a column': () =>
      fair.binaryLabelDatasetMetric({ ...columns, weight: ['one', ...label.slice(1)] }),
    'BinaryLabelDataset: label outside favorable/unfavorable': () =>
      fair.binaryLabelDatasetMetric({ ...columns, label: [2, ...label.slice(1)] }),
    'BinaryLabelDataset: NaN': () =>
      fair.binaryLabelDatasetMetric({ ...columns, label: [Number.NaN, ...label.slice(1)] }),
    'BinaryLabelDataset: df is None': () => fair.binaryLabelDatasetMetric(null),
    'BinaryLabelDataset: missing label column': () =>
      fair.binaryLabelDatasetMetric({ ...columns, label: undefined }),
    'BinaryLabelDataset: missing protected column': () =>
      fair.binaryLabelDatasetMetric({ ...columns, groups: { sex: undefined } }),
  };
}

export function canEvaluate(key, { peer, input }) {
  if (!peer.startsWith('aif360')) return false;
  if (input.kind === 'errors') return key in misuses(input);
  const { owner, method } = parseCall(key);
  return owner in classes && method !== 'score_groups';
}

export function evaluate(key, golden, fair) {
  if (golden.input.kind === 'errors') return misuses(golden.input, fair)[key]();
  const call = parseCall(key);
  const metric = metricOf(call.owner, golden, fair);
  return metric[camelCase(call.method)](...argumentsOf(metric, call, golden.input));
}

export function deviation(key, { input }) {
  if (key !== 'ClassificationMetric: instance names differ') return undefined;
  return { rule: 'rows have no names', expected: input.base.y.length };
}
