// deel-lip's provable robustness metrics: elements, mean, and sum of scores in single and double precision.

import { getMatrix } from './values.mjs';

const floats = { f32: Float32Array, f64: Float64Array };
const names = {
  epsilon: 'epsilon',
  lip_const: 'lipConst',
  disjoint_neurons: 'disjointNeurons',
  negative_robustness: 'negativeRobustness',
};

const ofPeer = ({ peer, input }) => peer.startsWith('deel-ai') && 'y_pred' in input;
const isKnown = ({ metric, params }) =>
  /^(Binary|Categorical)Provable/.test(metric) && Object.keys(params).every((key) => key in names);

export function canEvaluate(key, golden) {
  return ofPeer(golden) && isKnown(golden.input) && (key in floats || key === 'error');
}

export function evaluate(key, { input, expected }, { robustness }) {
  const { metric, params, y_true, y_pred } = input;
  const Floats = floats[key] ?? Float64Array;
  const toTensor = (tensor) => ({ data: Floats.from(getMatrix(tensor).data), shape: tensor.shape });
  const method = `${metric[0].toLowerCase()}${metric.slice(1)}`;
  const options = Object.entries(params).map(([name, value]) => [names[name], value]);
  const reduced = (reduction) => () =>
    robustness[method]({ ...Object.fromEntries(options), label: toTensor(y_true), score: toTensor(y_pred), reduction });
  if (key === 'error' || 'error' in expected[key]) return reduced('mean')();
  return {
    per_element: () => Array.from(reduced('none')()),
    mean: reduced('mean'),
    sum: reduced('sum'),
    ...('shape' in expected[key] && { shape: () => [reduced('none')().length] }),
  };
}

const size = (shape) => shape.reduce((product, length) => product * length, 1);

/** Elements are a flat list here; its length is that of the recorded shape. */
export function comparison([, part], golden) {
  if (!ofPeer(golden) || part !== 'shape') return undefined;
  return (recorded, actual) => size(recorded) === actual?.[0];
}

export function tolerance(key, golden) {
  if (!ofPeer(golden)) return undefined;
  const relative = key === 'f32' ? 1e-6 : 1e-10;
  return { absolute: relative, relative };
}

// ---- Rules: inputs that fairwasm rejects ---------------------------------------------------------

const isLabel = (value) => [-1, 0, 1].includes(value);
const getRows = (tensor) => {
  const { rows, columns, data } = getMatrix(tensor);
  return Array.from({ length: rows }, (_, row) => data.slice(row * columns, (row + 1) * columns));
};
const isUndefined = (row) => row.some(Number.isNaN) || row.filter((score) => Math.abs(score) === Infinity).length > 1;

const rules = {
  'labels of certificates': ({ y_true }) => !getMatrix(y_true).data.every(isLabel),
  'rows with several positive labels': ({ metric, y_true }) =>
    metric.startsWith('Categorical') && getRows(y_true).some((row) => row.filter((label) => label === 1).length !== 1),
  broadcasting: ({ y_true, y_pred }) => String(y_true.shape) !== String(y_pred.shape),
  'Lipschitz constants': ({ params: { lip_const = 1 } }) => !(lip_const > 0 && lip_const < Infinity),
  'undefined scores': ({ y_pred }) => getRows(y_pred).some(isUndefined),
};

export function deviation(_key, golden) {
  if (!ofPeer(golden)) return undefined;
  const rule = Object.keys(rules).find((name) => rules[name](golden.input));
  return rule && { rule, expected: { error: 'FairwasmError' } };
}
