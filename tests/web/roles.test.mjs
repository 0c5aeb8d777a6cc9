// The default roles of columns: thirty headers of decisions in five languages next to another question, and forty files.

import { getProfile } from './profile-of.mjs';
import { importSources } from './source.mjs';

const [{ guess }, { getProblems }, { getOutcome }] = await importSources([
  'table/guess',
  'table/choice',
  'table/outcome',
]);

const rows = 60;
const each = (make) => Array.from({ length: rows }, (_, i) => make(i));
const among = (...values) => each((i) => values[(i * 7 + (i >> 2)) % values.length]);
const apart = (...values) => each((i) => values[(i * 5 + (i >> 3)) % values.length]);
const ages = each((i) => 20 + ((i * 13) % 45));

const languages = {
  en: { sex: ['Sex', 'Female', 'Male'], age: 'Age', other: ['Remote', 'Yes', 'No'] },
  de: { sex: ['Geschlecht', 'weiblich', 'männlich'], age: 'Alter', other: ['Teilzeit', 'ja', 'nein'] },
  fr: { sex: ['Sexe', 'Femme', 'Homme'], age: 'Âge', other: ['Temps partiel', 'oui', 'non'] },
  es: { sex: ['Sexo', 'Mujer', 'Hombre'], age: 'Edad', other: ['Media jornada', 'sí', 'no'] },
  pt: { sex: ['Gênero', 'Feminino', 'Masculino'], age: 'Idade', other: ['Remoto', 'sim', 'não'] },
  it: { sex: ['Genere', 'Femmina', 'Maschio'], age: 'Età', other: ['Remoto', 'sì', 'no'] },
};

/** @type {[language: string, name: string, yes: string, no: string][]} */
const decisions = [
  ['en', 'Hired', 'Yes', 'No'],
  ['en', 'Application status', 'Hired', 'Rejected'],
  ['en', 'AI recommendation', 'Proceed', 'Reject'],
  ['en', 'Shortlisted', '1', '0'],
  ['en', 'Outcome', 'Offer', 'Declined'],
  ['en', 'interview_invited', 'TRUE', 'FALSE'],
  ['en', 'Final decision', 'Approved', 'Denied'],
  ['en', 'loan_approved', 'Y', 'N'],
  ['de', 'Eingestellt', 'ja', 'nein'],
  ['de', 'Entscheidung', 'angenommen', 'abgelehnt'],
  ['de', 'Status', 'Zusage', 'Absage'],
  ['de', 'Bewilligt', '1', '0'],
  ['de', 'Zum Gespräch eingeladen', 'ja', 'nein'],
  ['de', 'Empfehlung der KI', 'geeignet', 'ungeeignet'],
  ['fr', 'Embauché', 'oui', 'non'],
  ['fr', 'Décision', 'Acceptée', 'Refusée'],
  ['fr', 'Statut', 'Retenu', 'Non retenu'],
  ['fr', 'Recommandation IA', 'Favorable', 'Défavorable'],
  ['fr', 'Candidature retenue', '1', '0'],
  ['es', 'Contratado', 'sí', 'no'],
  ['es', 'Decisión', 'Aprobado', 'Rechazado'],
  ['es', 'Estado', 'Seleccionado', 'Descartado'],
  ['es', 'Admitida', '1', '0'],
  ['es', 'Recomendación', 'Apto', 'No apto'],
  ['pt', 'Contratado', 'sim', 'não'],
  ['pt', 'Situação', 'Aprovado', 'Reprovado'],
  ['pt', 'Decisão', 'Aceito', 'Rejeitado'],
  ['it', 'Assunto', 'sì', 'no'],
  ['it', 'Esito', 'Idoneo', 'Non idoneo'],
  ['it', 'Selezionata', '1', '0'],
];

const choiceFor = ([language, name, yes, no]) => {
  const { sex, age, other } = languages[language];
  return guess(
    getProfile({
      Id: each((i) => 4000 + i),
      [sex[0]]: among(sex[1], sex[2]),
      [age]: ages,
      [name]: apart(yes, no, no),
      [other[0]]: among(other[1], other[2], other[2]),
    }),
  );
};

test('finds the decision among thirty headers in five languages', () => {
  const expected = decisions.map((each) => [each[1], undefined, each[2].replace('TRUE', 'true')]);
  const found = decisions.map((each) => {
    const { prediction, label, favorable } = choiceFor(each);
    return [prediction, label, favorable];
  });
  expect(found).toHaveLength(30);
  expect(found).toEqual(expected);
});

