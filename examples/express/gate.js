// The gate: finds groups whose selection rate is so far below that of the reference group that chance does not explain
// it.

/** Minimum ratio to the reference group's selection rate. The appropriate limit is a decision about people. */
const minRatio = 0.8;

/**
 * Returns the problems of a model as sentences; empty if it passes. A ratio is below the limit only if its whole
 * confidence interval is, so that a small group does not fail a build by chance; therefore, passing proves nothing
 * about small groups.
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
