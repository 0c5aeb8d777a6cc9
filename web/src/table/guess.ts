// SPDX-License-Identifier: Apache-2.0
//
// Guesses from names and values which columns are the prediction, the true outcome, the score, the weight, and the
// groups. Users see each guess with its reason and can correct it before the audit; each proposed choice can be audited
// without changes.

import { sameCategory } from 'fairwasm';
import { getMax } from '#fairwasm/core/extremes.js';
import { guessFavorable } from '#fairwasm/data/favorable.js';
import { isBad, isGood, unaccented } from './answers.js';
import {
  adaptChoice,
  type Choice,
  canBeGroup,
  canBeLabel,
  getProblems,
  isCrowded,
  isMeasure,
  maxCombinations,
  maxNumericGroups,
} from './choice.js';
import { guessMeaning, isIdentifier } from './kinds.js';
import { areOpposite } from './outcome.js';
import type { ColumnProfile, TableProfile } from './profile.js';
import { distinctValues, otherSpellings } from './spelling.js';
import { getWords } from './words.js';

const words = {
  prediction:
    /^(y?pred\w*|yhat|y_hat|forecast|decision|decided|vorhersage|decisione|pronostico|prevision|previsione|previsao)$/,
  // Names of columns of decisions about people.
  decision:
    /^(decision|selected|selection|shortlist\w*|approved|approval|admitted|admission|hired?|hiring|granted|accepted|acceptance|reject(ed|ion)|denied|denial|declined|refused|offer(ed)?|invited|invitation|interview(ed)?|promot(ed|ion)|award(ed)?|recommend(ed|ation)|verdict|disposition|callback|screened|advanced|entscheid(ung)?|ausgewahlt|auswahl|eingestellt|einstellung|angenommen|annahme|abgelehnt|ablehnung|absage|zusage|zugesagt|bewilligt|bewilligung|genehmigt|genehmigung|eingeladen|einladung|befordert|beforderung|empfehlung|zugelassen|zulassung|retenue?s?|embauchee?|embauche|recrutee?|recrutement|selectionnee?|acceptee?|refusee?|refus|rejetee?|admise?|admission|approuvee?|recommandation|avis|promue?|convoquee?|decisao|decisione|seleccionad[ao]|preseleccionad[ao]|contratad[ao]|contratacion|contratacao|aprobad[ao]|aceptad[ao]|rechazad[ao]|admitid[ao]|concedid[ao]|promovid[ao]|recomendacion|recomendacao|recomendad[ao]|invitad[ao]|selecionad[ao]|selecao|aprovad[ao]|aceit[eo]|rejeitad[ao]|recusad[ao]|reprovad[ao]|selezionat[ao]|assunt[ao]|assunzione|approvat[ao]|accettat[ao]|respint[ao]|rifiutat[ao]|ammess[ao]|ammissione|scartat[ao]|promoss[ao]|idone[ao]|raccomandazione|esito|flag(ged)?|suspect(ed)?|suspicion|fired|sacked|laid|layoffs?|terminated|termination|dismissed|dismissal|suspended|blocked|banned|stopped|searched|investigated|inspected|detained|evicted|waitlist(ed)?|revoked|sanctioned|fined|expelled|deported|blacklisted|\w*verdacht|\w*verdachtig|gekundigt|kundigung|entlassen|entlassung|gesperrt|gestrichen|warteliste|gemahnt|sanktioniert|ausgeschlossen|gewahrt|verweigert|licenciee?s?|licenciement|suspectee?s?|soupconnee?s?|radiee?s?|suspendue?s?|signalee?s?|accordee?s?|despedid[ao]s?|sospechos[ao]s?|denegad[ao]s?|bloquead[ao]s?|suspendid[ao]s?|sancionad[ao]s?|demitid[ao]s?|suspeit[ao]s?|negad[ao]s?|indeferid[ao]s?|licenziat[ao]|sospettat[ao]|negat[ao]|sospes[ao]|bloccat[ao]|espuls[ao]|concess[ao]|segnalat[ao])$/,
  // Words that name details of a decision: the reason for a rejection, the date of an offer.
  detail:
    /^(reasons?|date|time|comments?|notes?|by|letter|deadline|datum|grunde?|zeitpunkt|anmerkung(en)?|motifs?|raisons?|motivos?|razon|razao|fecha|data|motivazione|commento)$/,
  // Names of facts that became known after a decision.
  verified:
    /^(confirmed|verified|proven|substantiated|established|tatsachlich|bestatigt|festgestellt|nachgewiesen|erwiesen|confirmee?s?|averee?s?|prouvee?s?|etablie?s?|confirmad[ao]|comprobad[ao]|comprovad[ao]|demostrad[ao]|verificad[ao]|confermat[ao]|accertat[ao]|verificat[ao]|provat[ao])$/,
  label:
    /^(label|labels|target|truth|true|actual|observed|outcome|class|y|ground|gt|ergebnis|wahrheit|resultado|resultat|risultato|real|reel|reale|verdad|verite|verdade|etiqueta|etiquette)$/,
  score:
    /^(scores?|prob\w*|phat|likelihood|confidence|risk|logits?|wahrscheinlichkeit|punktzahl|probabilite|probabilidad|probabilidade|probabilita|puntuacion|puntaje|punteggio|pontuacao)$/,
  // Names of a model's answers; the names above may also belong to true outcomes.
  model: /^(y?pred\w*|yhat|forecast|model\w*|vorhersage|pronostico|prevision|previsione|previsao)$/,
  // Usual questions about people, for files in which no column name indicates its role.
  asked:
    /^(income|salary|risk|credit|creditability|default\w*|recid\w*|survived|loan|grade|repaid|readmitted|churn\w*|attrition|turnover|resigned|quit|exited|subscribed|deposit|pass(ed)?|failed|qualified|fraud\w*|arrested|convicted|zuruckgezahlt|ausfall|rembourse|devuelto|pago|rimborsato)$/,
  // Vague names of columns that usually contain the answer.
  vague: /^(status|result|response|action|stage|state|statut|estado|situacao|stato|stand|resultat|resultado)$/,
  // Attributes of people, and their circumstances.
  person:
    /^(race|rac1p|ethnic\w*|sex|gender|anrede|salutation|civilite|tratamiento|male|female|age|agegroup|religion|minority|disab\w*|handicap\w*|nationality|skin|orientation|veteran|married|pregnan\w*|smoker|foreign\w*|immigrant|geschlecht|alter|sexe|genre|sexo|sesso|genero|edad|eta|idade|raza|raca|etnia|ethnie|religionszugehorigkeit|staatsangehorigkeit|nationalitat|behinderung|schwerbehindert|schwerbehinderung|migrationshintergrund|verheiratet|raucher|nationalite|mariee?|nacionalidad|nacionalidade|nazionalita|discapacidad|deficiencia|disabilita|casad[ao]|veterano)$/,
  circumstance: /^(citizenship|country|region|marital|language|department|dept|group|staatsangehorigkeit|bundesland)$/,
};

