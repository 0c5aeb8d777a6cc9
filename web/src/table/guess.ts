// SPDX-License-Identifier: Apache-2.0
//
// Guesses from names and values which column is the prediction, the true outcome, the score, the weight and which make
// groups. A guess is a start: people see it with its reason and can correct it before anything counts; whatever is proposed
// can be run as it is.

import { guessFavorable, sameCategory } from 'fairwasm';
import { unaccented } from './answers.js';
import {
  type Choice,
  canBeGroup,
  canBeLabel,
  isCrowded,
  isMeasure,
  maxCombinations,
  maxNumericGroups,
  mend,
  problemsOf,
} from './choice.js';
import { isIdentifier, speaksOf } from './kinds.js';
import type { ColumnProfile, TableProfile } from './profile.js';
import { distinctValues, spellingsBeside } from './spelling.js';
import { wordsOf } from './words.js';

const words = {
  prediction:
    /^(y?pred\w*|yhat|y_hat|forecast|decision|decided|vorhersage|decisione|pronostico|prevision|previsione|previsao)$/,
  // Names of columns of decisions about people.
  decision:
    /^(decision|selected|selection|shortlist\w*|approved|approval|admitted|admission|hired?|hiring|granted|accepted|acceptance|reject(ed|ion)|denied|denial|declined|refused|offer(ed)?|invited|invitation|interview(ed)?|promot(ed|ion)|award(ed)?|recommend(ed|ation)|verdict|disposition|callback|screened|advanced|entscheid(ung)?|ausgewahlt|auswahl|eingestellt|einstellung|angenommen|annahme|abgelehnt|ablehnung|absage|zusage|zugesagt|bewilligt|bewilligung|genehmigt|genehmigung|eingeladen|einladung|befordert|beforderung|empfehlung|zugelassen|zulassung|retenue?s?|embauchee?|embauche|recrutee?|recrutement|selectionnee?|acceptee?|refusee?|refus|rejetee?|admise?|admission|approuvee?|recommandation|avis|promue?|convoquee?|decisao|decisione|seleccionad[ao]|preseleccionad[ao]|contratad[ao]|contratacion|contratacao|aprobad[ao]|aceptad[ao]|rechazad[ao]|admitid[ao]|concedid[ao]|promovid[ao]|recomendacion|recomendacao|recomendad[ao]|invitad[ao]|selecionad[ao]|selecao|aprovad[ao]|aceit[eo]|rejeitad[ao]|recusad[ao]|reprovad[ao]|selezionat[ao]|assunt[ao]|assunzione|approvat[ao]|accettat[ao]|respint[ao]|rifiutat[ao]|ammess[ao]|ammissione|scartat[ao]|promoss[ao]|idone[ao]|raccomandazione|esito)$/,
  label:
    /^(label|labels|target|truth|true|actual|observed|outcome|class|y|ground|gt|ergebnis|wahrheit|resultado|resultat|risultato|real|reel|reale|verdad|verite|verdade|etiqueta|etiquette)$/,
  score:
    /^(scores?|prob\w*|phat|likelihood|confidence|risk|logits?|wahrscheinlichkeit|punktzahl|probabilite|probabilidad|probabilidade|probabilita|puntuacion|puntaje|punteggio|pontuacao)$/,
  // A model's own word for its answers; those above may be what turned out to be true.
  model: /^(y?pred\w*|yhat|forecast|model\w*|vorhersage|pronostico|prevision|previsione|previsao)$/,
  // What is usually asked of people, where no column says that it is what was asked.
  asked:
    /^(income|salary|risk|credit|creditability|default\w*|recid\w*|survived|loan|grade|repaid|readmitted|churn\w*|attrition|turnover|resigned|quit|exited|subscribed|deposit|pass(ed)?|failed|qualified|fraud\w*|arrested|convicted|zuruckgezahlt|ausfall|rembourse|devuelto|pago|rimborsato)$/,
  // Vague names of columns that contain the answer more often than not.
  vague:
    /^(status|result|response|action|stage|state|statut|estado|situacao|stato|stand|resultat|resultado)$/,
  // Who somebody is, and what they are part of.
  person:
    /^(race|rac1p|ethnic\w*|sex|gender|male|female|age|agegroup|religion|minority|disab\w*|handicap\w*|nationality|skin|orientation|veteran|married|pregnan\w*|smoker|foreign\w*|immigrant|geschlecht|alter|sexe|genre|sexo|sesso|genero|edad|eta|idade|raza|raca|etnia|ethnie|religionszugehorigkeit|staatsangehorigkeit|nationalitat|behinderung|schwerbehindert|schwerbehinderung|migrationshintergrund|verheiratet|raucher|nationalite|mariee?|nacionalidad|nacionalidade|nazionalita|discapacidad|deficiencia|disabilita|casad[ao]|veterano)$/,
  circumstance:
    /^(citizenship|country|region|marital|language|department|dept|group|staatsangehorigkeit|bundesland)$/,
};

