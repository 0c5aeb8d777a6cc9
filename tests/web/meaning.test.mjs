// Whether a positive decision is good or bad for a person: known words in six languages, and nothing else.

import { getProfile, repeat } from './profile-of.mjs';
import { importSources } from './source.mjs';

const [{ guess, withRole }, { getOutcome }, { getProblems }, { getQuestions }, { errorTexts }, { getAsked }] =
  await importSources([
    'table/guess',
    'table/outcome',
    'table/choice',
    'features/audit/questions',
    'features/goal/goal',
    'features/slices/questions',
  ]);

const answers = repeat(['Yes', 'No', 'No', 'No']);
const sex = repeat(['Male', 'Female']).concat(repeat(['Male', 'Female']));
const guessFor = (name, values = answers) =>
  guess(getProfile({ Sex: values.map((_, i) => sex[i % 2]), [name]: values }));

const burdens = [
  ...['Laid off', 'Account closed', 'Betrugsverdacht', 'Benefit stopped', 'Put on waiting list', 'Despedido'],
  ...['Sospechoso', 'Prestito negato', 'Licenziato', 'Fired', 'Suspected', 'Loan denied', 'Flagged for fraud'],
  // Further names, by language.
  ...['Application rejected', 'Contract terminated', 'Blacklisted', 'Licence revoked', 'Promotion denied', 'Evicted'],
  ...['Gekündigt', 'Antrag abgelehnt', 'Konto gesperrt', 'Leistung gestrichen', 'Auf der Warteliste', 'Exmatrikuliert'],
  ...['Licencié', 'Demande refusée', 'Compte bloqué', 'Soupçon de fraude', 'Compte clôturé', 'Radiée'],
  ...['Solicitud rechazada', 'Cuenta cerrada', 'Préstamo denegado', 'En lista de espera', 'Desahuciado'],
  ...['Demitido', 'Empréstimo negado', 'Benefício cortado', 'Conta encerrada', 'Inadimplente'],
  ...['Domanda respinta', 'Conto chiuso', 'Sospettato', 'In lista d’attesa', 'Sfrattato'],
];

test.each(burdens)('%s is a burden', (name) => {
  const choice = guessFor(name);
  expect(choice).toMatchObject({ prediction: name, favorable: 'Yes' });
  expect(getOutcome(choice)).toBe('burden');
  expect(getOutcome({ ...choice, favorable: 'No' })).toBe('benefit');
});

test.each([
  ...['Hired', 'Loan approved', 'Shortlisted', 'Invited to interview', 'Promoted', 'Visa granted'],
  ...['Eingestellt', 'Kredit bewilligt', 'Zum Gespräch eingeladen', 'Embauchée', 'Prêt accordé', 'Contratada'],
  ...['Beca concedida', 'Aprovado', 'Selecionada', 'Assunta', 'Ammesso', 'Idoneo'],
])('%s is a benefit', (name) => {
  const choice = guessFor(name);
  expect(choice.prediction).toBe(name);
  expect(getOutcome(choice)).toBe('benefit');
  expect(getOutcome({ ...choice, favorable: 'No' })).toBe('burden');
});

test.each([
  ...[
    'Decision',
    'Status',
    'Case closed',
    'Leistung eingestellt',
    'Verfahren eingestellt',
    'Fraud check passed',
    'Versetzt',
  ],
  ...['Mutée', 'Trasferita', 'Trasladado', 'Transferido', 'Resigned', 'Contacted', 'Selected for audit'],
])('%s has an unknown meaning, and neutral texts', (name) => {
  const choice = guessFor(name);
  expect(choice.prediction).toBe(name);
  expect(getOutcome(choice)).toBeUndefined();
  const profile = getProfile({ Sex: answers.map((_, i) => sex[i % 2]), [name]: answers });
  const question = getQuestions({ profile, choice, guessed: choice }).find(({ id }) => id === 'positive Yes');
  expect(question.text).toContain(`Is “${name}: Yes” good or bad for the person?`);
  const means = Object.fromEntries(question.changes.map(({ text, choice }) => [text, choice && getOutcome(choice)]));
  expect(means).toMatchObject({ Good: 'benefit', Bad: 'burden' });
});

test.each([
  ['Result', ['Rejected', 'Accepted'], 'Accepted', 'benefit'],
  ['Result', ['Not granted', 'Granted'], 'Not granted', 'burden'],
  ['risk_level', ['High', 'Low'], 'High', 'burden'],
  ['risk_level', ['High', 'Low'], 'Low', 'benefit'],
  ['default', ['yes', 'no'], 'no', 'benefit'],
  ['hired', ['yes', 'no'], 'no', 'burden'],
  ['two_year_recid', ['1', '0'], '0', 'benefit'],
  ['income', ['>50K', '<=50K'], '>50K', 'benefit'],
  ['wait', ['>30', '<30'], '>30', undefined],
  ['label', ['1', '0'], '1', undefined],
  ['diagnosis', ['ill', 'well'], 'ill', undefined],
])('%s with the labels %j: %s is positive', (name, _labels, favorable, outcome) => {
  expect(getOutcome({ prediction: name, favorable })).toBe(outcome);
});

