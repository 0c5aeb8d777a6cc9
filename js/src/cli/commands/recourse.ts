// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm recourse`: finds the subgroups in which recourse differs most between groups.

import { tidy } from '../../data/value.js';
import type { RecourseInput } from '../../slices/recourse-input.js';
import { load } from '../../slices/slices.js';
import { InputError } from '../command.js';
import { computing } from '../input/computing.js';
import { readColumns } from '../input/file-columns.js';
import { getName } from '../input/input.js';
import { intakeOptions } from '../input/intake.js';
import { getColumn, pickColumns, readTable, type TextTable, tidyRoles } from '../input/table-columns.js';
import { names, number, ranges, required, text, toArguments } from '../options/options.js';
import { rows, simultaneousConfidence } from '../options/rows.js';
import { UsageError } from '../options/usage.js';
import { documentFormatOptions } from '../output/format.js';
import { resultCommand } from '../result-command.js';

type RecourseActionInput = RecourseInput['actions'][string];

const sections = {
  Columns: {
    group: required(text('COLUMN', 'the group of each person')),
    unknown: rows.unknown,
    prediction: text('COLUMN', [
      'the decision',
      'people with a favorable decision are omitted. Default: all decisions are unfavorable',
    ]),
    favorable: text('LABEL', ['the favorable decision', 'Default: 1, yes, or true']),
    search: names('COLUMN,...', [
      'the columns that may define subgroups',
      'may be repeated. Default: all other columns',
    ]),
    ...intakeOptions,
  },
  Actions: {
    actions: required(
      text('FILE', [
        'the table of actions: the columns action and cost, and a column per attribute that an action changes',
        'The decision after an action is in the column of that name',
      ]),
    ),
    counterfactuals: {
      ...text('FILE', [
        'the decisions after actions, one per row',
        'The columns are action, decision, the column of --id, and optionally cost',
      ]),
      requires: ['id'],
    },
    id: { ...text('COLUMN', 'the person, in both files'), requires: ['counterfactuals'] },
  },
  Search: {
    metric: text('NAME', [
      'the measure by whose gaps results are sorted',
      'NAME is effectivenessWithinBudget, effectiveness, costOfEffectiveness, meanCost, ' +
        'actionEffectivenessWithinBudget, actionEffectiveness, actionCost, choices, or tradeOff. Default: ' +
        'effectivenessWithinBudget',
    ]),
    budget: number(ranges.any, ['maximum cost', 'Default: no maximum']),
    share: number(ranges.any, ['proportion of people for costs and choices', 'Default: 0.5']),
    'min-support': number(ranges.any, ['minimum proportion of each group’s people in a subgroup', 'Default: 0.1']),
    'min-rows': number(ranges.whole(1), ['minimum number of each group’s people in a subgroup', 'Default: 10']),
    'max-conditions': number(ranges.whole(1), ['maximum number of conditions per subgroup', 'Default: 3']),
    'bin-count': number(ranges.whole(2), [
      'cut columns with more distinct numbers than this into this number of ranges',
      'Default: 10',
    ]),
  },
  Output: {
    top: number(ranges.whole(1), ['number of subgroups to list, at most 1000', 'Default: 10']),
    confidence: simultaneousConfidence,
    ...documentFormatOptions,
  },
} as const;