// A column named just `weight` may be how heavy a person is, and a wrong weight changes every figure
// without being seen: only names that leave no doubt. Weights of a census (fnlwgt) have to be asked for: they
// make its rows stand for a population, which is not what a model decided about.
const isWeightName = (name: string) =>
  /^((sample|instance|case|row)weights?|weights)$/.test(wordsOf(name).join(''));

const maxProposed = 50; // groups

type Word = keyof typeof words;

const says = ({ name }: ColumnProfile, what: Word) =>
  wordsOf(name).some((word) => words[what].test(unaccented(word))) ||
  (what === 'model' && isModelName(name));

// y_hat, yHat, y-pred: of two words, both of which say little alone.
const isModelName = (name: string) => /^(yhat|ypred\w*|pred\w*)$/.test(wordsOf(name).join(''));

/** How many labels a column has, of several spellings one. */
const sizeOf = (column: ColumnProfile) => distinctValues(column).length;

const isTwofold = (column: ColumnProfile) => canBeLabel(column) && sizeOf(column) === 2;

// 1 and 0, 1 and -1, or 1 and 2.
const isBits = ({ values }: ColumnProfile) =>
  values.every((value) => /^(-1|[012])(\.0+)?$/.test(value)) || values.every(isTruth);
const isTruth = (value: string) => /^(true|false)$/.test(value);

/** Whether the values of a column answer a question about people. */
const isAnswering = (column: ColumnProfile) =>
  speaksOf(column) === 'answer' || (isTwofold(column) && isBits(column));

const isProbability = ({ range, values }: ColumnProfile) =>
  range !== undefined && range[0] >= 0 && range[1] <= 1 && values.length > 2;

/** Whether two columns hold the same values, and are not the same. */
const isTwin = (column: ColumnProfile, other: ColumnProfile) =>
  column !== other && sizeOf(column) === sizeOf(other) && fitsWith(column, other);

/** Whether all values of `column` are among those of `other`, however they are spelled. */
function fitsWith(column: ColumnProfile, other: ColumnProfile): boolean {
  const spelled = spellingsBeside(distinctValues(column), other.values);
  return distinctValues(column).every((value) => {
    const name = spelled[value] ?? value;
    return other.values.some((each) => sameCategory(each, name));
  });
}

/** The column with the highest points, the first of equals; none with 0 points. */
function best(
  columns: readonly ColumnProfile[],
  points: (column: ColumnProfile, index: number) => number,
): ColumnProfile | undefined {
  const rated = columns.map((column, i) => ({ column, points: points(column, i) }));
  const top = Math.max(0, ...rated.map((item) => item.points));
  return top > 0 ? rated.find((item) => item.points === top)?.column : undefined;
}

// A model's answers come before decisions of people, of which the last stage counts.
function guessPrediction(columns: readonly ColumnProfile[]): ColumnProfile | undefined {
  return best(columns, (column, i) => {
    if (!canBeLabel(column) || isIdentifier(column)) return 0;
    const isOfModel = says(column, 'prediction') || isModelName(column.name);
    const isNumber = column.range !== undefined && !isBits(column);
    const isDecided = says(column, 'decision') && !isPersonal(column, columns) && !isNumber;
    if (!isOfModel && !isDecided) return 0;
    const isSure = isTwofold(column) || isAnswering(column);
    return 1 + (isSure ? 1 : 0) + (isOfModel ? 1 : i / columns.length);
  });
}

// Beside its own name, a true outcome is told by what it has in common with the prediction: words of
// the name (two_year_recid, predicted_recid), values, and its place in the table.
function guessLabel(
  columns: readonly ColumnProfile[],
  prediction: ColumnProfile | undefined,
): ColumnProfile | undefined {
  const shared = prediction
    ? wordsOf(prediction.name).filter((w) => !words.prediction.test(unaccented(w)))
    : [];
  const place = prediction ? columns.indexOf(prediction) : 0;
  const others = columns.filter((column) => !says(column, 'model') && canBeLabel(column));
  const candidates = others.filter(
    (column) =>
      !isPersonal(column, columns) &&
      (says(column, 'label') || says(column, 'asked') || !says(column, 'decision')),
  );
  const twins = others.filter((column) => prediction && isTwin(column, prediction));
  return best(columns, (column, i) => {
    if (column === prediction || !candidates.includes(column) || column.values.length < 2) return 0;
    const isNamed = says(column, 'label');
    const isAkin = wordsOf(column.name).some((word) => shared.includes(word));
    // A model predicts something in the file; a decision of people need not.
    const isOfModel = prediction !== undefined && says(prediction, 'model');
    const isOnlyTwin = isOfModel && twins.length === 1 && twins[0] === column;
    const isAsked = twins.includes(column) && says(column, 'asked');
    if (!isNamed && !isAkin && !isOnlyTwin && !isAsked) return 0;
    if (prediction && isApart(prediction, column)) return 0;
    const fits = !prediction || fitsWith(prediction, column);
    const near = prediction ? 1 - Math.abs(place - i) / columns.length : 0;
    return (
      (isNamed ? 2 : 0) + (isAkin ? 2 : 0) + (fits ? 3 : 0) + (isTwofold(column) ? 1 : 0) + near
    );
  });
}

