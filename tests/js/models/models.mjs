// SPDX-License-Identifier: Apache-2.0
//
// Small models as exporters write them: a logistic regression, a forest, and a pipeline with strings from
// scikit-learn's converter, and a two-layer network from PyTorch. Their scores on `people` by ONNX Runtime's native
// build are in golden.json.

import { mapValue, model, node, tensor, value } from './onnx.mjs';

const ml = { ml: true };

/** Rows that all models accept. */
export const people = Array.from({ length: 60 }, (_, i) => ({
  age: 18 + ((i * 7) % 50),
  income: ((i * 37) % 101) / 10,
  sex: i % 3 === 0 ? 'female' : 'male',
  region: ['north', 'south', 'east', 'west'][(i * 5) % 4],
}));

/**
 * @param {number[][]} nodes
 * @param {number[][]} inputs
 * @param {number[][]} [weights]
 */
const classifier = (nodes, inputs, weights) =>
  model({
    nodes,
    inputs,
    weights,
    outputs: [value('label', 'int64', [null]), value('probabilities', 'float', [null, 2])],
  });

const logistic = (coefficients, intercept, post = 'LOGISTIC') => ({
  coefficients: { floats: [...coefficients.map((each) => -each), ...coefficients] },
  intercepts: { floats: [-intercept, intercept] },
  classlabels_ints: [0, 1],
  multi_class: 1,
  post_transform: post,
});

/** p = 1 / (1 + exp(-(0.05 age - 0.3 income - 1))), normalized as scikit-learn's converter does. */
export const linear = () =>
  classifier(
    [
      node('LinearClassifier', ['x'], ['label', 'raw'], logistic([0.05, -0.3], -1), ml),
      node('Normalizer', ['raw'], ['probabilities'], { norm: 'L1' }, ml),
    ],
    [value('x', 'float', [null, 2])],
  );

/** Likewise, with ZipMap at the end. */
export const zipped = () =>
  model({
    nodes: [
      node('LinearClassifier', ['x'], ['label', 'raw'], logistic([0.05, -0.3], -1), ml),
      node('ZipMap', ['raw'], ['probabilities'], { classlabels_int64s: [0, 1] }, ml),
    ],
    inputs: [value('x', 'float', [null, 2])],
    outputs: [value('label', 'int64', [null]), mapValue('probabilities', 'int64')],
  });

/** Strings that a spreadsheet, a terminal, or a page could interpret. */
export const hostileTexts = ['=1+1', '\x1b[31m<img src=x onerror=alert(1)>'];

/** The first model with such names for its input, outputs, and classes. */
export function hostilelyNamed() {
  const [formula, markup] = hostileTexts;
  const { classlabels_ints: _, ...numbers } = logistic([0.05, -0.3], -1);
  const named = { ...numbers, classlabels_strings: hostileTexts };
  return model({
    nodes: [
      node('LinearClassifier', [markup], [formula, 'raw'], named, ml),
      node('Normalizer', ['raw'], [`${markup}2`], { norm: 'L1' }, ml),
    ],
    inputs: [value(markup, 'float', [null, 2])],
    outputs: [value(formula, 'string', [null]), value(`${markup}2`, 'float', [null, 2])],
  });
}

