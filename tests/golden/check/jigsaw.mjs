// AUCs of overlapping identities, and their power means: the Jigsaw competition of 2019.

import { once } from './once.mjs';

const kinds = ['subgroup', 'bpsn', 'bnsp'];

const getMeans = (means, ending) => [
  ...kinds.map((kind) => [`power_mean_${kind}_auc${ending}`, means[kind].value]),
  [`final${ending}`, means.final.value],
];

function getValues({ input }, { scores }) {
  const { y_true: label, scores: score, identities, sample_weight: weight, power } = input;
  const areas = scores.subgroupAreas({ label, score, identities, weight: weight ?? undefined }, { power });
  const byIdentity = areas.identities.map((identity) => [
    identity.name,
    { size: identity.rows, ...Object.fromEntries(kinds.map((kind) => [`${kind}_auc`, identity[kind].value])) },
  ]);
  return {
    overall_auc: areas.overall.value,
    identities: Object.fromEntries(byIdentity),
    ...Object.fromEntries([...getMeans(areas, ''), ...getMeans(areas.ofDefined, '_of_defined')]),
  };
}

const isKnown = /^(overall_auc|identities|(final|power_mean_(subgroup|bpsn|bnsp)_auc)(_of_defined)?)$/;

export const canEvaluate = (key, { input }) => input?.kind === 'jigsaw' && isKnown.test(key);

export const evaluate = (key, golden, modules) => once(golden, 'areas', () => getValues(golden, modules))[key];