// Only unambiguous names count, because a column named `weight` may be a person's body weight, and a wrong weight
// changes every number without notice. Weights of a census (fnlwgt) are not proposed: with them, rows represent a
// population, but the model decided about the rows.
const isWeightName = (name: string) => /^((sample|instance|case|row)weights?|weights)$/.test(getWords(name).join(''));

const maxProposed = 50; // groups

type Word = keyof typeof words;

const says = ({ name }: ColumnProfile, what: Word) =>
  getWords(name).some((word) => words[what].test(unaccented(word))) || (what === 'model' && isModelName(name));

// Names such as y_hat, yHat, and y-pred have two words that are ambiguous separately.
const isModelName = (name: string) => /^(yhat|ypred\w*|pred\w*)$/.test(getWords(name).join(''));

/** Returns the number of labels in a column; spellings of one label count once. */
const getSize = (column: ColumnProfile) => distinctValues(column).length;

const isTwofold = (column: ColumnProfile) => canBeLabel(column) && getSize(column) === 2;

// 1 and 0, 1 and -1, or 1 and 2.
const isBits = ({ values }: ColumnProfile) =>
  values.every((value) => /^(-1|[012])(\.0+)?$/.test(value)) || values.every(isTruth);
const isTruth = (value: string) => /^(true|false)$/.test(value);

/** True if the values of a column answer a question about people. */
const isAnswering = (column: ColumnProfile) =>
  guessMeaning(column) === 'answer' || (isTwofold(column) && isBits(column));

const isProbability = ({ range, values }: ColumnProfile) =>
  range !== undefined && range[0] >= 0 && range[1] <= 1 && values.length > 2;

/** True for two different columns with the same values. */
const isTwin = (column: ColumnProfile, other: ColumnProfile) =>
  column !== other && getSize(column) === getSize(other) && fitsWith(column, other);

