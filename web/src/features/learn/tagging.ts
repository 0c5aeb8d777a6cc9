// SPDX-License-Identifier: Apache-2.0
//
// The pictures of the second lesson: their people, whether they show cooking, and the model's prediction. The package
// computes all figures about them.

import type { Fairwasm } from 'fairwasm';
import { type Amplification, BA_MALS, type BiasAmplification, DBA } from 'fairwasm/amplification';

export const people = ['women', 'men'] as const;
export type People = (typeof people)[number];
export type Shares = Readonly<Record<People, number>>;

/** How often the pictures of women and of men show cooking, and how often the model predicts it. */
export interface Tagging {
  truth: Shares;
  predicted: Shares;
  /** 0: the minimum of wrong tags that these proportions permit; 1: the maximum. */
  mistakes: number;
}

const pictures = 100; // for women, and for men

export interface Picture {
  who: People;
  cooks: 0 | 1;
  tagged: 0 | 1;
}

export function getPictures({ truth, predicted, mistakes }: Tagging): Picture[] {
  return people.flatMap((who) => {
    const cooking = Math.round(truth[who] * pictures);
    const tagged = Math.round(predicted[who] * pictures);
    const [most, least] = [Math.min(cooking, tagged), Math.max(0, cooking + tagged - pictures)];
    const right = Math.round(most - mistakes * (most - least));
    // Pictures with cooking come first; the tags start where `right` of them are correct.
    const start = cooking - right;
    return Array.from({ length: pictures }, (_, i): Picture => {
      const isTagged = i >= start && i < start + tagged;
      return { who, cooks: i < cooking ? 1 : 0, tagged: isTagged ? 1 : 0 };
    });
  });
}

export interface TaggingFigures {
  directional: BiasAmplification;
  mals: BiasAmplification;
  /** The difference between women and men, in the truth and in the predictions. */
  inData: number;
  inPredictions: number;
  accuracy: number;
}

export async function getFigures(
  { fair, amplification }: { fair: Fairwasm; amplification: Amplification },
  tagging: Tagging,
): Promise<TaggingFigures> {
  const rows = getPictures(tagging);
  const counts = amplification.cooccurrence({ attributes: people, tasks: ['cooking'], taskPrediction: true });
  counts.update({
    attribute: rows.map(({ who }) => who),
    task: rows.map(({ cooks }) => [cooks]),
    taskPrediction: rows.map(({ tagged }) => [tagged]),
  });
  const audit = fair.audit({
    groups: { who: rows.map(({ who }) => who) },
    label: rows.map(({ cooks }) => cooks),
    prediction: rows.map(({ tagged }) => tagged),
    favorable: 1,
    uncertainty: false,
  });
  const frame = audit.frame('who');
  const exact = { draws: 0 };
  return {
    directional: await new DBA(counts).computeBiasAmp(exact),
    mals: await new BA_MALS(counts).computeBiasAmp(exact),
    inData: frame.difference('baseRate').value,
    inPredictions: frame.difference('selectionRate').value,
    accuracy: frame.overall.rates.accuracy?.value ?? Number.NaN,
  };
}
