// Amounts without a true value, compared with numpy, scipy, and statsmodels: values by group, gaps and their intervals,
// adjusted gaps, and the figures of two laws.

import { euPay, ukPay } from 'fairwasm/amounts';
import { once } from './once.mjs';

const kinds = ['summary', 'clusters', 'adjusted', 'eu', 'uk'];

export const canEvaluate = (_key, { kind }) => kinds.includes(kind);

// scipy's quantiles of Student's distribution have nine digits.
export const tolerance = (_key, _golden, path = []) =>
  path.some((part) => part.includes('interval'))
    ? { absolute: 1e-8, relative: 1e-8 }
    : { absolute: 1e-13, relative: 1e-12 };

// Values that the package does not report, most of which the core's tests compare.
const unreported =
  /^(?:quantiles_type6|ranks|confidence|variance_of_mean|mean_ratio_log|statistic|se|df|se_.*|df_satterthwaite|interval_hc3_t|clusters|normalized)$/;

export const deviation = (_key, { kind }, path) =>
  kinds.includes(kind) && path.some((part) => unreported.test(part))
    ? { rule: 'amounts-unreported', holds: (actual) => actual === undefined }
    : undefined;

const getColumns = ({ columns, rows }) =>
  Object.fromEntries(columns.map((name, i) => [name, rows.map((row) => row[i])]));

const orNull = (value) => (Number.isNaN(value) ? null : value);
const numberOf = ({ value }) => orNull(value);
const percentOf = ({ value }) => orNull(100 * value);
const endsOf = ({ ci }, factor = 1) => ci?.map((end) => factor * end) ?? null;

/** Returns the values that are recorded; null if the whole record is null and no value is defined. */
function recordedOnly(recorded, values) {
  if (recorded !== null) return Object.fromEntries(Object.keys(recorded).map((key) => [key, values[key]]));
  return Object.values(values).every((value) => value === null || value === undefined) ? null : values;
}

const probabilities = [0.1, 0.25, 0.5, 0.75, 0.9];
const byProbability = (estimates, get) => Object.fromEntries(probabilities.map((each, i) => [each, get(estimates[i])]));

function summaries(golden, { amounts }) {
  return once(golden, 'reports', () => {
    const { group, value: amount, weight, cluster } = getColumns(golden.input);
    const { reference } = golden.input;
    const measure = (weights) => amounts.amounts({ group, amount, weight: weights, cluster, reference });
    // Quantiles have type 2 with weights, also if all are 1.
    return { report: measure(weight), weighted: measure(weight ?? amount.map(() => 1)) };
  });
}

function ofGroup(name, recorded, { report, weighted }) {
  const of = ({ groups }) => groups.find((group) => group.name === name);
  const group = of(report);
  return recordedOnly(recorded, {
    n: group.rows,
    weight: group.weight,
    mean: numberOf(group.mean),
    median: numberOf(group.median),
    geometric_mean: numberOf(group.geometricMean),
    mean_interval: endsOf(group.mean),
    quantiles_type7: byProbability(group.quantiles, numberOf),
    quantiles_type2: byProbability(of(weighted).quantiles, numberOf),
    median_interval: recordedOnly(recorded.median_interval ?? null, { interval: endsOf(group.median) }),
    quartile_intervals: recorded.quartile_intervals?.map((each, i) =>
      recordedOnly(each, { interval: endsOf(group.quantiles[i === 0 ? 1 : 3]) }),
    ),
  });
}

function ofComparison(name, recorded, { report, weighted }) {
  const of = ({ groups }) => groups.find((group) => group.name === name).compared;
  const { mean, median, geometricMean, quantiles, probabilityAbove, mannWhitney } = of(report);
  const gap = (estimates) => byProbability(estimates, (each) => percentOf(each.gap));
  const { welch = null, mean_gap_percent_fieller: fieller = null, brunner_munzel: above = null } = recorded;
  return recordedOnly(recorded, {
    gap_percent: {
      mean: percentOf(mean.gap),
      median: percentOf(median.gap),
      geometric_mean: percentOf(geometricMean.gap),
    },
    difference: { mean: numberOf(mean.difference), median: numberOf(median.difference) },
    ratio: { mean: numberOf(mean.ratio), median: numberOf(median.ratio) },
    probability_above: numberOf(probabilityAbove),
    quantile_gaps_percent_type7: gap(quantiles),
    quantile_gaps_percent_type2: gap(of(weighted).quantiles),
    mann_whitney: mannWhitney && { u: mannWhitney.u, p: mannWhitney.pValue },
    median_difference_interval_mover: endsOf(median.difference),
    median_ratio_interval_mover_log: endsOf(median.ratio),
    welch: recordedOnly(welch, {
      difference: welch === null ? null : numberOf(mean.difference),
      interval: endsOf(mean.difference),
      p: mean.difference.pValue ?? null,
    }),
    mean_gap_percent_fieller: recordedOnly(fieller, { interval: endsOf(mean.gap, 100) }),
    brunner_munzel: recordedOnly(above, { interval: endsOf(probabilityAbove), p: probabilityAbove.pValue ?? null }),
  });
}

const bySex = (recorded, { female, male, other }) => recordedOnly(recorded, { f: female, m: male, x: other });

const bands = (recorded, { size, whole, percent, proportionalPercent }) => ({
  size,
  whole: bySex(recorded.whole, whole),
  percent_whole: bySex(recorded.whole, percent),
  percent_proportional: bySex(recorded.whole, proportionalPercent),
});

