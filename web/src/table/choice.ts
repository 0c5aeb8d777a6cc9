// SPDX-License-Identifier: Apache-2.0
//
// The use of each column and the options for reading it, edited by the form and sent to the worker.

import { guessFavorable, rangeNames } from 'fairwasm';
import { isBad } from './answers.js';
import { type Bins, roundLimits } from './bins.js';
import { likelyPositive } from './positive.js';
import type { ColumnProfile, TableProfile } from './profile.js';
import {
  distinctValues,
  ownSpellings,
  type Spellings,
  sameLabel,
  spellingsBeside,
} from './spelling.js';

export interface Choice {
  prediction: string | undefined;
  /** A second model's decisions, to be compared with the first's. */
  rival: string | undefined;
  label: string | undefined;
  score: string | undefined;
  /** Where there is no prediction: scores from here on count as favorable. */
  threshold: number | undefined;
  weight: string | undefined;
  groups: readonly string[];
  /** The limits of the ranges that numbers are put in, of groups that are numbers. */
  bins: Bins;
  favorable: string | undefined;
  /** Meaning of a positive decision for a person; undefined: guessed. */
  outcome: 'benefit' | 'burden' | undefined;
  /** Reference group by attribute. Default: the largest group. */
  privileged: Readonly<Record<string, string>>;
  missing: 'error' | 'drop';
  /** Which quantile of true numbers is predicted; undefined: the numbers themselves are. */
  quantile?: number | undefined;
  /** Of columns with too many values to compare: how many of the largest groups are kept, the others being one. */
  kept?: Readonly<Record<string, number>> | undefined;
  /** By column: what a blank stands for; empty: nothing, so that these rows are omitted. */
  blanks?: Readonly<Record<string, string>> | undefined;
  /** What becomes of rows whose group is not known; undefined: they are a group. */
  missingGroups?: 'group' | 'drop' | undefined;
  /** The error that does more harm; undefined: not specified. */
  worse?: 'falsePositives' | 'falseNegatives' | undefined;
  /** What more than two labels are; undefined: several classes, unless one is named as positive. */
  several?: Several | undefined;
  /** The classes in their order, lowest first, where it means something. */
  classOrder?: readonly string[] | undefined;
}

/** Two outcomes, of which one is positive; several classes; or several in an order that means something. */
export type Several = 'no' | 'unordered' | 'ordered';

/** Whether the labels can be taken as several classes. */
export const canBeSeveral = (profile: TableProfile, choice: Choice): boolean =>
  choice.label !== undefined &&
  choice.prediction !== undefined &&
  choice.rival === undefined &&
  labelsOf(profile, choice).length > 2;

/**
 * How the labels are taken. Unless it was said, several classes are those that true outcomes have: where these are two,
 * further words for decisions are more likely other spellings of them.
 */
export function severalOf(profile: TableProfile, choice: Choice): Several {
  if (!canBeSeveral(profile, choice)) return 'no';
  const areTrue = labelsIn(profile, choice.label).length > 2;
  return choice.several ?? (choice.favorable === undefined && areTrue ? 'unordered' : 'no');
}

/** The columns that are counted, group by group; undefined: none is used for it. */
export const countedColumns = (choice: Choice): readonly (string | undefined)[] => [
  choice.prediction,
  choice.rival,
  choice.label,
  choice.score,
  choice.weight,
];

/** Maximum number of groups for a useful comparison. */
export const maxGroups = 200;

/** The same for all combinations of the chosen columns. */
export const maxCombinations = 2000;

/** More labels than this are a sign that the column holds something else. */
export const maxLabels = 20;

export function findColumn(
  profile: TableProfile,
  name: string | undefined,
): ColumnProfile | undefined {
  return profile.columns.find((column) => column.name === name);
}

export const canBeGroup = ({ values, hasMore }: ColumnProfile): boolean =>
  !hasMore && values.length <= maxGroups;

/** Numbers beyond so many different ones are a measurement, such as an age in years, and no groups. */
export const maxNumericGroups = 12;

