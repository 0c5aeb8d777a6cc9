// Reproducible random numbers for simulations.

/** Returns a generator of uniform numbers in [0, 1) (mulberry32). */
export function uniform(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a standard normal number (Box and Muller). */
export function normal(random) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/**
 * Returns the number of successes among `trials` by counting gaps between them, which is exact, and fast for rare
 * successes.
 */
export function binomial(random, trials, chance) {
  if (chance > 0.5) return trials - binomial(random, trials, 1 - chance);
  if (chance <= 0) return 0;
  const log = Math.log1p(-chance);
  let successes = 0;
  let place = Math.floor(Math.log(1 - random()) / log);
  while (place < trials) {
    successes++;
    place += 1 + Math.floor(Math.log(1 - random()) / log);
  }
  return successes;
}

/** Returns a Poisson variable with a mean of at most 700. */
export function poisson(random, mean) {
  let count = 0;
  for (let left = Math.exp(mean) * random(); left >= 1; left *= random()) count++;
  return count;
}
