// SPDX-License-Identifier: Apache-2.0
//
// The Berkeley example without some departments, and with women's applications moved toward the departments where men
// applied. The rates of men and women within a department do not change.

import { type Fairwasm, findExample } from 'fairwasm';

export interface Rates {
  men: number;
  women: number;
  /** Weight of the applications, for sizes. */
  menApplied: number;
  womenApplied: number;
}

export interface Admissions {
  all: Rates;
  departments: readonly (Rates & { name: string })[];
}

interface Row {
  sex: string;
  department: string;
  admission: string;
  count: number;
}

const rows: readonly Row[] = readExample();

export const departmentNames: readonly string[] = [...new Set(rows.map(({ department }) => department))];

/**
 * @param kept The departments to count.
 * @param moved 0: women's applications as they were; 1: distributed over the departments like men's.
 */
export function getAdmissions(fair: Fairwasm, kept: ReadonlySet<string>, moved: number): Admissions | undefined {
  const chosen = rows.filter(({ department }) => kept.has(department));
  if (chosen.length === 0) return undefined;
  const auditor = fair.auditor({
    groups: ['sex', 'department'],
    prediction: true,
    favorable: 'Admitted',
    privileged: { sex: 'Men' },
    uncertainty: false,
  });
  auditor.update({
    groups: { sex: chosen.map(({ sex }) => sex), department: chosen.map(({ department }) => department) },
    prediction: chosen.map(({ admission }) => admission),
    weight: getWeights(chosen, moved),
  });
  const audit = auditor.audit();
  const bySex = audit.frame('sex');
  const crossed = audit.frame(['sex', 'department']);
  const getRates = (group: (sex: string) => ReturnType<typeof bySex.group>): Rates => {
    const [men, women] = [group('Men'), group('Women')];
    return {
      men: men.rates.selectionRate?.value ?? Number.NaN,
      women: women.rates.selectionRate?.value ?? Number.NaN,
      menApplied: men.counts.instances,
      womenApplied: women.counts.instances,
    };
  };
  return {
    all: getRates((sex) => bySex.group({ sex })),
    departments: departmentNames
      .filter((name) => kept.has(name))
      .map((department) => ({ name: department, ...getRates((sex) => crossed.group({ sex, department })) })),
  };
}

function getWeights(chosen: readonly Row[], moved: number): number[] {
  const applied = (sex: string, department?: string) =>
    chosen
      .filter((row) => row.sex === sex && (!department || row.department === department))
      .reduce((sum, { count }) => sum + count, 0);
  const [men, women] = [applied('Men'), applied('Women')];
  return chosen.map(({ sex, department, count }) => {
    if (sex === 'Men') return count;
    const there = applied('Women', department);
    const like = (applied('Men', department) / men) * women;
    return count * (1 - moved + (moved * like) / there);
  });
}

function readExample(): Row[] {
  const { groups, prediction, rows } = findExample('berkeley').counted;
  const column = (values: unknown) => values as readonly (string | number)[];
  const [sexes, departments] = [column(groups?.sex), column(groups?.department)];
  return Array.from(column(prediction), (admission, i) => ({
    sex: String(sexes[i]),
    department: String(departments[i]),
    admission: String(admission),
    count: Number(column(rows)[i]),
  }));
}
