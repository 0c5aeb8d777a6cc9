// SPDX-License-Identifier: Apache-2.0
//
// Invented scores, so that users can try the tab without a file: a network with constant 1 that classifies images of
// three animals, taken by day and by night, with equal accuracy but narrower margins at night.

const classes = ['cat', 'dog', 'bird'];

/** Numbers between 0 and 1 in a fixed, irregular order. */
function* spread(): Generator<number, never> {
  let state = 1;
  for (;;) {
    state = (state * 48271) % 2147483647; // Lehmer's generator, as minimal standard
    yield state / 2147483647;
  }
}

export function scoreExample(): File {
  const numbers = spread();
  const next = () => numbers.next().value;
  const rows = Array.from({ length: 1500 }, (_, i) => {
    const light = i % 5 < 3 ? 'day' : 'night';
    const truth = i % 3;
    const isRight = next() < 0.9;
    const lead = (light === 'day' ? 1.6 : 0.8) * (0.15 + next() + next()) * 0.5;
    const winner = isRight ? truth : (truth + 1) % 3;
    const scores = classes.map((_, k) => (k === winner ? lead : -next() * 0.6));
    return [classes[truth], light, ...scores.map((score) => score.toFixed(4))].join(',');
  });
  const text = [['label', 'light', ...classes].join(','), ...rows].join('\n');
  return new File([text], 'scores (invented).csv');
}
