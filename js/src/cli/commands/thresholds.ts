// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm thresholds`: computes the cost of equalizing groups with group-specific thresholds, from a CSV
// file of scores.

import { ColumnWatch } from '../../data/column-watch.js';
import { figureSvg } from '../../document/figure-html.js';

import type { CalibratedTask } from '../../thresholds/calibrated-odds.js';
import type { ScoreCurves } from '../../thresholds/curves.js';
import { type Constrained, frontierFigure, type ThresholdReport } from '../../thresholds/describe.js';
import type { ThresholdRows } from '../../thresholds/rows.js';
import type { ThresholdConstraint, ThresholdObjective, ThresholdTask } from '../../thresholds/task.js';
import { load } from '../../thresholds/thresholds.js';
import { fileCommand, type SectionValues } from '../command.js';
import { computing } from '../input/computing.js';
import { getName } from '../input/input.js';
import { getIntake, intakeOptions } from '../input/intake.js';
import {
  choice,
  choices,
  flag,
  list,
  number,
  pairs,
  ranges,
  required,
  requireNumber,
  text,
} from '../options/options.js';
import { rows } from '../options/rows.js';
import { requireChoice, UsageError } from '../options/usage.js';
import { documentFormats, requireFormat, writeResult } from '../output/format.js';
import { requireOtherFile, writeOutput } from '../output/output.js';
import { completeRoles, readRoles } from '../result-command.js';

const constraints = ['demographicParity', 'equalOpportunity', 'predictiveEquality', 'equalizedOdds'] as const;
const objectives = ['accuracy', 'balancedAccuracy', 'groupBalancedAccuracy'] as const;
const scoreCosts = ['falsePositive', 'falseNegative', 'weighted'] as const;
const kinds = ['truePositive', 'falsePositive', 'falseNegative', 'trueNegative'] as const;

const sections = {
  Columns: {
    label: required(rows.label),
    score: required(
      text('COLUMN', ['the score, a number', 'higher scores mean that the favorable outcome is more likely']),
    ),
    group: required(rows.group),
    rows: rows.rows,
    weight: rows.weight,
    favorable: text('LABEL', 'the outcome that counts as positive'),
    missing: rows.missing,
    unknown: rows.unknown,
    ...intakeOptions,
  },
  'Constraint and objective': {
    constraint: choices(constraints, 'NAME,...', [
      'rates to equalize',
      'NAME is demographicParity (selection rates), equalOpportunity (true positive rates), predictiveEquality ' +
        '(false positive rates), or equalizedOdds (true and false positive rates). Default: all four',
    ]),
    tolerance: number(ranges.proportion, "largest acceptable gap between groups' rates", 0),
    objective: choice(objectives, 'Default: accuracy'),
    cost: {
      ...pairs(
        'KIND=NUMBER',
        [
          'instead of --objective: the cost of one truePositive, falsePositive, falseNegative, or trueNegative',
          'may be repeated',
        ],
        requireNumber,
      ),
      excludes: ['objective'],
    },
    deterministic: {
      ...flag(['one threshold per group', 'Default: allow a random choice between two thresholds, which costs less']),
      excludes: ['reject-option'],
    },
    'reject-option': list('GROUP', [
      'instead of group thresholds: use a critical region of scores in which only this group is selected',
      'may be repeated',
    ]),
    calibrated: choice(scoreCosts, ['add calibrated equalized odds for these costs', 'scores must be probabilities']),
    threshold: {
      ...number(ranges.any, ['decision threshold for --calibrated', 'Default: 0.5']),
      requires: ['calibrated'],
    },
  },
  Uncertainty: {
    share: number(ranges.level, 'fraction of the rows to hold out', 0.5),
    seed: number(ranges.whole(0), 'random seed of the split', 1),
    confidence: number(ranges.level, 'level of the confidence intervals', 0.95),
  },
  Output: {
    format: text([...documentFormats, 'svg'].join('|'), [
      'output format',
      'Default: from the extension of --output, or text. svg is a chart of accuracy (or cost) against the ' +
        'remaining gap, for one constraint',
    ]),
    output: rows.output,
  },
} as const;

export const thresholds = fileCommand({
  name: 'thresholds',
  usage: ['FILE.csv --label COLUMN --score COLUMN --group COLUMN,...'],
  about:
    'Computes the best result that group-specific thresholds on scores can achieve if groups ' +
    'must have equal rates, and its cost, both on these rows and on held-out rows. The result is not a ' +
    'recommendation: thresholds that differ by group treat people with equal scores differently ' +
    'because of their group, which is unlawful in many places and uses.',
  sections,
  examples: [
    'loans.csv --label repaid --score p --group sex',
    'loans.csv --label repaid --score p --group sex,race --constraint equalizedOdds --tolerance 0.05 --cost falsePositive=5 --cost falseNegative=1',
  ],
  run,
});

type Given = SectionValues<typeof sections>;