/** True if `other` has all values of `column`, in any spelling. */
function fitsWith(column: ColumnProfile, other: ColumnProfile): boolean {
  const spelled = otherSpellings(distinctValues(column), other.values);
  return distinctValues(column).every((value) => {
    const name = spelled[value] ?? value;
    return other.values.some((each) => sameCategory(each, name));
  });
}

/** Returns the first column with the most points; undefined if all have 0 points. */
function best(
  columns: readonly ColumnProfile[],
  points: (column: ColumnProfile, index: number) => number,
): ColumnProfile | undefined {
  const rated = columns.map((column, i) => ({ column, points: points(column, i) }));
  const top = getMax(
    rated.map((item) => item.points),
    0,
  );
  return top > 0 ? rated.find((item) => item.points === top)?.column : undefined;
}

const isOutcomeName = (column: ColumnProfile) => says(column, 'label') || says(column, 'verified');

const isDecision = (column: ColumnProfile) =>
  says(column, 'decision') && !says(column, 'verified') && !says(column, 'detail');

// A model's answers have priority over decisions of people; among these, the last stage counts.
function guessPrediction(columns: readonly ColumnProfile[]): ColumnProfile | undefined {
  return best(columns, (column, i) => {
    if (!canBeLabel(column) || isIdentifier(column)) return 0;
    const isOfModel = says(column, 'prediction') || isModelName(column.name);
    const isNumber = column.range !== undefined && !isBits(column);
    const isDecided = isDecision(column) && !isPersonal(column, columns) && !isNumber;
    if (!isOfModel && !isDecided) return 0;
    const isSure = isTwofold(column) || isAnswering(column);
    return 1 + (isSure ? 1 : 0) + (isOfModel ? 1 : i / columns.length);
  });
}

// In addition to its name, similarity to the prediction indicates a true outcome: words of the name (two_year_recid,
// predicted_recid), values, and the position in the table.
function guessLabel(
  columns: readonly ColumnProfile[],
  prediction: ColumnProfile | undefined,
): ColumnProfile | undefined {
  const shared = prediction ? getWords(prediction.name).filter((w) => !words.prediction.test(unaccented(w))) : [];
  const place = prediction ? columns.indexOf(prediction) : 0;
  const others = columns.filter((column) => !says(column, 'model') && canBeLabel(column));
  const candidates = others.filter(
    (column) =>
      !isPersonal(column, columns) && (isOutcomeName(column) || says(column, 'asked') || !says(column, 'decision')),
  );
  const twins = others.filter((column) => prediction && isTwin(column, prediction));
  return best(columns, (column, i) => {
    if (column === prediction || !candidates.includes(column) || column.values.length < 2) return 0;
    const isNamed = isOutcomeName(column);
    const isAkin = getWords(column.name).some((word) => shared.includes(word));
    // The file contains the target of a model, but not necessarily that of a decision of people.
    const isOfModel = prediction !== undefined && says(prediction, 'model');
    const isOnlyTwin = isOfModel && twins.length === 1 && twins[0] === column;
    const isAsked = twins.includes(column) && says(column, 'asked');
    if (!isNamed && !isAkin && !isOnlyTwin && !isAsked) return 0;
    if (prediction && (isApart(prediction, column) || areOpposite(prediction.name, column.name))) return 0;
    const fits = !prediction || fitsWith(prediction, column);
    const near = prediction ? 1 - Math.abs(place - i) / columns.length : 0;
    return (isNamed ? 2 : 0) + (isAkin ? 2 : 0) + (fits ? 3 : 0) + (isTwofold(column) ? 1 : 0) + near;
  });
}

/** True if decisions and outcomes have no common value. */
const isApart = (prediction: ColumnProfile, column: ColumnProfile): boolean => {
  const spelled = otherSpellings(distinctValues(prediction), column.values);
  const names = distinctValues(prediction).map((value) => spelled[value] ?? value);
  const all = [...new Set([...names, ...column.values])];
  const isPair = all.length === 2 && guessFavorable(all) !== undefined;
  return !isPair && !names.some((name) => column.values.some((value) => sameCategory(name, value)));
};

// Returns the first model whose values are those of the outcome, because values identify the target of a model.
const guessModel = (columns: readonly ColumnProfile[], label: ColumnProfile) =>
  columns.find((column) => says(column, 'model') && isTwofold(column) && isTwin(column, label));

