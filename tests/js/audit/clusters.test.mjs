// SPDX-License-Identifier: Apache-2.0
//
// Clusters of rows: accepted and rejected inputs, reports, and invariances.

import { format } from 'fairwasm';
import fc from 'fast-check';
import { misuse } from '../../misuse.mjs';
import { present } from '../../present.mjs';
import { aif360, fair, getError } from '../support.mjs';

const uncertainty = { draws: 20 };

/** People with one to six rows each, with more or less similar decisions. */
const people = fc
  .array(
    fc.record({
      group: fc.constantFrom('a', 'b', 'c'),
      rows: fc.array(fc.tuple(fc.constantFrom(0, 1), fc.constantFrom(0, 1, 1)), { minLength: 1, maxLength: 6 }),
    }),
    { minLength: 8, maxLength: 40 },
  )
  .map((persons) => {
    /** @type {{ groups: { g: string[] }, label: number[], prediction: number[], cluster: string[] }} */
    const columns = { groups: { g: [] }, label: [], prediction: [], cluster: [] };
    // Labels and predictions must have the same values.
    const both = [0, 1].map((value) => ({ group: 'a', rows: [[value, value]] }));
    [...both, ...persons].forEach(({ group, rows }, person) => {
      for (const [label, prediction] of rows) {
        columns.groups.g.push(group);
        columns.label.push(label);
        columns.prediction.push(prediction);
        columns.cluster.push(`person ${person}`);
      }
    });
    return columns;
  });

const pick = ({ groups, label, prediction, cluster }, rows) => ({
  groups: { g: rows.map((row) => groups.g[row]) },
  label: rows.map((row) => label[row]),
  prediction: rows.map((row) => prediction[row]),
  cluster: rows.map((row) => cluster[row]),
});

/** Returns all results of a frame, rounded because sums in another order differ in the last digits. */
function results(audit) {
  const frame = audit.frame('g');
  const byName = [...frame.groups].sort((a, b) => (a.name < b.name ? -1 : 1));
  const reference = byName[0];
  const all = {
    rates: byName.map(({ rates }) => rates),
    overall: frame.overall.rates,
    spreads: frame.metrics.map(({ name }) => frame.spread(name)),
    disparities: frame
      .disparities(reference)
      .map(({ group, values }) => [group.name, values])
      .sort(),
  };
  const text = JSON.stringify(all, (_, value) => {
    return typeof value === 'number' ? Number(value.toPrecision(9)) : value;
  });
  return JSON.parse(text.replaceAll(/-?0\.0000000000\d+|-?\d\.\d+e-1\d/g, '0'));
}

const audited = (columns, options = {}) => fair.audit({ ...columns, uncertainty, ...options });

