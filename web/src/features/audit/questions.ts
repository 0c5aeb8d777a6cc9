// SPDX-License-Identifier: Apache-2.0
//
// Questions about a file after its audit: what was omitted, guessed, merged, or converted. Each answer is a choice
// with which the audit is repeated, or confirms the current choice.

import {
  adaptChoice,
  type Choice,
  countUnknown,
  findColumn,
  getLabels,
  groupNames,
  guessSeveral,
  isCrowded,
  unknownNames,
} from '../../table/choice.js';
import { withRole } from '../../table/guess.js';
import { getOutcome } from '../../table/outcome.js';
import type { TableProfile } from '../../table/profile.js';
import { getAbbreviations, spellingsIn } from '../../table/spelling.js';
import { countText } from '../../widgets/number.js';

export interface Question {
  /** Identifies the question among those of the file. */
  id: string;
  text: string;
  /** The answer that leaves the report as it is. */
  confirms: string;
  /** The answers that change the report; without a choice, the user chooses columns. */
  changes: readonly { text: string; choice?: Choice }[];
}

interface Asked {
  profile: TableProfile;
  choice: Choice;
  guessed: Choice;
}

/** Returns the questions about guesses that the user has not changed. */
export const getQuestions = (asked: Asked): Question[] => [
  ...aboutBlanks(asked),
  ...aboutSpellings(asked),
  ...aboutRoles(asked),
  ...aboutLabels(asked),
  ...aboutGroups(asked),
];

const choose = { text: 'Change' };

const quoted = (text: string): string => `“${text}”`;
/** The question about the meaning of the positive label. */
export function questionText({ prediction, label, favorable }: Choice): string {
  const name = prediction ?? label;
  const what = name === undefined || favorable === undefined ? 'a positive decision' : quoted(`${name}: ${favorable}`);
  return `Is ${what} good or bad for the person?`;
}

const rowsText = (count: number): string => `${countText(count)} ${count === 1 ? 'row' : 'rows'}`;
const omittedText = (rows: number, groups: number, isGroup: boolean): string => {
  if (!isGroup) return rows === 1 ? 'is omitted' : 'are omitted';
  if (groups > 1) return 'form separate groups';
  return rows === 1 ? 'forms a separate group' : 'form a separate group';
};
const hasHave = (count: number): string => (count === 1 ? 'has' : 'have');

// A column with one value and blanks has its question in the form.
function aboutBlanks({ profile, choice }: Asked): Question[] {
  const { blanks = {}, favorable } = choice;
  const labels = getLabels(profile, choice);
  const [no] = labels.length === 2 ? labels.filter((label) => label !== favorable) : [];
  const answers = [choice.prediction, choice.rival, choice.label].flatMap((name): Question[] => {
    const column = findColumn(profile, name);
    if (!column || column.missing === 0 || no === undefined || column.name in blanks) return [];
    return [
      {
        id: `blank ${column.name}`,
        text: `${rowsText(column.missing)} ${hasHave(column.missing)} an empty ${quoted(column.name)} and ${column.missing === 1 ? 'is' : 'are'} omitted. Does empty mean ${quoted(no)}?`,
        confirms: 'Leave them out',
        changes: [{ text: 'Yes', choice: { ...choice, blanks: { ...blanks, [column.name]: no } } }],
      },
    ];
  });
  const unknown = choice.groups.flatMap((name): Question[] => {
    const column = findColumn(profile, name);
    const rows = column ? countUnknown(column) : 0;
    if (column === undefined || rows === 0) return [];
    const names = [...(column.missing > 0 ? ['empty'] : []), ...unknownNames(column).map(quoted)];
    const isGroup = choice.missingGroups !== 'drop';
    return [
      {
        id: `group ${name}`,
        text: `${rowsText(rows)} ${hasHave(rows)} no known ${quoted(name)} (${names.join(', ')}) and ${omittedText(rows, names.length, isGroup)}.`,
        confirms: 'Correct',
        changes: [
          {
            text: isGroup ? 'Leave them out' : 'Show them as a group',
            choice: { ...choice, missingGroups: isGroup ? 'drop' : 'group' },
          },
        ],
      },
    ];
  });
  return [...answers, ...unknown];
}