/** Whether the column makes groups when its numbers are put in ranges. */
export const isMeasure = ({ range, values, hasMore }: ColumnProfile): boolean =>
  range !== undefined && range[0] < range[1] && (hasMore || values.length > maxNumericGroups);

/**
 * Whether true values and predictions are numbers, whose errors are compared: both are, and at least one of them has more
 * values than labels have.
 */
export const areNumbers = (
  profile: TableProfile,
  { label, prediction, rival }: Choice,
): boolean => {
  const columns = [label, prediction].map((name) => findColumn(profile, name));
  return (
    rival === undefined &&
    columns.every((column) => column?.range !== undefined) &&
    columns.some((column) => column !== undefined && !canBeLabel(column))
  );
};

/** Too many different texts for groups, of which the largest can be kept. */
export const isCrowded = (column: ColumnProfile): boolean =>
  !canBeGroup(column) && !isMeasure(column) && column.values.length > 1;

/** How many of the largest groups are kept to begin with. */
const keptAtFirst = 10;

/** Name of the combined remaining groups. */
export const otherName = (values: readonly string[]): string =>
  values.some((value) => value.toLowerCase() === 'other') ? 'all others' : 'other';

/** Returns the names of the groups in a column. */
export function groupNames(column: ColumnProfile, { bins, kept }: Choice): readonly string[] {
  const limits = bins[column.name] ?? [];
  if (limits.length > 0) return rangeNames(limits);
  const most = kept?.[column.name];
  const names = distinctValues(column);
  return most === undefined ? names : [...names.slice(0, most), otherName(column.values)];
}

/** What values are called instead, by column: other spellings of the same are one label, and one group. */
export function spellingsOf(
  profile: TableProfile,
  choice: Choice,
): Readonly<Record<string, Spellings>> {
  const outcomes = findColumn(profile, choice.label);
  const isRead = outcomes && canBeLabel(outcomes);
  const found = new Map<string, Spellings>();
  for (const role of ['label', 'prediction', 'rival'] as const) {
    const column = findColumn(profile, choice[role]);
    if (!column || !canBeLabel(column)) continue;
    const extras =
      role === 'label' || !isRead ? {} : spellingsBeside(distinctValues(column), outcomes.values);
    const own = Object.entries(ownSpellings(column.values));
    const renamed = own.map(([value, name]) => [value, extras[name] ?? name]);
    found.set(column.name, { ...extras, ...Object.fromEntries(renamed) });
  }
  for (const name of choice.groups) {
    const column = findColumn(profile, name);
    if (column && !choice.bins[name]?.length) found.set(name, ownSpellings(column.values));
  }
  return Object.fromEntries([...found].filter(([, names]) => Object.keys(names).length > 0));
}

export const canBeLabel = ({ values, hasMore }: ColumnProfile): boolean =>
  !hasMore && values.length > 0 && values.length <= maxLabels;

const labelsIn = (profile: TableProfile, name: string | undefined): readonly string[] => {
  const column = findColumn(profile, name);
  return column && canBeLabel(column) ? distinctValues(column) : [];
};

/** The labels that occur in the chosen columns, in which one must be favorable; each in one spelling. */
export const labelsOf = (profile: TableProfile, choice: Choice): string[] =>
  labelsByCount(profile, choice).sort();

// Those of true outcomes first, the more frequent ones before the others.
function labelsByCount(profile: TableProfile, choice: Choice): string[] {
  const spellings = spellingsOf(profile, choice);
  const labels = [choice.label, choice.prediction, choice.rival].flatMap((column) =>
    labelsIn(profile, column).map((value) => spellings[column as string]?.[value] ?? value),
  );
  return labels.filter((name, i) => labels.findIndex((other) => sameLabel(other, name)) === i);
}

// Two labels of true outcomes, or of decisions where there are no others.
function likelyOf(profile: TableProfile, choice: Choice): string | undefined {
  const first = choice.label ?? choice.prediction;
  const column = findColumn(profile, first);
  if (!column || !canBeLabel(column)) return undefined;
  const labels = distinctValues(column);
  const isSeveral = labels.length > 2 && canBeSeveral(profile, choice);
  return isSeveral ? undefined : likelyPositive(labels);
}

