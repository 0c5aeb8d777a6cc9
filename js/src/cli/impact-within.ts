// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm impact --within`: demographic disparity within strata.

import type { IntakeOptions } from '../data/intake/options.js';
import { load } from '../impact/index.js';
import type { ResultFormat } from '../report/format.js';
import { computing } from './computing.js';
import { readByRole } from './file-columns.js';
import { getName } from './input.js';
import { intakeOptionNames } from './intake.js';
import { requireOtherFile } from './output.js';
import { UsageError } from './usage.js';
import { writeResult } from './write-result.js';

interface Values {
  within?: string | undefined;
  group?: string[] | undefined;
  selected?: string | undefined;
  favorable?: string[] | undefined;
  confidence?: number | undefined;
  cluster?: string | undefined;
  'crossed-cluster'?: string | undefined;
  output?: string | undefined;
}

const taken = [
  ...['within', 'group', 'selected', 'favorable', 'confidence'],
  ...['cluster', 'crossed-cluster'],
];
const ofAll = [...intakeOptionNames, 'format', 'output'];

export async function impactWithin(
  values: Values,
  { path, format, intake }: { path: string; format: ResultFormat; intake: IntakeOptions },
): Promise<void> {
  const stray = Object.keys(values).find(
    (name) => values[name as keyof Values] && ![...taken, ...ofAll].includes(name),
  );
  if (stray !== undefined) throw new UsageError(`--${stray} cannot be combined with --within`);
  const { selected, favorable, confidence, within = '' } = values;
  const [group, ...more] = values.group ?? [];
  if (group === undefined || more.length > 0)
    throw new UsageError('--within requires exactly one --group');
  if (selected === undefined) throw new UsageError('pass --selected, the column of the decision');
  await requireOtherFile(values.output, path);
  const { cluster, 'crossed-cluster': crossedCluster } = values;
  const clusters = {
    ...(cluster !== undefined && { cluster }),
    ...(crossedCluster !== undefined && { crossedCluster }),
  };
  const columns = { group, selected, within, ...clusters };
  const kept = Object.values(clusters);
  const asked = { categories: Object.values(columns), kept, numbers: [] };
  const read = await readByRole(path, asked, intake);
  const impact = await load();
  const found = await computing(
    () =>
      impact.conditionalDisparity({
        group: read.category(group),
        selected: read.category(selected),
        within: read.category(within),
        ...Object.fromEntries(
          Object.entries(clusters).map(([role, name]) => [role, read.category(name)]),
        ),
        favorable,
        confidence,
      }),
    { path, columns, intake },
  );
  const stored = {
    ...{ format: 'fairwasm-conditional-disparity' as const, version: 1 as const },
    ...{ source: getName(path), columns },
    ...found,
  };
  await writeResult(stored, format, values);
}
