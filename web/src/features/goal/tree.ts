// SPDX-License-Identifier: Apache-2.0
//
// A short tree of questions: from the user's goal to the measure that fits, and to the measures that it excludes.
// Sources of the exclusions: Chouldechova 2017; Kleinberg, Mullainathan, and Raghavan 2017; Barocas, Hardt, and
// Narayanan 2023, chapter 3.

/** A leaf of the tree. */
export interface Measure {
  /** The rate to equalize and the name of its gap. */
  measure: string;
  /** The rates that cannot be equal at the same time. */
  excludes: string;
}

export interface Question {
  question: string;
  answers: readonly { text: string; next: Question | Measure }[];
}

const parity: Measure = {
  measure: 'Selection rates: statistical parity difference, disparate impact.',
  excludes:
    'With equal selection rates, true and false positive rates cannot both be equal; if precision is also equal, true positive ' +
    'rates are not.',
};

const opportunity: Measure = {
  measure: 'True positive rates: equal opportunity difference.',
  excludes:
    'With equal true positive rates, false positive rates cannot be equal if selection rates or precision are also equal.',
};

const burden: Measure = {
  measure: 'False positive rates: false positive rate difference.',
  excludes:
    'With equal false positive rates, true positive rates cannot be equal if selection rates or precision are also equal.',
};

const precision: Measure = {
  measure: 'Precision: false discovery rate difference.',
  excludes:
    'With equal precision, true and false positive rates cannot both be equal; if selection rates are also equal, true positive ' +
    'rates are not.',
};

const calibration: Measure = {
  measure: 'Calibration: people with the same score have the outcome equally often in each group.',
  excludes:
    'With calibrated scores, mean scores differ as much as base rates do. People with the outcome, and people without it, cannot ' +
    'both have the same mean score in each group.',
};

export const isMeasure = (next: Question | Measure): next is Measure => 'measure' in next;

export const tree: Question = {
  question: 'Is there a true outcome to compare decisions with?',
  answers: [
    { text: 'No, or the outcome itself reflects past unfairness', next: parity },
    {
      text: 'Yes',
      next: {
        question: 'What should be equal?',
        answers: [
          {
            text: 'How often decisions are wrong',
            next: {
              question: 'What does a positive decision mean for a person?',
              answers: [
                { text: 'A benefit: no one who qualifies should be denied', next: opportunity },
                { text: 'A burden: no one should receive it by mistake', next: burden },
              ],
            },
          },
          {
            text: 'The meaning of a decision, regardless of the group',
            next: {
              question: 'Is it a decision, or a score?',
              answers: [
                { text: 'A decision: yes or no', next: precision },
                { text: 'A score', next: calibration },
              ],
            },
          },
        ],
      },
    },
  ],
};

/** When the exclusions hold. */
export const condition =
  'This holds if base rates differ between groups, unless decisions are always right or ' +
  'have nothing to do with the outcome. Decide first which measure matters.';