/** The choice with what no longer fits its columns mended: favorable label, reference, threshold. */
export function mend(profile: TableProfile, choice: Choice): Choice {
  const labels = labelsOf(profile, choice);
  const { favorable } = choice;
  const known = favorable && labels.find((label) => sameLabel(label, favorable));
  const bins = mendBins(profile, choice);
  const privileged = Object.entries(choice.privileged).filter(([attribute, category]) => {
    const limits = bins[attribute] ?? [];
    const isThere = limits.length === 0 || rangeNames(limits).includes(category);
    return choice.groups.includes(attribute) && category !== '' && isThere;
  });
  const needsThreshold = choice.prediction === undefined && choice.score !== undefined;
  return {
    ...choice,
    rival: choice.prediction !== undefined ? choice.rival : undefined,
    bins,
    favorable: known || guessFavorable(labels) || likelyOf(profile, choice),
    kept: mendKept(profile, choice),
    privileged: Object.fromEntries(privileged),
    threshold: needsThreshold ? (choice.threshold ?? middle(profile, choice)) : undefined,
  };
}

// A measurement begins in ranges of equal width; emptied limits ask for each value by itself.
function mendBins(profile: TableProfile, { groups, bins }: Choice): Bins {
  const measures = groups.flatMap((name) => {
    const column = findColumn(profile, name);
    return column?.range && isMeasure(column) ? [{ name, range: column.range }] : [];
  });
  return Object.fromEntries(
    measures.map(({ name, range }) => [name, bins[name] ?? roundLimits(range)]),
  );
}

function mendKept(profile: TableProfile, { groups, kept }: Choice): Choice['kept'] {
  const crowded = groups.filter((name) => {
    const column = findColumn(profile, name);
    return column !== undefined && isCrowded(column);
  });
  if (crowded.length === 0) return undefined;
  return Object.fromEntries(crowded.map((name) => [name, kept?.[name] ?? keptAtFirst]));
}

function middle(profile: TableProfile, { score }: Choice): number {
  const [min, max] = findColumn(profile, score)?.range ?? [0, 1];
  // Logits are positive from one half of probability on.
  if (min < 0 && max > 0) return 0;
  return min >= 0 && max <= 1 ? 0.5 : (min + max) / 2;
}

/**
 * Returns the columns of decisions and outcomes of which a blank may mean no: they have one value and blanks. By
 * column: the word for no.
 */
export function blanksOf(
  profile: TableProfile,
  { prediction, rival, label }: Choice,
): Readonly<Record<string, string>> {
  const columns = [prediction, rival, label].flatMap((name) => findColumn(profile, name) ?? []);
  const found = columns.flatMap(({ name, values, hasMore, missing }) => {
    const [only = '', ...others] = values;
    if (missing === 0 || hasMore || only === '' || others.length > 0 || isBad(only)) return [];
    return [[name, nos[only.toLowerCase()] ?? 'no']];
  });
  return Object.fromEntries(found);
}

const nos: Readonly<Record<string, string>> = {
  ...{ 1: '0', true: 'false', y: 'n', ja: 'nein', oui: 'non' },
  ...{ sim: 'não', positive: 'negative', accepted: 'rejected', approved: 'denied' },
};

/** What is still wrong with the choice, by the field that can mend it; empty: it can be audited. */
export function problemsOf(
  profile: TableProfile,
  choice: Choice,
): Partial<
  Record<
    'prediction' | 'favorable' | 'groups' | 'threshold' | 'rival' | 'score' | 'quantile' | 'blanks',
    string
  >