/** Whether decisions and outcomes have not one value in common. */
const isApart = (prediction: ColumnProfile, column: ColumnProfile): boolean => {
  const spelled = spellingsBeside(distinctValues(prediction), column.values);
  const names = distinctValues(prediction).map((value) => spelled[value] ?? value);
  const all = [...new Set([...names, ...column.values])];
  const isPair = all.length === 2 && guessFavorable(all) !== undefined;
  return !isPair && !names.some((name) => column.values.some((value) => sameCategory(name, value)));
};

// Of several models, one says what it predicts by its values alone: the first whose answers are those of the outcome.
const guessModel = (columns: readonly ColumnProfile[], label: ColumnProfile) =>
  columns.find((column) => says(column, 'model') && isTwofold(column) && isTwin(column, label));

// Where no name says so: what looks like an answer, the last of them, as tables for learning have it.
function guessAsked(columns: readonly ColumnProfile[]): ColumnProfile | undefined {
  const found = best(columns, (column, i) => {
    const isSaid = isNamed(column);
    // An outcome of several values is one only by a name that says nothing else.
    const isByName = isSaid && wordsOf(column.name).length === 1 && canBeLabel(column);
    if (!isTwofold(column) && !(isByName && sizeOf(column) > 2)) return 0;
    if (isPersonal(column, columns) || isIdentifier(column)) return 0;
    const isAnswer = isAnswering(column);
    const isLast = i === columns.length - 1 && (isAnswer || isSaid);
    if (!isSaid && !isAnswer && !isLast) return 0;
    return (isSaid ? 4 : 0) + (isLast ? 2 : 0) + (isAnswer ? 1.5 : 0) + i / columns.length;
  });
  return found && (isNamed(found) || found === columns.at(-1) || isOnlyAnswer(found, columns))
    ? found
    : undefined;
}

const isNamed = (column: ColumnProfile) => says(column, 'asked') || says(column, 'vague');

// Of several yes-or-no questions, none is more likely than the others.
const isOnlyAnswer = (column: ColumnProfile, columns: readonly ColumnProfile[]) =>
  !columns.some(
    (other) =>
      other !== column && isTwofold(other) && isAnswering(other) && !isPersonal(other, columns),
  );

const counts =
  /^(freq\w*|counts?|n|number|anzahl|haufigkeit|applicants|candidates|bewerber|effectifs?|nombre|numero|cantidad|quantidade|conteggio|frequenza)$/;
const maxCounted = 500;

/** True if the rows are probably combinations of categories with the number of people, and not people. */
function areCounts({ columns, rows }: TableProfile): boolean {
  const isCount = ({ name, values, range }: ColumnProfile) =>
    range !== undefined &&
    range[0] >= 0 &&
    values.every((value) => /^\d+$/.test(value)) &&
    counts.test(unaccented(wordsOf(name).join('')));
  const others = columns.filter((column) => !isCount(column));
  if (others.some((column) => isIdentifier(column) || isMeasure(column))) return false;
  const combinations = others.reduce((all, { values }) => all * Math.max(1, values.length), 1);
  return rows <= maxCounted && columns.length > others.length && rows <= combinations;
}

// Predicted numbers are told by a model's word, and true ones by a name of their own, or by what they share with the
// predictions' name: wage and predicted_wage.
function guessNumbers(columns: readonly ColumnProfile[]) {
  const isMeasured = (column: ColumnProfile) => isMeasure(column) && !canBeLabel(column);
  const [prediction, ...others] = columns.filter((c) => isMeasured(c) && says(c, 'model'));
  if (prediction === undefined || others.length > 0) return undefined;
  const shared = wordsOf(prediction.name).filter((w) => !words.prediction.test(unaccented(w)));
  const label = best(columns, (column) => {
    if (column === prediction || !isMeasured(column) || isProbability(column)) return 0;
    const isAkin = wordsOf(column.name).some((word) => shared.includes(word));
    return (isAkin ? 2 : 0) + (says(column, 'label') ? 1 : 0);
  });
  return label && !isProbability(prediction) ? { prediction, label } : undefined;
}