const euGaps = ({ total, variable, variableOfRecipients }) => ({
  a: orNull(total.mean),
  c: orNull(total.median),
  b_all: orNull(variable.mean),
  d_all: orNull(variable.median),
  b_recipients: orNull(variableOfRecipients.mean),
  d_recipients: orNull(variableOfRecipients.median),
});

const euReport = (golden, minimumPerSex) =>
  once(golden, `at least ${minimumPerSex}`, () => {
    const {
      sex,
      category,
      basic_annual: basic,
      variable_annual: variable,
      hours_annual: hours,
    } = getColumns(golden.input);
    return euPay({ sex, category, basic, variable, hours, minimumPerSex });
  });

function euCategory(name, recorded, golden) {
  const find = (minimum) => euReport(golden, minimum).categories.find((each) => each.name === name);
  const { isWithheld, workers, total, basic, variable, isFirstConditionMet } = find(1);
  return {
    // A category of one sex has no gaps, and is always withheld.
    n: isWithheld ? recorded.n : bySex(recorded.n, workers),
    total: orNull(total ?? Number.NaN),
    basic: orNull(basic ?? Number.NaN),
    variable: orNull(variable ?? Number.NaN),
    at_least_5_percent: isFirstConditionMet ?? null,
    suppress: find(golden.input.minimum_per_sex).isWithheld,
  };
}

function ofEu(key, golden) {
  const recorded = golden.expected[key];
  const report = euReport(golden, golden.input.minimum_per_sex);
  const values = {
    hourly: () => euGaps(report.hourly),
    annual: () => euGaps(report.annual),
    e: () => bySex(recorded, report.recipients),
    f: () => bands(recorded, report.bands),
    g: () => Object.fromEntries(Object.keys(recorded).map((name) => [name, euCategory(name, recorded[name], golden)])),
  };
  return values[key]();
}

function ofUk(key, golden) {
  const recorded = golden.expected[key];
  const report = once(golden, 'report', () => {
    const { sex, full_pay: fullPay, hourly_pay: hourly, bonus } = getColumns(golden.input);
    return ukPay({ sex, fullPay, hourly, bonus });
  });
  const values = {
    full_pay: () => bySex(recorded, report.fullPay),
    mean_hourly_gap: () => orNull(report.hourly.mean),
    median_hourly_gap: () => orNull(report.hourly.median),
    mean_bonus_gap: () => orNull(report.bonus.mean),
    median_bonus_gap: () => orNull(report.bonus.median),
    bonus_percent: () => bySex(recorded, report.recipients),
    quarters: () => bands(recorded, report.quarters),
  };
  return values[key]();
}

function adjustedReport(golden, { amounts }) {
  return once(golden, 'adjusted', () => {
    const { reference, outcome, cluster } = golden.input;
    const { group, pay, tenure, education, site } = getColumns(golden.input);
    return amounts.adjustedGaps({
      ...{ group, amount: pay, reference, logarithm: outcome !== 'pay' },
      covariates: { tenure, education },
      categorical: ['education'],
      ...(cluster && { cluster: site }),
    });
  });
}

const partsOf = (recorded, { explained, unexplained, explainedBy }, detail) =>
  recordedOnly(recorded, {
    explained: numberOf(explained),
    unexplained: numberOf(unexplained),
    explained_by: explainedBy,
    ...(detail && { unexplained_by_normalized: detail }),
  });

function ofAdjusted(key, golden, modules) {
  const { groups } = adjustedReport(golden, modules);
  const isClustered = golden.input.cluster !== null;
  return Object.fromEntries(
    Object.entries(golden.expected[key]).map(([name, recorded]) => {
      const { coefficient, adjustedGap, decomposition } = groups.find((each) => each.name === name);
      if (key === 'coefficient') {
        return [
          name,
          recordedOnly(recorded, {
            estimate: numberOf(coefficient),
            ...(isClustered ? { interval_cr2: endsOf(coefficient) } : { interval_hc3_t: endsOf(coefficient) }),
            ...('adjusted_gap_percent' in recorded && { adjusted_gap_percent: percentOf(adjustedGap) }),
          }),
        ];
      }
      const {
        rows,
        referenceRows,
        difference,
        ofReference,
        ofGroup: own,
        pooled,
        withoutGroup,
        unexplainedBy,
      } = decomposition;
      return [
        name,
        recordedOnly(recorded, {
          n: [referenceRows, rows],
          raw_difference: difference,
          ...('raw_gap_percent_geometric' in recorded && { raw_gap_percent_geometric: 100 * -Math.expm1(-difference) }),
          reference: partsOf(recorded.reference, ofReference, unexplainedBy),
          group: partsOf(recorded.group, own),
          pooled_jann: partsOf(recorded.pooled_jann, pooled),
          pooled_neumark: partsOf(recorded.pooled_neumark, withoutGroup),
        }),
      ];
    }),
  );
}

export function evaluate(key, golden, modules) {
  const { kind, expected } = golden;
  if (kind === 'eu') return ofEu(key, golden);
  if (kind === 'uk') return ofUk(key, golden);
  if (kind === 'adjusted') return ofAdjusted(key, golden, modules);
  const reports = summaries(golden, modules);
  if (kind === 'clusters') {
    const { difference } = reports.report.groups.find(({ compared }) => compared).compared.mean;
    return { difference: numberOf(difference), interval_cr2: endsOf(difference) }[key];
  }
  const evaluateEach = key === 'groups' ? ofGroup : ofComparison;
  return Object.fromEntries(
    Object.entries(expected[key]).map(([name, recorded]) => [name, evaluateEach(name, recorded, reports)]),
  );
}