// Without an informative name, the last column that looks like an answer is the outcome, as in tables for training.
function guessAsked(columns: readonly ColumnProfile[]): ColumnProfile | undefined {
  const found = best(columns, (column, i) => {
    const isSaid = isNamed(column);
    // A multiclass outcome needs a name that has no other meaning.
    const isByName = isSaid && getWords(column.name).length === 1 && canBeLabel(column);
    if (!isTwofold(column) && !(isByName && getSize(column) > 2)) return 0;
    if (isPersonal(column, columns) || isIdentifier(column)) return 0;
    const isAnswer = isAnswering(column);
    const isLast = i === columns.length - 1 && (isAnswer || isSaid);
    if (!isSaid && !isAnswer && !isLast) return 0;
    const isDecided = column.values.some(isGood) && column.values.some(isBad);
    return (isSaid ? 4 : 0) + (isLast ? 2 : 0) + (isAnswer ? 1.5 : isDecided ? 1 : 0) + i / columns.length;
  });
  return found && (isNamed(found) || found === columns.at(-1) || isOnlyAnswer(found, columns)) ? found : undefined;
}

const isNamed = (column: ColumnProfile) => says(column, 'asked') || says(column, 'vague');

// With several yes-or-no questions, no column is more likely than the others.
const isOnlyAnswer = (column: ColumnProfile, columns: readonly ColumnProfile[]) =>
  !columns.some((other) => other !== column && isTwofold(other) && isAnswering(other) && !isPersonal(other, columns));

const counts =
  /^(freq\w*|counts?|n|number|anzahl|haufigkeit|applicants|candidates|bewerber|effectifs?|nombre|numero|cantidad|quantidade|conteggio|frequenza)$/;
const maxCounted = 500;

/** True if each row is probably a combination of categories with its number of people. */
function areCounts({ columns, rows }: TableProfile): boolean {
  const isCount = ({ name, values, range }: ColumnProfile) =>
    range !== undefined &&
    range[0] >= 0 &&
    values.every((value) => /^\d+$/.test(value)) &&
    counts.test(unaccented(getWords(name).join('')));
  const others = columns.filter((column) => !isCount(column));
  if (others.some((column) => isIdentifier(column) || isMeasure(column))) return false;
  const combinations = others.reduce((all, { values }) => all * Math.max(1, values.length), 1);
  return rows <= maxCounted && columns.length > others.length && rows <= combinations;
}

// A model's word in the name indicates regression predictions. A name of an outcome, or a word in common with the
// predictions, indicates targets: wage and predicted_wage.
function guessNumbers(columns: readonly ColumnProfile[]) {
  const isMeasured = (column: ColumnProfile) => isMeasure(column) && !canBeLabel(column);
  const [prediction, ...others] = columns.filter((c) => isMeasured(c) && says(c, 'model'));
  if (prediction === undefined || others.length > 0) return undefined;
  const shared = getWords(prediction.name).filter((w) => !words.prediction.test(unaccented(w)));
  const label = best(columns, (column) => {
    if (column === prediction || !isMeasured(column) || isProbability(column)) return 0;
    const isAkin = getWords(column.name).some((word) => shared.includes(word));
    return (isAkin ? 2 : 0) + (says(column, 'label') ? 1 : 0);
  });
  return label && !isProbability(prediction) ? { prediction, label } : undefined;
}

// M and F may be other codes, such as misdemeanor and felony, if a column is called sex.
const isPersonal = (column: ColumnProfile, columns: readonly ColumnProfile[] = []): boolean => {
  if (says(column, 'person')) return true;
  const kind = guessMeaning(column);
  if (kind === 'race') return true;
  const isNamed = (other: ColumnProfile) => other !== column && guessMeaning(other) === 'sex' && says(other, 'person');
  const isCode = column.values.every((value) => value.length === 1);
  return kind === 'sex' && !(isCode && columns.some(isNamed));
};

// Attributes of people have priority; circumstances are added while there are few groups. In file order.
function guessGroups(columns: readonly ColumnProfile[], taken: ReadonlySet<string>): string[] {
  const free = columns.filter((column) => !taken.has(column.name) && !isIdentifier(column));
  const isGroup = (column: ColumnProfile) =>
    canBeGroup(column) &&
    getSize(column) >= 2 &&
    column.values.length <= maxProposed &&
    !(column.range && column.values.length > maxNumericGroups);
  let combinations = 1;
  const crossable = (is: (column: ColumnProfile) => boolean, most: number) =>
    free.filter((column) => {
      const next = combinations * column.values.length;
      if (!is(column) || !isGroup(column) || next > most) return false;
      combinations = next;
      return true;
    });
  const people = crossable((column) => isPersonal(column, columns), maxCombinations);
  const others = crossable((column) => says(column, 'circumstance'), maxProposed);
  const named = columns.filter((c) => people.includes(c) || others.includes(c));
  return (named.length > 0 ? named : anyGroup(free, isGroup)).map(({ name }) => name);
}

