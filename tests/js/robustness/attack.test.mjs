// SPDX-License-Identifier: Apache-2.0
//
// End to end: a trained classifier (scripts/train-classifier.mjs), a Lipschitz bound from its weights, certificates for
// a test set, and an attack by projected gradient descent with many restarts. No point may be flipped inside its
// certified radius; points outside must be, or the attack would be meaningless.

import { readFileSync } from 'node:fs';
import { readSafetensors } from 'fairwasm/robustness';
import { present } from '../../present.mjs';
import { mulberry32 } from '../../random-numbers.mjs';
import { robustness } from '../support.mjs';

const tensors = readSafetensors(readFileSync(new URL('classifier.safetensors', import.meta.url)));
const layers = [0, 1, 2].map((i) => ({
  weights: present(tensors.get(`${i}.weight`)),
  bias: present(tensors.get(`${i}.bias`)).data,
}));
const { data: inputs, shape } = present(tensors.get('test.x'));
const rows = Array.from({ length: shape[0] }, (_, row) => [...inputs.slice(row * shape[1], (row + 1) * shape[1])]);
const label = Uint8Array.from(present(tensors.get('test.y')).data);

// Outputs of every layer in float64.
function forward(x) {
  const outputs = [x];
  layers.forEach(
    (
      {
        weights: {
          data,
          shape: [n, m],
        },
        bias,
      },
      i,
    ) => {
      const z = Array.from({ length: n }, (_, o) => {
        let sum = bias[o];
        for (let k = 0; k < m; k++) sum += data[o * m + k] * outputs[i][k];
        return i < layers.length - 1 ? Math.max(sum, 0) : sum;
      });
      outputs.push(z);
    },
  );
  return outputs;
}

const getScores = (x) => forward(x).at(-1);
const margin = (scores, truth, rival) => scores[truth] - scores[rival];

// Gradient of scores[truth] - scores[rival] by the input.
function gradient(x, truth, rival) {
  const outputs = forward(x);
  let delta = outputs.at(-1).map((_, k) => Number(k === truth) - Number(k === rival));
  for (let i = layers.length - 1; i >= 0; i--) {
    const {
      data,
      shape: [n, m],
    } = layers[i].weights;
    const next = new Array(m).fill(0);
    for (let o = 0; o < n; o++) for (let k = 0; k < m; k++) next[k] += delta[o] * data[o * m + k];
    delta = next.map((d, k) => (i > 0 && outputs[i][k] <= 0 ? 0 : d));
  }
  return delta;
}

const norm = (vector) => Math.hypot(...vector);
const toward = (center, direction, length) => {
  const size = norm(direction) || 1;
  return center.map((c, i) => c + (direction[i] / size) * length);
};

const uniform = mulberry32(1);

// Returns true if a point within `radius` of x is not classified as `truth`.
function flips(x, truth, radius, { restarts, steps }) {
  for (let restart = 0; restart < restarts; restart++) {
    for (let rival = 0; rival < 3; rival++) {
      if (rival === truth) continue;
      const start = x.map(() => uniform() - 0.5);
      let y = restart === 0 ? x : toward(x, start, radius * uniform());
      for (let step = 0; step < steps; step++) {
        const g = gradient(y, truth, rival).map((value) => -value);
        y = toward(y, g, (2.5 * radius) / steps);
        const offset = y.map((value, i) => value - x[i]);
        if (norm(offset) > radius) y = toward(x, offset, radius);
        if (margin(getScores(y), truth, rival) <= 0) return true;
      }
    }
  }
  return false;
}

const bound = robustness.lipschitzBound(
  layers.map(({ weights }) => ({ weights, activation: /** @type {const} */ ('relu') })),
);
const score = rows.map(getScores);
const { lipConst, disjointNeurons } = bound;
const radii = robustness.categoricalProvableAvgRobustness({
  label,
  score,
  lipConst,
  disjointNeurons,
  reduction: 'none',
});
const certified = rows
  .map((x, row) => ({ x, truth: label[row], radius: radii[row] }))
  .filter(({ radius }) => radius > 0);

test('the classifier is accurate and certified enough to attack', () => {
  expect(certified.length / rows.length).toBeGreaterThan(0.9);
  expect(bound.value).toBeLessThan(0.9 * bound.product);
  expect(bound.value).toBeGreaterThan(0);
});

test('flips no certified point inside its radius', () => {
  for (const { x, truth, radius } of certified) {
    expect(flips(x, truth, radius * (1 - 1e-9), { restarts: 20, steps: 20 })).toBe(false);
  }
});

// Includes radii that a constant ten times too small would certify.
test('the same attack flips most points farther outside', () => {
  const flippedAt = (factor) =>
    certified.filter(({ x, truth, radius }) => flips(x, truth, factor * radius, { restarts: 20, steps: 20 })).length /
    certified.length;
  expect(flippedAt(4)).toBeGreaterThan(0.1);
  expect(flippedAt(10)).toBeGreaterThan(0.8);
});
