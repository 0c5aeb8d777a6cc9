// SPDX-License-Identifier: Apache-2.0
//
// The worker of adverse impact: reads the columns and makes the tables.

import { type ImpactReport, impactCsv, impactMarkdown, load } from 'fairwasm/impact';
import { readRows } from '../table/read.js';
import { kept } from '../work/kept.js';
import { serve } from '../work/serve.js';
import type { ImpactChoice, ImpactTables, ImpactWork } from './protocol.js';

const loadImpact = kept(load);

serve<ImpactWork, ImpactTables, never>(async ({ file, choice }) => {
  const report = await tablesOf(await columnsOf(file, choice), choice);
  return { report, markdown: impactMarkdown(report), csv: impactCsv(report) };
});

type Columns = Readonly<Record<string, string[]>>;

async function columnsOf(
  file: Blob,
  { column, groups, rule, bins }: ImpactChoice,
): Promise<Columns> {
  const names = [...new Set([column, ...(rule ? [rule.sex, rule.race] : groups)])];
  const found: Record<string, string[]> = Object.fromEntries(names.map((name) => [name, []]));
  for await (const { columns } of readRows(file, { columns: names, bins })) {
    for (const name of names) {
      const all = found[name] as string[];
      for (const text of columns[name] ?? []) all.push(text);
    }
  }
  return found;
}

async function tablesOf(columns: Columns, choice: ImpactChoice): Promise<ImpactReport> {
  const impact = await loadImpact();
  const { counted, column, favorable, groups, rule, isSmallLeftOut, suppressBelow } = choice;
  const of = (name: string) => columns[name] as string[];
  const outcome =
    counted === 'decision'
      ? { selected: of(column), favorable }
      : { score: of(column).map(Number) };
  if (rule) {
    const { sex, race } = rule;
    return impact.localLaw144({
      ...outcome,
      sex: of(sex),
      race: of(race),
      excludeSmall: isSmallLeftOut,
    });
  }
  return impact.tables({
    ...outcome,
    groups: Object.fromEntries(groups.map((name) => [name, of(name)])),
    excludeBelow: isSmallLeftOut ? 0.02 : undefined,
    suppressBelow: suppressBelow > 0 ? suppressBelow : undefined,
  });
}