describe('clustered rows', () => {
  test('give equal results in any order, with any names, in one batch or several', () => {
    fc.assert(
      fc.property(people, fc.integer(), (columns, seed) => {
        const expected = results(audited(columns, { favorable: 1 }));
        const rows = columns.label.map((_, row) => row);
        const shuffled = [...rows].sort((a, b) => Math.sin(seed + 7 * a) - Math.sin(seed + 7 * b) || a - b);
        const renamed = columns.cluster.map((name) => 1e6 - Number(name.slice(7)));
        const other = pick({ ...columns, cluster: renamed }, shuffled);
        expect(results(audited(other, { favorable: 1 }))).toEqual(expected);
        const auditor = fair.auditor({
          groups: ['g'],
          label: true,
          prediction: true,
          cluster: true,
          favorable: 1,
          uncertainty,
        });
        for (const parity of [0, 1]) {
          auditor.update(
            pick(
              columns,
              rows.filter((row) => row % 2 === parity),
            ),
          );
        }
        expect(results(auditor.audit())).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });

  test('equal unclustered rows if each row is its own cluster', () => {
    fc.assert(
      fc.property(people, ({ cluster, ...columns }) => {
        const own = columns.label.map((_, row) => row);
        expect(results(audited({ ...columns, cluster: own }, { favorable: 1 }))).toEqual(
          results(audited(columns, { favorable: 1 })),
        );
        expect(cluster.length).toBe(own.length);
      }),
      { numRuns: 25 },
    );
  });

  test('give no more precision if each row is duplicated', () => {
    fc.assert(
      fc.property(people, ({ cluster, ...columns }) => {
        const own = columns.label.map((_, row) => row);
        const twice = pick({ ...columns, cluster: own }, [...own, ...own]);
        expect(results(audited(twice, { favorable: 1 }))).toEqual(results(audited(columns, { favorable: 1 })));
        expect(cluster.length).toBe(own.length);
      }),
      { numRuns: 25 },
    );
  });

  const repeated = () => {
    /** @type {{ groups: { g: string[] }, label: number[], prediction: number[], cluster: string[] }} */
    const columns = { groups: { g: [] }, label: [], prediction: [], cluster: [] };
    for (let person = 0; person < 80; person++) {
      for (let row = 0; row < 5; row++) {
        columns.groups.g.push(person % 2 ? 'a' : 'b');
        columns.label.push(row % 2);
        columns.prediction.push(person % 3 === 0 ? 1 : 0);
        columns.cluster.push(`p${person}`);
      }
    }
    return columns;
  };

  test('of equal rows count as one row each', () => {
    const columns = repeated();
    const { ci } = audited(columns).frame('g').group('a').rates.selectionRate;
    const once = pick(
      columns,
      columns.label.map((_, row) => row).filter((row) => row % 5 === 0),
    );
    const { cluster, ...alone } = once;
    expect(cluster).toHaveLength(80);
    const single = fair.audit({ ...alone, label: undefined, favorable: 1, uncertainty });
    const expected = single.frame('g').group('a').rates.selectionRate.ci;
    expect(present(ci)[0]).toBeCloseTo(present(expected)[0], 12);
    expect(present(ci)[1]).toBeCloseTo(present(expected)[1], 12);
  });

  test('are merged over tallies, bytes, and modules by name', () => {
    const columns = repeated();
    const names = { groups: ['g'], label: true, prediction: true, cluster: true };
    const rows = columns.label.map((_, row) => row);
    const whole = fair.tally(names);
    whole.update(columns);
    expect(whole.clusters).toBe(80);
    const one = fair.tally(names);
    const other = fair.tally(names);
    one.update(
      pick(
        columns,
        rows.filter((row) => row % 2 === 0),
      ),
    );
    const rest = pick(
      columns,
      rows.filter((row) => row % 2 === 1),
    );
    // Labels with another spelling are matched, like cells in another order.
    other.update({ ...rest, label: rest.label.map(Boolean), prediction: rest.prediction.map(Boolean) });
    one.merge(fair.tallyFromBytes(other.toBytes()));
    expect(one.clusters).toBe(80);
    expect(results(fair.auditTally(one, { favorable: 1, uncertainty }))).toEqual(
      results(fair.auditTally(whole, { favorable: 1, uncertainty })),
    );
    const without = fair.tally({ ...names, cluster: false });
    expect(getError(() => one.merge(without)).code).toBe('incompatible');
    expect(without.clusters).toBeUndefined();
  });

  test('are kept if predictions are made from scores', () => {
    const { prediction, ...columns } = repeated();
    const score = prediction.map((value) => (value === 1 ? 0.9 : 0.2));
    const made = audited({ ...columns, score, threshold: 0.5 });
    const given = audited(repeated());
    expect(made.tally.clusters).toBe(80);
    expect(made.frame('g').difference('selectionRate')).toEqual(given.frame('g').difference('selectionRate'));
  });

  test('follow the rule for values: 1, "1", and "1.0" are one cluster', () => {
    const columns = { prediction: [1, 0, 1, 0], groups: { g: ['a', 'a', 'b', 'b'] } };
    const counted = (cluster) => audited({ ...columns, cluster }).tally.clusters;
    expect(counted([1, '1', ' 1', '1.0'])).toBe(1);
    expect(counted([true, 1n, 'True', 1])).toBe(1);
    expect(counted(['1', '2', '01', 'x'])).toBe(4);
    expect(counted({ codes: [0, 1, 1, 0], categories: ['x', 'y'] })).toBe(2);
    expect(counted(Float64Array.of(1, 2, 3, 3))).toBe(3);
  });

  test('never collide among many names', () => {
    const cluster = Array.from({ length: 200_000 }, (_, i) => i);
    const tally = fair.tally({ prediction: true, cluster: true });
    tally.update({ prediction: cluster.map((i) => i % 2), cluster });
    expect(tally.clusters).toBe(cluster.length);
  });

  test('are rejected with their row, or omitted, if the cluster is missing', () => {
    const columns = { ...repeated() };
    columns.cluster[7] = 'NA';
    const error = getError(() => audited(columns));
    expect(error).toMatchObject({ code: 'missingValue', argument: 'cluster', row: 7 });
    const audit = audited(columns, { missing: 'drop' });
    expect(audit.droppedRows).toBe(1);
    expect(audit.frame([]).overall.counts.rows).toBe(399);
  });

  test('are unchanged after mismatched columns are rejected', () => {
    const columns = repeated();
    expect(getError(() => audited({ ...columns, cluster: [1, 2] })).code).toBe('shapeMismatch');
    expect(getError(() => audited({ ...columns, cluster: 5 })).code).toBe('invalidArgument');
    expect(getError(() => audited({ ...columns, cluster: columns.cluster.map(() => ({})) })).argument).toBe('cluster');
    expect(getError(() => audited({ ...columns, cluster: { codes: [9], categories: [1] } })).code).toBe(
      'shapeMismatch',
    );
    const tally = fair.tally({ prediction: true, cluster: true });
    expect(getError(() => tally.update({ prediction: [1] })).argument).toBe('cluster');
    expect(getError(() => tally.updateCounted({ prediction: [1], rows: [3] })).code).toBe('invalidState');
    expect(tally.clusters).toBe(0);
    const error = getError(() => fair.audit(misuse({ ...columns, cluster_id: columns.cluster })));
    expect(error.message).toContain('cluster');
  });

  test('shared by several groups reduce the uncertainty of differences', () => {
    const columns = repeated();
    columns.groups.g = columns.label.map((_, row) => (row % 2 ? 'a' : 'b'));
    const frame = audited(columns).frame('g');
    const { ci, pValue } = frame.disparities()[0].values.statisticalParityDifference;
    const independent = fair.audit({ ...columns, cluster: undefined, uncertainty }).frame('g');
    const rowWise = independent.disparities()[0].values.statisticalParityDifference.ci;
    expect(present(ci)[1] - present(ci)[0]).toBeLessThan(present(rowWise)[1] - present(rowWise)[0]);
    expect(pValue).toBeGreaterThan(0.5);
    expect(frame.equivalence('statisticalParityDifference', 0.1).isEquivalent).toBe(true);
    expect(frame.shrunken('selectionRate')[0].shrunken.reason).toMatch(/80 clusters/);
  });

  test('give equal intervals in metrics of two groups, and none if unknown', () => {
    const columns = repeated();
    const audit = audited(columns, { favorable: 1, privileged: { g: 'b' } });
    const metric = aif360.toClassificationMetric(audit, { privileged: [{ g: 'b' }], unprivileged: [{ g: 'a' }] });
    const { values } = audit.frame('g').disparities()[0];
    expect(metric.estimate('statisticalParityDifference').ci).toEqual(values.statisticalParityDifference.ci);
    for (const name of [
      'theilIndex',
      'betweenGroupTheilIndex',
      'smoothedEmpiricalDifferentialFairness',
      'differentialFairnessBiasAmplification',
    ]) {
      const { ci, warning } = metric.estimate(name);
      expect(ci).toBeUndefined();
      expect(warning).toMatch(/cluster/);
    }
  });

  test('warn about overall rates of few clusters, and about one cluster with most of the rows', () => {
    const { cluster, ...rest } = repeated();
    const overallWarning = (getCluster) => {
      const audit = audited({ ...rest, cluster: cluster.map((_, row) => getCluster(row)) });
      return audit.frame([]).overall.rates.selectionRate.warning;
    };
    expect(overallWarning((row) => row % 80)).toBeUndefined();
    expect(overallWarning((row) => row % 4)).toBe('only 4.0 effective clusters');
    expect(overallWarning((row) => (row < 300 ? 'most' : row))).toMatch(/^only 1\.\d effective/);
  });

  test('are counted in the report, with a warning if there are few', () => {
    const columns = repeated();
    const report = audited(columns).report({ columns: { cluster: 'person' } });
    expect(report).toMatchObject({ rows: 400, clusters: 80, warnings: [] });
    expect(format(report, 'text')).toContain('400 of 80 clusters (person)');
    const { cluster, ...rest } = columns;
    expect(audited(rest).report()).not.toHaveProperty('clusters');
    const few = audited({ ...rest, cluster: cluster.map((_, row) => row % 12) });
    expect(few.warnings.join()).toMatch(/only 12 clusters/);
    expect(few.frame('g').groups[0].warning).toMatch(/12 clusters/);
    const one = audited({ ...rest, cluster: cluster.map(() => 'all') });
    expect(one.warnings.join()).toMatch(/one cluster/);
    // The precision of a rate of one person is unknown, so there is no interval.
    const { ci } = one.frame([]).overall.rates.selectionRate;
    expect(ci === undefined || ci[1] - ci[0] > 0.6).toBe(true);
  });
});
