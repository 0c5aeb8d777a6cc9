// SPDX-License-Identifier: Apache-2.0
//
// Guesses from the names of columns and the positive label whether a positive decision is a benefit or a burden, unless
// the user chooses. It changes the order and the wording of a report, but no number. If the words are unknown or
// contradict each other, the meaning is unknown: the page asks, and texts are neutral.

import type { AuditOptions } from 'fairwasm';
import { isAmount, unaccented } from './answers.js';
import type { Choice } from './choice.js';
import { getWords } from './words.js';

export type Outcome = NonNullable<AuditOptions['outcome']>;

const toPattern = (...parts: readonly string[]) => new RegExp(`^(${parts.join('|')})$`);

// Without accents and in any gender: English, German, French, Spanish, Portuguese, Italian. Words with two meanings,
// such as `eingestellt`, have their own rules below.
const burdens = toPattern(
  'recid\\w*|reoffen\\w*|rearrest\\w*|arrest\\w*|crim(e|es|inal)|violen\\w*|offen[cds]\\w*|convict\\w*|guilty|accus\\w*|charged|chargedoff|detain\\w*|detention|jail\\w*|prison\\w*|incarcerat\\w*|deport\\w*|fraud\\w*|default(ed|s)?|delinquen\\w*|bankrupt\\w*|foreclos\\w*|repossess\\w*|garnish\\w*|evict\\w*|reject\\w*|den(y|ied|ial|ials)|refus\\w*|declin\\w*|fired|sacked|laid|laidoff|layoffs?|redundan\\w*|dismiss\\w*|terminat\\w*|suspen[ds]\\w*|expel\\w*|expuls\\w*|exclu(ded|sion)|revok\\w*|cancell?ed|withheld|withdrawn|stopped|demot\\w*|downgrad\\w*|waiting|waitlist\\w*|blacklist\\w*|watchlist\\w*|suspici\\w*|suspect\\w*|investigat\\w*|inspect\\w*|audit(ed)?|searched|frisked|surveil\\w*|penal\\w*|sanction\\w*|fined|disciplin\\w*|violation\\w*|banned|blocked|locked|restrict\\w*|flag(ged)?|toxic\\w*|dropout|cheat\\w*|risk\\w*|fail(ed|ure)?|died|deaths?|readmi\\w*|bad|disqualif\\w*|ineligib\\w*|unqualified|unsuccessful|unfavou?rable|unsuitable|overdue',
  '\\w*verdacht\\w*|\\w*betrug\\w*|abgelehnt\\w*|\\w*ablehnung\\w*|absagen?|abgesagt|gekundigt\\w*|\\w*kundigung\\w*|entlassen\\w*|entlassung\\w*|ruckfall\\w*|gesperrt|\\w*sperr(e|ung|en)|gestrichen|gekurzt|\\w*kurzung\\w*|verweigert|gestoppt|\\w*warteliste|gemahnt|\\w*mahnung\\w*|\\w*inkasso\\w*|bestraft|\\w*strafe|vorbestraft|sanktion\\w*|inhaftiert|haft|verhaftet|festgenommen|beschuldigt|angezeigt|verurteilt|durchsucht|kontrolliert|ausgeschlossen|ausschluss|abgeschoben|abschiebung|ausgewiesen|durchgefallen|ungeeignet|\\w*ausfall|\\w*missbrauch\\w*|auffallig\\w*|zwangsgeraumt|schlecht|zuruckgestuft|exmatrikuliert',
  'refusee?s?|rejete?e?s?|licencie\\w*|licenciement|soupcon\\w*|recidiv\\w*|radiee?s?|radiation|suspendue?s?|resiliee?s?|attente|sanctionnee?s?|exclue?s?|ajournee?s?|recalee?s?|ecartee?s?|defavorable|impayee?s?|contentieux|condamnee?s?|detenue?s?|interdite?s?|bloquee?s?|controlee?s?|signalee?s?|expulsee?s?|fichee?s?|ineligible',
  'rechaz\\w*|deneg\\w*|desp[ei]d\\w*|moros[ao]s?|morosidad|sospech\\w*|reinciden\\w*|suspendid[ao]|suspens[ao]|cancelad[ao]|bloquead[ao]|espera|multad[ao]|expulsad[ao]|excluid[ao]|descartad[ao]|eliminad[ao]|detenid[ao]|condenad[ao]|encarcelad[ao]|impag\\w*|embarg\\w*|desahuci\\w*|negad[ao]|retirad[ao]|revocad[ao]|incumplimiento',
  'recus\\w*|rejeit\\w*|reprov\\w*|inadimpl\\w*|demitid[ao]|demiss\\w*|indeferid[ao]|suspeit\\w*|cortad[ao]|sancionad[ao]|pres[ao]|detid[ao]|despejad[ao]|desligad[ao]|dispensad[ao]|desclassificad[ao]|atrasad[ao]',
  'respint[ao]|rifiut\\w*|negat[ao]|scartat[ao]|bocciat[ao]|licenzia\\w*|frod[ei]|sospett\\w*|sospes[ao]|bloccat[ao]|attesa|sanzion\\w*|multat[ao]|espuls[ao]|esclus[ao]|arrestat[ao]|detenut[ao]|condannat[ao]|sfratt\\w*|insolven\\w*|revocat[ao]|annullat[ao]|interrott[ao]|indagat[ao]|segnalat[ao]|eliminat[ao]',
);
const benefits = toPattern(
  'hired?|hiring|selected|selection|shortlist\\w*|approv\\w*|admit\\w*|admission\\w*|grant(ed|s)?|accept(ed|ance)?|offer(ed|s)?|invit(ed|ation)|interview(ed|s)?|promot(ed|ion)|award(ed|s)?|recommend\\w*|callback|advanced?|proceed\\w*|pass(ed)?|qualif\\w*|eligib\\w*|(re|fully)?paid|surviv\\w*|recovered|enrolled|employed|success\\w*|won|cleared|released|acquitted|reinstated|renewed|funded|graduat\\w*|certified|licensed|creditworth\\w*|good|favou?rable|suitable|retained|bonus|scholarship',
  'angenommen|annahme|bewillig\\w*|genehmig\\w*|eingeladen|einladung|befordert|beforderung|empfohlen|empfehlung|zugelassen|zulassung|zusage|zugesagt|ausgewahlt|auswahl|bestanden|geeignet|zuruckgezahlt|bezahlt|erfolgreich|gewahrt|anerkannt|ubernommen|gut',
  'embauche\\w*|recrut\\w*|retenue?s?|selectionnee?s?|acceptee?s?|admise?s?|approuvee?s?|accordee?s?|promue?s?|convoquee?s?|recommandee?s?|recommandation|remboursee?s?|reussie?s?|octroyee?s?|apte|invitee?s?|diplomee?s?',
  'contratad[ao]s?|contratacio?n|contratacao|aprobad[ao]s?|aprobacion|aprovad[ao]s?|aprovacao|aceptad[ao]s?|aceit[aeo]s?|admitid[ao]s?|concedid[ao]s?|otorgad[ao]s?|(pre)?seleccionad[ao]s?|selecionad[ao]s?|selecao|promovid[ao]s?|recomendad[ao]s?|recomenda(cion|cao)|invitad[ao]s?|convidad[ao]s?|apt[ao]s?|pag[ao]d?[ao]?|devuelt[ao]|deferid[ao]s?|becad[ao]s?',
  'assunt[ao]|assunzione|approvat[ao]|accettat[ao]|ammess[ao]|ammissione|concess[ao]|selezionat[ao]|promoss[ao]|idone[ao]|raccomanda(to|ta|zione)|invitat[ao]|rimborsat[ao]|erogat[ao]',
);
// A burden also if they name a benefit: `promotion denied`, `prestito negato`.
const refusals = toPattern(
  'den(y|ied|ial|ials)|refus\\w*|revok\\w*|withheld|withdrawn|stopped|cancell?ed|verweigert|gestrichen|gestoppt|refusee?s?|deneg\\w*|negad[ao]|retirad[ao]|revocad[ao]|negat[ao]|revocat[ao]|rifiut\\w*',
);
// A closed account is a burden, but a closed case may be a benefit.
const closed = toPattern(
  'closed|closure|geschlossen|fermee?s?|cloturee?s?|cerrad[ao]|encerrad[ao]|fechad[ao]|chius[ao]',
);
const account = toPattern('accounts?|\\w*konto|comptes?|cuentas?|contas?|conto');

