// SPDX-License-Identifier: Apache-2.0

import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { getError, predictability } from '../support.mjs';

// Exclusive or cannot be learned by a single layer.
const x = Float32Array.of(0, 0, 0, 1, 1, 0, 1, 1);
const y = [0, 1, 1, 0];

describe('predictability.denseAttacker', () => {
  test('has the requested widths and activations', () => {
    const byRule = predictability.denseAttacker({ inputs: 4, outputs: 2, layers: 5, firstWidth: 16 });
    expect(byRule.widths).toEqual([4, 16, 32, 16, 8, 2]);
    expect(byRule.activations).toEqual(['relu', 'relu', 'relu', 'relu', 'sigmoid']);
    const listed = predictability.denseAttacker({ inputs: 4, outputs: 2, widths: [7], activations: ['tanh'] });
    expect(listed.widths).toEqual([4, 7, 2]);
    expect(listed.activations).toEqual(['identity', 'tanh']);
  });

  test('returns and restores weights', () => {
    const attacker = predictability.denseAttacker({ inputs: 2, outputs: 1, activations: ['identity'] });
    expect(attacker.weights).toHaveLength(3);
    attacker.weights = Float64Array.of(1, 10, 0.5);
    expect([...attacker.predict([2, 3, 0, 0])]).toEqual([32.5, 0.5]);
    expect(
      getError(() => {
        attacker.weights = Float64Array.of(1);
      }).argument,
    ).toBe('weights');
    expect(getError(() => attacker.predict([1])).code).toBe('shapeMismatch');
  });

  test('learns what a single layer cannot', async () => {
    const attacker = predictability.denseAttacker({
      inputs: 2,
      outputs: 1,
      widths: [8],
      activations: ['tanh', 'sigmoid'],
    });
    const losses = await attacker.fit(x, y, { epochs: 400, batchSize: 4, loss: 'bce' });
    expect(losses).toHaveLength(400);
    expect(losses.at(-1)).toBeLessThan(0.05);
    expect(Array.from(attacker.predict(x), Math.round)).toEqual(y);
  });

  test('the seed determines the initial weights and the order of rows', async () => {
    const getWeights = async (seed) => {
      const attacker = predictability.denseAttacker({ inputs: 2, outputs: 1, seed });
      await attacker.fit(x, y, { epochs: 5, batchSize: 1 });
      return [...attacker.weights];
    };
    expect(await getWeights(3)).toEqual(await getWeights(3));
    expect(await getWeights(3)).not.toEqual(await getWeights(4));
  });

  test('stops early, reports progress, and can be aborted', async () => {
    const attacker = predictability.denseAttacker({ inputs: 2, outputs: 1 });
    // A single batch, so that the order of rows cannot change the loss by rounding.
    const still = { epochs: 1000, learningRate: 0, patience: 5, batchSize: 1 };
    const losses = await attacker.fit([0, 1], [1], still);
    expect(losses).toHaveLength(6);
    const controller = new AbortController();
    const onProgress = ({ done }) => {
      if (done > 0) controller.abort();
    };
    const fit = attacker.fit(x, y, { epochs: 1e6, onProgress, signal: controller.signal });
    await expect(fit).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('rejects mismatched input', async () => {
    const attacker = predictability.denseAttacker({ inputs: 2, outputs: 1 });
    await expect(attacker.fit([1, 2, 3], [1])).rejects.toMatchObject({ code: 'shapeMismatch' });
    await expect(attacker.fit([1, 2], [1, 0])).rejects.toMatchObject({ argument: 'targets' });
    expect(getError(() => predictability.denseAttacker({ inputs: 0, outputs: 1 })).argument).toBe('inputs');
    attacker[Symbol.dispose]();
    expect(getError(() => attacker.weights).code).toBe('invalidState');
  });

  test('a row of weight k counts as k rows of its batch', async () => {
    const learn = async (inputs, targets, /** @type {number[] | undefined} */ weight = undefined) => {
      const attacker = predictability.denseAttacker({ inputs: 2, outputs: 1, widths: [3], seed: 2 });
      const losses = await attacker.fit(inputs, targets, {
        epochs: 20,
        batchSize: 100,
        loss: 'bce',
        optimizer: 'sgd',
        weight,
      });
      return [...attacker.weights, present(losses.at(-1))];
    };
    const weighted = await learn(x, y, [2, 0, 1, 3]);
    const rows = [0, 0, 2, 3, 3, 3];
    const repeated = await learn(
      rows.flatMap((row) => [x[2 * row], x[2 * row + 1]]),
      rows.map((row) => y[row]),
    );
    weighted.forEach((value, i) => {
      expect(value).toBeCloseTo(repeated[i], 5); // float32 precision
    });
    expect(await learn(x, y, [4, 4, 4, 4])).toEqual(await learn(x, y, [1, 1, 1, 1]));
  });

  test.each([[[1, 1, -1, 1]], [[1, 1]], [[0, 0, 0, 0]], ['1111'], [[1, 1, 1, Number.NaN]]])(
    'rejects the weights %j',
    async (weight) => {
      const attacker = predictability.denseAttacker({ inputs: 2, outputs: 1 });
      const before = [...attacker.weights];
      const error = await attacker.fit(x, y, { weight: misuse(weight) }).catch((e) => e);
      expect(error.argument).toBe('weight');
      expect([...attacker.weights]).toEqual(before);
    },
  );
});
