// Tables of docs/uncertainty.md: the populations that data are drawn from, and the layout of each table.

import { present } from '../../tests/present.mjs';
import {
  adjustedEstimates,
  adjustedTruth,
  amountDesigns,
  amountEstimates,
  amountSizes,
  amountTruth,
  drawAdjusted,
  drawAmounts,
  drawClusteredAmounts,
} from './amounts.mjs';
import * as amplified from './amplification.mjs';
import { classEstimates, classTruths, getChances } from './classes.mjs';
import { disparityEstimates, disparityTruths, drawPeople, peopleEstimates, peopleTruths } from './clustered.mjs';
import { drawClusters, effectiveRows } from './clusters.mjs';
import { counterpartDesigns, counterpartEstimates, counterpartTruths } from './counterparts.mjs';
import * as own from './custom.mjs';
import {
  drawCounts,
  drawRows,
  estimates,
  expectedCases,
  getTally,
  population,
  truths,
  weightings,
} from './decisions.mjs';
import * as errors from './errors.mjs';
import { measureFirstLines } from './first-lines.mjs';
import { drawCells, getColumns, cells as heldOutCells } from './held-out.mjs';
import {
  distortions,
  drawLabeled,
  drawMoved,
  effectiveMoves,
  expectedConsistency,
  labelings,
  meanMove,
} from './individuals.mjs';
import * as inequality from './inequality.mjs';
import * as leaking from './leakage.mjs';
import { drawSizes, medianEstimates, medianTruths, sizesOfErrors } from './medians.mjs';
import { drawPair, numberPairs } from './number-distances.mjs';
import * as others from './other-statements.mjs';
import { beta, drawPairs, drawSelected, pairEstimates, pairTruths } from './pairs.mjs';
import { drawTested, powerDesigns } from './power.mjs';
import { normal, uniform } from './random.mjs';
import * as ranked from './rankings.mjs';
import {
  benchmarkScores,
  benchmarkTruths,
  contains,
  drawEvents,
  drawPassages,
  drawRuns,
  drawUneven,
  effects,
  getEstimates,
  getTruths,
  unevenDesigns,
  unevenEffects,
  unevenTruth,
} from './repeated.mjs';
import { addScored, scorers, scoreTruths } from './scores.mjs';
import {
  createGenerator,
  drawDriven,
  drawEqual,
  drawGaps,
  equalGroups,
  gapDesigns,
  gapTruth,
  getClaims,
  sharedDraws,
} from './selected-claims.mjs';
import { populations, proxyTests, recourseTests, sureOfSlices } from './slices.mjs';
import { getLowest, getSimulated, manyGroups, smallPairs } from './small-tables.mjs';
import { drawAudit, judgeSummary, summaryDesigns } from './summaries.mjs';
import { drawWithin, withinTruths } from './within.mjs';

const sizes = [10, 30, 100, 1000, 10000];
const rates = [0.02, 0.1, 0.5];
const counts = [2, 5, 10];
/** Cells with fewer expected cases are in parentheses, because the output warns about them. */
const fewCases = 5;

// Only intervals matter here, so a single permutation is enough.
const uncertainty = { draws: 1 };

