// SPDX-License-Identifier: Apache-2.0
//
// `fairwasm thresholds`: computes the cost of equalizing groups with group-specific thresholds, from a CSV
// file of scores.

import { figureSvg } from '../document/figure-html.js';
import { format as formatResult } from '../report/format.js';

import type { CalibratedTask } from '../thresholds/calibrated-odds.js';
import type { ScoreCurves } from '../thresholds/curves.js';
import {
  type Constrained,
  describeThresholds,
  frontierFigure,
  type ThresholdReport,
} from '../thresholds/describe.js';
import type { ThresholdConstraint, ThresholdObjective, ThresholdTask } from '../thresholds/task.js';
import { load } from '../thresholds/thresholds.js';
import {
  type Command,
  type ExitCode,
  exitCodes,
  getList,
  parse,
  requireChoice,
  requireFile,
  requireNumber,
  requireOnce,
  requirePair,
  requireShare,
  requireWhole,
  UsageError,
} from './command.js';
import { computing } from './computing.js';
import { readByRole } from './file-columns.js';
import { requireFormat } from './format.js';
import { getName } from './input.js';
import { getIntake, intakeOptions } from './intake.js';
import { exitCodeHelp, flag, list, type Manual, text } from './options.js';
import { requireOtherFile, terminalWidth, writeOutput } from './output.js';
import { rows } from './rows.js';

const columns = {
  label: rows.label,
  score: text(
    'COLUMN',
    'the score, a number; higher scores mean that the favorable outcome is more likely',
  ),
  group: rows.group,
  rows: rows.rows,
  weight: rows.weight,
  favorable: text('LABEL', 'the outcome that counts as positive'),
  ...intakeOptions,
} as const;
const constraintAndObjective = {
  constraint: list(
    'NAME,...',
    'demographicParity, equalOpportunity (true positive rates), predictiveEquality (false ' +
      'positive rates), equalizedOdds (both). Default: all four',
  ),
  tolerance: text('NUMBER', "largest accepted gap between groups' rates.", '0'),
  objective: text(
    'NAME',
    'accuracy, balancedAccuracy, or groupBalancedAccuracy. Default: accuracy',
  ),
  cost: list(
    'KIND=NUMBER',
    'instead of --objective: the cost of one truePositive, falsePositive, falseNegative, or ' +
      'trueNegative; may be repeated',
  ),
  deterministic: flag(
    'one threshold per group. Default: allow a random choice between two thresholds, which ' +
      'costs less',
  ),
  'reject-option': list(
    'GROUP',
    'instead of group thresholds: a critical region of scores in which only this group is ' +
      'selected; may be repeated',
  ),
  calibrated: text(
    'RATE',
    'add calibrated equalized odds for falsePositive, falseNegative, or weighted costs; ' +
      'scores must be probabilities',
  ),
  threshold: text('NUMBER', 'decision threshold for --calibrated. Default: 0.5'),
} as const;
const uncertainty = {
  share: text('NUMBER', 'fraction of the rows to hold out.', '0.5'),
  seed: text('NUMBER', 'seed of the random split.', '1'),
  confidence: text('NUMBER', 'level of the confidence intervals.', '0.95'),
} as const;
const output = {
  format: text(
    'text|json|html|svg',
    'Default: from the extension of --output, or text. svg is a chart of accuracy (or cost) ' +
      'against the remaining gap, for one constraint',
  ),
  output: rows.output,
} as const;
const options = { ...columns, ...constraintAndObjective, ...uncertainty, ...output } as const;

const manual: Manual = {
  name: 'thresholds',
  usage: ['FILE.csv --label COLUMN --score COLUMN --group COLUMN,...'],
  about:
    'Computes the best result that group-specific thresholds on scores can reach if groups ' +
    'must have equal rates, and its cost, on these rows and on held-out rows. The result is ' +
    'not a recommendation: thresholds that differ by group treat people with equal scores ' +
    'differently because of their group, which is unlawful in many places and uses. The file ' +
    'needs a header row; use - for standard input. Nothing leaves this machine.',
  sections: [
    ['Columns', columns],
    ['Constraint and objective', constraintAndObjective],
    ['Uncertainty', uncertainty],
    ['Output', output],
  ],
  closing: exitCodeHelp,
  examples: [
    'loans.csv --label repaid --score p --group sex',
    'loans.csv --label repaid --score p --group sex,race --constraint equalizedOdds --tolerance 0.05 --cost falsePositive=5 --cost falseNegative=1',
  ],
};

type Values = ReturnType<typeof parse<typeof options>>['values'];

const constraints = [
  'demographicParity',
  'equalOpportunity',
  'predictiveEquality',
  'equalizedOdds',
] as const;
const objectives = ['accuracy', 'balancedAccuracy', 'groupBalancedAccuracy'] as const;
const scoreCosts = ['falsePositive', 'falseNegative', 'weighted'] as const;
const kinds = ['truePositive', 'falsePositive', 'falseNegative', 'trueNegative'] as const;

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

