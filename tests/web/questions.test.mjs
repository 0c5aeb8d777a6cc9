// Questions about a file below the summary of its report: each answer repeats the audit or confirms it.

import { getProfile, repeat } from './profile-of.mjs';
import { importSources } from './source.mjs';
import { chooseFile, csvFile, getHeading, isKept, readTable, runAudit, useSite } from './support.mjs';

const [{ getQuestions }, { guess }, { groupNames }, { getChanges }] = await importSources([
  'features/audit/questions',
  'table/guess',
  'table/choice',
  'features/intake/prepare',
]);

const answers = repeat(['yes', 'no', 'no']);
const columns = {
  sex: repeat(['Male', 'Female', 'M', 'female', 'Male']),
  hired: answers,
  qualified: repeat(['no', 'yes']),
};

function askedFor(columns, changes = {}) {
  const profile = getProfile(columns);
  const guessed = guess(profile);
  const asked = { profile, guessed, choice: { ...guessed, ...changes } };
  const find = (text) => getQuestions(asked).find((question) => question.text.includes(text));
  return { profile, asked, find };
}

/** @param {{ changes: readonly any[] }} question */
const getChoice = ({ changes }, text) => changes.find((change) => change.text === text).choice;

test('an initial can be merged with the word that begins with it', () => {
  const { find, profile } = askedFor(columns);
  const [sex] = profile.columns;
  const choice = getChoice(find('“M” and “Male”'), 'Merge');
  expect(groupNames(sex, choice)).toEqual(['Male', 'Female']);
  const { recode } = getChanges(profile, choice);
  expect(recode.sex).toEqual({ M: 'Male', female: 'Female' });
});

test('merged spellings can be separated', () => {
  const { find, profile } = askedFor(columns);
  const choice = getChoice(find('“female” and “Female”'), 'Separate');
  expect(groupNames(profile.columns[0], choice)).toEqual(expect.arrayContaining(['Male', 'Female', 'M', 'female']));
});

test('has no question about different groups', () => {
  const race = repeat(['Asian', 'Asian-American', 'White', 'Black']);
  expect(askedFor({ ...columns, sex: race }).find('two groups')).toBeUndefined();
});

test('blanks in decisions can mean no', () => {
  const hired = repeat(['yes', 'no', 'no', '', 'yes', 'no', 'no']);
  const { find, profile } = askedFor({ ...columns, hired });
  const missing = profile.columns[1].missing;
  const question = find('an empty “hired”');
  expect(question.text).toBe(`${missing} rows have an empty “hired” and are omitted. Does empty mean “no”?`);
  expect(getChanges(profile, getChoice(question, 'Yes')).blanks).toEqual({ hired: 'no' });
});

test('has no question about roles that the user chose', () => {
  expect(askedFor(columns).find('as the decision')).toBeDefined();
  const swapped = { prediction: 'qualified', label: 'hired' };
  expect(askedFor(columns, swapped).find('as the decision')).toBeUndefined();
});

const site = await useSite();

describe('on the page', () => {
  const text = [Object.keys(columns), ...columns.sex.map((_, i) => Object.values(columns).map((c) => c[i]))]
    .map((row) => row.join())
    .join('\n');
  const question = (page, name) => page.getByRole('group', { name });

  test('an answer repeats the audit, and its question stays answered after a reload', async () => {
    const page = await site.open();
    await chooseFile(page, csvFile('hiring.csv', text));
    await runAudit(page);
    expect(Object.keys(await readTable(page, 'All rates by sex'))).toContain('M');
    await question(page, /“M” and “Male”/)
      .getByRole('button', { name: 'Merge' })
      .click();
    await getHeading(page).filter({ hasText: 'hiring.csv' }).waitFor();
    await question(page, /“M” and “Male”.*merged/).waitFor();
    await page.getByRole('heading', { name: 'All figures' }).waitFor();
    expect(Object.keys(await readTable(page, 'All rates by sex'))).not.toContain('M');
    const female = question(page, /“female” and “Female”/);
    await female.getByRole('button', { name: 'Keep' }).click();
    await female.waitFor({ state: 'detached' });
    await isKept(page);
    await page.reload();
    await page.getByRole('heading', { name: 'How the file was read' }).waitFor();
    expect(await female.count()).toBe(0);
    expect(page.complaints).toEqual([]);
  });
});