const row = (cells) => `| ${cells.join(' | ')} |`;
const toTable = (headings, rows) =>
  [row(headings), row(headings.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n');

/** Counts the intervals that contain their true value: `{ metric: { held, defined } }`. */
export class Coverage {
  #held = new Map();

  add(truth, estimate) {
    for (const [metric, value] of Object.entries(truth)) {
      const entry = this.#held.get(metric) ?? { held: 0, all: 0 };
      this.#held.set(metric, entry);
      const ci = estimate[metric]?.ci;
      if (ci === undefined) continue;
      entry.all++;
      const rounding = 1e-12;
      if (ci[0] <= value + rounding && ci[1] >= value - rounding) entry.held++;
    }
  }

  /** Returns the percentage, in parentheses if few cases are expected; a dash if there is never an interval. */
  cell(metric, cases) {
    const { held, all } = this.#held.get(metric) ?? { held: 0, all: 0 };
    if (all === 0) return '–';
    const percent = ((100 * held) / all).toFixed(1);
    return cases < fewCases ? `(${percent})` : percent;
  }
}

async function frames(sets) {
  const { load } = await import('fairwasm');
  const fair = await load();
  const rows = [];
  let metrics = [];
  for (const count of counts) {
    for (const apart of [false, true]) {
      for (const rate of rates) {
        for (const size of sizes) {
          const groups = population({ count, rows: size, rate, apart });
          const truth = truths(groups);
          metrics = Object.keys(truth);
          const coverage = new Coverage();
          const random = uniform(1 + size + 7 * count + 1000 * rate);
          for (let set = 0; set < sets; set++) {
            const tally = getTally(fair, drawCounts(random, groups));
            const audit = fair.auditTally(tally, { favorable: 1, uncertainty });
            coverage.add(truth, estimates(audit.frame('g')));
            audit[Symbol.dispose]();
            tally[Symbol.dispose]();
          }
          const chances = apart ? `${rate}, ${groups[1].truePositiveRate.toFixed(2)}` : `${rate}`;
          rows.push([
            `${count} × ${size}`,
            chances,
            ...metrics.map((name) => coverage.cell(name, expectedCases(groups, name))),
          ]);
        }
      }
    }
  }
  return toTable(['groups × rows', 'rates', ...metrics], rows);
}

// Kish's effective number of rows per row.
const effective = {
  'unequal weights': Math.exp(-0.25),
  'very unequal weights': Math.exp(-1),
  'weights by outcome': 0.5,
};

async function weighted(sets) {
  const { load } = await import('fairwasm');
  const fair = await load();
  const rows = [];
  let metrics = [];
  for (const weighting of Object.keys(weightings)) {
    for (const [count, size] of [
      [2, 30],
      [2, 100],
      [2, 1000],
      [5, 100],
      [5, 1000],
    ]) {
      for (const rate of rates) {
        const groups = population({ count, rows: size, rate, apart: false });
        const truth = truths(groups);
        metrics = Object.keys(truth);
        const coverage = new Coverage();
        const random = uniform(2 + size + 7 * count + 1000 * rate);
        for (let set = 0; set < sets; set++) {
          const columns = drawRows(random, groups, weighting);
          const audit = fair.audit({ ...columns, favorable: 1, uncertainty });
          coverage.add(truth, estimates(audit.frame('g')));
          audit[Symbol.dispose]();
        }
        const cells = metrics.map((name) => coverage.cell(name, expectedCases(groups, name, effective[weighting])));
        rows.push([weighting, `${count} × ${size}`, `${rate}`, ...cells]);
      }
    }
  }
  return toTable(['weights', 'groups × rows', 'rate', ...metrics], rows);
}

const clusterMetrics = [
  'rate',
  'difference of two',
  'ratio of two',
  'equal opportunity',
  'average odds',
  'average absolute odds',
  'equalized odds',
  'largest difference',
  'smallest ratio',
  'largest distance to all',
];

function* clusterPopulations() {
  for (const persons of [8, 15, 30, 100, 1000]) {
    for (const rate of [0.1, 0.5]) {
      for (const correlation of [0.3, 0.6, 0.9]) yield { persons, rates: [rate, rate], correlation };
    }
  }
  for (const rates of [
    [0.1, 0.17],
    [0.5, 0.77],
    [0.5, 0.5, 0.5, 0.5, 0.5],
  ]) {
    yield { persons: 100, rates, correlation: 0.6 };
  }
  for (const rate of [0.1, 0.5]) {
    yield { persons: 100, rates: [rate, rate], correlation: 0.6, isShared: true };
  }
}

// For comparison, the results if the same rows are treated as independent.
const rowWise = ['difference of two', 'largest difference'];

async function clusters(sets) {
  const { load } = await import('fairwasm');
  const fair = await load();
  const rows = [];
  for (const population of clusterPopulations()) {
    const { persons, rates, correlation, isShared } = population;
    const all = truths(rates.map((rate) => ({ rows: persons, truePositiveRate: rate, falsePositiveRate: rate })));
    const truth = Object.fromEntries(clusterMetrics.map((name) => [name, all[name]]));
    const coverage = new Coverage();
    const byRows = new Coverage();
    const random = uniform(11 + persons + 1000 * rates[0] + 100 * correlation);
    for (let set = 0; set < sets; set++) {
      const { cluster, ...columns } = drawClusters(random, population);
      for (const { into, more } of [
        { into: coverage, more: { cluster } },
        { into: byRows, more: {} },
      ]) {
        const audit = fair.audit({ ...columns, ...more, favorable: 1, uncertainty });
        into.add(truth, estimates(audit.frame('g')));
        audit[Symbol.dispose]();
      }
    }
    const effective = effectiveRows(population) / persons;
    const groups = rates.map((rate) => ({ rows: persons, truePositiveRate: rate }));
    const cases = (name) => expectedCases(groups, name, effective);
    rows.push([
      `${rates.length} × ${persons}${isShared ? ', in all groups' : ''}`,
      [...new Set(rates)].join(', '),
      `${correlation}`,
      ...clusterMetrics.map((name) => coverage.cell(name, cases(name))),
      ...rowWise.map((name) => byRows.cell(name, cases(name))),
    ]);
  }
  const headings = [...clusterMetrics, ...rowWise.map((name) => `${name}, by rows`)];
  return toTable(['groups × persons', 'rates', 'correlation', ...headings], rows);
}

// Probabilities by true label of predictions a and b; the reference group comes first.
const pairPopulations = {
  'nothing changes': [
    { a: [0.3, 0.5], b: [0.3, 0.5] },
    { a: [0.3, 0.5], b: [0.3, 0.5] },
  ],
  'few selected': [
    { a: [0.05, 0.1], b: [0.05, 0.1] },
    { a: [0.05, 0.1], b: [0.05, 0.15] },
  ],
  'b is better': [
    { a: [0.3, 0.6], b: [0.2, 0.7] },
    { a: [0.4, 0.5], b: [0.3, 0.8] },
  ],
};

async function pairs(sets) {
  const { load } = await import('fairwasm');
  const fair = await load();
  const rows = [];
  let metrics = [];
  for (const [name, groups] of Object.entries(pairPopulations)) {
    for (const size of [30, 100, 1000]) {
      for (const alike of [0, 0.9]) {
        for (const weighting of [undefined, 'unequal weights']) {
          const truth = pairTruths(groups);
          metrics = Object.keys(truth);
          const coverage = new Coverage();
          const random = uniform(3 + size + 1000 * alike);
          for (let set = 0; set < sets; set++) {
            const weigh = weightings[weighting];
            const columns = drawPairs(random, groups, { rows: size, alike, weigh });
            const paired = await fair.compare({
              ...columns,
              weight: weigh && columns.weight,
              favorable: 1,
              privileged: { g: 'g0' },
              uncertainty,
            });
            coverage.add(truth, pairEstimates(paired.frame('g')));
            paired[Symbol.dispose]();
          }
          // Probability of the rarest outcome among the rows with one true label.
          const chances = groups.flatMap(({ a, b }) => [...a, ...b]);
          const cases = (size / 2) * Math.min(...chances.flatMap((p) => [p, 1 - p]));
          rows.push([
            `${name}${weigh(weighting)}`,
            `2 × ${size}`,
            `${alike}`,
            ...metrics.map((metric) => coverage.cell(metric, cases)),
          ]);
        }
      }
    }
  }
  return toTable(['predictions', 'groups × rows', 'shared draws', ...metrics], rows);
}

const weigh = (weighting) => (weighting ? `, ${weighting}` : '');

// Distributions of the groups' true rates: the beta distribution of the model, or others.
const ratePopulations = {
  'all 0.1': () => 0.1,
  'Beta(2, 18)': (random) => beta(random, 2, 18),
  'Beta(5, 5)': (random) => beta(random, 5, 5),
  'Beta(0.5, 2)': (random) => beta(random, 0.5, 2),
  '0.2 or 0.6': (random) => (random() < 0.5 ? 0.2 : 0.6),
};

async function shrunken(sets) {
  const { load } = await import('fairwasm');
  const fair = await load();
  const rows = [];
  for (const [name, draw] of Object.entries(ratePopulations)) {
    for (const count of [3, 5, 10, 40]) {
      for (const size of [5, 20, 100, 1000]) {
        const random = uniform(4 + size + 7 * count);
        let [held, all, widths, rawWidths, errors, rawErrors] = [0, 0, 0, 0, 0, 0];
        for (let set = 0; set < Math.ceil(sets / count); set++) {
          // Unequal sizes, from half to one and a half.
          const groups = Array.from({ length: count }, (_, i) => ({
            rows: Math.round(size * (0.5 + i / (count - 1))),
            rate: draw(random),
          }));
          const tally = getTally(fair, drawSelected(random, groups));
          const audit = fair.auditTally(tally, { favorable: 1, uncertainty });
          for (const { group, raw, shrunken } of audit.frame('g').shrunken('selectionRate')) {
            const { rate } = groups[Number(group.categories.g.slice(1))];
            all++;
            const [low, high] = present(shrunken.ci);
            const [rawLow, rawHigh] = present(raw.ci);
            if (low <= rate && rate <= high) held++;
            widths += high - low;
            rawWidths += rawHigh - rawLow;
            errors += (shrunken.value - rate) ** 2;
            rawErrors += (raw.value - rate) ** 2;
          }
          audit[Symbol.dispose]();
          tally[Symbol.dispose]();
        }
        rows.push([
          name,
          `${count} × ${size}`,
          ((100 * held) / all).toFixed(1),
          (widths / rawWidths).toFixed(2),
          Math.sqrt(errors / rawErrors).toFixed(2),
        ]);
      }
    }
  }
  return toTable(['true rates', 'groups × rows', 'coverage', 'width, of raw', 'error, of raw'], rows);
}

// How often groups whose true disparity equals the margin are found equivalent: at most 5%.
async function equivalences(sets) {
  const { load } = await import('fairwasm');
  const fair = await load();
  const rows = [];
  for (const size of [30, 100, 1000, 10000]) {
    for (const rate of rates) {
      const margin = Math.min(0.1, rate / 2 + 0.04);
      const populations = [rate + margin, rate].map((own) => ({ rows: size, rate: own }));
      const random = uniform(5 + size + 1000 * rate);
      const ratio = (rate + margin) / rate;
      const said = { difference: 0, ratio: 0 };
      for (let set = 0; set < sets; set++) {
        const tally = getTally(fair, drawSelected(random, populations));
        const audit = fair.auditTally(tally, { favorable: 1, privileged: { g: 'g1' }, uncertainty });
        const frame = audit.frame('g');
        if (frame.equivalence('statisticalParityDifference', margin).isEquivalent) {
          said.difference++;
        }
        if (frame.equivalence('disparateImpact', ratio).isEquivalent) said.ratio++;
        audit[Symbol.dispose]();
        tally[Symbol.dispose]();
      }
      const percent = (count) => ((100 * count) / sets).toFixed(1);
      rows.push([
        `2 × ${size}`,
        `${(rate + margin).toFixed(2)}, ${rate}`,
        percent(said.difference),
        percent(said.ratio),
      ]);
    }
  }
  return toTable(['groups × rows', 'rates', 'difference', 'ratio'], rows);
}

/** Coverage of the intervals and tests of user-requested comparisons. */
async function comparisons(sets) {
  const parts = [await pairs(sets), await shrunken(sets), await equivalences(sets)];
  return parts.join('\n\n');
}

async function other(sets) {
  const { load } = await import('fairwasm');
  const { load: loadAif360 } = await import('fairwasm/aif360');
  const fair = await load();
  const aif360 = await loadAif360({ fair });
  const rows = [];
  let metrics = [];
  for (const count of counts) {
    for (const apart of [false, true]) {
      for (const error of [0.02, 0.1, 0.3]) {
        for (const size of [30, 100, 1000, 10000]) {
          const groups = inequality.population({ count, rows: size, error, apart });
          const truth = inequality.truths(groups);
          metrics = Object.keys(truth);
          const coverage = new Coverage();
          const random = uniform(3 + size + 7 * count + 1000 * error);
          for (let set = 0; set < sets; set++) {
            const tally = getTally(fair, inequality.drawCounts(random, groups));
            const audit = fair.auditTally(tally, { favorable: 1, uncertainty });
            const metric = aif360.toClassificationMetric(audit);
            const estimates = metrics.map((name) => [name, metric.estimate(name)]);
            coverage.add(truth, Object.fromEntries(estimates));
            audit[Symbol.dispose]();
            tally[Symbol.dispose]();
          }
          rows.push([
            `${count} × ${size}`,
            apart ? `${error}, ${2 * error}` : `${error}`,
            ...metrics.map((name) => coverage.cell(name, inequality.expectedCases(groups, name))),
          ]);
        }
      }
    }
  }
  return toTable(['groups × rows', 'wrong', ...metrics], rows);
}

async function distancesOfNumbers(sets) {
  const { load } = await import('fairwasm/scores');
  const module = await load();
  const metrics = Object.keys(numberPairs['normal, equal'].truth);
  const rows = [];
  for (const [name, pair] of Object.entries(numberPairs)) {
    for (const [size, isWeighted] of /** @type {[number, boolean][]} */ ([
      [10, false],
      [30, false],
      [100, false],
      [100, true],
    ])) {
      const coverage = new Coverage();
      const random = uniform(31 + size + name.length + (isWeighted ? 1 : 0));
      for (let set = 0; set < sets; set++) {
        const exact = module.exactErrors(['g']);
        exact.update(drawPair(random, pair, size, isWeighted));
        const [found] = exact.distances(['g'], 'prediction');
        const [moved] = exact.standardizedMeanDifferences(['g'], { reference: { g: 'g1' } });
        coverage.add(pair.truth, {
          'Kolmogorov–Smirnov': found.kolmogorovSmirnov,
          Wasserstein: found.wasserstein,
          'in standard deviations': moved.standardizedMeanDifference,
        });
        exact[Symbol.dispose]();
      }
      const cells = metrics.map((metric) => coverage.cell(metric, size));
      rows.push([name, `2 × ${size}${isWeighted ? ', weighted' : ''}`, ...cells]);
    }
  }
  return toTable(['numbers', 'groups × rows', ...metrics], rows);
}

async function counterparts(sets) {
  const [{ load: loadScores }, { load: loadImpact }] = await Promise.all([
    import('fairwasm/scores'),
    import('fairwasm/impact'),
  ]);
  const modules = { scores: await loadScores(), impact: await loadImpact() };
  const rows = [];
  let metrics = [];
  for (const name of counterpartDesigns) {
    const truth = counterpartTruths(name);
    metrics = Object.keys(truth);
    for (const size of [20, 50, 200, 1000]) {
      const coverage = new Coverage();
      const random = uniform(53 + size + name.length);
      for (let set = 0; set < sets; set++) {
        coverage.add(truth, counterpartEstimates(modules, random, name, size));
      }
      rows.push([name, `2 × ${size}`, ...metrics.map((metric) => coverage.cell(metric, size))]);
    }
  }
  return toTable(['groups', 'rows', ...metrics], rows);
}

async function clusteredErrors(sets) {
  const [{ load }, { load: loadScores, errorReport }] = await Promise.all([
    import('fairwasm'),
    import('fairwasm/scores'),
  ]);
  const loaded = { fair: await load(), scores: await loadScores() };
  const rows = [];
  const factor = 1.5;
  const truth = errors.clusteredTruths({ factor });
  const metrics = Object.keys(truth);
  for (const [clusters, correlation, annotators] of [
    [8, 0.3, 0],
    [15, 0.3, 0],
    [30, 0.3, 0],
    [15, 0.8, 0],
    [15, 0.2, 15],
  ]) {
    const coverage = new Coverage();
    const random = uniform(5100 + clusters + 10 * annotators + 100 * correlation);
    for (let set = 0; set < sets; set++) {
      const drawn = errors.drawClustered(random, { clusters, annotators, correlation, factor });
      const report = errorReport(loaded, { ...drawn, privileged: { g: 'first' } });
      coverage.add(truth, errors.clusteredEstimates(/** @type {any} */ (report)));
    }
    rows.push([
      `2 × ${clusters}${annotators > 0 ? `, and ${annotators} annotators` : ''}`,
      `${correlation}`,
      ...metrics.map((name) => coverage.cell(name, sets)),
    ]);
  }
  return toTable(['clusters', 'correlation', ...metrics], rows);
}

async function clusteredResults(sets) {
  const modules = await Promise.all([
    ...[import('fairwasm'), import('fairwasm/scores'), import('fairwasm/impact')],
    ...[import('fairwasm/fairlearn'), import('fairwasm/classes'), import('fairwasm/slices')],
  ]);
  const [fair, scores, impact, fairlearn, classes, slices] = await Promise.all(modules.map(({ load }) => load()));
  const loaded = { fair, scores, impact, fairlearn, classes, slices };
  const metrics = Object.keys(peopleTruths);
  const rows = [];
  for (const [people, correlation] of [
    [8, 0.3],
    [15, 0.3],
    [30, 0.3],
    [30, 0.8],
  ]) {
    const coverage = new Coverage();
    const random = uniform(6100 + people + 100 * correlation);
    let held = 0;
    for (let set = 0; set < sets; set++) {
      const drawn = drawPeople(random, { people, correlation });
      const found = await peopleEstimates(loaded, drawn);
      coverage.add(peopleTruths, found);
      if (found.slices) held++;
    }
    rows.push([
      `2 × ${people}`,
      `${correlation}`,
      ...metrics.map((name) => coverage.cell(name, sets)),
      ((100 * held) / sets).toFixed(1),
    ]);
  }
  return toTable(['clusters', 'correlation', ...metrics, 'slices'], rows);
}

async function clusteredDisparities(sets) {
  const { load } = await import('fairwasm/impact');
  const impact = await load();
  const metrics = Object.keys(disparityTruths);
  const rows = [];
  for (const [people, correlation] of [
    [8, 0.3],
    [15, 0.3],
    [30, 0.3],
    [30, 0.8],
  ]) {
    const coverage = new Coverage();
    const random = uniform(6200 + people + 100 * correlation);
    for (let set = 0; set < sets; set++) {
      const drawn = drawPeople(random, { people, correlation });
      coverage.add(disparityTruths, disparityEstimates(impact, drawn));
    }
    const cells = metrics.map((name) => coverage.cell(name, sets));
    rows.push([`2 × ${people}`, `${correlation}`, ...cells]);
  }
  return toTable(['clusters', 'correlation', ...metrics], rows);
}

async function errorsOfNumbers(sets) {
  const { load } = await import('fairwasm');
  const fair = await load();
  const rows = [];
  let metrics = [];
  for (const distribution of Object.keys(errors.distributions)) {
    for (const [count, factor, weighted] of /** @type {[number, number, boolean][]} */ ([
      [2, 1, false],
      [5, 1, false],
      [2, 1.5, false],
      [2, 1, true],
    ])) {
      for (const size of [10, 30, 100, 1000]) {
        const population = { distribution, count, rows: size, factor, weighted };
        const truth = errors.truths(population);
        metrics = Object.keys(truth);
        const coverage = new Coverage();
        const random = uniform(4 + size + 7 * count + 100 * factor);
        for (let set = 0; set < sets; set++) {
          const tally = fair.regressionTally(['g']);
          tally.update(errors.drawRows(random, population));
          coverage.add(truth, errors.estimates(tally));
          tally[Symbol.dispose]();
        }
        rows.push([
          distribution,
          `${count} × ${size}${weighted ? ', weighted' : ''}`,
          factor === 1 ? 'equal' : `1 : ${factor}`,
          ...metrics.map((name) => coverage.cell(name, errors.isUnsure(population, name) ? 0 : size)),
        ]);
      }
    }
  }
  return toTable(['errors', 'groups × rows', 'groups', ...metrics], rows);
}

const rowsOfMedians = [
  [20, 20],
  [50, 50],
  [200, 200],
  [20, 200],
  [20, 20, 20, 20, 20],
  [200, 200, 200, 200, 200],
];

async function medians(sets) {
  const { load } = await import('fairwasm/scores');
  const scores = await load();
  const rows = [];
  let metrics = [];
  for (const errors of Object.keys(sizesOfErrors)) {
    for (const factor of [1, 1.5]) {
      for (const sizes of rowsOfMedians) {
        const population = { errors, factor, sizes };
        const truth = medianTruths(population);
        metrics = Object.keys(truth);
        const coverage = new Coverage();
        const [size = 0, other] = sizes;
        const random = uniform(23 + size + 7 * sizes.length + 100 * factor);
        for (let set = 0; set < sets; set++) {
          const exact = scores.exactErrors(['g']);
          exact.update(drawSizes(random, population));
          coverage.add(truth, medianEstimates(exact));
          exact[Symbol.dispose]();
        }
        rows.push([
          errors,
          size === other ? `${sizes.length} × ${size}` : sizes.join(' and '),
          factor === 1 ? 'equal' : `1 : ${factor}`,
          ...metrics.map((metric) => coverage.cell(metric, size)),
        ]);
      }
    }
  }
  return toTable(['sizes of errors', 'groups × rows', 'groups', ...metrics], rows);
}

const scoredSizes = [
  ...[30, 100, 1000, 5000].map((size) => ({ size, spread: 0, favorable: 1, weights: '' })),
  ...[100, 1000].map((size) => ({ size, spread: 0.5, favorable: 1, weights: ', weights' })),
  ...[200, 1000].map((size) => ({ size, spread: 0, favorable: 0.25, weights: ', by outcome' })),
];

// A group of each kind compared with a calibrated one of the same size.
async function scores(sets) {
  const { load } = await import('fairwasm');
  const fair = await load();
  const rows = [];
  for (const [kind, scorer] of Object.entries(scorers)) {
    for (const { size, spread, favorable, weights } of scoredSizes) {
      const base = scoreTruths(scorers.calibrated, favorable);
      const own = scoreTruths(scorer, favorable);
      const apart = Object.keys(own).map((name) => [`${name} difference`, own[name] - base[name]]);
      const truth = { ...own, ...Object.fromEntries(apart) };
      const coverage = new Coverage();
      const random = uniform(3 + size + 10 * spread);
      for (let set = 0; set < sets; set++) {
        const columns = { groups: { g: [] }, score: [], label: [], weight: [] };
        const like = { rows: size, spread, favorable };
        addScored(columns, random, { name: 'a', scorer, ...like });
        addScored(columns, random, { name: 'b', scorer: scorers.calibrated, ...like });
        const tally = fair.scoreTally(['g']);
        tally.update(columns);
        const [{ estimates }] = tally.by(['g']);
        const [{ values }] = tally.differences(['g'], { reference: { g: 'b' } });
        const between = Object.entries(values).map(([name, value]) => [`${name} difference`, value]);
        coverage.add(truth, { ...estimates, ...Object.fromEntries(between) });
        tally[Symbol.dispose]();
      }
      const rare = kind === 'rare outcomes' ? 0.056 : 0.5;
      const cases = size * rare * favorable * Math.exp(-(spread ** 2));
      const cells = Object.keys(truth).map((name) => coverage.cell(name, cases));
      rows.push([kind, `${size}${weights}`, ...cells]);
    }
  }
  const names = ['AUC', 'AP', 'Brier', 'log loss', 'mean score', 'ECE', 'Gini'];
  return toTable(['scores', 'rows', ...names, ...names.map((name) => `${name} difference`)], rows);
}

async function consistencies(sets) {
  const { load } = await import('fairwasm/individual');
  const individual = await load();
  const rows = [];
  for (const [kind, labeling] of Object.entries(labelings)) {
    for (const size of [30, 100, 1000]) {
      const truth = expectedConsistency(individual, labeling, size, 2 * sets);
      const coverage = new Coverage();
      const random = uniform(11 + size);
      let width = 0;
      for (let set = 0; set < sets; set++) {
        const { features, label } = drawLabeled(random, labeling, size);
        const estimate = individual.consistencyEstimate(features, label);
        coverage.add({ consistency: truth }, { consistency: estimate });
        width += (estimate.ci ? estimate.ci[1] - estimate.ci[0] : 0) / sets;
      }
      const cases = kind.startsWith('one in ten') ? size / 10 : size / 2;
      const cell = coverage.cell('consistency', cases);
      rows.push([kind, size, truth.toFixed(3), cell, width.toFixed(3)]);
    }
  }
  return toTable(['labels', 'rows', 'expected value', 'held', 'mean length'], rows);
}

async function moves(sets) {
  const { load } = await import('fairwasm/individual');
  const individual = await load();
  const rows = [];
  for (const [kind, size] of Object.entries(distortions)) {
    const mean = meanMove(size);
    for (const [factor, weighted] of /** @type {[number, boolean][]} */ ([
      [1, false],
      [1.5, false],
      [1, true],
    ])) {
      for (const count of [10, 30, 100, 1000]) {
        const truth = { mean: factor * mean, apart: (factor - 1) * mean, ratio: factor };
        const coverage = new Coverage();
        const random = uniform(13 + count + 10 * factor);
        for (let set = 0; set < sets; set++) {
          const data = drawMoved(random, { size, factor, rows: count, weighted });
          const moved = individual.sampleDistortionMetric({
            ...data,
            unprivileged: [{ g: 'a' }],
            privileged: [{ g: 'b' }],
          });
          coverage.add(truth, {
            mean: moved.averageEstimate('manhattan', { privileged: false }),
            apart: moved.meanDifferenceEstimate('manhattan'),
            ratio: moved.meanRatioEstimate('manhattan'),
          });
        }
        const own = Math.min(effectiveMoves(size, count), count * size.rarest);
        const cases = own * (weighted ? Math.exp(-0.25) : 1);
        const cells = Object.keys(truth).map((name) => coverage.cell(name, cases));
        rows.push([
          kind,
          `${count}${weighted ? ', weighted' : ''}`,
          factor === 1 ? 'equal' : `${factor} : 1`,
          ...cells,
        ]);
      }
    }
  }
  return toTable(['moved', 'rows', 'groups', 'mean', 'difference', 'ratio'], rows);
}

async function worstSlices(sets) {
  const { load } = await import('fairwasm/slices');
  const slices = await load();
  const rows = [];
  for (const [kind, factor] of Object.entries(populations)) {
    for (const size of [200, 1000, 5000]) {
      for (const alpha of [0.95, 0.99]) {
        const population = { rows: size, rate: 0.1, factor, alpha };
        // Each permutation needs a search, which takes time.
        const { listed, discovery, found, held } = await sureOfSlices(slices, {
          ...population,
          sets: Math.ceil(sets / 5),
          seed: size + factor,
        });
        const planted = factor > 1 ? found.toFixed(1) : '–';
        const percentages = [listed, discovery].map((share) => share.toFixed(1));
        rows.push([kind, size, alpha, ...percentages, planted, held.toFixed(1)]);
      }
    }
  }
  const found = ['any slice listed', 'any of p ≤ 0.05', 'the true one of p ≤ 0.05'];
  return toTable(['errors in one slice', 'rows', 'alpha', ...found, 'all intervals held'], rows);
}

async function heldOut(sets) {
  const { load } = await import('fairwasm/thresholds');
  const { curves } = await load();
  const everybody = curves(getColumns(heldOutCells.map(({ chance }) => Math.round(1e7 * chance))));
  const objectives = /** @type {const} */ (['accuracy', 'balancedAccuracy', 'groupBalancedAccuracy']);
  const constraints = /** @type {const} */ (['demographicParity', 'equalOpportunity', 'equalizedOdds']);
  const rows = [];
  for (const size of [50, 100, 300, 1000, 10000]) {
    for (const constraint of constraints) {
      const coverage = new Coverage();
      const random = uniform(17 + size);
      let otherwise = 0;
      for (let set = 0; set < sets; set++) {
        const [fit, test] = [0, 1].map(() => curves(getColumns(drawCells(random, size))));
        for (const objective of objectives) {
          const found = fit.heldOutCost(test, { constraint, objective });
          if (Number.isNaN(found.cost.value)) continue;
          const truth = fit.heldOutCost(everybody, { constraint, objective }).cost.value;
          coverage.add({ [objective]: truth }, { [objective]: found.cost });
          if (found.cost.warning === undefined) otherwise++;
        }
        for (const each of [fit, test]) each[Symbol.dispose]();
      }
      const sure = `${Math.round((100 * otherwise) / sets / objectives.length)}%`;
      const held = objectives.map((objective) => coverage.cell(objective, Number.POSITIVE_INFINITY));
      rows.push([constraint, size, ...held, sure]);
    }
  }
  return toTable(['constraint', 'rows each', ...objectives, 'without a warning'], rows);
}

const classShares = { even: [0.4, 0.35, 0.25], rare: [0.7, 0.2, 0.1] };
const classMetrics = [
  'accuracy',
  'balancedAccuracy',
  'macroPrecisionOfDefined',
  'macroF1ScoreOfDefined',
  'weightedF1ScoreOfDefined',
  'kappa',
  'quadraticKappa',
  'matthewsCorrelation',
  'meanRankDistance',
];

const classGaps = ['accuracy', 'balancedAccuracy', 'macroF1ScoreOfDefined', 'kappa'];

async function severalClasses(sets) {
  const { load } = await import('fairwasm');
  const { load: loadClasses } = await import('fairwasm/classes');
  const fair = await load();
  const module = await loadClasses({ fair });
  const rows = [];
  for (const [kind, shares] of Object.entries(classShares)) {
    for (const [right, other] of [
      [0.6, 0.6],
      [0.9, 0.9],
      [0.9, 0.75],
      [0.98, 0.98],
    ]) {
      for (const size of [30, 100, 1000, -200]) {
        const chances = [right, other].map((each) => getChances({ shares, right: each }));
        const truth = classTruths(fair, module, chances, classMetrics, classGaps);
        const coverage = new Coverage();
        const random = uniform(17 + Math.abs(size) + 1000 * right + other);
        const weigh = size < 0 ? () => Math.exp(0.5 * normal(random)) : undefined;
        const drawn = { rows: Math.abs(size), chances, weigh };
        for (let set = 0; set < sets; set++) {
          coverage.add(truth, classEstimates(fair, module, random, drawn, [classMetrics, classGaps]));
        }
        const cases = drawn.rows * Math.min(1 - right, present(shares.at(-1)));
        rows.push([
          `2 × ${drawn.rows}${weigh ? ', weighted' : ''}`,
          `${kind}, ${right}${right === other ? '' : ` and ${other}`}`,
          ...Object.keys(truth).map((name) => coverage.cell(name, cases)),
        ]);
      }
    }
  }
  const gaps = classGaps.map((name) => `gap of ${name}`);
  return toTable(['groups × rows', 'classes, right', ...classMetrics, ...gaps], rows);
}

const withinPopulations = [1, 2].flatMap((oddsRatio) =>
  [
    [1, 20],
    [3, 20],
    [3, 100],
    [3, 1000],
    [10, 30],
    [10, 100],
    [10, 1000],
    [50, 100],
    [50, 1000],
  ].flatMap(([strata, rows]) => [
    { strata, rows, oddsRatio, from: 0.2, to: 0.6 },
    { strata, rows, oddsRatio, from: 0.05, to: 0.15 },
  ]),
);

/** Comparisons within strata: coverage of intervals, and rejection rates of tests for true hypotheses. */
async function withinStrata(sets) {
  const { load } = await import('fairwasm');
  const fair = await load();
  const rows = [];
  for (const population of withinPopulations) {
    const truth = withinTruths(population);
    const { strata, rows: size, oddsRatio, from, to } = population;
    const coverage = new Coverage();
    const rejected = { sameOdds: 0, sameOddsRatio: 0 };
    const tested = { sameOdds: 0, sameOddsRatio: 0 };
    const random = uniform(23 + strata + 7 * size + 1000 * from + oddsRatio);
    for (let set = 0; set < sets; set++) {
      const tally = drawWithin(fair, random, population);
      const options = { favorable: 1, privileged: { g: 'b' }, uncertainty };
      const audit = fair.auditTally(tally, options);
      const [{ rates: found }] = audit.conditional('g', { within: 's' }).comparisons;
      const { selectionRate: rate } = found;
      coverage.add(truth, {
        'difference within': rate.standardizedDifference,
        'ratio within': rate.standardizedRatio,
        'common odds ratio': rate.commonOddsRatio,
      });
      for (const test of Object.keys(rejected)) {
        if (rate[test].pValue !== undefined) tested[test]++;
        if (rate[test].pValue <= 0.05) rejected[test]++;
      }
      for (const each of [audit, tally]) each[Symbol.dispose]();
    }
    const cases = (size / strata) * Math.min(from, 1 - to);
    const share = (test) => (tested[test] < sets / 2 ? '–' : ((100 * rejected[test]) / tested[test]).toFixed(1));
    rows.push([
      `${strata} × ${Math.round(size / strata)}`,
      `${from} to ${to}`,
      oddsRatio,
      ...Object.keys(truth).map((name) => coverage.cell(name, cases)),
      oddsRatio === 1 ? share('sameOdds') : '–',
      share('sameOddsRatio'),
    ]);
  }
  const headings = Object.keys(withinTruths(withinPopulations[0]));
  return toTable(['strata × rows', 'chances', 'odds ratio', ...headings, 'odds rejected', 'one ratio rejected'], rows);
}

const ownDraws = 400;

async function customCounts(sets) {
  const { load } = await import('fairwasm');
  const fair = await load();
  const rows = [];
  const often = { base: 0.5, hit: 0.7, alarm: 0.2 };
  const rarely = { base: 0.1, hit: 0.5, alarm: 0.1 };
  const worse = { base: 0.5, hit: 0.5, alarm: 0.3 };
  for (const [kind, groups] of /** @type {[string, { base: number, hit: number, alarm: number }[]][]} */ ([
    ['equal', [often, often]],
    ['rare, equal', [rarely, rarely]],
    ['apart', [often, worse]],
    ['5, equal', [often, often, often, often, often]],
  ])) {
    const values = groups.map(own.f1Truth);
    const truth = {
      group: values[1],
      difference: values[1] - values[0],
      'largest gap': Math.max(...values) - Math.min(...values),
    };
    for (const size of [10, 30, 100, 1000]) {
      const coverage = new Coverage();
      const random = uniform(17 + size);
      for (let set = 0; set < sets; set++) {
        const audit = fair.audit({
          ...own.drawDecisions(random, groups, size),
          favorable: 1,
          privileged: { g: 'g0' },
          uncertainty: { draws: ownDraws, seed: set },
        });
        const [{ breakdowns }] = audit.customMetrics({ f1: own.f1 }).metrics;
        coverage.add(truth, ofOwn(breakdowns[0]));
        audit[Symbol.dispose]();
      }
      rows.push(['F1 score, from counts', kind, size, ...ownCells(coverage, truth)]);
    }
  }
  return [...rows, ...(await customRows(fair, sets))];
}

async function customRows(fair, sets) {
  const rows = [];
  for (const [name, metric] of [
    ['mean', own.meanAbsolute],
    ['median', own.medianAbsolute],
  ]) {
    for (const factor of [1, 1.5]) {
      const apart = (factor - 1) * own.rowTruths[name];
      const truth = { group: factor * own.rowTruths[name], difference: apart, 'largest gap': apart };
      for (const size of [10, 30, 100]) {
        const coverage = new Coverage();
        const random = uniform(19 + size + 10 * factor);
        for (let set = 0; set < sets; set++) {
          const { metrics } = await fair.rowMetrics({
            ...own.drawErrors(random, size, factor),
            metrics: { metric },
            privileged: { g: 'g0' },
            uncertainty: { draws: ownDraws, seed: set },
          });
          coverage.add(truth, ofOwn(metrics[0].breakdowns[0]));
        }
        const kind = factor === 1 ? 'equal' : `1 : ${factor}`;
        rows.push([`${name} absolute error, from rows`, kind, size, ...ownCells(coverage, truth)]);
      }
    }
  }
  return rows;
}

const ofOwn = ({ groups, gap }) => {
  const { value, difference } = groups.find(({ name }) => name === 'g1');
  return { group: value, difference, 'largest gap': gap };
};
const ownCells = (coverage, truth) => Object.keys(truth).map((name) => coverage.cell(name));

async function customMetrics(sets) {
  const headings = ['metric', 'groups', 'rows each', 'a group', 'difference', 'largest gap'];
  return toTable(headings, await customCounts(sets));
}

/** How often the leading result of a report without true effects looks like a finding, in percent. */
async function chosenClaims(sets) {
  const { load } = await import('fairwasm');
  const fair = await load();
  const rows = equalGroups.map((design) => {
    const random = createGenerator(design.name);
    const found = Array.from({ length: sets }, () => {
      const { outcome } = design;
      const audit = fair.audit({ ...drawEqual(random, design), outcome, uncertainty });
      const claims = getClaims(audit.report());
      audit[Symbol.dispose]();
      return claims;
    });
    const percent = (of) => ((100 * found.filter(of).length) / sets).toFixed(1);
    const sum = (of) => found.reduce((total, each) => total + of(each), 0);
    const disagreeing = (100 * sum((each) => each.disagreements)) / sum((each) => each.tests);
    return [design.name, percent(({ first }) => first), percent(({ any }) => any), disagreeing.toFixed(2)];
  });
  const random = createGenerator('reversals');
  const reversed = Array.from({ length: sets }, () => {
    const audit = fair.audit({ ...drawDriven(random, 2000, 6), uncertainty });
    const { warnings } = audit.report();
    audit[Symbol.dispose]();
    return warnings.some((warning) => warning.includes('Simpson'));
  });
  const stated = ((100 * reversed.filter(Boolean).length) / sets).toFixed(1);
  return [
    toTable(['equal groups', 'first line excludes equality', 'any line does', 'p and interval disagree'], rows),
    toTable(['reversals', 'stated'], [['6 attributes, 2,000 rows, no gap within strata', stated]]),
  ].join('\n\n');
}

/** The sentences of summaries about random audits with known rates, in percent of the audits. */
async function summaries(sets) {
  const { load } = await import('fairwasm');
  const fair = await load();
  const rows = summaryDesigns.map((design) => {
    const random = createGenerator(design.name);
    const found = Array.from({ length: sets }, () => judgeSummary(fair, drawAudit(random, design)));
    const percent = (of) => ((100 * found.filter(of).length) / sets).toFixed(1);
    return [
      ...[design.name, percent(({ hasGap }) => hasGap), percent(({ isFalse }) => isFalse)],
      ...[percent(({ denies }) => denies), percent(({ isDenied }) => isDenied), percent(({ isHidden }) => isHidden)],
      ...[percent(({ isSmall }) => isSmall), percent(({ isWronglySmall }) => isWronglySmall)],
    ];
  });
  return toTable(
    [
      ...['rates', 'a gap', 'of these false', 'no significant gap', 'denied although significant'],
      ...['significant, but too little data', 'no evidence above 5 points', 'of these false'],
    ],
    rows,
  );
}

/** The findings of reports of equal groups, in percent of the reports. */
async function firstLines(sets) {
  const { load } = await import('fairwasm');
  return toTable(['equal groups', 'rows', 'states a gap'], await measureFirstLines(await load(), sets));
}

/** The widening of a gap between two predictions for the same rows. */
async function widenings(sets) {
  const { load } = await import('fairwasm');
  const fair = await load();
  const drawn = gapDesigns.flatMap((design) =>
    sharedDraws.map(async (alike) => {
      const random = createGenerator(design.name, alike);
      const coverage = new Coverage();
      const verdicts = { wider: 0, narrower: 0, reversed: 0 };
      for (let set = 0; set < sets; set++) {
        const columns = drawGaps(random, design, alike);
        const options = { privileged: { g: 'reference' }, favorable: 1, uncertainty };
        const paired = await fair.compare({ ...columns, ...options });
        const gap = paired.frame('g').group('group').gaps.selectionRate;
        coverage.add({ widening: gapTruth(design) }, { widening: gap.widening });
        if (gap.verdict in verdicts) verdicts[gap.verdict]++;
      }
      return [
        design.name,
        design.rows.join(' and '),
        `${alike * 100}%`,
        coverage.cell('widening'),
        ...Object.values(verdicts).map((count) => ((100 * count) / sets).toFixed(1)),
      ];
    }),
  );
  const rows = await Promise.all(drawn);
  return toTable(['gap', 'rows', 'judged equal', 'widening', '"wider"', '"narrower"', '"reversed"'], rows);
}

// Published values, values by chance, and corrected values with their intervals and tests.
async function amplifications(sets) {
  const rows = [];
  for (const [i, design] of amplified.designs.entries()) {
    const random = uniform(2100 + i);
    const truth = amplified.amplificationTruths(design);
    rows.push(
      ...(await amplificationRows(sets, truth, [design.name, design.rows], () =>
        amplified.getAmplification(random, design),
      )),
    );
  }
  for (const [i, design] of amplified.captionDesigns.entries()) {
    const random = uniform(2200 + i);
    rows.push(
      ...(await amplificationRows(sets, { captions: 0 }, [design.name, design.captions], () =>
        amplified.getCaptions(random, design),
      )),
    );
  }
  return toTable(
    [
      ...['measure', 'design', 'rows', 'truth', 'mean published', 'mean by chance alone'],
      ...['mean corrected', 'held', 'p at most 0.05'],
    ],
    rows,
  );
}

async function amplificationRows(sets, truth, design, draw) {
  const coverage = new Coverage();
  const sums = Object.fromEntries(
    Object.keys(truth).map((name) => [name, { value: 0, byChance: 0, corrected: 0, rejected: 0, tested: 0 }]),
  );
  for (let set = 0; set < sets; set++) {
    const drawn = await draw();
    for (const [name, { value, byChance, corrected }] of Object.entries(drawn)) {
      const sum = sums[name];
      sum.value += value / sets;
      sum.byChance += (byChance ?? Number.NaN) / sets;
      sum.corrected += corrected.value / sets;
      if (corrected.pValue === undefined) continue;
      sum.tested++;
      sum.rejected += corrected.pValue <= 0.05 ? 1 : 0;
    }
    const estimated = Object.entries(drawn).map(([name, { corrected }]) => [name, corrected]);
    coverage.add(truth, Object.fromEntries(estimated));
  }
  return Object.entries(sums).map(([name, { value, byChance, corrected, rejected, tested }]) => [
    ...[name === 'captions' ? 'mean bias amplification of captions' : name, ...design],
    ...[truth[name], value, byChance, corrected].map((number) =>
      Number.isNaN(number) ? '–' : (number + 0).toFixed(4),
    ),
    ...[coverage.cell(name), tested === 0 ? '–' : ((100 * rejected) / tested).toFixed(1)],
  ]);
}

/** How often the test rejects if the difference is the minimum detectable one: nominally in 80% of data sets. */
async function powers(sets) {
  const { load } = await import('fairwasm');
  const fair = await load();
  const rows = powerDesigns.map((design) => {
    const random = createGenerator(design.name, 1);
    const test = (rates) => {
      const options = { favorable: 1, privileged: { g: 'g0' }, uncertainty };
      const audit = fair.audit({ ...drawTested(random, design, rates), ...options });
      const frame = audit.frame('g');
      const compared = frame.disparities(frame.group({ g: 'g0' }));
      audit[Symbol.dispose]();
      return present(compared.find(({ group }) => group.categories.g === 'g1')).values.statisticalParityDifference;
    };
    const pilots = Array.from({ length: 20 }, () => {
      const found = test([design.rate, design.rate]).minimumDetectableDifference;
      return found ?? [Number.NaN, Number.NaN];
    });
    const cells = [0, 1].flatMap((direction) => {
      const found = pilots.map((pilot) => pilot[direction]).filter(Number.isFinite);
      const difference = found.reduce((sum, each) => sum + each, 0) / found.length;
      if (found.length < pilots.length) return ['–', '–'];
      let rejected = 0;
      for (let set = 0; set < sets; set++) {
        const { pValue = 1 } = test([design.rate, design.rate + difference]);
        if (pValue <= 0.05) rejected++;
      }
      return [difference.toFixed(3), ((100 * rejected) / sets).toFixed(1)];
    });
    return [design.name, design.sizes.join(' and '), design.rate, ...cells];
  });
  return toTable(['data', 'rows or clusters', 'rate', 'decrease', 'power', 'increase', 'power'], rows);
}

/** How many of 100 p-values are at most 0.05. */
async function rejections(sets, draw) {
  let rejected = 0;
  for (let set = 0; set < sets; set++) if ((await draw()) <= 0.05) rejected++;
  return ((100 * rejected) / sets).toFixed(1);
}

/** One line of coverage for each design, with the cells that name it. */
async function coverageRows(sets, seed, designs, cells, getTruths, draw) {
  const rows = [];
  let metrics = [];
  for (const [i, design] of designs.entries()) {
    const random = uniform(seed + i);
    const truth = getTruths(design);
    metrics = Object.keys(truth);
    const coverage = new Coverage();
    for (let set = 0; set < sets; set++) coverage.add(truth, await draw(random, design, set));
    rows.push([...cells(design), ...metrics.map((name) => coverage.cell(name))]);
  }
  return { rows, metrics };
}

async function models(sets) {
  const { rows, metrics } = await coverageRows(
    ...[sets, 2400, others.modelDesigns, ({ rows, bonus }) => [rows, bonus]],
    ...[others.modelTruths, others.modelEstimates],
  );
  return toTable(['rows', 'effect of the attribute', ...metrics], rows);
}

async function certificates(sets) {
  const { rows, metrics } = await coverageRows(
    ...[sets, 2500, others.certificateDesigns],
    ({ groups, rows, shift }) => [`${groups} × ${rows}`, shift === 0 ? 'equal' : `+${shift}`],
    ...[others.certificateTruths, others.certificateEstimates],
  );
  return toTable(['groups × rows', 'second group', ...metrics], rows);
}

async function probableCategories(sets) {
  const rows = [];
  for (const [i, design] of others.probableDesigns.entries()) {
    const random = uniform(2600 + i);
    const { rate, least, greatest } = others.probableTruths(design);
    const coverage = new Coverage();
    let within = 0;
    for (let set = 0; set < sets; set++) {
      const found = await others.probableEstimates(random, design);
      coverage.add({ rate }, found);
      const [low, high] = found.bounds;
      if (low <= least + 1e-12 && high >= greatest - 1e-12) within++;
    }
    rows.push([...[design.name, design.rows, coverage.cell('rate')], ((100 * within) / sets).toFixed(1)]);
  }
  return toTable(['cells', 'rows', 'weighted rate', 'both bounds'], rows);
}

async function calibrations(sets) {
  const designs = Object.keys(others.calibrationTruths).flatMap((name) =>
    [60, 200, 2000].map((rows) => ({ name, rows })),
  );
  const names = ['in the large', 'intercept', 'slope'];
  const named = (values) => Object.fromEntries(names.map((name, i) => [name, values[i]]));
  const { rows } = await coverageRows(
    ...[sets, 2700, designs, ({ name, rows }) => [name, rows]],
    ({ name }) => named(others.calibrationTruths[name]),
    async (random, { name, rows }) => named(await others.calibrationEstimates(random, name, rows)),
  );
  return toTable(['scores', 'rows', ...names], rows);
}

async function nullTests(sets) {
  const rows = [];
  for (const [i, sizes] of [
    [30, 30],
    [100, 30],
    [100, 100],
    [1000, 200],
  ].entries()) {
    for (const rate of [0.1, 0.5]) {
      const tests = [uniform(2800 + i), uniform(2800 + i)];
      const rejected = async (random, name) =>
        rejections(sets, async () => (await others.rateTests(random, sizes, rate))[name]);
      rows.push(
        ...[
          ['z test of two rates', `${sizes.join(' and ')}, ${rate}`, await rejected(tests[0], 'zPValue')],
          ['Yates test of two rates', `${sizes.join(' and ')}, ${rate}`, await rejected(tests[1], 'yatesPValue')],
        ],
      );
    }
  }
  for (const [i, scoring] of ['Bernoulli', 'Poisson', 'Gaussian'].entries()) {
    const random = uniform(2850 + i);
    const scan = () => others.scanTest(random, scoring, 300);
    rows.push([`bias scan, ${scoring}`, '300 rows, 3 attributes', await rejections(sets, scan)]);
  }
  for (const [i, rows_] of [100, 1000].entries()) {
    const random = uniform(2860 + i);
    const combined = () => others.combinedTest(random, rows_);
    rows.push(['MDBA', `${rows_} rows, 4 tasks`, await rejections(sets, combined)]);
  }
  return toTable(['test', 'data', 'p at most 0.05'], rows);
}

async function proxySearches(sets) {
  const { load } = await import('fairwasm/slices');
  const slices = await load();
  const rows = [];
  for (const [i, [size, maxColumns]] of [
    [60, 1],
    [300, 1],
    [60, 2],
    [300, 2],
  ].entries()) {
    const random = uniform(2900 + i);
    const counts = { own: 0, adjusted: 0 };
    for (let set = 0; set < sets; set++) {
      const found = await proxyTests(slices, random, size, maxColumns);
      for (const name of Object.keys(counts)) if (found[name] <= 0.05) counts[name]++;
    }
    const percent = (count) => ((100 * count) / sets).toFixed(1);
    rows.push([`6 columns, combinations of ${maxColumns}`, size, percent(counts.own), percent(counts.adjusted)]);
  }
  return toTable(['search', 'rows', 'p of one column', 'any adjusted p'], rows);
}

async function recourseSearches(sets) {
  const { load } = await import('fairwasm/slices');
  const slices = await load();
  const rows = [];
  for (const [i, [size, more, isSkewed]] of [
    [200, 0, false],
    [1000, 0, false],
    [200, 0.2, false],
    [1000, 0.2, false],
    [200, 0.2, true],
    [1000, 0.2, true],
  ].entries()) {
    const random = uniform(2950 + i);
    const counts = { gaps: 0, proportions: 0, costs: 0, costsOfShare: 0, actions: 0, rejected: 0 };
    for (let set = 0; set < sets; set++) {
      const found = await recourseTests(slices, random, size, more, isSkewed);
      for (const name of Object.keys(counts)) if (found[name]) counts[name]++;
    }
    const data = more === 0 ? 'equal recourse' : 'unequal recourse';
    rows.push([
      isSkewed ? `${data}, skewed costs` : data,
      size,
      ...Object.values(counts).map((count) => ((100 * count) / sets).toFixed(1)),
    ]);
  }
  const measures = ['gaps', 'proportions', 'mean costs', 'costs of effectiveness', 'same action'];
  return toTable(['data', 'people', ...measures, 'any adjusted p'], rows);
}

async function leakages(sets) {
  const rows = [];
  for (const [i, design] of leaking.designs.entries()) {
    const random = uniform(2300 + i);
    const coverage = new Coverage();
    for (let set = 0; set < sets; set++) {
      const { ci, overSeeds } = await leaking.getLeakage(random, design);
      const estimated = { rows: { ci }, seeds: { ci: overSeeds.ci } };
      coverage.add({ rows: 0, seeds: 0 }, estimated);
    }
    const cells = [coverage.cell('rows'), coverage.cell('seeds')];
    rows.push([design.name, design.rows, design.trials, ...cells]);
  }
  const headings = ['what', 'rows or images', 'trials', 'held over rows', 'held over seeds'];
  return toTable(headings, rows);
}

async function captionDirections(sets) {
  const rows = [];
  for (const [i, design] of leaking.captionDesigns.entries()) {
    const random = uniform(2400 + i);
    const coverage = new Coverage();
    const truth = leaking.captionTruth(design);
    for (let set = 0; set < sets; set++) {
      const { AtoT, TtoA } = await leaking.getDbac(random, design);
      coverage.add({ AtoT: truth, TtoA: truth }, { AtoT, TtoA });
    }
    rows.push([design.name, design.images, coverage.cell('AtoT'), coverage.cell('TtoA')]);
  }
  return toTable(['captions', 'images', 'attribute to task', 'task to attribute'], rows);
}

async function repeatedDecisions(sets) {
  const { load } = await import('fairwasm/repeated');
  const repeated = await load();
  const rows = [];
  for (const isScore of [false, true]) {
    for (const [kind, effect] of Object.entries(effects)) {
      for (const [items, runs] of isScore
        ? [[100, 3]]
        : [
            [30, 1],
            [30, 3],
            [100, 2],
            [100, 5],
            [400, 3],
          ]) {
        const truth = getTruths(effect);
        const coverage = new Coverage();
        const random = uniform(4000 + items + runs);
        let [jointly, rejected, byAll] = [0, 0, 0];
        for (let set = 0; set < sets; set++) {
          const drawn = drawRuns(random, { items, runs, effect, isScore });
          // A permutation of scores takes as long as an analysis.
          const options = { isScore, permutations: isScore ? 19 : 99 };
          const found = getEstimates(repeated, drawn, options);
          coverage.add(truth, found);
          const gaps = [
            [found.gap, truth.gap],
            [found.other, truth.other],
          ];
          if (gaps.every(([{ adjustedCi }, value]) => contains(adjustedCi, value))) jointly++;
          if ((runs === 1 ? found.mcnemar : found.noEffectPValue) <= 0.05) rejected++;
          if ((found.cochran ?? 1) <= 0.05) byAll++;
        }
        const shares = [jointly, rejected, byAll].map((count) => ((100 * count) / sets).toFixed(1));
        const cell = (name) => coverage.cell(name, Number.POSITIVE_INFINITY);
        rows.push([
          `${kind}${isScore ? ', scores' : ''}`,
          items,
          runs,
          cell('gap'),
          shares[0],
          ...['squaredEffect', 'canceled', 'betweenVariance'].map(cell),
          shares[1],
          runs === 1 ? shares[2] : '–',
        ]);
      }
    }
  }
  const headings = ['gap', 'all gaps', 'squared effect', 'canceled', 'variance', 'p at most 0.05', 'Q'];
  return toTable(['effects', 'items', 'runs', ...headings], rows);
}

async function exposures(sets) {
  const { load } = await import('fairwasm/repeated');
  const { ratesPerExposure } = await load();
  const rows = [];
  for (const rates of [
    [0.1, 0.1],
    [0.1, 0.2],
  ]) {
    for (const [clusters, exposure, spread] of [
      [10, 300, 0],
      [5, 300, 0.4],
      [10, 300, 0.4],
      [30, 300, 0.4],
      [100, 30, 0.8],
    ]) {
      const coverage = new Coverage();
      const random = uniform(4500 + clusters + 10 * spread);
      const truth = { rate: rates[1], difference: rates[1] - rates[0], ratio: rates[1] / rates[0] };
      let rejected = 0;
      for (let set = 0; set < sets; set++) {
        const { cluster, ...drawn } = drawEvents(random, { clusters, exposure, rates, spread });
        const input = { ...drawn, reference: 'x', ...(spread > 0 && { cluster }) };
        const { rate, difference, ratio } = ratesPerExposure(input).groups[1];
        coverage.add(truth, { rate, difference, ratio });
        if ((difference?.pValue ?? 1) <= 0.05) rejected++;
      }
      const cells = ['rate', 'difference', 'ratio'].map((name) => coverage.cell(name, Number.POSITIVE_INFINITY));
      const what = spread === 0 ? 'none' : `${clusters}, that differ by ${spread}`;
      rows.push([rates.join(' and '), what, ...cells, ((100 * rejected) / sets).toFixed(1)]);
    }
  }
  return toTable(['rates', 'clusters', 'rate', 'difference', 'ratio', 'p at most 0.05'], rows);
}

async function sharesOfGroups(sets) {
  const { load } = await import('fairwasm/rankings');
  const rankings = await load();
  const rows = [];
  for (const { kind, shares, reference } of ranked.shareDesigns) {
    for (const isSample of [false, true]) {
      for (const size of [30, 100, 1000]) {
        const random = uniform(31 + size + shares.length);
        const held = { share: 0, difference: 0, ratio: 0, 'total variation': 0 };
        let rejected = 0;
        for (let set = 0; set < sets; set++) {
          const counts = ranked.drawShares(random, shares, size);
          const compared = isSample
            ? ranked.drawShares(random, reference, size)
            : Object.fromEntries(reference.map((share, i) => [`g${i}`, share]));
          const found = rankings.shares({ counts, reference: compared, isSample });
          const holds = ({ ci = [Number.NaN, Number.NaN] }, truth) => ci[0] <= truth + 1e-12 && ci[1] >= truth - 1e-12;
          // No interval of a ratio is needed if the sample has no rows of a group.
          const all = (name, getTruth) =>
            found.groups.every((group, i) => group[name].ci === undefined || holds(group[name], getTruth(i)));
          if (all('share', (i) => shares[i])) held.share++;
          if (all('difference', (i) => shares[i] - reference[i])) held.difference++;
          if (all('ratio', (i) => shares[i] / reference[i])) held.ratio++;
          const apart = shares.reduce((sum, share, i) => sum + Math.abs(share - reference[i]), 0);
          if (holds(found.totalVariation, apart / 2)) held['total variation']++;
          if (present(found.test).pValue <= 0.05) rejected++;
        }
        const percent = (count) => ((100 * count) / sets).toFixed(1);
        rows.push([kind, isSample ? 'sample' : 'fixed', size, ...Object.values(held).map(percent), percent(rejected)]);
      }
    }
  }
  const names = ['shares', 'differences', 'ratios', 'total variation', 'p at most 0.05'];
  return toTable(['data', 'reference', 'rows', ...names], rows);
}

async function rankedLists(sets) {
  const { load } = await import('fairwasm/rankings');
  const rankings = await load();
  const rows = [];
  let names = [];
  for (const design of ranked.listDesigns) {
    const { values } = ranked.listEstimates(rankings, ranked.drawLists(uniform(37), design, 40_000));
    names = Object.keys(values);
    const truth = Object.fromEntries(names.map((name) => [name, values[name].value]));
    for (const lists of [5, 10, 20, 50, 200]) {
      const coverage = new Coverage();
      const random = uniform(41 + lists);
      let prefixes = 0;
      let tested = 0;
      let favored = 0;
      for (let set = 0; set < sets; set++) {
        const data = ranked.drawLists(random, design, lists);
        const found = ranked.listEstimates(rankings, data);
        coverage.add(truth, found.values);
        prefixes += found.tests.prefixes.rejected;
        tested += found.tests.prefixes.lists;
        if (present(found.tests.favored) <= 0.05) favored++;
      }
      const cases = lists < 20 ? 0 : Number.POSITIVE_INFINITY;
      const percent = (count, all) => ((100 * count) / all).toFixed(1);
      rows.push([
        design.kind,
        lists,
        ...names.map((name) => coverage.cell(name, cases)),
        percent(favored, sets),
        percent(prefixes, tested),
      ]);
    }
  }
  return toTable(['data', 'lists', ...names, 'p of favored', 'p of prefixes'], rows);
}

async function amountGaps(sets) {
  const { load } = await import('fairwasm/amounts');
  const amounts = await load();
  const rows = [];
  const names = Object.keys(amountTruth(amountDesigns[0]));
  const measure = (design, label, seed, draw) => {
    const coverage = new Coverage();
    const random = uniform(seed);
    let warnings = 0;
    for (let set = 0; set < sets; set++) {
      const found = amountEstimates(amounts, draw(random));
      coverage.add(amountTruth(design), found);
      if (found['mean gap'].warning) warnings++;
    }
    const cells = names.map((name) => coverage.cell(name, Number.POSITIVE_INFINITY));
    rows.push([design.kind, label, ...cells, ((100 * warnings) / sets).toFixed(1)]);
  };
  for (const [place, design] of amountDesigns.entries()) {
    for (const sizes of amountSizes)
      measure(design, sizes.join(' : '), 61 + 1000 * place + sizes[0] + sizes[1], (random) =>
        drawAmounts(random, design, sizes),
      );
  }
  const [design] = amountDesigns;
  for (const clusters of [8, 15, 30])
    measure({ ...design, kind: `${design.kind}, clusters` }, `${clusters} of 10`, 67 + clusters, (random) =>
      drawClusteredAmounts(random, design, clusters),
    );
  return toTable(['amounts', 'rows', ...names, 'warned'], rows);
}

async function adjustedAmounts(sets) {
  const { load } = await import('fairwasm/amounts');
  const amounts = await load();
  const rows = [];
  for (const gap of [0, 0.1]) {
    for (const sizes of [
      [12, 12],
      [40, 40],
      [15, 200],
    ]) {
      const coverage = new Coverage();
      const random = uniform(71 + sizes[0] + sizes[1] + 1000 * gap);
      let ranked = 0;
      for (let set = 0; set < sets; set++) {
        const data = drawAdjusted(random, sizes, gap);
        coverage.add(adjustedTruth(gap), adjustedEstimates(amounts, data));
        // Equal distributions: both groups have the values of one.
        const { amount } = drawAmounts(random, { ...amountDesigns[0], group: amountDesigns[0].reference }, sizes);
        const { groups } = amounts.amounts({ group: data.group, amount, reference: 'r', quantiles: [] });
        const compared = groups.find(({ name }) => name === 'g')?.compared;
        if ((compared?.mannWhitney?.pValue ?? 1) <= 0.05) ranked++;
      }
      const cells = Object.keys(adjustedTruth(gap)).map((name) => coverage.cell(name, Number.POSITIVE_INFINITY));
      rows.push([gap === 0 ? 'equal' : 'gap of 0.1', sizes.join(' : '), ...cells, ((100 * ranked) / sets).toFixed(1)]);
    }
  }
  return toTable(['logarithms', 'rows', ...Object.keys(adjustedTruth(0)), 'Mann and Whitney p ≤ 0.05'], rows);
}

const manyLooks = 1000;

async function streams(sets) {
  const { load } = await import('fairwasm/monitoring');
  const { monitor } = await load();
  const rows = [];
  for (const [place, design] of ranked.streamDesigns.entries()) {
    const { kind, batches, at } = design;
    const random = uniform(43 + 1000 * place);
    const difference = at(0).f ? at(0).f[1] - at(0).m[1] : 0;
    // With the true difference as the tolerance, an interval that misses it is outside or within.
    const options = batches > manyLooks ? { tolerance: difference, looks: 1 } : { looks: batches };
    let missed = 0;
    let ordinary = 0;
    const since = [];
    for (let set = 0; set < sets; set++) {
      const stream = ranked.drawStream(random, design);
      const watched = monitor({ reference: 'm', ...options });
      for (const { counts } of stream) watched.update({ counts });
      const { groups } = watched.report();
      const isMissed = (/** @type {any} */ { name, sequence, excludedAt, withinAt }) =>
        batches > manyLooks
          ? (excludedAt ?? withinAt)
          : sequence.some(({ gap: { ci } }, look) => {
              const gap = stream[look].gaps[name];
              return gap < ci[0] || gap > ci[1];
            });
      if (groups.some(isMissed)) missed++;
      if (ranked.everMisses(stream)) ordinary++;
      if (difference === 0 || set >= 100) continue;
      const zero = monitor({ reference: 'm', looks: 1 });
      for (const { counts } of stream) zero.update({ counts });
      since.push(zero.report().groups[0].excludedAt?.batch ?? Number.POSITIVE_INFINITY);
    }
    const percent = (count) => ((100 * count) / sets).toFixed(1);
    const middle = since.sort((a, b) => a - b)[Math.floor(since.length / 2)];
    rows.push([kind, batches, percent(missed), percent(ordinary), middle ?? '–']);
  }
  const headings = ['batches', 'missed at any look', 'ordinary interval', 'batches until 0 is excluded'];
  return toTable(['rates', ...headings], rows);
}

async function unequalLists(sets) {
  const { load } = await import('fairwasm/rankings');
  const rankings = await load();
  const names = ['exposure per row', 'relative', 'geometric', 'relative per merit', 'skew', 'favored'];
  const rows = [];
  for (const [i, design] of ranked.unequalDesigns.entries()) {
    const { values } = ranked.listEstimates(rankings, ranked.drawLists(uniform(47), design, 20_000));
    const truth = Object.fromEntries(names.map((name) => [name, values[name].value]));
    const coverage = new Coverage();
    const random = uniform(48 + i);
    const counts = { favored: 0, warned: 0, any: 0 };
    for (let set = 0; set < sets; set++) {
      const found = ranked.listEstimates(rankings, ranked.drawLists(random, design, design.lists));
      coverage.add(truth, found.values);
      if (present(found.tests.favored) <= 0.05) counts.favored++;
      if (found.values.favored.warning) counts.warned++;
      const six = rankings.rankings(ranked.drawLists(random, { ...design, groups: 6 }, design.lists));
      if (six.groups.some(({ favored }) => present(favored.adjustedPValue) <= 0.05)) counts.any++;
    }
    const percents = Object.values(counts).map((count) => ((100 * count) / sets).toFixed(1));
    const cells = names.map((name) => coverage.cell(name, Number.POSITIVE_INFINITY));
    rows.push([design.kind, design.lists, design.spread, ...cells, ...percents]);
  }
  const headings = ['lengths', 'lists', 'spread of effects'];
  return toTable([...headings, ...names, 'p of favored', 'warned', 'any of 6 groups'], rows);
}

async function unevenRuns(sets) {
  const { load } = await import('fairwasm/repeated');
  const repeated = await load();
  const rows = [];
  for (const [i, design] of unevenDesigns.entries()) {
    for (const [kind, effect] of Object.entries(unevenEffects)) {
      const truth = { squaredEffect: unevenTruth(uniform(61), design, effect) };
      const coverage = new Coverage();
      const random = uniform(62 + i);
      const counts = { rejected: 0, stated: 0 };
      for (let set = 0; set < sets; set++) {
        const compare = ({ values, ...columns }) => {
          /** @type {any} */
          const named = design.isScore ? { score: values } : { outcome: values };
          return repeated.compareVariants({ ...columns, ...named, reference: 'a', permutations: 199 }).variants;
        };
        const [b] = compare(drawUneven(random, design, effect));
        coverage.add(truth, b);
        if ((b.noEffectPValue ?? 1) <= 0.05) counts.rejected++;
        if (kind !== 'none') continue;
        const six = compare(drawUneven(random, design, effect, 5));
        if (six.some(({ noEffectAdjustedPValue: p }) => (p ?? 1) <= 0.05)) counts.stated++;
      }
      const [rejected, stated] = Object.values(counts).map((count) => ((100 * count) / sets).toFixed(1));
      const cells = [coverage.cell('squaredEffect', Number.POSITIVE_INFINITY), rejected];
      rows.push([design.kind, design.items, kind, ...cells, kind === 'none' ? stated : '–']);
    }
  }
  const headings = ['squared effect', 'p at most 0.05', 'any of 6 variants'];
  return toTable(['data', 'items', 'effects', ...headings], rows);
}

const clusterSizes = {
  '12 of 20': () => Array.from({ length: 12 }, () => 20),
  '6 of 10': () => Array.from({ length: 6 }, () => 10),
  '30 of 1 to 12': (random) => Array.from({ length: 30 }, () => 1 + Math.floor(12 * random())),
  '40 of 1 to 100, Pareto': (random) => Array.from({ length: 40 }, () => Math.min(100, Math.floor(1 / (1 - random())))),
  '15 of 4, and one of 60': () => [60, ...Array.from({ length: 15 }, () => 4)],
};

async function clusteredItems(sets) {
  const { load } = await import('fairwasm/repeated');
  const repeated = await load();
  const rows = [];
  for (const [i, [kind, draw]] of Object.entries(clusterSizes).entries()) {
    const coverage = new Coverage();
    const random = uniform(71 + i);
    const counts = { rejected: 0, alone: 0, warned: 0 };
    for (let set = 0; set < sets; set++) {
      const { cluster, ...drawn } = drawPassages(random, draw(random));
      const compare = (columns) => repeated.compareVariants({ ...columns, reference: 'a' }).variants[0].gap;
      const gap = compare({ ...drawn, cluster });
      coverage.add({ gap: 0 }, { gap });
      if (present(gap.pValue) <= 0.05) counts.rejected++;
      if (gap.warning) counts.warned++;
      if (present(compare(drawn).pValue) <= 0.05) counts.alone++;
    }
    const percents = Object.values(counts).map((count) => ((100 * count) / sets).toFixed(1));
    rows.push([kind, coverage.cell('gap', Number.POSITIVE_INFINITY), ...percents]);
  }
  return toTable(['passages', 'gap', 'p at most 0.05', 'without clusters', 'warned'], rows);
}

async function clusteredShares(sets) {
  const { load } = await import('fairwasm/rankings');
  const { shares: compare } = await load();
  const rows = [];
  for (const { kind, shares } of ranked.shareDesigns.filter(({ kind }) => kind.endsWith('equal'))) {
    const reference = Object.fromEntries(shares.map((share, i) => [`g${i}`, share]));
    for (const [i, [sizes, draw]] of Object.entries(clusterSizes).entries()) {
      const random = uniform(81 + i);
      const counts = { held: 0, alone: 0, warned: 0 };
      for (let set = 0; set < sets; set++) {
        const { cluster, group } = ranked.drawClusteredShares(random, shares, draw(random));
        const holds = ({ groups }) =>
          groups.every(({ difference: { ci } }) => ci === undefined || (ci[0] <= 1e-12 && ci[1] >= -1e-12));
        const found = compare({ group, cluster, reference });
        if (holds(found)) counts.held++;
        if (holds(compare({ group, reference }))) counts.alone++;
        if (found.groups.some(({ share }) => share.warning)) counts.warned++;
      }
      rows.push([kind, sizes, ...Object.values(counts).map((count) => ((100 * count) / sets).toFixed(1))]);
    }
  }
  return toTable(['data', 'clusters', 'differences', 'without clusters', 'warned'], rows);
}

/** Impact ratios of tables with few applicants. */
async function smallTables(sets) {
  const { load } = await import('fairwasm/impact');
  const impact = await load();
  const percent = (of) => (100 * of).toFixed(1);
  const toRow = (name, { equal, unequal, selected }, disagreements) => [
    ...[name, percent(equal), percent(unequal), percent(selected), disagreements],
  ];
  const rows = [
    ...smallPairs.map((design) => {
      const { disagreements, ...lowest } = getLowest(impact, design);
      return toRow(design.name, lowest, disagreements);
    }),
    ...manyGroups.map((design, i) => toRow(design.name, getSimulated(impact, design, sets, 5300 + i), '–')),
  ];
  return toTable(
    ['applicants', 'equal rates', 'unequal rates', 'given a selection', 'contradictions of Fisher’s test'],
    rows,
  );
}

async function benchmarks(sets) {
  const { load } = await import('fairwasm/repeated');
  const repeated = await load();
  const rows = [];
  const names = Object.keys(benchmarkTruths);
  const uneven = {
    '1 to 5': (random) => 1 + Math.floor(5 * random()),
    '1 to 50, Pareto': (random) => Math.min(50, Math.floor(1 / (1 - random()))),
  };
  for (const items of [30, 100, 500]) {
    for (const [kind, runs] of Object.entries({ 1: 1, 3: 3, ...uneven })) {
      const coverage = new Coverage();
      const random = uniform(4800 + items + (typeof runs === 'number' ? runs : kind.length));
      for (let set = 0; set < sets; set++) {
        coverage.add(benchmarkTruths, benchmarkScores(repeated, random, { items, runs }));
      }
      rows.push([items, kind, ...names.map((name) => coverage.cell(name, Number.POSITIVE_INFINITY))]);
    }
  }
  return toTable(['items', 'runs', ...names], rows);
}

export const tables = [
  { name: 'chosen', make: chosenClaims },
  { name: 'summaries', make: summaries },
  { name: 'first lines', make: firstLines },
  { name: 'widening', make: widenings },
  { name: 'frames', make: frames },
  { name: 'weights', make: weighted },
  { name: 'other', make: other },
  { name: 'errors', make: errorsOfNumbers },
  { name: 'clustered errors', make: clusteredErrors },
  { name: 'clustered results', make: clusteredResults },
  { name: 'clustered disparities', make: clusteredDisparities },
  { name: 'medians', make: medians },
  { name: 'number distances', make: distancesOfNumbers },
  { name: 'counterparts', make: counterparts },
  { name: 'comparisons', make: comparisons },
  { name: 'scores', make: scores },
  { name: 'consistency', make: consistencies },
  { name: 'distances', make: moves },
  { name: 'clusters', make: clusters },
  { name: 'power', make: powers },
  { name: 'slices', make: worstSlices },
  { name: 'proxies', make: proxySearches },
  { name: 'recourse', make: recourseSearches },
  { name: 'held-out cost', make: heldOut },
  { name: 'classes', make: severalClasses },
  { name: 'within', make: withinStrata },
  { name: 'own', make: customMetrics },
  { name: 'amplification', make: amplifications },
  { name: 'leakage', make: leakages },
  { name: 'caption directions', make: captionDirections },
  { name: 'models', make: models },
  { name: 'certificates', make: certificates },
  { name: 'probable categories', make: probableCategories },
  { name: 'calibration', make: calibrations },
  { name: 'tests', make: nullTests },
  { name: 'repeated', make: repeatedDecisions },
  { name: 'uneven runs', make: unevenRuns },
  { name: 'clustered items', make: clusteredItems },
  { name: 'exposure', make: exposures },
  { name: 'benchmarks', make: benchmarks },
  { name: 'small tables', make: smallTables },
  { name: 'shares', make: sharesOfGroups },
  { name: 'clustered shares', make: clusteredShares },
  { name: 'rankings', make: rankedLists },
  { name: 'unequal lists', make: unequalLists },
  { name: 'amounts', make: amountGaps },
  { name: 'adjusted amounts', make: adjustedAmounts },
  { name: 'monitoring', make: streams },
];
