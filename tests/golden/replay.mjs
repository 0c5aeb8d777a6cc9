// SPDX-License-Identifier: Apache-2.0
//
// Repeats recorded trainings in WebAssembly, from recorded weights and permutations instead of random numbers. The
// module, tests/bindings/replay, is built with the others but is not part of the package.

import { readFile } from 'node:fs/promises';

// The declarations of built files contain neither internal functions nor the tests' module.
const builtFile = (path) => new URL(`../../${path}`, import.meta.url).href;
const { default: create } = await import(builtFile('build/wasm/replay.mjs'));
const { createInstance } = await import(builtFile('dist/core/module.js'));
const { toShape, toTraining } = await import(builtFile('dist/predictability/attacker.js'));

function getShape(wasm, inputs, outputs, layers) {
  const { layers: count, firstWidth, widths, activations } = layers;
  const shape = { layers: count, firstWidth, widths, activations };
  return toShape(wasm, inputs, outputs, shape, 'sigmoid');
}

const getRows = ({ feature: { values, width }, label, prediction }) => ({
  feature: {
    distinct: Float64Array.from(values),
    columns: width,
    rows: Uint32Array.from({ length: label.length }, (_, row) => row),
  },
  label: [label],
  prediction: [prediction],
  attribute: [],
});

/** Loads the module; its functions return what a recording's training, trials, and answers give. */
export async function loadReplay() {
  const file = new URL('../../build/wasm/replay.wasm', import.meta.url);
  const module = await WebAssembly.compile(await readFile(file));
  const wasm = await createInstance(create, module);
  return {
    /** Trains an attacker on rows in their order: losses, weights, and outputs. */
    training({ precision, weights, inputs, outputs, x, y, ...options }) {
      return wasm.replayTraining({
        precision,
        training: toTraining(options),
        weights: Float64Array.from(weights),
        shape: getShape(wasm, inputs, outputs, options),
        inputs: Float64Array.from(x),
        targets: Float64Array.from(y),
        permutations: null,
      });
    },
    /** Runs the trials of Leakage, or of one direction of DPA. */
    leakage({ precision, weights, attacker, train, test, permutations, ...others }) {
      const { metric, threshold, normalized, trials, ...options } = others;
      return wasm.replayLeakage({
        ...{ precision, metric, threshold, normalized, trials },
        training: toTraining(options),
        weights: Float64Array.from(weights),
        shape: getShape(wasm, train.feature.width, 1, attacker),
        train: getRows(train),
        test: getRows(test),
        classes: Uint32Array.of(2),
        permutations: permutations.map((order) => Uint32Array.from(order)),
      });
    },
    /** Lambda of an attacker's outputs. */
    lambda({ precision, outputs, target, metric, threshold }) {
      return wasm.computeLambda({
        ...{ precision, metric, threshold },
        outputs: Float64Array.from(outputs),
        classes: new Uint32Array(target.length).fill(2),
        oneHot: false,
        columns: target,
      });
    },
  };
}
