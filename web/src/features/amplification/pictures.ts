// SPDX-License-Identifier: Apache-2.0
//
// The 200 drawn pictures of the playground: their people, whether they show cooking, and the predictions of a model
// that learns from tags and exaggerates them. All figures about them come from the package.

import type { Fairwasm } from 'fairwasm';
import type { Amplification } from 'fairwasm/amplification';
import type { Predictability } from 'fairwasm/predictability';
import { getFigures, getPictures, type Picture, type Shares } from '../learn/tagging.js';

export interface Setting {
  /** The true frequency of cooking. */
  truth: Shares;
  /** The factor by which the model increases the odds that it learned: 1 repeats them. */
  sharpness: number;
  /** Error rate of the tags, as far as errors do not change the proportions. */
  mistakes: number;
}

/** A model, by the number of times that a model learned from the tags of another. */
export interface Generation {
  tagged: Shares;
  dba: number;
  mals: number;
  leakage: number;
  accuracy: number;
}

export interface Modules {
  fair: Fairwasm;
  amplification: Amplification;
  predictability: Predictability;
}

/** The tags of the first model, and of each further model, which learns from the tags of the previous one. */
export function getShares({ truth, sharpness }: Setting, generation: number): Shares {
  let learned = truth;
  for (let i = 0; i <= generation; i++) {
    const middle = (logOdds(learned.women) + logOdds(learned.men)) / 2;
    const say = (share: number) => {
      const odds = Math.exp(middle + sharpness * (logOdds(share) - middle));
      return Math.round((100 * odds) / (1 + odds)) / 100; // of 100 pictures
    };
    learned = { women: say(learned.women), men: say(learned.men) };
  }
  return learned;
}

// Half a picture from either end, so that a proportion of 0 or 1 still has odds.
function logOdds(share: number): number {
  const inside = Math.min(0.995, Math.max(0.005, share));
  return Math.log(inside / (1 - inside));
}

export const picturesAt = (setting: Setting, generation: number): Picture[] =>
  getPictures({ truth: setting.truth, predicted: getShares(setting, generation), mistakes: setting.mistakes });

/** Compares the model with the truth, not with the tags that it learned from. */
export async function measure(
  { fair, amplification, predictability }: Modules,
  setting: Setting,
  generation: number,
): Promise<Generation> {
  const tagged = getShares(setting, generation);
  const { truth, mistakes } = setting;
  const { directional, mals, accuracy } = await getFigures(
    { fair, amplification },
    { truth, predicted: tagged, mistakes },
  );
  const rows = picturesAt(setting, generation);
  const columns = {
    attribute: rows.map(({ who }) => who),
    label: rows.map(({ cooks }) => cooks),
    prediction: rows.map(({ tagged: tag }) => tag),
  };
  const attackers = predictability.leakageMetric({ direction: 'attribute-from-outcome' });
  const exact = attackers.exactLimit({ ...columns, test: columns });
  return { tagged, dba: directional.value, mals: mals.value, leakage: exact?.leakage ?? Number.NaN, accuracy };
}
