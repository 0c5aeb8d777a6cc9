// Metrics with counterparts in other tools: areas between ROC curves, distances between outcomes, SageMaker Clarify's
// metrics, columns that reveal a group, coverage of predictions, and disparity within strata.

import { countMetrics } from 'fairwasm';
import { once } from './once.mjs';

/** Clarify's metrics, with its signs. */
async function clarify({ input }, { fair, aif360, scores, impact }) {
  const { group, stratum, label, prediction } = input;
  const groups = { group };
  const audit = fair.audit({ label, prediction, groups, privileged: { group: 'a' } });
  const [{ values }] = audit.frame(['group']).disparities();
  const gap = (name) => {
    const { metrics } = audit.customMetrics({ metric: countMetrics[name] });
    const found = metrics[0].breakdowns[0].groups;
    const get = (own) => found.find(({ name: each }) => each === own).value.value;
    return get('a') - get('d');
  };
  const [a, d] = ['a', 'd'].map((own) => audit.frame(['group']).groups.find(({ name }) => name === own));
  const rateGap = (name) => a.rates[name].value - d.rates[name].value;
  const roles = { groups, privileged: [{ group: 'a' }], unprivileged: [{ group: 'd' }] };
  const dataset = aif360.binaryLabelDatasetMetric({ label, ...roles });
  const outcomes = scores.outcomeDistances({ outcome: label, groups }).find(({ other }) => other !== undefined); // symmetric
  const within = (selected) =>
    impact.conditionalDisparity({ group, selected, within: stratum }).groups.find(({ name }) => name === 'd')
      .conditional.value;
  return {
    CI: -dataset.classImbalance(),
    DPL: rateGap('baseRate'),
    KL: dataset.klDivergence(),
    JS: outcomes.jensenShannon.value,
    LP: outcomes.lpNorm.value,
    TVD: outcomes.totalVariationDistance.value,
    KS: outcomes.largestOutcomeDifference.value,
    CDDL: within(label),
    DPPL: -values.statisticalParityDifference.value,
    DI: values.disparateImpact.value,
    DCA: gap('conditionalAcceptance'),
    DCR: -gap('conditionalRejection'),
    RD: -values.equalOpportunityDifference.value,
    SD: -values.falsePositiveRateDifference.value,
    DAR: values.falseDiscoveryRateDifference.value,
    DRR: -values.falseOmissionRateDifference.value,
    AD: values.errorRateDifference.value,
    TE: -gap('treatmentEquality'),
    CDDPL: within(prediction),
    GE: aif360.classificationMetric({ label, prediction, groups }).generalizedEntropyIndex(),
  };
}

const kinds = {
  clarify,
  curves({ input: { group, label, score } }, { scores }) {
    const exact = scores.exactScores(['group']);
    exact.update({ label, score, groups: { group } });
    const [{ areaBetweenCurves }] = exact.curveDistances(['group']);
    return { areaBetweenCurves: areaBetweenCurves.value };
  },
  outcomes({ input: { group, outcome } }, { scores }) {
    const distances = scores.outcomeDistances({ outcome, groups: { group } });
    const found = distances.find(({ categories }) => categories.group === 'u');
    const names = ['klDivergence', 'jensenShannon', 'totalVariationDistance', 'lpNorm'];
    return Object.fromEntries([...names, 'largestOutcomeDifference'].map((name) => [name, found[name].value]));
  },
  async proxies({ input: { group, columns } }, { slices }) {
    const options = { permutations: 0, maxColumns: 2, top: 1000 };
    const { proxies } = await slices.proxies({ columns, group }, options);
    return Object.fromEntries(
      proxies.map(({ columns: names, values: _, ...measures }) => [names.join(' and '), measures]),
    );
  },
  coverage({ input: { kind: _, ...input } }, { scores }) {
    const found = scores
      .predictionCoverage(input)
      .map(({ categories, coverage, size }) => [
        categories.group ?? '',
        { coverage: coverage.value, coverageInterval: coverage.ci, size: size.value },
      ]);
    return Object.fromEntries(found);
  },
  conditional({ input: { kind: _, ...input } }, { impact }) {
    const found = impact.conditionalDisparity(input).groups;
    return Object.fromEntries(
      found.map(({ name, disparity, conditional, strata }) => [
        name,
        { disparity: disparity.value, conditional: conditional.value, strata: strata.map(({ value }) => value) },
      ]),
    );
  },
};

export const canEvaluate = (_key, { peer, input }) =>
  peer.startsWith('definitions with') && Object.hasOwn(kinds, input?.kind);

export const evaluate = async (key, golden, modules) =>
  (await once(golden, 'found', async () => kinds[golden.input.kind](golden, modules)))[key];
