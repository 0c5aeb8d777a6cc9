// The stages of each tab of the page and the steps to reach them, for screenshots and for tests of all stages.

import { lessonNames } from '../../dist/elements/lesson.js';
import { network, people } from '../../tests/js/models/models.mjs';

const table = { name: 'loans.csv', mimeType: 'text/csv', buffer: Buffer.from(makeLoans(4)) };
const peopleTable = {
  ...table,
  name: 'people.csv',
  buffer: Buffer.from(['age,income,sex,region', ...people.map((row) => Object.values(row).join())].join('\n')),
};
const networkFile = { name: 'loans.onnx', mimeType: 'application/octet-stream', buffer: Buffer.from(network()) };
const newerTable = { ...table, name: 'loans-2.csv', buffer: Buffer.from(makeLoans(6)) };

/** Views by tab, with the tab's name in the address. Each view starts with the tab as it opens. */
export const views = {
  audit: {
    start: async () => {},
    columns: async (page) => {
      await page.getByLabel('Choose a CSV or Parquet file').setInputFiles(table);
      await page.getByLabel('True outcome').selectOption('repaid');
      await page.getByRole('button', { name: 'Run the audit' }).waitFor();
    },
    report: async (page) => {
      await page.getByRole('button', { name: /Open example: COMPAS/ }).click();
      await page.getByRole('img', { name: /Chart/ }).nth(1).waitFor();
    },
    guide: async (page) => {
      await views.audit.columns(page);
      await page.getByText('Which measure fits my question?').click();
      for (const name of ['Yes', /^How often decisions/, /^A burden: no one/])
        await page.getByRole('radio', { name, exact: true }).check();
    },
    database: async (page) => {
      await page.getByRole('button', { name: 'My rows are in a database' }).click();
      await page.getByLabel('Table').fill('hr.decisions');
      await page.getByLabel('Decision or prediction').fill('hired');
      await page.getByLabel('True outcome').fill('qualified');
      await page.getByLabel('Groups to compare').fill('race, sex');
      await page.getByText('GROUP BY').waitFor();
    },
    impact: async (page) => {
      await page.getByRole('button', { name: 'I have counts of groups' }).click();
      await page.getByText('Type or paste counts').click();
      const counts = 'race,sex,applicants,hired\na,f,120,38\nb,f,200,90\na,m,90,50\nb,m,300,160';
      await page.getByLabel('Start with the column names').fill(counts);
      await page.getByRole('button', { name: 'Use these counts' }).click();
      await page.getByLabel('Also compare each race with').selectOption('b');
      await page.getByRole('button', { name: 'Make the tables' }).click();
      await page.getByRole('table', { name: 'By race and sex', exact: true }).waitFor();
    },
    numbers: async (page) => {
      const rows = Array.from({ length: 400 }, (_, i) => {
        const wage = 2000 + 7 * ((i * 37) % 400);
        const sex = i % 3 === 0 ? 'Female' : 'Male';
        const low = sex === 'Female' ? 100 : 0;
        return `${wage},${wage + ((i * 53) % 601) - 300 - low},${sex},${['north', 'south'][i % 2]}`;
      });
      const buffer = Buffer.from(`wage,predicted_wage,sex,region\n${rows.join('\n')}\n`);
      await page
        .getByLabel('Choose a CSV or Parquet file')
        .setInputFiles({ name: 'wages.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: 'Run the audit' }).click();
      await page
        .getByRole('img', { name: /Errors by sex/ })
        .first()
        .waitFor();
    },
    error: async (page) => {
      const buffer = Buffer.from('sex,hired\nMale,1\nFemale\n');
      await page
        .getByLabel('Choose a CSV or Parquet file')
        .setInputFiles({ name: 'ragged.csv', mimeType: 'text/csv', buffer });
      await page.getByText('cannot be read').waitFor();
    },
    scores: async (page) => {
      await views.audit.columns(page);
      await page.getByRole('button', { name: 'Run the audit' }).click();
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('region', { name: 'Subgroups found' }).waitFor();
      await page.getByRole('img', { name: /Chart/ }).nth(3).waitFor();
    },
    frontier: async (page) => {
      await views.audit.columns(page);
      await page.getByRole('button', { name: 'Run the audit' }).click();
      await page.getByRole('button', { name: 'Draw the frontier' }).click();
      await page.getByRole('img', { name: /best accuracy by gap/ }).waitFor();
    },
    comparison: async (page) => {
      await views.audit.columns(page);
      await page.getByRole('button', { name: 'Run the audit' }).click();
      await page.getByLabel('Choose the other file').setInputFiles(newerTable);
      await page.getByLabel('Measure to compare').selectOption('Selection rate');
      await page.getByRole('img', { name: /of both, by group/ }).waitFor();
    },
    models: async (page) => {
      await views.audit.columns(page);
      const field = page.getByLabel('Second model');
      if (!(await field.isVisible())) await page.getByText('Scores, a second model').click();
      await field.selectOption('second');
      await page.getByRole('button', { name: 'Run the audit' }).click();
      await page.getByRole('region', { name: 'Gaps side by side' }).waitFor();
      await page.getByRole('img', { name: /of both, by group/ }).waitFor();
    },
    power: async (page) => {
      await views.audit.columns(page);
      await page.getByRole('button', { name: 'Run the audit' }).click();
      await page.getByText('Equivalence test: is a gap below a margin?').click();
      await page.getByRole('button', { name: 'Test' }).click();
      await page.getByRole('region', { name: /^Equivalence tests by/ }).waitFor();
      const selection = page.getByRole('region', { name: 'Selection', exact: true });
      await selection.getByLabel('Groups by').selectOption({ index: 2 });
      await page.getByLabel('Show shrunken rates').check();
      await page
        .getByRole('region', { name: /^Shrunken rates by/ })
        .first()
        .waitFor();
    },
  },
  tables: {
    start: async () => {},
    file: async (page) => {
      await page.getByRole('button', { name: 'Repeated decisions: choose' }).click();
      await page.getByLabel('Choose a CSV or Parquet file').waitFor({ state: 'attached' });
    },
    columns: (page) => openExample(page, 'Repeated decisions'),
    repeated: (page) => computeExample(page, 'Repeated decisions'),
    rankings: (page) => computeExample(page, 'Ranked lists'),
    exposure: (page) => computeExample(page, 'Rates per exposure'),
    monitoring: (page) => computeExample(page, 'Gaps over time'),
    shares: async (page) => {
      await openExample(page, 'Shares against a reference');
      for (const [region, share] of [
        ['north', 35],
        ['south', 30],
        ['east', 20],
        ['west', 15],
      ])
        await page.getByLabel(region).fill(String(share));
      await page.getByRole('button', { name: 'Compute' }).click();
      await page.getByRole('heading', { name: 'Keep this report' }).waitFor();
    },
  },
  leakage: {
    start: async () => {},
    columns: async (page) => {
      await page.getByLabel('Choose a CSV or Parquet file').setInputFiles(table);
      await page.getByRole('button', { name: 'Let attackers learn' }).waitFor();
    },
    numbers: async (page) => {
      await page.getByRole('button', { name: 'Generate numbers' }).click();
      await page.getByText('More: layers').click();
    },
    learned: async (page) => {
      await page.getByRole('button', { name: 'Generate numbers' }).click();
      await page.getByRole('button', { name: 'Let attackers learn' }).click();
      await page.getByRole('heading', { name: 'Attack results' }).waitFor();
      await page.getByRole('img', { name: /loss by epoch/ }).waitFor();
    },
    learning: async (page) => {
      await page.getByRole('button', { name: 'Open example: COMPAS' }).click();
      await page.getByLabel('Trials').fill('40');
      await page.getByLabel('Epochs').fill('1000');
      await page.getByRole('button', { name: 'Let attackers learn' }).click();
      await page.getByText(/[1-9]\d* of 40 trials done/).waitFor();
      await page.getByRole('img', { name: /loss by epoch/ }).waitFor();
    },
    found: async (page) => {
      await page.getByRole('button', { name: 'Generate rows' }).click();
      await page.getByRole('radio', { name: /DPA/ }).check();
      await page.getByRole('button', { name: 'Let attackers learn' }).click();
      await page.getByRole('heading', { name: 'Attack results' }).waitFor();
      await page
        .getByRole('img', { name: /loss by epoch/ })
        .nth(1)
        .waitFor();
    },
  },
  amplification: {
    start: async () => {},
    labels: async (page) => {
      await page.getByRole('button', { name: 'Open example labels' }).click();
      await page.getByRole('img', { name: /heat map/ }).waitFor();
    },
    columns: async (page) => {
      await views.amplification.labels(page);
      await page.getByRole('button', { name: 'Change columns' }).click();
      await page.getByRole('button', { name: 'Count and compare' }).waitFor();
    },
    texts: async (page) => {
      await page.getByRole('button', { name: 'Open example captions' }).click();
      await page.getByText('Words that indicate a group').click();
    },
    captions: async (page) => {
      await views.amplification.texts(page);
      await page.getByRole('button', { name: 'Tag and compare' }).click();
      await page.getByRole('img', { name: /heat map/ }).waitFor();
    },
  },
  robustness: {
    start: async () => {},
    certified: async (page) => {
      await page.getByRole('button', { name: 'Open example scores' }).click();
      await page.getByRole('img', { name: /certified accuracy/ }).waitFor();
    },
    columns: async (page) => {
      await views.robustness.certified(page);
      await page.getByRole('button', { name: 'Change settings' }).click();
      await page.getByRole('button', { name: 'Certify' }).waitFor();
    },
    network: async (page) => {
      await page.getByLabel('Choose a CSV or Parquet file').setInputFiles(peopleTable);
      await page.getByLabel(/compute a bound from the network/).setInputFiles(networkFile);
      await page.getByLabel(/^x \(3 numbers\)/).fill('age, income, sex=female');
    },
  },
  model: {
    start: async () => {},
    columns: async (page) => {
      await page.getByLabel('Choose a CSV or Parquet file').setInputFiles(peopleTable);
      await page.locator('input[accept=".onnx"]').setInputFiles(networkFile);
      await page.getByLabel(/^x \(/).fill('age, income, sex=female');
    },
    scored: async (page) => {
      await views.model.columns(page);
      await page.getByLabel('Groups to compare').selectOption('sex');
      await page.getByRole('button', { name: 'Run the model' }).click();
      await page.getByRole('button', { name: 'Smallest change' }).click();
      await page.getByText(/changes? (was|were) tried/).waitFor();
      await page.getByRole('button', { name: 'Change it in every row' }).click();
      await page.getByText('not a causal effect').waitFor();
      await page.getByLabel('Column to vary').selectOption('income');
      await page.getByRole('button', { name: 'Draw the curves' }).click();
      await page.getByRole('img', { name: /mean score by income/ }).waitFor();
      await page.getByRole('button', { name: 'Compute importance' }).click();
      await page.getByRole('table', { name: 'Feature importance: which columns affect the scores' }).waitFor();
    },
  },
  learn: {
    start: async () => {},
    ...Object.fromEntries(lessonNames.map((name) => [name, (page) => openLesson(page, `${name}?guess=1&seen=1`)])),
    guess: (page) => openLesson(page, 'simpson'),
    german: (page) => openLesson(page, 'four-fifths?guess=1&seen=1&lang=de'),
    defects: (page) => openLesson(page, 'defects'),
  },
};

async function openLesson(page, id) {
  await page.evaluate((id) => location.assign(`#/learn/${id}`), id);
  const isDone = id === 'defects' ? '.point' : /seen/.test(id) ? '.point' : '.ask';
  await page.locator(isDone).first().waitFor();
}

/** Women usually get a loan in this many of ten cases, men in six. */
function makeLoans(women) {
  const rows = Array.from({ length: 400 }, (_, i) => {
    const sex = i % 5 < 2 ? 'Female' : 'Male';
    const age = ['under 30', '30 to 60', 'over 60'][i % 3];
    const repaid = (i * 7) % 10 < 6 ? 'yes' : 'no';
    const approved = (i * 7) % 10 < (sex === 'Male' ? 6 : women) ? 'yes' : 'no';
    const risk = ((repaid === 'yes' ? 45 : 25) + ((i * 37) % 41)) / 100;
    // Equal to the first except for some older women.
    const isOtherwise = sex === 'Female' && age === 'over 60' && i % 2 === 1;
    const second = isOtherwise ? 'yes' : approved;
    return [i + 1, sex, age, 1200 + i * 3, risk, repaid, approved, second].join(',');
  });
  return ['id,sex,age_group,income,risk,repaid,approved,second', ...rows].join('\n');
}

async function openExample(page, title) {
  await page.getByRole('button', { name: `${title}: choose` }).click();
  await page.getByRole('button', { name: 'Open an invented example' }).click();
  await page.getByRole('button', { name: 'Compute' }).waitFor();
}

async function computeExample(page, title) {
  await openExample(page, title);
  await page.getByRole('button', { name: 'Compute' }).click();
  await page.getByRole('heading', { name: 'Keep this report' }).waitFor();
}
