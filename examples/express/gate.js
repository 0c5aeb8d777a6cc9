// The gate: which groups a model's decisions reach so much less often than the best-placed one that chance does not explain it.

/** At most this far below the reference group's selection rate. Which limit is the right one is a decision about people. */
const minRatio = 0.8;

/**
 * What stands in the way of a model, in sentences; none: nothing does. A ratio counts as below the limit only if its whole
 * interval is, so that a small group does not stop a build by chance; that is also why passing proves nothing about small groups.
 *
 * @param {import('fairwasm').Report} report
 */
export function obstacles({ breakdowns }) {
  return breakdowns.flatMap(({ reference, comparisons }) =>
    comparisons.flatMap(({ group, disparities: { disparateImpact } }) => {
      const [, highest = Number.NaN] = disparateImpact?.ci ?? [];
      if (!(highest < minRatio)) return [];
      const times = `${disparateImpact?.value.toFixed(2)} times as often as ${reference}`;
      return [`${group} is selected ${times}, surely less than ${minRatio}.`];
    }),
  );
}