async function run(argv: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parse(argv, options);
  const path = requireFile(positionals);
  const format = requireFormat(values, ['text', 'json', 'html', 'svg']);
  const intake = getIntake(values);
  const { label, score, groups } = requireColumns(values);
  const wanted = wantedFrom(values);
  if (format === 'svg' && wanted.constraints.length !== 1) {
    throw new UsageError('a chart shows one constraint; pass one --constraint');
  }
  await requireOtherFile(values.output, path);
  const { rows, weight } = values;
  const asked = { categories: [label, ...groups], numbers: [score, rows, weight] };
  const columns = await readByRole(path, asked, intake);
  const roles = { label, score, ...(rows && { rows }), ...(weight && { weight }) };
  const origin = { path, columns: { ...named(groups), ...roles }, intake };
  const { curves } = await load();
  const report = await computing(() => {
    const scores = curves({
      label: columns.category(label),
      score: columns.number(score),
      groups: columns.categories(groups),
      ...(rows !== undefined && { rows: columns.number(rows) }),
      ...(weight !== undefined && { weight: columns.number(weight) }),
      ...(values.favorable !== undefined && { favorable: values.favorable }),
    });
    return getReport(scores, wanted, { source: getName(path), label, score, by: groups });
  }, origin);
  const text = {
    json: () => `${JSON.stringify(report, null, 2)}\n`,
    html: () => formatResult(describeThresholds(report), 'html'),
    svg: () => getSvg(report, report.constraints[0] as Constrained),
    text: () =>
      formatResult(describeThresholds(report), 'text', { width: terminalWidth(values.output) }),
  }[format]();
  await writeOutput(text, values.output);
  return exitCodes.ok;
}

const getSvg = (report: ThresholdReport, constrained: Constrained): string =>
  figureSvg(
    frontierFigure(constrained, report) ?? {
      ...{ caption: `Undefined: ${constrained.equalized.reason ?? 'no curve'}`, lines: [] },
      ...{ across: '', up: '' },
    },
  );

const named = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]));

function requireColumns({ label, score, group }: Values) {
  if (label === undefined) throw new UsageError('pass --label, the column of the true outcome');
  if (score === undefined) throw new UsageError('pass --score, the column of the scores');
  const groups = getList(group);
  if (groups.length === 0) throw new UsageError('pass --group, the attributes that define groups');
  requireOnce('--group', groups);
  return { label, score, groups };
}

function wantedFrom(values: Values): Wanted {
  const names = getList(values.constraint);
  const within = (option: 'share' | 'confidence') => {
    const value = requireNumber(`--${option}`, values[option]);
    if (value > 0 && value < 1) return value;
    throw new UsageError(`--${option} requires a number between 0 and 1, got '${values[option]}'`);
  };
  const tolerance = requireShare('--tolerance', values.tolerance);
  return {
    constraints:
      names.length === 0
        ? constraints
        : names.map((name) => requireChoice('--constraint', name, constraints)),
    objective: objectiveFrom(values),
    tolerance,
    ...methodFrom(values),
    share: within('share'),
    seed: requireWhole('--seed', values.seed, 0),
    confidence: within('confidence'),
  };
}

function methodFrom({
  deterministic,
  'reject-option': favored,
  calibrated,
  threshold,
}: Values): Pick<Wanted, 'isDeterministic' | 'favored' | 'calibrated'> {
  if (deterministic && favored) {
    throw new UsageError('pass --deterministic or --reject-option, not both');
  }
  if (threshold !== undefined && calibrated === undefined) {
    throw new UsageError(
      '--threshold has no effect without --calibrated. Add --calibrated or remove --threshold.',
    );
  }
  return {
    isDeterministic: deterministic ?? false,
    favored,
    calibrated:
      calibrated === undefined
        ? undefined
        : {
            rate: requireChoice('--calibrated', calibrated, scoreCosts),
            threshold: requireNumber('--threshold', threshold ?? '0.5'),
          },
  };
}

function objectiveFrom({ objective, cost }: Values): ThresholdObjective {
  if (cost === undefined) return requireChoice('--objective', objective ?? 'accuracy', objectives);
  if (objective !== undefined) throw new UsageError('pass --objective or --cost, not both');
  return Object.fromEntries(
    cost.map((text) => {
      const [kind, number] = requirePair('--cost', text);
      return [requireChoice('--cost', kind, kinds), requireNumber('--cost', number)];
    }),
  );
}

function getReport(
  curves: ScoreCurves,
  wanted: Wanted,
  about: Pick<ThresholdReport, 'source' | 'label' | 'score' | 'by'>,
): ThresholdReport {
  const { objective, tolerance, confidence, isDeterministic, favored, calibrated } = wanted;
  const isSplit = curves.groups.every(({ positives, negatives }) => positives + negatives > 1);
  const parts =
    isSplit && !curves.isWeighted
      ? curves.split({ share: wanted.share, seed: wanted.seed })
      : undefined;
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
    ...(calibrated && { calibrated: calibratedOf(curves, parts, wanted, calibrated) }),
    confidence,
    seed: wanted.seed,
    share: wanted.share,
  };
}

function calibratedOf(
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
    ...(parts && {
      heldOut: parts.fit.heldOutCost(parts.test, {
        ...odds,
        chosen: parts.fit.calibratedOdds(task),
      }),
    }),
  };
}

export const thresholds: Command = {
  name: 'thresholds',
  manual,
  options,
  run,
};