// human_decision and ai_decision
const sharesDecision = (column: ColumnProfile, prediction: ColumnProfile): boolean =>
  getWords(column.name).some(
    (word) =>
      getWords(prediction.name).includes(word) &&
      (words.prediction.test(unaccented(word)) || words.decision.test(unaccented(word))),
  );

// Two columns with a model's name and the same values belong to two models: pred_lr and pred_rf.
const guessRival = (
  columns: readonly ColumnProfile[],
  prediction: ColumnProfile | undefined,
  label: ColumnProfile | undefined,
) =>
  columns.find(
    (column) =>
      prediction &&
      column !== label &&
      (says(prediction, 'model')
        ? says(column, 'model')
        : column.name.startsWith(`${prediction.name} of `) || sharesDecision(column, prediction)) &&
      isTwin(column, prediction) &&
      column.values.length === 2,
  );

// An audit needs groups: ages in ranges, the first column with few values, or the first that ranges can reduce.
function anyGroup(free: readonly ColumnProfile[], isGroup: (column: ColumnProfile) => boolean): ColumnProfile[] {
  const ages = free.find((column) => says(column, 'person') && isMeasure(column));
  const few = free.find(
    (column) => isGroup(column) && column.values.length <= maxNumericGroups && column.counts.some((count) => count > 1),
  );
  const some = ages ?? few ?? free.find(isGroup) ?? free.find(isMeasure) ?? free.find(isCrowded);
  return some ? [some] : [];
}

/** True if the name of the column is that of a group attribute. */
export const isNamedGroup = (column: ColumnProfile): boolean => isPersonal(column) || says(column, 'circumstance');

/** True if the name of the column is that of a model's answers. */
export const isNamedModel = (column: ColumnProfile): boolean => says(column, 'model');

/** True if a column probably contains a version of the decision, the outcome, or the score of a choice. */
export function isLikeOutcome({ columns }: TableProfile, { prediction, label, score }: Choice, name: string): boolean {
  const column = columns.find((each) => each.name === name);
  if (column === undefined) return false;
  if (isOutcomeName(column) || isDecision(column) || says(column, 'score') || says(column, 'model')) return true;
  const used = [prediction, label, score].flatMap((each) => (each === undefined ? [] : getWords(each)));
  return isTwofold(column) && getWords(name).some((word) => word.length > 3 && used.includes(word));
}

/** True if the name of the column is that of a true outcome. */
export const isNamedOutcome = (column: ColumnProfile): boolean => says(column, 'label') && !says(column, 'model');

/**
 * Returns the columns that may be the decision about an outcome, or the outcome of a decision: they have the same two
 * answers, and a usual name or a word in common.
 */
function getCounterparts(columns: readonly ColumnProfile[], column: ColumnProfile): ColumnProfile[] {
  const own = getWords(column.name).filter((word) => word.length > 3);
  const isUsual = (other: ColumnProfile) =>
    isNamed(other) ||
    isDecision(other) ||
    isOutcomeName(other) ||
    getWords(other.name).some((word) => own.includes(word));
  return columns.filter(
    (other) =>
      isTwofold(column) &&
      isTwofold(other) &&
      isTwin(other, column) &&
      isUsual(other) &&
      !says(other, 'detail') &&
      !isPersonal(other, columns) &&
      !isIdentifier(other) &&
      !areOpposite(other.name, column.name),
  );
}

/** How certain it is that a column became known after another one: it is called confirmed, or known for some rows only. */
const getLateness = (column: ColumnProfile, other: ColumnProfile): number =>
  Number(says(column, 'verified')) +
  Number(column.missing > 0 && other.missing === 0) -
  Number(says(other, 'verified')) -
  Number(other.missing > 0 && column.missing === 0);

/** Returns the decision about an outcome; undefined if there is none, or several. */
function findDecision(columns: readonly ColumnProfile[], label: ColumnProfile): ColumnProfile | undefined {
  const others = getCounterparts(columns, label);
  const earlier = others.filter((other) => getLateness(label, other) > 0);
  return earlier.length === 1 ? earlier[0] : others.length === 1 ? others[0] : undefined;
}

