// SPDX-License-Identifier: Apache-2.0
//
// The attacker of tests of suppression: whoever knows some sums over counts asks how far apart the least and the
// greatest are that another sum can be.

import { equalTo, solve } from 'yalps';

/** @param known Pairs of atoms and the sum over them; `asked` is a list of atoms too. */
export function rangeOf(asked, known, atoms) {
  /** @type {[string, import('yalps').Constraint][]} */
  const constraints = known.map(([, value], i) => [`k${i}`, equalTo(value)]);
  /** @type {[string, [string, number][]][]} */
  const variables = atoms.map((atom, at) => [
    `a${at}`,
    [
      ['asked', asked.includes(atom) ? 1 : 0],
      ...known.flatMap(([all], i) => (all.includes(atom) ? [[`k${i}`, 1]] : [])),
    ],
  ]);
  const [least, greatest] = /** @type {const} */ (['minimize', 'maximize']).map((direction) => {
    const { status, result } = solve(
      { direction, objective: 'asked', constraints, variables },
      { maxIterations: 100_000 },
    );
    expect(['optimal', 'unbounded']).toContain(status);
    return status === 'unbounded' ? Number.POSITIVE_INFINITY : result;
  });
  return greatest - least;
}