const sex = among('f', 'm');
const bits = apart(1, 0, 0);
const other = apart(0, 1, 1);
const words = apart('yes', 'no', 'no');
const shares = each((i) => ((i * 37) % 100) / 100);
const logits = each((i) => ((i * 37) % 100) / 10 - 5);
const ids = each((i) => 70_000 + i * 3);
const open = undefined;

/**
 * Columns, and the roles that are proposed; `field`: the field that the user must fill in.
 *
 * @type {[name: string, columns: Record<string, unknown[]>, roles: any][]}
 */
const files = [
  [
    'one answer',
    { sex, income: apart('>50K', '<=50K', '<=50K') },
    { prediction: 'income', label: open, favorable: '>50K' },
  ],
  ['one answer called a target', { sex, target: bits }, { prediction: 'target', label: open }],
  [
    'y and probabilities',
    { sex, y: bits, p_hat: shares },
    { label: 'y', score: 'p_hat', threshold: 0.5, prediction: open },
  ],
  ['a truth and a prediction', { sex, truth: bits, pred: other }, { label: 'truth', prediction: 'pred' }],
  [
    'two models',
    { sex, truth: bits, model_a: other, model_b: bits },
    { label: 'truth', prediction: 'model_a', rival: 'model_b' },
  ],
  [
    'two models by their algorithms',
    { sex, label: bits, pred_lr: other, pred_rf: bits },
    { prediction: 'pred_lr', rival: 'pred_rf' },
  ],
  [
    'old and new predictions',
    { sex, y_true: bits, y_pred_old: other, y_pred_new: bits },
    { prediction: 'y_pred_old', rival: 'y_pred_new' },
  ],
  [
    'models with other answers',
    { sex, truth: bits, model_a: other, model_b: apart('x', 'y', 'z') },
    { prediction: 'model_a', rival: open },
  ],
  ['logits', { sex, label: bits, logits }, { score: 'logits', threshold: 0, label: 'label', prediction: open }],
  ['logits next to a prediction', { sex, label: bits, pred: other, logits }, { score: open, prediction: 'pred' }],
  ['points called scores', { sex, label: bits, score: each((i) => i % 11) }, { score: open, prediction: 'label' }],
  [
    'probabilities beyond 1',
    { sex, label: bits, prob: each((i) => (i % 30) / 10) },
    { score: open, prediction: 'label' },
  ],
  [
    'a source in the last column',
    { sex, hired: bits, Source: among('LinkedIn', 'Referral') },
    { prediction: 'hired', label: open },
  ],
  [
    'only a source',
    { sex, Source: apart('LinkedIn', 'Referral') },
    { prediction: open, label: open, field: 'prediction' },
  ],
  ['two codes without a name', { sex, plan: apart('a', 'b') }, { prediction: open, label: open, field: 'prediction' }],
  ['stages', { sex, screened: bits, interviewed: other, hired: words }, { prediction: 'hired', label: open }],
  [
    'a status with three values',
    { sex, status: apart('Hired', 'Rejected', 'Withdrawn') },
    { prediction: 'status', favorable: 'Hired' },
  ],
  ['rejections', { sex, rejected: bits }, { prediction: 'rejected', favorable: '1', outcome: 'burden' }],
  ['failures', { sex, failed: bits }, { prediction: 'failed', favorable: '1', outcome: 'burden' }],
  [
    'felonies next to sex',
    { sex: among('Female', 'Male'), c_charge_degree: apart('F', 'M'), two_year_recid: bits },
    { groups: ['sex'], prediction: 'two_year_recid' },
  ],
  ['sex as letters', { g: among('F', 'M'), hired: bits }, { groups: ['g'], prediction: 'hired' }],
  [
    'COMPAS',
    {
      sex,
      race: apart('African-American', 'Caucasian', 'Other'),
      is_recid: other,
      two_year_recid: bits,
      predicted_recid: other,
    },
    { label: 'two_year_recid', prediction: 'predicted_recid', groups: ['sex', 'race'] },
  ],
  [
    'identifiers',
    { id: ids, applicant_no: ids, name: each((i) => `Person ${i}`), sex, hired: bits },
    { prediction: 'hired', groups: ['sex'] },
  ],
  ['features of numbers', { x1: logits, x2: shares, sex, hired: bits }, { score: open, prediction: 'hired' }],
  [
    'a treatment and an outcome',
    { sex, medication: words, readmitted: bits },
    { prediction: 'readmitted', label: open },
  ],
  [
    'a veteran',
    { veteran: words, hired: apart('yes', 'no', 'yes') },
    { prediction: 'hired', label: open, groups: ['veteran'] },
  ],
  [
    'the disabled, in German',
    { Schwerbehinderung: among('ja', 'nein'), Eingestellt: apart('ja', 'nein', 'nein') },
    { prediction: 'Eingestellt', label: open, groups: ['Schwerbehinderung'] },
  ],
  [
    'repaid and approved',
    { sex, repaid: words, approved: apart('yes', 'no') },
    { label: 'repaid', prediction: 'approved' },
  ],
  ['qualified and hired', { sex, qualified: bits, hired: other }, { label: 'qualified', prediction: 'hired' }],
  ['credit coded 1 and 2', { sex, age: ages, credit: apart(1, 2, 1) }, { prediction: 'credit', favorable: '1' }],
  ['1 and -1', { sex, decision: apart(1, -1) }, { prediction: 'decision', favorable: '1' }],
  ['truth values', { sex, selected: apart(true, false) }, { prediction: 'selected', favorable: 'true' }],
  [
    'numbers',
    { sex, wage: each((i) => 1000 + i * 7), predicted_wage: each((i) => 1100 + i * 6) },
    { label: 'wage', prediction: 'predicted_wage' },
  ],
  [
    'weights of rows',
    { sex, hired: bits, sample_weight: each((i) => 1 + (i % 3) / 2) },
    { weight: 'sample_weight', prediction: 'hired' },
  ],
  ['a weight of people', { sex, hired: bits, weight: ages }, { weight: open, prediction: 'hired' }],
  ['ages only', { age: ages, hired: bits }, { groups: ['age'], prediction: 'hired' }],
  ['x or blank', { sex, selected: apart('x', '', '') }, { prediction: 'selected', field: 'blanks' }],
  [
    'yes or blank, in Spanish',
    { sexo: among('Mujer', 'Hombre'), Contratado: apart('sí', '', '') },
    { prediction: 'Contratado', field: 'blanks' },
  ],
  [
    'true outcome and decision in French',
    { Sexe: among('Femme', 'Homme'), Réel: words, Décision: apart('yes', 'no') },
    { label: 'Réel', prediction: 'Décision' },
  ],
  [
    'true outcome and decision in German',
    { Geschlecht: among('w', 'm'), zurückgezahlt: apart('ja', 'nein', 'nein'), bewilligt: apart('nein', 'ja') },
    { label: 'zurückgezahlt', prediction: 'bewilligt' },
  ],
  [
    'answers in several words',
    { sex, hired: apart('Yes', 'NO', 'Y', 'false', '1', 'N') },
    { prediction: 'hired', favorable: 'Yes' },
  ],
  [
    'two decisions',
    { sex, human_decision: apart('hire', 'reject'), ai_decision: apart('reject', 'hire') },
    { prediction: 'human_decision', rival: 'ai_decision', favorable: 'hire' },
  ],
  [
    'an outcome in the first column next to another question',
    { Attrition: words, sex, OverTime: apart('No', 'Yes'), distance: ages },
    { prediction: 'Attrition', label: open },
  ],
  [
    'several questions without a usual name',
    { sex, a: words, b: apart('No', 'Yes'), distance: ages },
    { prediction: open, label: open, field: 'prediction' },
  ],
  [
    'stages without one that is positive',
    { sex, stage: apart('Screening', 'Interview', 'Offer', 'Hired', 'Rejected') },
    { prediction: 'stage', favorable: open, field: 'favorable' },
  ],
  [
    'selected people in numbers',
    { Group: ['Women', 'Men', 'Other'], Applicants: [120, 300, 30], Selected: [18, 75, 5] },
    { prediction: open, label: open, field: 'prediction' },
  ],
  [
    'numbers of people by decision',
    {
      Admit: ['Admitted', 'Rejected', 'Admitted', 'Rejected'],
      Gender: ['Male', 'Male', 'Female', 'Female'],
      Freq: [512, 313, 89, 19],
    },
    { prediction: open, label: open, field: 'prediction' },
  ],
];

test.each(files)('proposes roles: %s', (_, columns, { field, outcome, ...roles }) => {
  const profile = getProfile(columns);
  const choice = guess(profile);
  expect(choice).toMatchObject(roles);
  expect(Object.keys(getProblems(profile, choice))).toEqual(field === undefined ? [] : [field]);
  if (outcome !== undefined) expect(getOutcome(choice)).toBe(outcome);
});

test('guesses every field in at least 36 of forty or more files', () => {
  expect(files.length).toBeGreaterThanOrEqual(40);
  expect(files.filter(([, , { field }]) => field === undefined).length).toBeGreaterThanOrEqual(36);
});
