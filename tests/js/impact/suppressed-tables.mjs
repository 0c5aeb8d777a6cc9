// SPDX-License-Identifier: Apache-2.0
//
// Adverse impact tables with suppressed cells, from the viewpoint of an attacker: all published numbers, and the sums
// that must not be found, over atoms, which are the people with one sex, race, and outcome.

const outcomes = ['hit', 'no'];

/** Returns a report of counts in the order of sexes, races, and outcomes, and its atoms; '' is unknown. */
export function suppressedTables(impact, counts, sexes, races, suppressBelow) {
  const cells = sexes.flatMap((sex) => races.map((race) => ({ sex, race })));
  const selected = cells.map((_, i) => counts[2 * i]);
  const report = impact.tables({
    groups: { sex: cells.map(({ sex }) => sex), race: cells.map(({ race }) => race) },
    applicants: selected.map((hits, i) => hits + counts[2 * i + 1]),
    selected,
    suppressBelow,
  });
  const atoms = cells.flatMap(({ sex, race }, i) =>
    outcomes.map((outcome, layer) => ({ sex, race, outcome, count: counts[2 * i + layer] })),
  );
  return { report, atoms, tables: report.outcomes[0].tables };
}

const isIn = (atom, categories) => Object.entries(categories).every(([name, category]) => atom[name] === category);
const isUnknown = (atom, by) => by.some((name) => atom[name] === '');
const sum = (atoms) => atoms.reduce((total, { count }) => total + count, 0);

/** Returns all published numbers as sums over atoms. */
export function knowledge({ report, atoms, tables }) {
  const known = [[atoms, report.applicants]];
  for (const { by, unknown, categories } of tables) {
    known.push([atoms.filter((atom) => isUnknown(atom, by)), unknown]);
    for (const { isSuppressed, categories: where, applicants, selected } of categories) {
      if (isSuppressed) continue;
      const all = atoms.filter((atom) => isIn(atom, where));
      known.push([all, applicants], [all.filter(({ outcome }) => outcome === 'hit'), selected]);
    }
  }
  return known;
}

/**
 * Returns the small sums of the categories of all tables; throws if one of them is published. The size of a table is
 * always published; if it is below the limit, no sum in it can have a range as wide as the limit.
 */
export function smallSums({ report, atoms, tables }, below) {
  const isSmall = (all) => sum(all) > 0 && sum(all) < below;
  const large = tables.filter(({ unknown }) => report.applicants - unknown >= below);
  const inTables = large.flatMap(({ categories }) =>
    categories.flatMap(({ categories: where, isSuppressed }) =>
      outcomes.map((outcome) => {
        const all = atoms.filter((atom) => isIn(atom, where) && atom.outcome === outcome);
        if (isSmall(all) && !isSuppressed) throw new Error('a small cell is shown');
        return all;
      }),
    ),
  );
  // If everything is hidden, nothing more can be hidden.
  const isAll = tables.every(({ categories }) => categories.every((each) => each.isSuppressed));
  return isAll ? [] : inTables.filter(isSmall);
}