/**
 * Returns the initial choice, without roles that cannot be guessed. A single column of answers is the decision. If one of
 * several columns could be the decision, the user chooses it.
 */
export function guess(profile: TableProfile): Choice {
  const choice = guessOutcomes(profile);
  const { label, prediction, score } = choice;
  if (areCounts(profile)) return { ...choice, label: undefined, prediction: undefined };
  if (label === undefined || prediction !== undefined || score !== undefined) return choice;
  return runnable(profile, adaptChoice(profile, { ...choice, ...getRoles(profile, label) }));
}

/** Returns the roles of a column that is the only decision or outcome, or one of several. */
function getRoles({ columns }: TableProfile, name: string): Pick<Choice, 'prediction' | 'label' | 'unsure'> {
  const column = columns.find((each) => each.name === name) as ColumnProfile;
  const others = getCounterparts(columns, column);
  const [other] = others;
  if (other === undefined) return { prediction: name, label: undefined };
  const lateness = others.length === 1 ? getLateness(column, other) : 0;
  if (lateness > 0) return { prediction: other.name, label: name };
  if (lateness < 0) return { prediction: name, label: other.name };
  const unsure = columns.filter((each) => each === column || others.includes(each));
  return { prediction: undefined, label: undefined, unsure: unsure.map((each) => each.name) };
}

/**
 * Returns the choice with another decision or outcome. If the column had the other role, that role moves to the column that
 * is replaced, or to the decision that the file contains about this outcome.
 */
export function withRole(
  profile: TableProfile,
  choice: Choice,
  role: 'prediction' | 'label',
  name: string | undefined,
): Choice {
  const other = role === 'prediction' ? 'label' : 'prediction';
  const column = profile.columns.find((each) => each.name === name);
  const getOther = (): string | undefined => {
    if (column === undefined || choice[other] !== name) {
      const rest = (choice.unsure ?? []).filter((each) => each !== name);
      return choice[other] ?? (rest.length === 1 && choice.unsure?.length === 2 ? rest[0] : undefined);
    }
    return choice[role] ?? (role === 'label' ? findDecision(profile.columns, column)?.name : undefined);
  };
  return adaptChoice(profile, { ...choice, [role]: name, [other]: getOther(), unsure: undefined });
}

/** Returns the initial choice for training tasks: a single column of answers is the true outcome. */
export function guessOutcomes(profile: TableProfile): Choice {
  const { columns } = profile;
  const numbers = guessNumbers(columns);
  const named = numbers?.prediction ?? guessPrediction(columns);
  const isLogit = (c: ColumnProfile) =>
    c.range !== undefined &&
    c.range[0] < 0 &&
    c.range[1] > 0 &&
    getWords(c.name).some((word) => /^logits?$/.test(word));
  const isScoreName = (c: ColumnProfile) => says(c, 'score') || /^(y?p|phat|yprob\w*)$/.test(getWords(c.name).join(''));
  const score = best(columns, (c) => (isScoreName(c) && isProbability(c) ? 2 : !named && isLogit(c) ? 1 : 0));
  const label = numbers?.label ?? guessLabel(columns, named) ?? (named ? undefined : guessAsked(columns));
  const prediction = named ?? (label && guessModel(columns, label));
  const weight = best(columns, (c) => (isWeightName(c.name) && c.range && c.range[0] >= 0 ? 1 : 0));
  const used = [prediction, label, score, weight].filter((column) => column !== undefined);
  const others = columns.filter((column) => says(column, 'model')).map(({ name }) => name);
  const taken = new Set([...used.map(({ name }) => name), ...others]);
  const choice = adaptChoice(profile, {
    prediction: prediction?.name,
    rival: numbers ? undefined : guessRival(columns, prediction, label)?.name,
    label: label?.name,
    score: score?.name,
    threshold: undefined,
    weight: weight?.name,
    groups: guessGroups(columns, taken),
    bins: {},
    favorable: undefined,
    outcome: undefined,
    privileged: {},
    missing: used.some(({ missing }) => missing > 0) ? 'drop' : 'error',
  });
  return runnable(profile, choice);
}

// A role without a usable column stays empty.
function runnable(profile: TableProfile, choice: Choice): Choice {
  const problems = getProblems(profile, choice);
  if (problems.score) return adaptChoice(profile, { ...choice, score: undefined });
  if (problems.prediction && choice.prediction && choice.label)
    return adaptChoice(profile, { ...choice, label: undefined });
  return choice;
}
