// Recourse by subgroup, compared with AIF360's FACTS. A key is a subgroup: its conditions, as `column=value`.

import { once } from './once.mjs';

export const canEvaluate = (_key, { input }) => input?.kind === 'recourse';

const find = (golden, slices) =>
  once(golden, 'found', async () => {
    const { columns, group, actions, share, budget, min_support: minSupport } = golden.input;
    const named = actions.map((action, i) => [`action ${i}`, action]);
    const input = { columns, group, actions: Object.fromEntries(named) };
    const options = { favorable: 1, share, budget, minSupport, minRows: 1, top: 1000 };
    const { subgroups } = await slices.recourse(input, options);
    return new Map(
      subgroups.map((each) => [
        Object.entries(each.conditions)
          .map((condition) => condition.join('='))
          .join(', '),
        each,
      ]),
    );
  });

const measures = [
  ...['effectiveness', 'effectivenessWithinBudget', 'costOfEffectiveness', 'meanCost'],
  ...['actionEffectiveness', 'actionEffectivenessWithinBudget', 'actionCost', 'choices'],
];

export async function evaluate(key, golden, { slices }) {
  const found = await find(golden, slices);
  // Both searches find the same subgroups.
  if (found.size !== Object.keys(golden.expected).length) return { subgroups: found.size };
  const { groups, tradeOff } = found.get(key);
  return {
    ...Object.fromEntries(
      measures.map((name) => [name, Object.fromEntries(groups.map((group) => [group.name, group[name].value]))]),
    ),
    tradeOff: tradeOff.statistic,
  };
}

/** FACTS returns an infinite effectiveness if every action costs more than the budget. */
export function deviation(_key, { input, expected: recorded }, path) {
  if (input?.kind !== 'recourse' || !/WithinBudget$/.test(path[1])) return undefined;
  if (input.actions.some(({ cost }) => cost <= input.budget)) return undefined;
  return recorded && { rule: 'no action within the budget', holds: (actual) => actual === 0 };
}
