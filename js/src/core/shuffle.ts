// SPDX-License-Identifier: Apache-2.0
//
// Random permutations without WebAssembly: equal seeds give equal permutations in every engine. xoshiro128++ (Blackman
// and Vigna 2021), seeded with SplitMix's mixing function.

function mixed(state: number): number {
  let z = state;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return (z ^ (z >>> 15)) >>> 0;
}

const rotated = (x: number, by: number) => (x << by) | (x >>> (32 - by));

/** Returns a generator of 32 random bits per call; the numbers identify the stream. */
function randomBits(names: readonly number[]): () => number {
  let seed = 0;
  for (const name of names) seed = mixed((seed + 0x9e3779b9 + name) | 0);
  const state = Uint32Array.from({ length: 4 }, (_, i) => mixed((seed + (i + 1) * 0x9e3779b9) | 0));
  return () => {
    const [a = 0, b = 0, c = 0, d = 0] = state;
    const result = (rotated((a + d) | 0, 7) + a) >>> 0;
    state[2] = c ^ a;
    state[3] = d ^ b;
    state[1] = b ^ (state[2] as number);
    state[0] = a ^ (state[3] as number);
    state[2] = (state[2] as number) ^ (b << 9);
    state[3] = rotated(state[3] as number, 11);
    return result;
  };
}

/** Returns the numbers 0 to `length` - 1 in a uniformly random order (Fisher and Yates). */
export function shuffled(length: number, names: readonly number[]): Uint32Array {
  const order = Uint32Array.from({ length }, (_, i) => i);
  const random = randomBits(names);
  for (let i = length - 1; i > 0; i--) {
    const j = below(random, i + 1);
    [order[i], order[j]] = [order[j] as number, order[i] as number];
  }
  return order;
}

// Draws above the last whole multiple of the limit are repeated, so that all results are equally likely.
function below(random: () => number, limit: number): number {
  const max = 2 ** 32 - (2 ** 32 % limit);
  for (;;) {
    const bits = random();
    if (bits < max) return bits % limit;
  }
}