// M and F may be other codes, such as misdemeanor and felony, if a column is called sex.
const isPersonal = (column: ColumnProfile, columns: readonly ColumnProfile[] = []): boolean => {
  if (says(column, 'person')) return true;
  const kind = speaksOf(column);
  if (kind === 'race') return true;
  const isNamed = (other: ColumnProfile) =>
    other !== column && speaksOf(other) === 'sex' && says(other, 'person');
  const isCode = column.values.every((value) => value.length === 1);
  return kind === 'sex' && !(isCode && columns.some(isNamed));
};

// Who people are comes first; circumstances as long as few groups come of it. In the order of the file.
function guessGroups(columns: readonly ColumnProfile[], taken: ReadonlySet<string>): string[] {
  const free = columns.filter((column) => !taken.has(column.name) && !isIdentifier(column));
  const isGroup = (column: ColumnProfile) =>
    canBeGroup(column) &&
    sizeOf(column) >= 2 &&
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
  wordsOf(column.name).some(
    (word) =>
      wordsOf(prediction.name).includes(word) &&
      (words.prediction.test(unaccented(word)) || words.decision.test(unaccented(word))),
  );

// Two columns with a model's name and the same values are two models: pred_lr and pred_rf, `prediction of other.onnx`.
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

// So that there is something to compare: ages in ranges, the first column with few values, or the first that can be made to.
function anyGroup(
  free: readonly ColumnProfile[],
  isGroup: (column: ColumnProfile) => boolean,
): ColumnProfile[] {
  const ages = free.find((column) => says(column, 'person') && isMeasure(column));
  const few = free.find(
    (column) =>
      isGroup(column) &&
      column.values.length <= maxNumericGroups &&
      column.counts.some((count) => count > 1),
  );
  const some = ages ?? few ?? free.find(isGroup) ?? free.find(isMeasure) ?? free.find(isCrowded);
  return some ? [some] : [];
}

/** Whether a column calls itself what people are grouped by. */
export const isNamedGroup = (column: ColumnProfile): boolean =>
  isPersonal(column) || says(column, 'circumstance');

/** Whether a column calls itself a true outcome. */
export const isNamedOutcome = (column: ColumnProfile): boolean =>
  says(column, 'label') && !says(column, 'model');

/** Returns the choice to begin with. What cannot be guessed is left open. A single column of answers is the decision. */
export function guess(profile: TableProfile): Choice {
  const choice = guessOutcomes(profile);
  const { label, prediction, score } = choice;
  if (areCounts(profile)) return { ...choice, label: undefined, prediction: undefined };
  if (label === undefined || prediction !== undefined || score !== undefined) return choice;
  return runnable(profile, mend(profile, { ...choice, label: undefined, prediction: label }));
}

/** Returns the same, with a single column of answers as true outcomes: for tasks that models learn. */
export function guessOutcomes(profile: TableProfile): Choice {
  const { columns } = profile;
  const numbers = guessNumbers(columns);
  const named = numbers?.prediction ?? guessPrediction(columns);
  const isLogit = (c: ColumnProfile) =>
    c.range !== undefined &&
    c.range[0] < 0 &&
    c.range[1] > 0 &&
    wordsOf(c.name).some((word) => /^logits?$/.test(word));
  const isScoreName = (c: ColumnProfile) =>
    says(c, 'score') || /^(y?p|phat|yprob\w*)$/.test(wordsOf(c.name).join(''));
  const score = best(columns, (c) =>
    isScoreName(c) && isProbability(c) ? 2 : !named && isLogit(c) ? 1 : 0,
  );
  const label =
    numbers?.label ?? guessLabel(columns, named) ?? (named ? undefined : guessAsked(columns));
  const prediction = named ?? (label && guessModel(columns, label));
  const weight = best(columns, (c) => (isWeightName(c.name) && c.range && c.range[0] >= 0 ? 1 : 0));
  const used = [prediction, label, score, weight].filter((column) => column !== undefined);
  const others = columns.filter((column) => says(column, 'model')).map(({ name }) => name);
  const taken = new Set([...used.map(({ name }) => name), ...others]);
  const choice = mend(profile, {
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

// A role that nothing can be made of is left open.
function runnable(profile: TableProfile, choice: Choice): Choice {
  const problems = problemsOf(profile, choice);
  if (problems.score) return mend(profile, { ...choice, score: undefined });
  if (problems.prediction && choice.prediction && choice.label)
    return mend(profile, { ...choice, label: undefined });
  return choice;
}