/** Parsed options. */
interface Wanted {
  constraints: readonly ThresholdConstraint[];
  objective: ThresholdObjective;
  tolerance: number;
  isDeterministic: boolean;
  /** Groups favored by the reject option. */
  favored: readonly string[] | undefined;
  calibrated: Required<Pick<CalibratedTask, 'rate' | 'threshold'>> | undefined;
  share: number;
  seed: number;
  confidence: number;
}

async function run(values: Given, path: string): Promise<void> {
  const format = requireFormat(values, [...documentFormats, 'svg']);
  const intake = getIntake(values);
  const { label, score, group: groups } = values;
  const wanted = wantedFrom(values);
  if (format === 'svg' && wanted.constraints.length !== 1) {
    throw new UsageError('a chart shows only one constraint; pass one --constraint');
  }
  await requireOtherFile(values.output, path);
  const { rows, weight, favorable } = values;
  const roles = { categories: { label, groups }, numbers: { score, rows, weight } };
  const { input, origin } = await readRoles<ThresholdRows>(path, roles, completeRoles(intake, values, roles));
  const { curves } = await load();
  const report = await computing(() => {
    const scores = curves({ ...input, ...(favorable !== undefined && { favorable }) });
    const warnings = new ColumnWatch()
      .add({ groups: input.groups, outcomes: { 'true outcome': input.label }, rows: input.rows })
      .warnings();
    const about = { source: getName(path), label, score, by: groups, ...(warnings.length > 0 && { warnings }) };
    return getReport(scores, wanted, about);
  }, origin);
  if (format === 'svg') await writeOutput(getSvg(report, report.constraints[0] as Constrained), values.output);
  else await writeResult(report, format, { output: values.output });
}

const getSvg = (report: ThresholdReport, constrained: Constrained): string =>
  figureSvg(
    frontierFigure(constrained, report) ?? {
      ...{ caption: `Undefined: ${constrained.equalized.reason ?? 'no curve'}`, lines: [] },
      ...{ across: '', up: '' },
    },
  );

function wantedFrom(values: Given): Wanted {
  const { objective = 'accuracy', cost, calibrated, threshold = 0.5 } = values;
  const { constraint = constraints, tolerance, share, seed, confidence } = values;
  return {
    ...{ constraints: constraint, tolerance, share, seed, confidence },
    objective: cost ? toCosts(cost) : objective,
    isDeterministic: values.deterministic ?? false,
    favored: values['reject-option'],
    calibrated: calibrated && { rate: calibrated, threshold },
  };
}

const toCosts = (pairs: readonly [string, number][]): ThresholdObjective =>
  Object.fromEntries(pairs.map(([kind, cost]) => [requireChoice('--cost', kind, kinds), cost]));

function getReport(
  curves: ScoreCurves,
  wanted: Wanted,
  about: Pick<ThresholdReport, 'source' | 'label' | 'score' | 'by' | 'warnings'>,
): ThresholdReport {
  const { objective, tolerance, confidence, isDeterministic, favored, calibrated } = wanted;
  const isSplit = curves.groups.every(({ positives, negatives }) => positives + negatives > 1);
  const parts = isSplit && !curves.isWeighted ? curves.split({ share: wanted.share, seed: wanted.seed }) : undefined;
  const any = { constraint: 'demographicParity', objective } as const;
  return {
    ...about,
    objective,
    tolerance,
    deterministic: isDeterministic,
    ...(favored && { favored }),
    groups: curves.groups.map(({ rocHull, ...group }) => group),
    unconstrained: curves.unconstrained(any),
    singleThreshold: curves.singleThreshold(any),
    constraints: wanted.constraints.map((constraint) => {
      const task: ThresholdTask = { constraint, objective, tolerance };
      const equalized = (of: ScoreCurves) => {
        if (favored) return of.rejectOption({ ...task, favored });
        return isDeterministic ? of.deterministic(task) : of.optimum(task);
      };
      return {
        constraint,
        gapBefore: curves.unconstrained(task).gap,
        equalized: equalized(curves),
        frontier: curves.frontier({ constraint, objective }),
        ...(parts && {
          heldOut: parts.fit.heldOutCost(parts.test, {
            ...task,
            deterministic: isDeterministic,
            ...(favored && { chosen: equalized(parts.fit) }),
            confidence,
          }),
        }),
      };
    }),
    ...(calibrated && { calibrated: getCalibrated(curves, parts, wanted, calibrated) }),
    confidence,
    seed: wanted.seed,
    share: wanted.share,
  };
}

function getCalibrated(
  curves: ScoreCurves,
  parts: ReturnType<ScoreCurves['split']> | undefined,
  { objective, tolerance, confidence }: Wanted,
  { rate, threshold }: NonNullable<Wanted['calibrated']>,
): NonNullable<ThresholdReport['calibrated']> {
  const task = { rate, threshold, objective, tolerance };
  const odds = { constraint: 'equalizedOdds', objective, tolerance, confidence } as const;
  return {
    rate,
    threshold,
    ...curves.calibratedOdds(task),
    ...(parts && { heldOut: parts.fit.heldOutCost(parts.test, { ...odds, chosen: parts.fit.calibratedOdds(task) }) }),
  };
}