function aboutSpellings({ profile, choice }: Asked): Question[] {
  return choice.groups.flatMap((name): Question[] => {
    const column = findColumn(profile, name);
    if (!column || isCrowded(column) || choice.bins[name]?.length) return [];
    const own = choice.spellings?.[name] ?? spellingsIn(column);
    const spelled = (spellings: Readonly<Record<string, string>>): Choice => ({
      ...choice,
      spellings: { ...choice.spellings, [name]: spellings },
    });
    const names = groupNames(column, choice);
    const merged = Object.entries(own).map(([value, other]): Question => {
      const { [value]: _, ...others } = own;
      return {
        id: `merged ${name} ${value}`,
        text: `${quoted(value)} and ${quoted(other)} in ${quoted(name)} were merged into one group.`,
        confirms: 'Keep',
        changes: [{ text: 'Separate', choice: spelled(others) }],
      };
    });
    const similar = getAbbreviations({ values: names }).map(([short, word]): Question => {
      const before = Object.entries(own).map(([value, n]) => [value, n === short ? word : n]);
      const all = { ...Object.fromEntries(before), [short]: word };
      return {
        id: `similar ${name} ${short}`,
        text: `${quoted(short)} and ${quoted(word)} in ${quoted(name)} are two groups. Are they the same?`,
        confirms: 'Keep',
        changes: [{ text: 'Merge', choice: spelled(all) }],
      };
    });
    return [...similar, ...merged];
  });
}

function aboutRoles({ profile, choice, guessed }: Asked): Question[] {
  const { prediction, label } = choice;
  if (prediction !== guessed.prediction || label !== guessed.label) return [];
  const change = (text: string, name: string) => [{ text, choice: withRole(profile, choice, 'label', name) }, choose];
  if (prediction !== undefined && label !== undefined) {
    return [
      {
        id: 'roles',
        text: `${quoted(prediction)} was taken as the decision and ${quoted(label)} as the true outcome.`,
        confirms: 'Correct',
        changes: change('Swap them', prediction),
      },
    ];
  }
  if (prediction === undefined) return [];
  return [
    {
      id: 'roles',
      text: `${quoted(prediction)} was taken as the decision.`,
      confirms: 'Correct',
      changes: change('It is the true outcome', prediction),
    },
  ];
}

function aboutLabels({ profile, choice, guessed }: Asked): Question[] {
  const { favorable } = choice;
  if (favorable === undefined || guessSeveral(profile, choice) !== 'no') return [];
  const labels = getLabels(profile, choice);
  const [other] = labels.length === 2 ? labels.filter((label) => label !== favorable) : [];
  const outcome = getOutcome(choice);
  const isGuess = favorable === guessed.favorable && choice.outcome === undefined;
  if (!isGuess) return [];
  const means = (text: string, meaning: 'benefit' | 'burden') => ({ text, choice: { ...choice, outcome: meaning } });
  const text = outcome
    ? `${quoted(favorable)} was taken as the positive label, and as a ${outcome} for the person.`
    : `${quoted(favorable)} was taken as the positive label. ${questionText(choice)}`;
  return [
    {
      id: `positive ${favorable}`,
      text,
      confirms: outcome ? 'Correct' : 'Neither',
      changes: [
        ...(outcome === 'benefit' ? [] : [means(outcome ? 'It is a benefit' : 'Good', 'benefit')]),
        ...(outcome === 'burden' ? [] : [means(outcome ? 'It is a burden' : 'Bad', 'burden')]),
        ...(other === undefined
          ? []
          : [{ text: `${quoted(other)} is positive`, choice: adaptChoice(profile, { ...choice, favorable: other }) }]),
      ],
    },
  ];
}

function aboutGroups({ profile, choice }: Asked): Question[] {
  return choice.groups.flatMap((name): Question[] => {
    const column = findColumn(profile, name);
    if (!column) return [];
    const count = groupNames(column, choice).length;
    const text = choice.bins[name]?.length
      ? `${quoted(name)} was divided into ${count} ranges.`
      : choice.kept?.[name] === undefined
        ? undefined
        : `Only the ${countText(count - 1)} largest groups of ${quoted(name)} are compared; the others are combined.`;
    return text === undefined ? [] : [{ id: `groups ${name}`, text, confirms: 'Correct', changes: [choose] }];
  });
}