> {
  const { prediction, rival, label, score, threshold, favorable, quantile } = choice;
  const labels = labelsOf(profile, choice);
  return {
    ...((prediction ?? label ?? score)
      ? {}
      : { prediction: 'Choose a column with decisions, true outcomes, or scores.' }),
    ...strangers(profile, choice, 'prediction'),
    ...strangers(profile, choice, 'rival'),
    ...(rival !== undefined && rival === prediction
      ? { rival: 'Choose a column other than the first model’s.' }
      : {}),
    ...(prediction && !isProbability(findColumn(profile, score))
      ? {
          score:
            'Choose probabilities from 0 to 1. Other scores can only replace a decision column.',
        }
      : {}),
    ...measured(profile, choice),
    ...blankProblem(profile, choice),
    ...groupProblem(profile, choice),
    ...(labels.length > 0 && favorable === undefined && severalOf(profile, choice) === 'no'
      ? { favorable: 'Choose the label that counts as positive.' }
      : {}),
    ...(areNumbers(profile, choice) && quantile !== undefined && !(quantile >= 0 && quantile <= 1)
      ? { quantile: 'Enter a number from 0 to 1, such as 0.9, or leave the field empty.' }
      : {}),
    ...(!prediction && score && !Number.isFinite(threshold)
      ? { threshold: 'Enter the lowest score that counts as positive.' }
      : {}),
  };
}

function blankProblem(profile: TableProfile, choice: Choice): { blanks?: string } {
  const names = Object.keys(blanksOf(profile, choice));
  const open = names.find((name) => choice.blanks?.[name] === undefined);
  return open === undefined ? {} : { blanks: `Choose what a blank in ${open} means.` };
}

const isProbability = (column: ColumnProfile | undefined): boolean =>
  column?.range === undefined || (column.range[0] >= 0 && column.range[1] <= 1);

/** What is wrong with decisions that have no label in common with the true outcomes. */
function strangers(
  profile: TableProfile,
  choice: Choice,
  role: 'prediction' | 'rival',
): Partial<Record<'prediction' | 'rival', string>> {
  const [decisions, outcomes] = [choice[role], choice.label].map((name) => labelsIn(profile, name));
  if (!decisions?.length || !outcomes?.length) return {};
  if (decisions.some((name) => outcomes.some((other) => sameLabel(name, other)))) return {};
  if (Object.keys(spellingsBeside(decisions, outcomes)).length > 0) return {};
  const all = [...decisions, ...outcomes];
  if (all.length === 2 && guessFavorable(all) !== undefined) return {};
  return {
    [role]:
      `${choice[role]} has the values ${decisions.join(', ')}, and ${choice.label} has ${outcomes.join(', ')}: ` +
      'no value in common. Choose columns with the same outcomes.',
  };
}

/** What is wrong with a measurement that stands beside no other. */
function measured(profile: TableProfile, choice: Choice): { prediction?: string } {
  if (areNumbers(profile, choice)) return {};
  const stray = [choice.label, choice.prediction].find((name) => {
    const column = findColumn(profile, name);
    return column !== undefined && !canBeLabel(column);
  });
  if (stray === undefined) return {};
  return {
    prediction: `${stray} contains measured numbers. For a regression audit, choose a true and a predicted column of numbers.`,
  };
}

function groupProblem(profile: TableProfile, choice: Choice): { groups?: string } {
  const { groups, bins, kept } = choice;
  if (groups.length === 0) return { groups: 'Choose at least one column to compare groups by.' };
  const unlimited = groups.find((name) => {
    const column = findColumn(profile, name);
    return column && !canBeGroup(column) && !bins[name]?.length && !kept?.[name];
  });
  if (unlimited !== undefined)
    return { groups: `Enter the limits of the ranges for ${unlimited}.` };
  const sizes = groups.map((name) => {
    const column = findColumn(profile, name);
    return column ? groupNames(column, choice).length : 1;
  });
  const combinations = sizes.reduce((product, size) => product * size, 1);
  const crowded = Object.values(kept ?? {}).find((most) => !(most >= 1 && most <= maxGroups));
  if (crowded !== undefined) return { groups: `Keep 1 to ${maxGroups} groups of a column.` };
  if (groups.length === 1 || combinations <= maxCombinations) return {};
  const count = combinations.toLocaleString('en');
  return { groups: `These columns form ${count} intersectional groups. Choose fewer columns.` };
}

const columnRoles = ['label', 'prediction', 'score', 'weight'] as const;

/** Returns the columns of the file that the choice names. */
export const columnsOf = (choice: Choice): string[] => [
  ...new Set([...columnRoles.flatMap((role) => choice[role] ?? []), ...choice.groups]),
];
