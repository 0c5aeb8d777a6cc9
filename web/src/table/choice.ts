// SPDX-License-Identifier: Apache-2.0
//
// The use of each column and the options for reading it, edited by the form and sent to the worker.

import { meansUnknown } from '#fairwasm/data/category-names.js';
import { guessFavorable } from '#fairwasm/data/favorable.js';
import { rangeNames } from '#fairwasm/data/intake/ranges.js';
import { type Bins, roundLimits } from './bins.js';
import { likelyPositive } from './positive.js';
import type { ColumnProfile, TableProfile } from './profile.js';
import { distinctValues, isNo, otherSpellings, type Spellings, sameLabel, spellingsIn } from './spelling.js';

export interface Choice {
  prediction: string | undefined;
  /** A second model's decisions, to be compared with the first's. */
  rival: string | undefined;
  label: string | undefined;
  score: string | undefined;
  /** The smallest score that counts as favorable, if there is no prediction. */
  threshold: number | undefined;
  weight: string | undefined;
  /** The person that each row belongs to, if people have several rows. */
  cluster?: string | undefined;
  groups: readonly string[];
  /** Limits of the ranges of numeric group columns. */
  bins: Bins;
  favorable: string | undefined;
  /** Meaning of a positive decision for a person; undefined: guessed. */
  outcome: 'benefit' | 'burden' | 'unknown' | undefined;
  /** Columns any of which may be the decision, until the user chooses. */
  unsure?: readonly string[] | undefined;
  /** Reference group by attribute. Default: the largest group. */
  privileged: Readonly<Record<string, string>>;
  missing: 'error' | 'drop';
  /** The quantile that the model predicts; undefined: it predicts the targets. */
  quantile?: number | undefined;
  /** The number of largest groups to keep, by column with too many values; the other groups are combined. */
  kept?: Readonly<Record<string, number>> | undefined;
  /** Spellings of the groups of a column, instead of the recognized ones. */
  spellings?: Readonly<Record<string, Spellings>> | undefined;
  /** The meaning of a blank, by column; empty: its rows are omitted. */
  blanks?: Readonly<Record<string, string>> | undefined;
  /** The treatment of rows with an unknown group; undefined: they are a group. */
  missingGroups?: 'group' | 'drop' | undefined;
  /** The error that does more harm; undefined: not specified. */
  worse?: 'falsePositives' | 'falseNegatives' | undefined;
  /** The treatment of more than two labels; undefined: multiclass, unless one is named as positive. */
  several?: Several | undefined;
  /** The classes from lowest to highest, if they are ordered. */
  classOrder?: readonly string[] | undefined;
}

/** The names in a column that mean an unknown group, such as “Prefer not to say”. */
export const unknownNames = ({ values }: ColumnProfile): string[] => values.filter(meansUnknown);

/** Number of rows whose group is not known: blank, or one of {@link unknownNames}. */
export const countUnknown = ({ missing, values, counts }: ColumnProfile): number =>
  values.reduce((rows, name, i) => rows + (meansUnknown(name) ? (counts[i] as number) : 0), missing);

/** `no`: two outcomes, one of them positive; otherwise multiclass, perhaps with an order. */
export type Several = 'no' | 'unordered' | 'ordered';

/** True if the labels can be multiclass. */
export const canBeSeveral = (profile: TableProfile, choice: Choice): boolean =>
  choice.label !== undefined &&
  choice.prediction !== undefined &&
  choice.rival === undefined &&
  getLabels(profile, choice).length > 2;

/**
 * Returns the treatment of the labels. By default, only true outcomes determine the number of classes: if there are
 * two, further words in decisions are probably other spellings.
 */
export function guessSeveral(profile: TableProfile, choice: Choice): Several {
  if (!canBeSeveral(profile, choice)) return 'no';
  const areTrue = labelsIn(profile, choice.label).length > 2;
  return choice.several ?? (choice.favorable === undefined && areTrue ? 'unordered' : 'no');
}

/** Returns the columns that are counted by group; undefined if the role has none. */
export const countedColumns = (choice: Choice): readonly (string | undefined)[] => [
  choice.prediction,
  choice.rival,
  choice.label,
  choice.score,
  choice.weight,
];

/** Maximum number of groups for a useful comparison. */
export const maxGroups = 200;

/** Maximum number of combinations of the chosen columns. */
export const maxCombinations = 2000;

/** A column with more values than this is unlikely to contain labels. */
export const maxLabels = 20;

export function findColumn(profile: TableProfile, name: string | undefined): ColumnProfile | undefined {
  return profile.columns.find((column) => column.name === name);
}

export const canBeGroup = ({ values, hasMore }: ColumnProfile): boolean => !hasMore && values.length <= maxGroups;

/** A column with more distinct numbers is a measurement, such as an age in years, and does not define groups. */
export const maxNumericGroups = 12;

/** True if ranges of the column's numbers define groups. */
export const isMeasure = ({ range, values, hasMore }: ColumnProfile): boolean =>
  range !== undefined && range[0] < range[1] && (hasMore || values.length > maxNumericGroups);

