// SPDX-License-Identifier: Apache-2.0
//
// The data of the three examples of docs/deviations.md, and both values of each: fairwasm also computes the other
// library's definition if it is more than a slip.

import { type Amplification, BA_MALS, type BiasAmplification, DBA } from 'fairwasm/amplification';
import type { Modules } from './modules.js';

/** The value by a paper's definition, and by the package of the same name. */
export interface Both {
  paper: BiasAmplification;
  library: BiasAmplification;
}

interface Group {
  name: string;
  rows: number;
  cooking: number;
  tagged: number;
}

const exact = { draws: 0 };
const isTrue = (count: number) => (_: unknown, i: number) => (i < count ? 'cooking' : 'other');

function getCounts({ cooccurrence }: Amplification, groups: readonly Group[]) {
  const counts = cooccurrence({
    attributes: groups.map(({ name }) => name),
    tasks: ['cooking', 'other'],
    taskPrediction: true,
  });
  counts.update({
    attribute: groups.flatMap(({ name, rows }) => Array.from({ length: rows }, () => name)),
    task: groups.flatMap(({ rows, cooking }) => Array.from({ length: rows }, isTrue(cooking))),
    taskPrediction: groups.flatMap(({ rows, tagged }) => Array.from({ length: rows }, isTrue(tagged))),
  });
  return counts;
}

/** 60 of 100 women and 30 of 100 men cook; the model predicts cooking `often` times as often for both. */
export async function getMals({ amplification }: Modules, often: number): Promise<Both> {
  const counts = amplification.cooccurrence({ attributes: ['women', 'men'], tasks: ['cooking'], taskPrediction: true });
  const groups = [
    { name: 'women', cooking: 60 },
    { name: 'men', cooking: 30 },
  ];
  const column = (share: number) =>
    groups.flatMap(({ cooking }) => Array.from({ length: 100 }, (_, i) => [i < Math.round(cooking * share) ? 1 : 0]));
  counts.update({
    attribute: groups.flatMap(({ name }) => Array.from({ length: 100 }, () => name)),
    task: column(1),
    taskPrediction: column(often),
  });
  return {
    paper: await new BA_MALS(counts).computeBiasAmp(exact),
    library: await new BA_MALS(counts, { definition: 'bias_amplification' }).computeBiasAmp(exact),
  };
}

/** Women and men, and a third group that may have no rows. */
export async function getEmptyGroup({ amplification }: Modules, rows: number): Promise<Both> {
  const counts = getCounts(amplification, [
    { name: 'women', rows: 100, cooking: 60, tagged: 80 },
    { name: 'men', rows: 100, cooking: 30, tagged: 20 },
    { name: 'unknown', rows, cooking: Math.round(rows * 0.6), tagged: Math.round(rows * 0.8) },
  ]);
  return {
    paper: await new DBA(counts).computeBiasAmp(exact),
    library: await new DBA(counts, { definition: 'bias_amplification' }).computeBiasAmp(exact),
  };
}

export interface Entropies {
  /** The generalized entropy index at each alpha. */
  at: (alpha: number) => number;
  meanBenefit: number;
}

/** 100 people with correct predictions except for the given number of false positives. */
export function getEntropies({ fair, aif360 }: Modules, falsePositives: number): Entropies {
  const audit = fair.auditor({ groups: [], label: true, prediction: true, favorable: 1, uncertainty: false });
  audit.updateCounted({ label: [1, 0, 0], prediction: [1, 1, 0], rows: [40, falsePositives, 60 - falsePositives] });
  const { tally } = audit;
  const { rates } = audit.audit().frame([]).overall;
  const [selected = Number.NaN, base = Number.NaN] = [rates.selectionRate?.value, rates.baseRate?.value];
  return { at: (alpha) => aif360.generalizedEntropyIndex(tally, ['1'], alpha), meanBenefit: 1 + selected - base };
}