// Hired, but a discontinued benefit, or a closed investigation.
const eingestellt = toPattern('eingestellt|einstellung');
const services = toPattern(
  'leistung\\w*|zahlung\\w*|\\w*verfahren|\\w*hilfe|\\w*rente|\\w*geld|unterstutzung|versorgung',
);

const negations = toPattern('no|not|non|never|without|nein|nicht|kein\\w*|ohne|nao|nunca|sin|sans|sem|senza');
// Labels that deny the name of the column, and those that only confirm it.
const denials = toPattern('false|f|n|0|falsch|faux|falso|low|niedrig|gering|faible|baj[ao]|baix[ao]|bass[ao]');
const assents = toPattern(
  'yes|y|true|t|1|high|medium|positive|x|ja|j|wahr|oui|o|vrai|si|s|sim|verda\\w*|vero|hoch|alt[ao]|eleve',
);

type Sense = Outcome | 'unclear' | undefined;

const opposites = { benefit: 'burden', burden: 'benefit', unclear: 'unclear' } as const;

const toWords = (text: string) => getWords(text).map(unaccented);

/** Returns whether a name or a label is that of a benefit or a burden; `unclear` if it names both. */
function getSense(text: string, isLabel = false): Sense {
  const words = toWords(text);
  const has = (pattern: RegExp) => words.some((word) => pattern.test(word));
  const isBurden = has(burdens) || (has(closed) && has(account));
  const isHired = has(eingestellt) && !has(services);
  const isBenefit = has(benefits) || isHired || (isLabel && isAmount(text));
  if (!isBurden && !isBenefit) return undefined;
  const sense = !isBurden ? 'benefit' : isBenefit && !has(refusals) ? 'unclear' : 'burden';
  const denied = words.filter((word) => negations.test(word) || (isLabel && denials.test(word)));
  return denied.length % 2 === 1 ? opposites[sense] : sense;
}

