// Rows of people whose scores, decisions, and errors resemble each other, and the results of all families that accept
// clusters.

import { normal } from './random.mjs';
import { scorers, scoreTruths } from './scores.mjs';

const logistic = (value) => 1 / (1 + Math.exp(-value));

/** Selection rates of the two groups by either prediction, and accuracies of multiclass predictions. */
const rates = { a: [0.3, 0.5], b: [0.4, 0.5] };
const accuracies = [0.6, 0.8];

/** Quantiles of the standard normal distribution. */
const cuts = { 0.3: 0.5244005127080407, 0.4: 0.2533471031357997, 0.5: 0, 0.6: -0.2533471031357997 };
const getCut = (rate) => (rate === 0.8 ? -0.8416212335729143 : cuts[rate]);

/** Draws people with 1 to 10 rows each; the latent numbers of two rows of one person have this correlation. */
export function drawPeople(random, { people, correlation }) {
  /** @type {Record<string, any[]>} */
  const rows = { g: [], s: [], cluster: [], label: [], score: [], a: [], b: [], animal: [], guess: [], error: [] };
  const [own, shared] = [Math.sqrt(1 - correlation), Math.sqrt(correlation)];
  for (let person = 0; person < 2 * people; person++) {
    const group = person % 2;
    const parts = [0, 1, 2, 3].map(() => shared * normal(random));
    const count = 1 + Math.floor(10 * random());
    for (let row = 0; row < count; row++) {
      const [x, decision, correct, wrong] = parts.map((part) => part + own * normal(random));
      // Half of the decisions by b are the same draw as those by a.
      const other = random() < 0.5 ? decision : parts[1] + own * normal(random);
      const animal = Math.floor(3 * random());
      rows.g.push(`g${group}`);
      rows.s.push(`s${row % 2}`);
      rows.cluster.push(person);
      rows.score.push(logistic(x));
      rows.label.push(random() < logistic(x) ? 1 : 0);
      rows.a.push(decision > getCut(rates.a[group]) ? 1 : 0);
      rows.b.push(other > getCut(rates.b[group]) ? 1 : 0);
      const isRight = correct > getCut(accuracies[group]);
      rows.animal.push('abc'[animal]);
      rows.guess.push('abc'[(animal + (isRight ? 0 : 1)) % 3]);
      rows.error.push(wrong > getCut(0.3) ? 1 : 0);
    }
  }
  return rows;
}

const [one, two] = rates.a;
const { areaUnderCurve, averagePrecision, brierScore, logLoss, meanScore } = scoreTruths(scorers.calibrated);

/** The true values; those of slices are checked separately. */
export const peopleTruths = {
  AUC: areaUnderCurve,
  'average precision': averagePrecision,
  'Brier score': brierScore,
  'log loss': logLoss,
  'mean score': meanScore,
  'calibration slope': 1,
  'AUC apart': 0,
  MetricFrame: one,
  'its difference': two - one,
  'impact ratio': one / two,
  'odds ratio': (one / (1 - one)) * ((1 - two) / two),
  'paired change': rates.b[0] - one,
  'change of gap': rates.b[0] - one - (rates.b[1] - two),
  'within strata': one - two,
  'common odds ratio': (one / (1 - one)) * ((1 - two) / two),
  'class accuracy': accuracies[0],
  kappa: (accuracies[0] - 1 / 3) / (2 / 3),
  'gap of accuracy': accuracies[1] - accuracies[0],
};

/** The proportion of the first group among the rejected minus that among the selected; strata do not differ. */
const disparity = (1 - one) / (2 - one - two) - one / (one + two);
export const disparityTruths = { disparity, 'within strata': disparity, 'in a stratum': disparity };

/** Returns the estimates of demographic disparity. */
export function disparityEstimates(impact, rows) {
  const { g, s, a, cluster } = rows;
  const input = { group: g, selected: a, within: s, cluster, favorable: '1' };
  const [first] = impact.conditionalDisparity(input).groups;
  return { disparity: first.disparity, 'within strata': first.conditional, 'in a stratum': first.strata[0] };
}

const errorRate = 0.3;
const uncertainty = { draws: 1 };

/** Returns the estimates of all families. */
export async function peopleEstimates({ fair, scores, fairlearn, impact, classes, slices }, rows) {
  const { label, score, cluster, a, b } = rows;
  const groups = { g: rows.g };
  const exact = scores.exactScores(['g']);
  const tally = fair.scoreTally(['g']);
  for (const each of [exact, tally]) each.update({ groups, label, score, cluster });
  const [ranking] = exact.ranking(['g']);
  const { estimates } = exact.calibration(['g'])[0];
  const [{ values: apart }] = tally.differences(['g'], { reference: { g: 'g1' } });
  const frame = fairlearn.metricFrame({
    ...{ label: a, prediction: a, sensitiveFeatures: groups, cluster, nBoot: 200 },
    metrics: ['selectionRate'],
  });
  const getEnds = (levels) => ({ ci: levels.map(([{ values }]) => values.selectionRate) });
  const [{ categories, fourFifths }] = impact.tables({
    ...{ groups, selected: a, cluster, favorable: '1' },
    reference: { g: 'g1' },
  }).outcomes[0].tables;
  const common = { favorable: 1, privileged: { g: 'g1' }, uncertainty };
  const paired = await fair.compare({ predictions: { a, b }, groups, cluster, ...common });
  const { rates: changes, gaps } = paired.frame('g').group({ g: 'g0' });
  const audit = fair.audit({ prediction: a, groups: { ...groups, s: rows.s }, cluster, ...common });
  const [{ rates: within }] = audit.conditional('g', { within: 's' }).comparisons;
  const { animal, guess } = rows;
  const classAudit = classes.audit({ label: animal, prediction: guess, groups, cluster, uncertainty });
  const classFrame = classAudit.frame('g');
  const { values } = classFrame.group({ g: 'g0' });
  const worst = await slices.worstSlices(
    { columns: { g: rows.g, s: rows.s, animal }, error: rows.error, cluster },
    { minRows: 10 },
  );
  for (const each of [exact, tally, paired, audit, classAudit]) each[Symbol.dispose]?.();
  return {
    AUC: ranking.areaUnderCurve,
    'average precision': ranking.averagePrecision,
    'Brier score': estimates.brierScore,
    'log loss': estimates.logLoss,
    'mean score': estimates.meanScore,
    'calibration slope': estimates.calibrationSlope,
    'AUC apart': apart.areaUnderCurve,
    MetricFrame: getEnds(frame.byGroupCI()),
    'its difference': getEnds(frame.differenceCI()),
    'impact ratio': categories[0].impactRatio,
    'odds ratio': fourFifths.againstReference.comparisons[0].oddsRatio,
    'paired change': changes.selectionRate.difference,
    'change of gap': gaps.selectionRate.change,
    'within strata': within.selectionRate.standardizedDifference,
    'common odds ratio': within.selectionRate.commonOddsRatio,
    'class accuracy': values.accuracy,
    kappa: values.kappa,
    'gap of accuracy': classFrame.spread('accuracy').difference,
    slices: worst.slices.every(({ averageError: { ci } }) => ci && ci[0] <= errorRate && errorRate <= ci[1]),
  };
}
