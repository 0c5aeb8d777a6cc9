// AIF360's DatasetMetric, BinaryLabelDatasetMetric and ClassificationMetric.

import { isGroupMissing } from './aif360-individual.mjs';
import { parseCall } from './values.mjs';

export { isSoundThoughSensitive } from './aif360-individual.mjs';

/** Converts a Python name to camelCase, without a leading underscore. */
const camelCase = (name) => name.replace(/^_/, '').replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

// The metrics of a case, created on first use.
const made = new WeakMap();

/** Returns the input of a case as columns, with the scores that AIF360 finally used. */
function getColumns(input) {
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
  DatasetMetric: (modules, { label, prediction, score, features, favorable, ...dataset }) =>
    modules.aif360.datasetMetric(dataset),
  BinaryLabelDatasetMetric: (modules, { prediction, score, ...data }) => modules.aif360.binaryLabelDatasetMetric(data),
  ClassificationMetric: (modules, columns) => modules.aif360.classificationMetric(columns),
  MDSSClassificationMetric: (modules, columns) => modules.aif360.mdssClassificationMetric(columns),
};

function getMetric(owner, golden, modules) {
  if (!made.has(golden)) made.set(golden, {});
  const metrics = made.get(golden);
  metrics[owner] ??= classes[owner](modules, getColumns(golden.input));
  return metrics[owner];
}

/** Converts AIF360's arguments of a method. */
function parseArguments(metric, { positional, options }, input) {
  // For difference and ratio, the argument is a method.
  if (positional.length > 0) return [(group) => metric[camelCase(positional[0])](group)];
  if ('privileged' in options) return [{ privileged: options.privileged ?? undefined }];
  return Object.values(options).map((value) => (value in input ? input[value] : value));
}

const wrong = (modules, input, change) => () => modules.aif360.classificationMetric({ ...input, ...change });

/** AIF360's invalid calls by their descriptions. */
function misuses(input, modules) {
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
  const metric = () => modules.aif360.classificationMetric(withoutGroups);
  return {
    'ClassificationMetric: groups overlap': wrong(modules, columns, { unprivileged: [...unprivileged, ...privileged] }),
    'ClassificationMetric: groups overlap via [{}]': wrong(modules, columns, { unprivileged: [{}] }),
    'ClassificationMetric: unknown attribute in both groups given': wrong(modules, columns, {
      privileged: [{ age: 1 }],
      unprivileged: [{ age: 0 }],
    }),
    'ClassificationMetric: unknown attribute, only privileged given, on use': wrong(modules, withoutGroups, {
      privileged: [{ age: 1 }],
    }),
    'ClassificationMetric: group is a dict, not a list of dicts': wrong(modules, columns, {
      privileged: privileged[0],
    }),
    // One call has one data set, so differences between AIF360's two become a column that is passed twice.
    'ClassificationMetric: weights differ': wrong(modules, columns, {
      weight: [label.map(() => 1), label.map(() => 2)],
    }),
    'ClassificationMetric: lengths differ': wrong(modules, columns, { prediction: prediction.slice(1) }),
    'ClassificationMetric: protected attributes differ': wrong(modules, columns, {
      groups: { sex: [sex, [...sex].reverse()] },
    }),
    'ClassificationMetric: favorable labels differ': wrong(modules, columns, {
      prediction: prediction.map((value) => value + 1),
    }),
    'ClassificationMetric: instance names differ': () => modules.aif360.classificationMetric(columns).numInstances(),
    'ClassificationMetric: dataset is not a label dataset': wrong(modules, columns, { label: undefined }),
    'ClassificationMetric: classified_dataset is None': wrong(modules, columns, { prediction: undefined }),
    'BinaryLabelDatasetMetric: StructuredDataset given': () =>
      modules.aif360.binaryLabelDatasetMetric({ ...columns, label: undefined }),
    'DatasetMetric: DataFrame given': () => modules.aif360.datasetMetric({ y: label, sex }),
    'base_rate(privileged=True) without groups': () => metric().baseRate({ privileged: true }),
    'base_rate(privileged=False) without groups': () => metric().baseRate({ privileged: false }),
    'disparate_impact() without groups': () => metric().disparateImpact(),
    'between_group_theil_index() without groups': () => metric().betweenGroupTheilIndex(),
    'BinaryLabelDataset: text in a column': () =>
      modules.aif360.binaryLabelDatasetMetric({ ...columns, weight: ['one', ...label.slice(1)] }),
    'BinaryLabelDataset: label outside favorable/unfavorable': () =>
      modules.aif360.binaryLabelDatasetMetric({ ...columns, label: [2, ...label.slice(1)] }),
    'BinaryLabelDataset: NaN': () =>
      modules.aif360.binaryLabelDatasetMetric({ ...columns, label: [Number.NaN, ...label.slice(1)] }),
    'BinaryLabelDataset: df is None': () => modules.aif360.binaryLabelDatasetMetric(null),
    'BinaryLabelDataset: missing label column': () =>
      modules.aif360.binaryLabelDatasetMetric({ ...columns, label: undefined }),
    'BinaryLabelDataset: missing protected column': () =>
      modules.aif360.binaryLabelDatasetMetric({ ...columns, groups: { sex: undefined } }),
  };
}

export function canEvaluate(key, { peer, input }) {
  if (!peer.startsWith('aif360')) return false;
  if (input.kind === 'errors') return key in misuses(input);
  const { owner, method } = parseCall(key);
  return owner in classes && method !== 'score_groups';
}

export function evaluate(key, golden, modules) {
  if (golden.input.kind === 'errors') return misuses(golden.input, modules)[key]();
  const call = parseCall(key);
  const metric = getMetric(call.owner, golden, modules);
  return metric[camelCase(call.method)](...parseArguments(metric, call, golden.input));
}

export function deviation(key, { input }) {
  if (isGroupMissing(input)) {
    return { rule: 'groups that do not occur', expected: { error: 'FairwasmError' } };
  }
  if (key !== 'ClassificationMetric: instance names differ') return undefined;
  return { rule: 'row names', expected: input.base.y.length };
}
