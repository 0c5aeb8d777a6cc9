// SPDX-License-Identifier: Apache-2.0
//
// Which of two labels counts as positive where the usual pairs do not say: by what the words mean, and otherwise the one
// that fewer rows have, as fields that study rare events do. It is a start, shown as a guess, so that every proposal can be run.

import { guessFavorable } from 'fairwasm';
import { looseKey } from './spelling.js';

const good =
  /^(good|accept(ed)?|approve[dr]?|admit(ted)?|granted?|hired?|selected|offered|invited|promoted|passe?d?|success(ful)?|qualified|eligible|repaid|paid|fullypaid|high|low ?risk|creditworthy|survived|recovered|won|ja|oui|si|sí|true|above|more|gut|bewilligt|angenommen)$/;
const bad =
  /^(bad|reject(ed)?|den(y|ied)|refused|declined|notgranted|nothired|failed?|fail|unsuccessful|unqualified|ineligible|default(ed)?|chargedoff|low|died|lost|nein|non|false|below|less|schlecht|abgelehnt)$/;

const isGood = (label: string) => good.test(looseKey(label)) || /^>|^≥|^over |^above /i.test(label);
const isBad = (label: string) =>
  bad.test(looseKey(label)) || /^<|^≤|^under |^below |^not? /i.test(label);

/** `labels`: more frequent ones first. */
export function likelyPositive(labels: readonly string[]): string | undefined {
  const usual = guessFavorable(labels);
  if (usual !== undefined) return usual;
  const words = labels.filter(isGood);
  if (words.length === 1) return words[0];
  const others = labels.filter((label) => !isBad(label));
  if (words.length === 0 && others.length === 1) return others[0];
  return labels.at(-1);
}