/**
 * True for regression: targets and predictions are numbers, and at least one of the columns has more values than labels
 * can have.
 */
export const areNumbers = (profile: TableProfile, { label, prediction, rival }: Choice): boolean => {
  const columns = [label, prediction].map((name) => findColumn(profile, name));
  return (
    rival === undefined &&
    columns.every((column) => column?.range !== undefined) &&
    columns.some((column) => column !== undefined && !canBeLabel(column))
  );
};

/** True if a text column has too many values for groups, so that only the largest groups are kept. */
export const isCrowded = (column: ColumnProfile): boolean =>
  !canBeGroup(column) && !isMeasure(column) && column.values.length > 1;

/** The initial number of largest groups to keep. */
const keptAtFirst = 10;

/** Name of the combined remaining groups. */
export const otherName = (values: readonly string[]): string =>
  values.some((value) => value.toLowerCase() === 'other') ? 'all others' : 'other';

/** Returns the names of the groups in a column. */
export function groupNames(column: ColumnProfile, { bins, kept, spellings }: Choice): readonly string[] {
  const limits = bins[column.name] ?? [];
  if (limits.length > 0) return rangeNames(limits);
  const most = kept?.[column.name];
  const spelled = spellings?.[column.name];
  const names = spelled ? [...new Set(column.values.map((value) => spelled[value] ?? value))] : distinctValues(column);
  return most === undefined ? names : [...names.slice(0, most), otherName(column.values)];
}

/** Returns the spelling to use for each value, by column, so that spellings of one label or group are equal. */
export function getSpellings(profile: TableProfile, choice: Choice): Readonly<Record<string, Spellings>> {
  const outcomes = findColumn(profile, choice.label);
  const isRead = outcomes && canBeLabel(outcomes);
  const found = new Map<string, Spellings>();
  for (const role of ['label', 'prediction', 'rival'] as const) {
    const column = findColumn(profile, choice[role]);
    if (!column || !canBeLabel(column)) continue;
    const extras = role === 'label' || !isRead ? {} : otherSpellings(distinctValues(column), distinctValues(outcomes));
    const own = Object.entries(spellingsIn(column));
    const renamed = own.map(([value, name]) => [value, extras[name] ?? name]);
    const all = Object.entries<string>({ ...extras, ...Object.fromEntries(renamed) });
    found.set(column.name, Object.fromEntries(all.filter(([value, name]) => value !== name)));
  }
  for (const name of choice.groups) {
    const column = findColumn(profile, name);
    if (column && !choice.bins[name]?.length) found.set(name, choice.spellings?.[name] ?? spellingsIn(column));
  }
  return Object.fromEntries([...found].filter(([, names]) => Object.keys(names).length > 0));
}

export const canBeLabel = ({ values, hasMore }: ColumnProfile): boolean =>
  !hasMore && values.length > 0 && values.length <= maxLabels;

const labelsIn = (profile: TableProfile, name: string | undefined): readonly string[] => {
  const column = findColumn(profile, name);
  return column && canBeLabel(column) ? distinctValues(column) : [];
};

/** Returns the labels in the chosen columns, each in one spelling; one of them must be favorable. */
export const getLabels = (profile: TableProfile, choice: Choice): string[] => labelsByCount(profile, choice).sort();

// Labels of true outcomes first, by frequency.
function labelsByCount(profile: TableProfile, choice: Choice): string[] {
  const spellings = getSpellings(profile, choice);
  const labels = [choice.label, choice.prediction, choice.rival].flatMap((column) =>
    labelsIn(profile, column).map((value) => spellings[column as string]?.[value] ?? value),
  );
  return labels.filter((name, i) => labels.findIndex((other) => sameLabel(other, name)) === i);
}

// The two labels come from true outcomes, or from decisions if there are no outcomes.
function findLikely(profile: TableProfile, choice: Choice): string | undefined {
  const first = choice.label ?? choice.prediction;
  const column = findColumn(profile, first);
  if (!column || !canBeLabel(column)) return undefined;
  const labels = distinctValues(column);
  const isSeveral = labels.length > 2 && canBeSeveral(profile, choice);
  return isSeveral ? undefined : likelyPositive(labels);
}

/** Returns the choice without a favorable label, reference group, or threshold that its columns do not have. */
export function adaptChoice(profile: TableProfile, choice: Choice): Choice {
  const labels = getLabels(profile, choice);
  const { favorable } = choice;
  const known = favorable && labels.find((label) => sameLabel(label, favorable));
  const bins = adaptBins(profile, choice);
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
    favorable: known || guessFavorable(labels) || findLikely(profile, choice),
    kept: adaptKept(profile, choice),
    privileged: Object.fromEntries(privileged),
    threshold: needsThreshold ? (choice.threshold ?? middle(profile, choice)) : undefined,
  };
}

// A measurement initially has ranges of equal width; with empty limits, each value is a group.
function adaptBins(profile: TableProfile, { groups, bins }: Choice): Bins {
  const measures = groups.flatMap((name) => {
    const column = findColumn(profile, name);
    return column?.range && isMeasure(column) ? [{ name, range: column.range }] : [];
  });
  return Object.fromEntries(measures.map(({ name, range }) => [name, bins[name] ?? roundLimits(range)]));
}