/** Trees of a given depth that alternately split on two columns; leaves in order have values from 0 to 1 / trees. */
export function forest({ trees = 3, depth = 3 } = {}) {
  /** @type {Record<string, any[]>} */
  const columns = { trees: [], ids: [], features: [], values: [], modes: [], yes: [], no: [] };
  /** @type {Record<string, number[]>} */
  const leaves = { trees: [], ids: [], weights: [] };
  const inner = 2 ** depth - 1;
  for (let tree = 0; tree < trees; tree++) {
    for (let id = 0; id < 2 * inner + 1; id++) {
      const isLeaf = id >= inner;
      const level = Math.floor(Math.log2(id + 1));
      const place = (id + 1 - 2 ** level + 0.5) / 2 ** level;
      columns.trees.push(tree);
      columns.ids.push(id);
      columns.features.push(isLeaf ? 0 : (level + tree) % 2);
      columns.values.push(isLeaf ? 0 : (level + tree) % 2 === 0 ? 18 + 50 * place : 10 * place);
      columns.modes.push(isLeaf ? 'LEAF' : 'BRANCH_LEQ');
      columns.yes.push(isLeaf ? 0 : 2 * id + 1);
      columns.no.push(isLeaf ? 0 : 2 * id + 2);
      if (!isLeaf) continue;
      leaves.trees.push(tree);
      leaves.ids.push(id);
      leaves.weights.push((id - inner) / inner / trees);
    }
  }
  const attributes = {
    nodes_treeids: columns.trees,
    nodes_nodeids: columns.ids,
    nodes_featureids: columns.features,
    nodes_values: { floats: columns.values },
    nodes_modes: columns.modes,
    nodes_truenodeids: columns.yes,
    nodes_falsenodeids: columns.no,
    nodes_missing_value_tracks_true: columns.ids.map(() => 0),
    class_treeids: leaves.trees,
    class_nodeids: leaves.ids,
    class_ids: leaves.ids.map(() => 1),
    class_weights: { floats: leaves.weights },
    classlabels_int64s: [0, 1],
    post_transform: 'NONE',
  };
  return classifier(
    [node('TreeEnsembleClassifier', ['x'], ['label', 'probabilities'], attributes, ml)],
    [value('x', 'float', [null, 2])],
  );
}

/** Each column is an input: numbers are scaled, strings are one-hot, and all are inputs of a logistic regression. */
export const pipeline = () =>
  classifier(
    [
      node('Concat', ['age', 'income'], ['numbers'], { axis: 1 }),
      node('Scaler', ['numbers'], ['scaled'], { offset: { floats: [40, 5] }, scale: { floats: [0.1, 0.5] } }, ml),
      node('OneHotEncoder', ['sex'], ['sexes'], { cats_strings: ['female', 'male'], zeros: 1 }, ml),
      node(
        'OneHotEncoder',
        ['home_region'],
        ['regions'],
        { cats_strings: ['east', 'north', 'south', 'west'], zeros: 1 },
        ml,
      ),
      node('Reshape', ['sexes', 'two'], ['sexes2']),
      node('Reshape', ['regions', 'four'], ['regions2']),
      node('Concat', ['scaled', 'sexes2', 'regions2'], ['all'], { axis: 1 }),
      node('LinearClassifier', ['all'], ['label', 'raw'], logistic([0.8, -0.4, -1, 1, 0.1, 0.2, -0.3, 0.4], 0.25), ml),
      node('Normalizer', ['raw'], ['probabilities'], { norm: 'L1' }, ml),
    ],
    [
      value('age', 'float', [null, 1]),
      value('income', 'float', [null, 1]),
      value('sex', 'string', [null, 1]),
      value('home_region', 'string', [null, 1]),
    ],
    [tensor('two', { dims: [2], ints: [-1, 2] }), tensor('four', { dims: [2], ints: [-1, 4] })],
  );

/**
 * Three inputs, four hidden units with ReLU, and one output with or without a sigmoid; `rows` is the batch size.
 *
 * @param {{ rows?: number | string, last?: string | null }} [what]
 */
export const network = ({ rows = 'batch', last = 'Sigmoid' } = {}) =>
  model({
    nodes: [
      node('Gemm', ['x', 'w1', 'b1'], ['h'], { transB: 1 }),
      node('Relu', ['h'], ['r']),
      node('Gemm', ['r', 'w2', 'b2'], [last ? 'z' : 'y'], { transB: 1 }),
      ...(last ? [node(last, ['z'], ['y'])] : []),
    ],
    inputs: [value('x', 'float', [rows, 3])],
    outputs: [value('y', 'float', [rows, 1])],
    weights: [
      tensor('w1', { dims: [4, 3], floats: [0.02, 0.3, 1, -0.03, 0.2, -0.5, 0.05, -0.1, 0.25, 0.01, -0.4, 0.75] }),
      tensor('b1', { dims: [4], floats: [-0.5, 1, 0.25, 0] }),
      tensor('w2', { dims: [1, 4], floats: [1, -0.75, 0.5, -1.25] }),
      tensor('b2', { dims: [1], floats: [-0.5] }),
    ],
  });

/** The mapping of `people`'s columns to each model's inputs. */
export const filled = {
  linear: ['age', 'income'],
  forest: ['age', 'income'],
  pipeline: { age: ['age'], income: ['income'], sex: ['sex'], home_region: ['region'] },
  network: ['age', 'income', { column: 'sex', equals: 'female' }],
};
