// DBAC, compared with its definition in Python. Attackers are fitted until each weight is known to 1e-3, so probabilities
// agree to fewer digits than other values.

import { once } from './once.mjs';

export const canEvaluate = (_key, { input }) => input?.kind === 'dbac';

export const tolerance = () => ({ absolute: 5e-5, relative: 0 });

const find = (golden, predictability) =>
  once(golden, 'found', () => {
    const { kind: _, ...input } = golden.input;
    return predictability.dbac(input);
  });

export async function evaluate(key, golden, { predictability }) {
  const found = (await find(golden, predictability))[key];
  if (key === 'lic') return found;
  const { value, lambdaD, lambdaM, trials, standardError, ci } = found;
  return {
    ...{ value, lambdaD, lambdaM },
    trials: trials.map((trial) => trial.value),
    ...(golden.input.blocks > 0 && { standardError, ci }),
  };
}
