// SPDX-License-Identifier: Apache-2.0
//
// A short tree of questions: from what somebody is after to the measure that fits it, and to what cannot be had beside it.
// What excludes what is of published results: Chouldechova 2017; Kleinberg, Mullainathan and Raghavan 2017; Barocas, Hardt
// and Narayanan 2023, chapter 3.

/** Where a walk ends. */
export interface Measure {
  /** What should be equal, and how its gap is called. */
  measure: string;
  /** What cannot be equal then. */
  excludes: string;
}

export interface Question {
  question: string;
  answers: readonly { text: string; next: Question | Measure }[];
}

const parity: Measure = {
  measure: 'Selection rates: statistical parity difference, disparate impact.',
  excludes:
    'With equal selection rates, true and false positive rates cannot both be equal; and where precision is equal too, true positive ' +
    'rates are not.',
};

const opportunity: Measure = {
  measure: 'True positive rates: equal opportunity difference.',
  excludes:
    'With equal true positive rates, false positive rates cannot be equal where selection rates are, nor where precision is.',
};

const burden: Measure = {
  measure: 'False positive rates: false positive rate difference.',
  excludes:
    'With equal false positive rates, true positive rates cannot be equal where selection rates are, nor where precision is.',
};

const precision: Measure = {
  measure: 'Precision: false discovery rate difference.',
  excludes:
    'With equal precision, true and false positive rates cannot both be equal; and where selection rates are equal too, true positive ' +
    'rates are not.',
};

const calibration: Measure = {
  measure: 'Calibration: of those with the same score, as many have the outcome in each group.',
  excludes:
    'With calibrated scores, mean scores are as unequal as the outcomes are; and those with the outcome, and those without it, cannot ' +
    'both have the same mean score in each group.',
};

export const isMeasure = (next: Question | Measure): next is Measure => 'measure' in next;

export const tree: Question = {
  question: 'Is there a true outcome to hold decisions against?',
  answers: [
    { text: 'No, or it records past unfairness itself', next: parity },
    {
      text: 'Yes',
      next: {
        question: 'What is to be equal?',
        answers: [
          {
            text: 'How often people are decided about wrongly',
            next: {
              question: 'What is a positive decision to a person?',
              answers: [
                { text: 'A benefit: who deserves it must not be passed over', next: opportunity },
                { text: 'A burden: nobody must bear it wrongly', next: burden },
              ],
            },
          },
          {
            text: 'What a decision means, whoever gets it',
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
  'This is so wherever true outcomes are more frequent in one group than in another, but for decisions that are always right, or that ' +
  'have nothing to do with the outcome. Say first which matters.';
