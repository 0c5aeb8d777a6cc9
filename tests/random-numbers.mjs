// Generators of reproducible pseudorandom numbers in [0, 1), one sequence for each seed.

/**
 * Mulberry32: numbers of 32 bits that pass statistical tests.
 *
 * @param {number} seed
 */
export function mulberry32(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Lehmer's generator: recorded values and statements in SQL depend on its sequence.
 *
 * @param {number} seed 1 or more
 */
export function lehmer(seed) {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}
