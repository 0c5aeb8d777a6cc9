// SPDX-License-Identifier: Apache-2.0
//
// Guesses from the names of columns and the positive label whether a positive decision is a benefit or a burden, unless
// the user chooses. It changes the order and the wording of a report, but no number.

import type { AuditOptions } from 'fairwasm';
import { unaccented } from './answers.js';
import type { Choice } from './choice.js';
import { getWords } from './words.js';

export type Outcome = NonNullable<AuditOptions['outcome']>;

// Decisions that no one wants, and suspicions.
const burdens =
  /^(recid\w*|reoffen\w*|rearrest\w*|arrest\w*|crim\w*|violen\w*|offen[cds]\w*|convict\w*|guilty|detain\w*|detention|jail\w*|prison\w*|fraud\w*|default(ed|s)?|delinquen\w*|foreclos\w*|evict\w*|reject\w*|den(y|ied|ial|ials)|refus\w*|declin\w*|fired|layoffs?|dismiss\w*|terminat\w*|suspend\w*|suspici\w*|suspect\w*|investigat\w*|inspect\w*|penal\w*|sanction\w*|violation\w*|banned|blocked|flag(ged)?|toxic\w*|dropout|cheat\w*|risk\w*|fail(ed|ure)?|abgelehnt|ablehnung|absage|gekundigt|kundigung|entlassen|betrug|verdacht\w*|ruckfall\w*|refusee?|rejetee?|rejet|licencie\w*|fraude\w*|recidiv\w*|rechazad[ao]|denegad[ao]|despedid[ao]|moros[ao]|recusad[ao]|rejeitad[ao]|reprovad[ao]|inadimpl\w*|demitid[ao]|respint[ao]|rifiutat[ao]|scartat[ao]|bocciat[ao]|licenziat[ao]|frode)$/;

const saysBurden = (name: string | undefined): boolean =>
  name !== undefined && getWords(name).some((word) => burdens.test(unaccented(word)));

// In some files, the absence of a burden is the benefit: `default` with the positive label `no`.
const negations = /^(no|n|f|not|non|never|false|without|un\w*|nein|nicht|nao|0)$/;
// Labels that only confirm the name of the column.
const assents = /^(yes|y|true|t|1|high|medium|positive|x|ja|oui|si|sim)$/;

type Named = Pick<Choice, 'prediction' | 'label' | 'score' | 'favorable'>;

/** Returns `burden` if the positive label names one, or confirms the name of a column that does. */
export function guessOutcome({ prediction, label, score, favorable }: Named): Outcome {
  const words = getWords(favorable ?? '');
  if (favorable === '-1' || words.some((word) => negations.test(word))) return 'benefit';
  if (saysBurden(favorable)) return 'burden';
  const saysYes = words.every((word) => assents.test(word));
  const columns = [prediction, label, prediction === undefined ? score : undefined];
  return saysYes && columns.some(saysBurden) ? 'burden' : 'benefit';
}

/** Returns the chosen or guessed outcome. */
export const getOutcome = (choice: Named & Pick<Choice, 'outcome'>): Outcome => choice.outcome ?? guessOutcome(choice);
