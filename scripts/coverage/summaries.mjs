// Sentences of a summary about random audits with known rates: gaps that do not exist, significant gaps that it denies or
// lists as too little data, and gaps above 5 points for which it finds no evidence.

import { describeReport } from '#fairwasm/report/describe-report.js';
import { binomial } from './random.mjs';

const [smallest, largest] = [20, 1200];
const [lowest, highest] = [0.015, 0.985];

/** Audits of one attribute with 2 to 5 groups. */
export const summaryDesigns = [
  { name: 'equal rates', isEqual: true },
  { name: 'unequal rates', isEqual: false },
  { name: 'equal rare rates', isEqual: true, highest: 0.05 },
  { name: 'one rare rate, another 10 to 40 points higher', isEqual: false, highest: 0.05, isRare: true },
];

/** Draws the sizes, rates, and counts of the groups of a design. */
export function drawAudit(random, { isEqual, isRare = false, highest: most = highest }) {
  const count = 2 + Math.floor(random() * 4);
  const drawRate = () => lowest + (most - lowest) * random();
  const shared = drawRate();
  return Array.from({ length: count }, (_, i) => {
    const rows = Math.round(smallest * (largest / smallest) ** random());
    const rate = isEqual ? shared : isRare ? shared + (i === 1 ? 0.1 + 0.3 * random() : 0) : drawRate();
    return { name: `g${i}`, rows, rate, selected: binomial(random, rows, rate) };
  });
}

/** Returns the report of the groups. */
export function reportOf(fair, groups) {
  const auditor = fair.auditor({ groups: ['g'], prediction: true, favorable: 1 });
  const cells = groups.flatMap(({ name, rows, selected }) => [
    { name, label: 1, rows: selected },
    { name, label: 0, rows: rows - selected },
  ]);
  auditor.updateCounted({
    groups: { g: cells.map(({ name }) => name) },
    prediction: cells.map(({ label }) => label),
    rows: cells.map(({ rows }) => rows),
  });
  const audit = auditor.audit();
  const report = audit.report();
  auditor[Symbol.dispose]();
  audit[Symbol.dispose]();
  return report;
}

/** @returns {string[]} */
const textsIn = (/** @type {import('fairwasm/report').Document} */ { blocks }) =>
  blocks.flatMap((block) =>
    'blocks' in block
      ? textsIn(block)
      : 'texts' in block
        ? [[block.heading ?? '', ...block.texts].join(' ').trim()]
        : [],
  );

/** Returns what the summary of the groups' report states, compared with their true rates and with its intervals. */
export function judgeSummary(fair, groups) {
  const report = reportOf(fair, groups);
  const [summary] = describeReport(report).blocks;
  const texts = textsIn(/** @type {import('fairwasm/report').Document} */ (summary)).map((text) =>
    text.replaceAll('\u00a0', ' '),
  );
  const find = (pattern) => texts.filter((text) => pattern.test(text));
  const [{ comparisons, reference }] = report.breakdowns;
  const rateOf = (name) => groups.find((group) => group.name === name)?.rate ?? Number.NaN;
  const gaps = comparisons.map(({ group, disparities }) => {
    const { adjustedCi: [low, high] = [0, 0] } = disparities.statisticalParityDifference;
    return { group, truth: rateOf(group) - rateOf(reference), isSure: low > 0 || high < 0 };
  });
  const stated = find(/a gap of/).map((text) => {
    const [, name] = /in the (g\d) group/.exec(text) ?? [];
    const [, sign] = /a gap of ([+−])/.exec(text) ?? [];
    const truth = rateOf(name) - rateOf(reference);
    return { isTrue: truth !== 0 && truth > 0 === (sign === '+') };
  });
  const scarce = find(/^Too little data/).join(' ');
  const sure = gaps.filter(({ isSure }) => isSure);
  return {
    hasGap: stated.length > 0,
    isFalse: stated.some(({ isTrue }) => !isTrue),
    denies: find(/^No statistically significant gap/).length > 0,
    isDenied: sure.length > 0 && stated.length === 0,
    isHidden: sure.some(({ group }) => scarce.includes(`${group} (`)),
    isSmall: find(/^No evidence of a gap above/).length > 0,
    isWronglySmall: find(/^No evidence of a gap above/).length > 0 && gaps.some(({ truth }) => Math.abs(truth) > 0.05),
  };
}
