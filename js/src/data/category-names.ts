// SPDX-License-Identifier: Apache-2.0
//
// Names of categories that say little about a person: those that mean "not known", such as "Prefer not to say", and
// those of a rest, such as "Other". All families use this list. Names are compared by their letters, without case,
// accents, blanks, and punctuation.

import { missingCategory } from './category.js';

/** @internal Returns the letters of a name, in lower case and without accents. */
export const getLetters = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}]/gu, '');

const attribute =
  '(?:sex|gender|race|ethnicity|raceor?ethnicity|age|religion|nationality|origin|disability|status|' +
  'geschlecht|herkunft|ethnie|alter|sexe|genre|origine|sexo|genero|raza|etnia|sesso|genere|razza|raca|geslacht)?';

const telling =
  '(?:self)?(?:identif(?:y|ied)|say|said|answer(?:ed)?|specif(?:y|ied)|disclosed?|stated?|respond(?:ed)?|provided?|' +
  'reported?|reply|replied|given?|shared?|listed|recorded|known?|available|applicable|determined|declared?|indicated?)';

const unknownNames = [
  // English
  `(?:un|not|non)(?:yet)?${telling}`,
  'undisclosed|unspecified|missing|blank|withheld|opt(?:ed)?out',
  'none(?:given|provided|stated|reported)',
  'no(?:answer|response|reply|data|information)',
  `(?:declined?|refused?)s?(?:to)?(?:${telling})?`,
  `(?:i|id)?(?:prefer|choose|chose|would?rather|rather|wish|opt)(?:s|ed|red)?not(?:to)?${telling}`,
  `(?:do|does|did)(?:not|nt)(?:wish|want|care|choose)?(?:to)?${telling}`,
  // German
  'unbekannt(?:e[rs]?)?|(?:nicht|nie)(?:bekannt|angegeben|erhoben|erfasst|beantwortet|verfugbar)|fehlend(?:e[rs]?)?|fehlt',
  '(?:keine?|ohne)(?:angaben?|antwort|auskunft|daten)(?:gemacht)?|weiss(?:ich)?nicht|(?:angabe|antwort)?verweigert',
  '(?:ich)?m(?:o|oe)chte(?:ich)?(?:dies|das|es)?(?:lieber)?nicht(?:angeben|sagen|beantworten)',
  // French
  'inconnue?s?|(?:non|pas)(?:connu|renseigne|precise|specifie|declare|communique|repondu|indique)e?s?|nondisponible',
  '(?:sans|non|pasde|aucune)reponse|(?:je)?nesa(?:is|it)pas|refuse?(?:derepondre)?|indetermine|manquante?',
  '(?:je)?prefere?(?:rais)?nepas(?:le)?(?:dire|repondre|preciser|indiquer)|(?:je)?nesouhaitepas(?:repondre|preciser|ledire)',
  // Spanish
  'desconocid[oa]s?|no(?:especificad|indicad|informad|declarad|contestad)[oa]|no(?:consta|disponible|contesta|sabe|responde)',
  'sin(?:especificar|datos?|informacion|respuesta)|norespuesta|(?:nosabe|ns)(?:o)?(?:nocontesta|nc)|ignorad[oa]',
  'prefier[oe]no(?:decirlo|decir|responder|contestar|indicarlo)',
  // Italian
  'sconosciut[oa]|ignot[oa]|non(?:not|specificat|dichiarat|indicat|risposto|pervenut)[oa]?|non(?:disponibile|risponde|so)',
  'nessunarisposta|mancante|preferis(?:co|ce)non(?:dirlo|dichiararlo|rispondere|specificarlo|indicarlo|dire)',
  // Portuguese
  'desconhecid[oa]s?|nao(?:informad|especificad|declarad|identificad)[oa]|nao(?:respondeu|responde|sabe|disponivel)',
  'sem(?:resposta|informacao|dados)|prefir[oe]nao(?:dizer|responder|informar|declarar)',
  // Dutch
  'onbekend|niet(?:bekend|opgegeven|ingevuld|gespecificeerd)|geen(?:antwoord|opgave)|zegikliever(?:niet)|wil(?:ik)?nietzeggen',
];

const unknown = new RegExp(`^${attribute}i?(?:${unknownNames.join('|')})${attribute}$`);

// The abbreviations of "keine Angabe" and of "no sabe, no contesta" are recognized only with their punctuation.
const abbreviated = /^(?:k\.\s?a\.?|ns\s?\/\s?nc)$/i;

const rest = new RegExp(
  `^(?:all|some|any)?(?:${[
    'others?|another|otherandunknown|other(?:or)?unknown|misc(?:ellaneous)?',
    'andere[rsn]?|alleanderen|sonstige[rsn]?|ubrige[rsn]?|autres?|(?:los|las)?otr[oa]s?|altr[oaei]|outr[oa]s?|overige?',
  ].join('|')})${attribute}s?$`,
);

/** True if the category is not known: `(missing)`, or a name such as `Decline to self-identify` or `keine Angabe`. */
export const meansUnknown = (name: string): boolean =>
  name === missingCategory || abbreviated.test(name) || unknown.test(getLetters(name));

/** True if the category contains what no other category of the attribute contains, such as `Other`. */
export const meansRest = (name: string): boolean => rest.test(getLetters(name));