test('no text of an unknown meaning mentions a benefit or a burden', () => {
  const questions = ['minSelected', 'maxSelected', 'maxErrors', 'mostFalsePositives', 'mostFalseNegatives'];
  const texts = [...Object.values(errorTexts.unknown), ...questions.flatMap((each) => Object.values(getAsked(each)))];
  for (const text of texts) expect(text).not.toMatch(/favou?rable|benefit|burden|spared/i);
});

test('three classes are not two: the user chooses the positive one', () => {
  const readmitted = repeat(['<30', '>30', 'NO', 'NO', '>30']);
  const columns = {
    race: repeat(['Caucasian', 'AfricanAmerican', 'Hispanic', 'Caucasian', 'AfricanAmerican']),
    diabetesMed: repeat(['Yes', 'No', 'Yes', 'No', 'Yes']),
    readmitted,
  };
  const profile = getProfile(columns);
  const choice = guess(profile);
  expect(choice).toMatchObject({ prediction: 'readmitted', favorable: undefined });
  expect(getProblems(profile, choice)).toHaveProperty('favorable');
  expect(guessFor('action', repeat(['Hired', 'Rejected', 'Active'])).favorable).toBeUndefined();
});

describe('which column is the decision', () => {
  const rare = repeat(['No', 'No', 'No', 'Yes', 'No']);
  const background = rare.map((_, i) => ['Migration background', 'No migration background'][i % 2]);
  const fraud = {
    Background: background,
    'Flagged for fraud': repeat(['Yes', 'No', 'Yes', 'No', 'No']),
    'Fraud confirmed': rare,
  };
  const known = rare.map((value, i) => (i % 3 === 0 ? '' : value));
  const roles = (columns) => {
    const { prediction, label, unsure } = guess(getProfile(columns));
    return { prediction, label, unsure };
  };

  test.each([
    ['Flagged for fraud', 'Fraud confirmed'],
    ['Suspected', 'Confirmed'],
    ['Betrugsverdacht', 'Betrug bestätigt'],
    ['Soupçon de fraude signalé', 'Fraude avérée'],
    ['Fraude sospechosa', 'Fraude comprobado'],
    ['Suspeita de fraude', 'Fraude comprovada'],
    ['Frode sospetta', 'Frode accertata'],
  ])('%s, not %s', (decision, outcome) => {
    const columns = { Background: background, [decision]: fraud['Flagged for fraud'], [outcome]: rare };
    expect(roles(columns)).toEqual({ prediction: decision, label: outcome, unsure: undefined });
    const reversed = { Background: background, [outcome]: rare, [decision]: fraud['Flagged for fraud'] };
    expect(roles(reversed)).toEqual({ prediction: decision, label: outcome, unsure: undefined });
  });

  test('an outcome is known for only some rows', () => {
    const columns = { Background: background, 'Fraud score': fraud['Flagged for fraud'], Fraud: known };
    expect(roles(columns)).toEqual({ prediction: 'Fraud score', label: 'Fraud', unsure: undefined });
  });

  test('is left to the user if two columns could be it', () => {
    const columns = { Background: background, 'Fraud 2024': fraud['Flagged for fraud'], 'Fraud 2025': rare };
    const profile = getProfile(columns);
    const choice = guess(profile);
    expect(choice).toMatchObject({ prediction: undefined, label: undefined, unsure: ['Fraud 2024', 'Fraud 2025'] });
    expect(getProblems(profile, choice).prediction).toMatch(/“Fraud 2024” and “Fraud 2025” could be the decision/);
    expect(withRole(profile, choice, 'prediction', 'Fraud 2024')).toMatchObject({
      prediction: 'Fraud 2024',
      label: 'Fraud 2025',
    });
  });

  test('a correction moves the other role too', () => {
    const profile = getProfile(fraud);
    const wrong = { ...guess(profile), prediction: 'Fraud confirmed', label: undefined };
    const asked = { profile, choice: wrong, guessed: wrong };
    const { changes } = getQuestions(asked).find(({ id }) => id === 'roles');
    const { choice } = changes.find(({ text }) => text === 'It is the true outcome');
    expect(choice).toMatchObject({ prediction: 'Flagged for fraud', label: 'Fraud confirmed' });
    const swapped = withRole(profile, choice, 'prediction', 'Fraud confirmed');
    expect(swapped).toMatchObject({ prediction: 'Fraud confirmed', label: 'Flagged for fraud' });
    const alone = getProfile({ Sex: background, repaid: rare });
    expect(withRole(alone, guess(alone), 'label', 'repaid')).toMatchObject({ prediction: undefined, label: 'repaid' });
  });

  test('decisions and outcomes of opposite meaning are not compared', () => {
    const columns = { Background: background, default: rare, approved: fraud['Flagged for fraud'] };
    expect(roles(columns)).toMatchObject({ prediction: 'approved', label: undefined });
  });

  test('a reason is not a decision', () => {
    const status = repeat(['Hired', 'Rejected', 'Rejected', 'Active', 'Active']);
    const reason = status.map((each) => (each === 'Rejected' ? 'Lacking skills' : ''));
    expect(roles({ Background: background, Status: status, 'Rejection Reason': reason })).toMatchObject({
      prediction: 'Status',
    });
  });

  test('forms of address are groups', () => {
    const columns = { Anrede: background.map((_, i) => ['Frau', 'Herr'][i % 2]), Entscheidung: rare };
    expect(guess(getProfile(columns)).groups).toEqual(['Anrede']);
  });
});
