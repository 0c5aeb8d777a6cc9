// Profiles of tables that are passed as columns.

import * as profile from '../../dist/data/profile.js';

// Internals of profileCsv without a declaration.
const { TableProfiler } = /** @type {any} */ (profile);

export function getProfile(columns) {
  const profiler = new TableProfiler();
  const coded = Object.entries(columns).map(([name, values]) => [
    name,
    { codes: values.map((_, row) => row), categories: values.map(String) },
  ]);
  profiler.add(Object.fromEntries(coded));
  return profiler.profile();
}

export const repeat = (values, times = 3) => Array.from({ length: times }, () => values).flat();
