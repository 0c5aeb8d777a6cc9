// SPDX-License-Identifier: Apache-2.0
//
// Words for positive and negative answers and decisions, in English, German, French, Spanish, Portuguese, and Italian,
// without accents and in any gender.

import { looseKey } from './spelling.js';

const good =
  /^(yes|y|true|positive|good|accept(ed)?|approve[dr]?|admit(ted)?|granted?|hired?|selected|shortlisted|offer(ed)?|invited?|interview(ed)?|promot(ed|e)|pass(e?d)?|success(ful)?|qualified|eligible|repaid|paid|fullypaid|high|lowrisk|creditworthy|survived|recovered|won|above|more|recommend(ed)?|proceed|advanced?|ja|gut|bewilligt|genehmigt|angenommen|eingestellt|zugesagt|zusage|eingeladen|ausgewahlt|befordert|zugelassen|bestanden|empfohlen|geeignet|oui|vrai|accepte?e?|acceptee|retenue?s?|embauchee?|recrutee?|selectionnee?|admise?|approuvee?|recommandee?|promue?|recue?|favorable|convoquee?|si|sim|verdadero|verdadeiro|vero|aprob[ao]d[ao]|acept[ao]d[ao]|contratad[ao]|seleccionad[ao]|preseleccionad[ao]|admitid[ao]|concedid[ao]|promovid[ao]|recomendad[ao]|apt[ao]|invitad[ao]|aprovad[ao]|aceit[eo]|aceita|selecionad[ao]|convidad[ao]|deferid[ao]|approvat[ao]|accettat[ao]|assunt[ao]|selezionat[ao]|ammess[ao]|promoss[ao]|idone[ao]|raccomandat[ao]|invitat[ao])$/;
const bad =
  /^(no|n|not|false|negative|bad|reject(ed)?|den(y|ied)|refused?|declined?|notgranted|nothired|notselected|notshortlisted|notrecommended|failed?|unsuccessful|unqualified|ineligible|default(ed)?|chargedoff|low|highrisk|died|lost|below|less|withdrawn|nein|falsch|schlecht|abgelehnt|absage|abgesagt|nichteingestellt|nichtzugelassen|nichtbestanden|ungeeignet|non|faux|refusee?|rejetee?|nonretenue?s?|ecartee?|recalee?|ajournee?|defavorable|nao|falso|rechazad[ao]|denegad[ao]|noseleccionad[ao]|descartad[ao]|suspendid[ao]|suspenso|noapt[ao]|rejeitad[ao]|recusad[ao]|reprovad[ao]|naoselecionad[ao]|indeferid[ao]|eliminad[ao]|respint[ao]|rifiutat[ao]|scartat[ao]|bocciat[ao]|nonidone[ao]|nonammess[ao]|nonassunt[ao])$/;

/** Returns text without accents. */
export const unaccented = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

const keyOf = (label: string): string => unaccented(looseKey(label));

export const isGood = (label: string): boolean =>
  good.test(keyOf(label)) || /^[>≥]|^over |^above /i.test(label);
export const isBad = (label: string): boolean =>
  bad.test(keyOf(label)) || /^[<≤]|^under |^below |^not? |^nicht |^non |^não /i.test(label);