/** Returns what all of the columns name that name a benefit or a burden. */
function getColumnSense(names: readonly (string | undefined)[]): Sense {
  const senses = new Set(names.flatMap((name) => (name === undefined ? [] : (getSense(name) ?? []))));
  return senses.size > 1 ? 'unclear' : [...senses][0];
}

type Named = Pick<Choice, 'prediction' | 'label' | 'score' | 'favorable'>;

/**
 * Returns the meaning that the positive label names, or that the columns name and the label confirms or denies; undefined
 * if it is unknown.
 */
export function guessOutcome({ prediction, label, score, favorable = '' }: Named): Outcome | undefined {
  const words = favorable === '-1' ? ['0'] : toWords(favorable);
  const named = getSense(favorable, true);
  const sense = named ?? getColumnSense([prediction, label, prediction === undefined ? score : undefined]);
  if (sense === undefined || sense === 'unclear') return undefined;
  if (named || words.every((word) => assents.test(word))) return sense;
  return words.some((word) => negations.test(word) || denials.test(word)) ? opposites[sense] : undefined;
}

/** True if one of the names is that of a benefit and the other that of a burden. */
export const areOpposite = (one: string, other: string): boolean => getColumnSense([one, other]) === 'unclear';

/** Returns the chosen or guessed outcome; undefined if it is unknown. */
export const getOutcome = (choice: Named & Pick<Choice, 'outcome'>): Outcome | undefined =>
  choice.outcome === 'unknown' ? undefined : (choice.outcome ?? guessOutcome(choice));
