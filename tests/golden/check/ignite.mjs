// ignite's metrics by subgroup over recorded batches.

import {
  Accuracy,
  DemographicParityDifference,
  SelectionRate,
  SubgroupAccuracyDifference,
  SubgroupMetric,
} from 'fairwasm/ignite';
import { present } from '../../present.mjs';
import { decode, getOutcome } from './values.mjs';

const getTensor = ({ shape, data, bits }) => ({
  shape,
  data: bits === undefined ? decode(data) : Array.from(bits, Number),
});

const getBatches = ({ updates }) =>
  updates.map(({ y_pred, y, group_labels }) => [getTensor(y_pred), getTensor(y), getTensor(group_labels)]);

const differences = { SubgroupAccuracyDifference, DemographicParityDifference };
const singles = { Accuracy, SelectionRate };

const makeDifference = (name, { groups, is_multilabel }, options = {}) =>
  new differences[name](groups, { isMultilabel: is_multilabel, ...options });
const makeSingle = (name, { is_multilabel }) => new singles[name]({ isMultilabel: is_multilabel });

function updated(metric, batches) {
  for (const batch of batches) metric.update(batch);
  return metric;
}

// Returns each group's counts in the format of the golden files.
function stateByGroup(metric) {
  const states = Object.entries(metric.stateDict()._metrics);
  return Object.fromEntries(states.map(([name, state]) => [name, state.__metric_state_per_rank[0]]));
}

// Runs one difference until an update is rejected.
function runDifference(name, input) {
  const metric = makeDifference(name, input);
  const after_each_update = [];
  for (const batch of getBatches(input)) {
    const refused = getOutcome(() => metric.update(batch));
    if (refused) return { after_each_update, update_error: refused };
    after_each_update.push(getOutcome(() => metric.compute()));
  }
  const value = getOutcome(() => metric.compute());
  const state_per_group = stateByGroup(metric);
  metric.reset();
  const compute_after_reset = getOutcome(() => metric.compute());
  return { value, after_each_update, state_per_group, compute_after_reset };
}

// Runs one update, transfers the state to another metric, and runs the other updates there.
function roundTrip(name, input) {
  const [first, ...others] = getBatches(input);
  const before = updated(makeDifference(name, input), [first]);
  const after = makeDifference(name, input);
  after.loadStateDict(before.stateDict());
  return { state: stateByGroup(before), values: [after.compute(), updated(after, others).compute()] };
}

const asRecords = (input) => getBatches(input).map(([yPred, y, groupLabels]) => ({ yPred, y, groupLabels }));

const byKey = {
  state_after_first: (input) =>
    Object.fromEntries(Object.keys(differences).map((name) => [name, roundTrip(name, input).state])),
  from_dict: (input) => updated(makeDifference('SubgroupAccuracyDifference', input), asRecords(input)).compute(),
  dict_without_group_labels: (input) => {
    const incomplete = asRecords(input).map(({ groupLabels, ...batch }) => batch);
    return updated(makeDifference('SubgroupAccuracyDifference', input), incomplete).compute();
  },
};

/** Parses "SubgroupMetric(Accuracy)" and "Accuracy (all rows)". */
const subgroupKey = /^SubgroupMetric\((Accuracy|SelectionRate)\)$/;
const singleKey = /^(Accuracy|SelectionRate) \(all rows\)$/;

export function canEvaluate(key, { peer, input }) {
  if (!peer.startsWith('pytorch/ignite') || !input.updates) return false;
  return key in differences || key in byKey || subgroupKey.test(key) || singleKey.test(key);
}

function evaluateDifference(name, golden) {
  const { input, expected } = golden;
  if ('state_after_first' in expected) return roundTrip(name, input).values;
  const recorded = expected[name];
  if (typeof recorded === 'object' && !('error' in recorded)) return runDifference(name, input);
  return makeDifference(name, input)
    .updateAll(getBatches(input))
    .then((metric) => metric.compute());
}

export function evaluate(key, golden) {
  const { input } = golden;
  if (key in differences) return evaluateDifference(key, golden);
  if (key in byKey) return byKey[key](input);
  const [, subgroup] = subgroupKey.exec(key) ?? [];
  if (subgroup) {
    const metric = new SubgroupMetric(makeSingle(subgroup, input), input.groups);
    return updated(metric, getBatches(input)).compute();
  }
  const [, single] = present(singleKey.exec(key));
  const batches = getBatches(input).map(([yPred, y]) => [yPred, y]);
  return updated(makeSingle(single, input), batches).compute();
}

/** ignite computes rates in single precision, with a last place of 2^-24; a difference contains two rates. */
export function tolerance(key) {
  return /DemographicParity|SelectionRate/.test(key) ? { absolute: 2 ** -23, relative: 0 } : undefined;
}

/** Returns the same batches with indices instead of group names. */
function numbered(input) {
  const place = (name) => input.groups.indexOf(name);
  const updates = input.updates.map(({ group_labels, ...batch }) => ({
    ...batch,
    group_labels: { shape: group_labels.shape, data: group_labels.data.map(place) },
  }));
  return { ...input, groups: input.groups.map(place), updates };
}

/** Returns `{ rule, expected }` if a row of docs/deviations.md applies. */
export function deviation(key, golden) {
  const { input, expected } = golden;
  if (!canEvaluate(key, golden) || singleKey.test(key)) return undefined;
  const { groups } = input;
  if (Array.isArray(groups) && new Set(groups).size < groups.length) {
    return { rule: 'duplicate groups', expected: { error: 'FairwasmError' } };
  }
  if (!(key in differences)) return undefined;
  const hasNames = input.groups?.some((name) => typeof name === 'string');
  if (!hasNames || expected[key]?.error === undefined) return undefined;
  const same = numbered(input);
  const own = updated(makeDifference(key, same), getBatches(same)).compute();
  return { rule: 'string group labels', expected: own };
}