function adaptKept(profile: TableProfile, { groups, kept }: Choice): Choice['kept'] {
  const crowded = groups.filter((name) => {
    const column = findColumn(profile, name);
    return column !== undefined && isCrowded(column);
  });
  if (crowded.length === 0) return undefined;
  return Object.fromEntries(crowded.map((name) => [name, kept?.[name] ?? keptAtFirst]));
}

function middle(profile: TableProfile, { score }: Choice): number {
  const [min, max] = findColumn(profile, score)?.range ?? [0, 1];
  // A positive logit is a probability above one half.
  if (min < 0 && max > 0) return 0;
  return min >= 0 && max <= 1 ? 0.5 : (min + max) / 2;
}

/**
 * Returns the word for no by column, for columns of decisions and outcomes in which a blank may mean no: they contain
 * one value and blanks.
 */
export function getBlanks(
  profile: TableProfile,
  { prediction, rival, label }: Choice,
): Readonly<Record<string, string>> {
  const columns = [prediction, rival, label].flatMap((name) => findColumn(profile, name) ?? []);
  const found = columns.flatMap(({ name, values, hasMore, missing }) => {
    const [only = '', ...others] = values;
    if (missing === 0 || hasMore || only === '' || others.length > 0 || isNo(only)) return [];
    return [[name, nos[only.toLowerCase()] ?? 'no']];
  });
  return Object.fromEntries(found);
}

const nos: Readonly<Record<string, string>> = {
  ...{ 1: '0', true: 'false', y: 'n', ja: 'nein', oui: 'non' },
  ...{ sim: 'não', positive: 'negative', accepted: 'rejected', approved: 'denied' },
};

/** Returns the problems of the choice by the field that can fix them; empty if the audit can run. */
export function getProblems(
  profile: TableProfile,
  choice: Choice,
): Partial<
  Record<'prediction' | 'favorable' | 'groups' | 'threshold' | 'rival' | 'score' | 'quantile' | 'blanks', string>
> {
  const { prediction, rival, label, score, threshold, favorable, quantile } = choice;
  const labels = getLabels(profile, choice);
  return {
    ...((prediction ?? label ?? score)
      ? {}
      : { prediction: unsureProblem(choice) ?? 'Choose a column with decisions, true outcomes, or scores.' }),
    ...strangers(profile, choice, 'prediction'),
    ...strangers(profile, choice, 'rival'),
    ...(rival !== undefined && rival === prediction ? { rival: 'Choose a column other than the first model’s.' } : {}),
    ...(prediction && !isProbability(findColumn(profile, score))
      ? { score: 'Choose probabilities from 0 to 1. Other scores can only replace a decision column.' }
      : {}),
    ...measured(profile, choice),
    ...blankProblem(profile, choice),
    ...groupProblem(profile, choice),
    ...(labels.length > 0 && favorable === undefined && guessSeveral(profile, choice) === 'no'
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

function unsureProblem({ unsure = [] }: Choice): string | undefined {
  if (unsure.length < 2) return undefined;
  const names = unsure.map((name) => `“${name}”`);
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)} could be the decision. Choose it; the other may be the true outcome.`;
}

function blankProblem(profile: TableProfile, choice: Choice): { blanks?: string } {
  const names = Object.keys(getBlanks(profile, choice));
  const open = names.find((name) => choice.blanks?.[name] === undefined);
  return open === undefined ? {} : { blanks: `Choose what a blank in ${open} means.` };
}

const isProbability = (column: ColumnProfile | undefined): boolean =>
  column?.range === undefined || (column.range[0] >= 0 && column.range[1] <= 1);

/** Returns the problem of decisions that have no label in common with the true outcomes. */
function strangers(
  profile: TableProfile,
  choice: Choice,
  role: 'prediction' | 'rival',
): Partial<Record<'prediction' | 'rival', string>> {
  const [decisions, outcomes] = [choice[role], choice.label].map((name) => labelsIn(profile, name));
  if (!decisions?.length || !outcomes?.length) return {};
  if (decisions.some((name) => outcomes.some((other) => sameLabel(name, other)))) return {};
  if (Object.keys(otherSpellings(decisions, outcomes)).length > 0) return {};
  const all = [...decisions, ...outcomes];
  if (all.length === 2 && guessFavorable(all) !== undefined) return {};
  return {
    [role]:
      `${choice[role]} has the values ${decisions.join(', ')}, and ${choice.label} has ${outcomes.join(', ')}: ` +
      'no value in common. Choose columns with the same outcomes.',
  };
}

/** Returns the problem of a measurement without a second one to compare it with. */
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
  if (unlimited !== undefined) return { groups: `Enter the limits of the ranges for ${unlimited}.` };
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

const columnRoles = ['label', 'prediction', 'score', 'weight', 'cluster'] as const;

/** Returns the columns of the file that the choice names. */
export const getColumns = (choice: Choice): string[] => [
  ...new Set([...columnRoles.flatMap((role) => choice[role] ?? []), ...choice.groups]),
];
