// Findings in the reports of equal groups, by kind of report: how often they state a gap that does not exist. Rows are
// drawn independently of the groups.

import { load as loadClasses } from 'fairwasm/classes';
import { errorReport, load as loadScores } from 'fairwasm/scores';
import { describeClasses } from '#fairwasm/classes/describe.js';
import { describeErrors } from '#fairwasm/scores/describe.js';
import { uniform } from './random.mjs';

/** The sentences of the lists at the beginning of each section. */
const getFindings = ({ blocks }) =>
  blocks.flatMap((block) => [
    ...(block.style === 'list' ? block.texts : []),
    ...('blocks' in block ? getFindings(block) : []),
  ]);

const columns = (random, rows, attributes) =>
  Object.fromEntries(
    attributes.map((count, i) => [
      `attribute ${i + 1}`,
      Array.from({ length: rows }, () => Math.floor(random() * count)),
    ]),
  );

/**
 * @type {{
 *   name: string,
 *   rows: number,
 *   attributes: number[],
 *   classes?: number,
 *   labels?: number,
 *   strata?: number,
 * }[]}
 */
const designs = [
  { name: '4 classes, 2 groups', rows: 800, attributes: [2], classes: 4 },
  { name: '4 classes, 8 groups', rows: 1200, attributes: [8], classes: 4 },
  { name: '10 classes, 4 groups', rows: 3000, attributes: [4], classes: 10 },
  { name: '10 classes, 2 attributes of 3 groups', rows: 3000, attributes: [3, 3], classes: 10 },
  { name: '10 labels, 4 groups', rows: 1000, attributes: [4], labels: 10 },
  { name: 'errors, 2 groups', rows: 400, attributes: [2] },
  { name: 'errors, 2 attributes of 3 groups', rows: 900, attributes: [3, 3] },
  { name: 'within 4 strata, 2 groups', rows: 800, attributes: [2], strata: 4 },
  { name: 'within 4 strata, 8 groups', rows: 1600, attributes: [8], strata: 4 },
];

function drawClasses(random, { rows, classes }) {
  const label = Array.from({ length: rows }, () => Math.floor(random() * classes));
  const prediction = label.map((own) => (random() < 0.6 ? own : Math.floor(random() * classes)));
  return { label, prediction };
}

function drawLabels(random, { rows, labels }) {
  const names = Array.from({ length: labels }, (_, i) => `label ${i + 1}`);
  const draw = (chance) => Array.from({ length: rows }, (_, row) => Number(random() < chance(row)));
  const label = Object.fromEntries(names.map((name) => [name, draw(() => 0.3)]));
  const prediction = Object.fromEntries(names.map((name) => [name, draw((row) => (label[name]?.[row] ? 0.7 : 0.15))]));
  return { label, prediction };
}

function drawErrors(random, { rows }) {
  const label = Array.from({ length: rows }, () => 20 + 10 * random());
  return { label, prediction: label.map((target) => target + 3 * (random() + random() + random() - 1.5)) };
}

/** The verdicts of comparisons within strata that state a gap, over all rows or within the strata. */
function getVerdicts(fair, random, { rows, strata = 1 }, groups) {
  const stratum = Array.from({ length: rows }, () => Math.floor(random() * strata));
  const label = stratum.map((place) => Number(random() < 0.3 + 0.1 * place));
  const prediction = label.map((own) => Number(random() < (own ? 0.7 : 0.25)));
  const audit = fair.audit({
    label,
    prediction,
    groups: { ...groups, stratum },
    favorable: 1,
    uncertainty: { draws: 1 },
  });
  const { comparisons } = audit.conditional('attribute 1', { within: 'stratum' });
  const verdicts = comparisons.flatMap(({ rates }) => Object.values(rates).map(({ verdict }) => verdict));
  return verdicts.filter((verdict) => !['inconclusive', 'undefined'].includes(verdict));
}

/** The percentage of reports of each design that state a gap. */
export async function measureFirstLines(fair, sets) {
  const modules = { fair, scores: await loadScores() };
  const classes = await loadClasses();
  return designs.map((design) => {
    const random = uniform(71 + design.name.length);
    let stated = 0;
    for (let set = 0; set < sets; set++) {
      const groups = columns(random, design.rows, design.attributes);
      if (design.strata) {
        if (getVerdicts(fair, random, design, groups).length > 0) stated++;
        continue;
      }
      const findings = getFindings(report({ random, design, groups, classes, modules }));
      if (findings.some((text) => /\bapart\b/.test(text) && !/compatible with no gap|not significant/.test(text)))
        stated++;
    }
    return [design.name, String(design.rows), ((100 * stated) / sets).toFixed(1)];
  });
}

function report({ random, design, groups, classes, modules }) {
  const uncertainty = { draws: 1 };
  if (design.classes) {
    const audit = classes.audit({ ...drawClasses(random, design), groups, uncertainty });
    return describeClasses(audit.report());
  }
  if (design.labels)
    return describeClasses(classes.labels({ ...drawLabels(random, design), groups, uncertainty }).report());
  return describeErrors(errorReport(modules, { ...drawErrors(random, design), groups }));
}
