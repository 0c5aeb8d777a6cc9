// SPDX-License-Identifier: Apache-2.0
//
// Words for positive and negative answers and decisions, in English, German, French, Spanish, Portuguese, and Italian,
// without accents and in any gender.

import { spellingKey } from '#fairwasm/data/intake/merge-spellings.js';

const good =
  /^((yes|y|true|positive|good|high|lowrisk|more|won|paid|hired?|ja|gut|oui|vrai|si|sim|vero|verda\w*|apt[ao]|reten\w*)$|accept|approv|admi[st]|grant|select|shortlist|offer|invit|interview|promo|promu|pass(e?d)?$|success|qualifi|eligible|repaid|fullypaid|creditworthy|surviv|recover|recom|proceed|advance|bewilligt|genehmigt|angenommen|eingestellt|zusage|zugesagt|zugelassen|eingeladen|ausgewahlt|befordert|bestanden|empfohlen|geeignet|embauche|recrut|favorable|convo[qc]|ap?prov|aprob|a[cp]cept|aceit|contratad|pre?selec|selec?ion|selez|concedi|deferid|assunt|ammess|idone|raccom)/;
const bad =
  /^((no|n|not|false|negative|bad|low|highrisk|less|lost|died|nein|falsch|non|faux|nao|falso)$|reject|den(y|ied)|refus|declin|not(granted|hired|selected|shortlisted|recommended)|fail|un(success|qualif|geeignet)|ineligible|default|chargedoff|withdr|schlecht|abgelehnt|absage|abgesagt|nicht(einge|zuge|best)|rejet|nonreten|ecarte|recale|ajourne|defavorable|rechaz|denega|noselec|descart|suspen|noapt|rejeit|recusa|reprov|naoselec|indefer|elimin|respint|rifiut|scartat|bocciat|non(idone|ammess|assunt))/;

/** Returns text without accents. */
export const unaccented = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

// The key of true and false is that of 1 and 0, which may also be counts.
const getKey = (label: string): string =>
  unaccented(/^(?:true|false)$/i.test(label) ? label.toLowerCase() : spellingKey(label));

const amount =
  /^(?:[<>≤≥]=?|over |above |under |below |up to ) ?[$€£]? ?(?:\d{4,12}|\d{1,9}[.,]\d{3}|\d{1,9}(?:[.,]\d{1,9})? ?(?:k|tsd|m|mio))\b/i;

/** True for a limit of an amount of money, such as >50K; a limit of another number, such as >30 days, may mean anything. */
export const isAmount = (label: string): boolean => amount.test(label) && /^(?:[>≥]|over |above )/i.test(label);

export const isGood = (label: string): boolean => good.test(getKey(label)) || isAmount(label);
export const isBad = (label: string): boolean =>
  bad.test(getKey(label)) || (amount.test(label) && !isAmount(label)) || /^not? |^nicht |^non |^não /i.test(label);