export const recourse = resultCommand({
  name: 'recourse',
  usage: [
    'FILE.csv --group COLUMN --actions ACTIONS.csv',
    'FILE.csv --group COLUMN --actions ACTIONS.csv --counterfactuals FILE.csv --id COLUMN',
  ],
  about:
    'Finds the subgroups in which recourse differs most between groups: the proportion of people ' +
    'with an unfavorable decision who can reverse it by an action, and the cost of the action ' +
    '(FACTS, 2023). The search is exact.',
  sections,
  examples: [
    'people.csv --group sex --prediction decision --actions actions.csv',
    'people.csv --group sex --actions actions.csv --counterfactuals after.csv --id person --budget 2',
  ],
  async run(values, { path, intake }) {
    const roles = tidyRoles(values, ['group', 'prediction', 'id']);
    const { search } = values;
    const read = await readTable(path, { roles, search, isWhole: true }, intake);
    const { table, byRole, columns } = read;
    const actions = await readActions(values, path, table);
    const searched = search ?? read.searched.filter((name) => !Object.hasOwn(actions, name));
    const input: RecourseInput = {
      columns: pickColumns(table, searched),
      group: byRole.group as string[],
      actions,
      decision: byRole.prediction,
    };
    const asked = {
      ...toArguments(values, ['favorable', 'budget', 'share', 'min-support', 'min-rows']),
      ...toArguments(values, ['max-conditions', 'top', 'confidence']),
      metric: values.metric as never,
      bins: values['bin-count'],
    };
    const slices = await load();
    const origin = { path, intake, columns };
    return computing((each) => slices.recourse(input, { ...asked, ...each }), origin);
  },
});

interface ActionFiles {
  actions: string;
  counterfactuals?: string | undefined;
  id?: string | undefined;
}

async function readActions(
  { actions: path, counterfactuals, id }: ActionFiles,
  file: string,
  table: TextTable,
): Promise<Record<string, RecourseActionInput>> {
  const listed = await readColumns(path, undefined);
  const names = getColumn(path, listed, 'action').map(tidy);
  const costs = getColumn(path, listed, 'cost').map((cost, row) => toCost(path, cost, row));
  if (new Set(names).size < names.length) throw new InputError(`${getName(path)}: an action twice`);
  const otherNames = Object.keys(listed).filter((name) => name !== 'action' && name !== 'cost');
  const getChanges = (row: number) =>
    Object.fromEntries(
      otherNames.flatMap((name) => {
        const value = listed[name]?.[row]?.trim() ?? '';
        return value === '' ? [] : [[name, value]];
      }),
    );
  const after =
    counterfactuals === undefined || id === undefined
      ? undefined
      : await readCounterfactuals(counterfactuals, id, getColumn(file, table, id), names, costs);
  return Object.fromEntries(
    names.map((name, row) => [
      name,
      {
        ...(after?.get(name) ?? { cost: costs[row] as number, decision: getColumn(file, table, name) }),
        changes: getChanges(row),
      },
    ]),
  );
}

function toCost(path: string, cost: string, row: number): number {
  const read = cost.trim() === '' ? Number.NaN : Number(cost);
  if (read >= 0 && read < Number.POSITIVE_INFINITY) return read;
  throw new InputError(`${getName(path)}, row ${row + 1}: the cost is not a nonnegative number`);
}

/** Returns the decisions and costs by action; a person without a row of an action cannot take it. */
async function readCounterfactuals(
  path: string,
  id: string,
  people: readonly string[],
  names: readonly string[],
  costs: readonly number[],
): Promise<Map<string, RecourseActionInput & { cost: number[]; decision: string[] }>> {
  const table = await readColumns(path, undefined);
  const customNames = getColumn(path, table, id);
  const [actions, decisions] = ['action', 'decision'].map((name) => getColumn(path, table, name));
  const rows = new Map(people.map((person, row) => [person.trim(), row]));
  if (rows.size < people.length) throw new UsageError(`--id ${id}: two people have the same id`);
  const after = new Map(
    names.map((name, index) => [
      name,
      { cost: people.map(() => costs[index] as number), decision: people.map(() => '') },
    ]),
  );
  customNames.forEach((person, line) => {
    const action = after.get(tidy(actions?.[line] ?? ''));
    const row = rows.get(person.trim());
    if (action === undefined || row === undefined || action.decision[row] !== '') {
      const why =
        row === undefined
          ? `no such ${id}`
          : action === undefined
            ? 'no such action'
            : 'the same person and action twice';
      throw new InputError(`${getName(path)}, row ${line + 1}: ${why}`);
    }
    action.decision[row] = decisions?.[line] as string;
    const cost = table.cost?.[line];
    if (cost !== undefined) action.cost[row] = toCost(path, cost, line);
  });
  return after;
}
