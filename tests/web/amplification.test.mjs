// The Amplification tab: labels and captions, their matrices, and the arithmetic of single cells.

import { BA_MALS, cooccurrenceCsv, DBA, load, MDBA } from 'fairwasm/amplification';
import { load as loadPredictability } from 'fairwasm/predictability';
import { present } from '../present.mjs';
import { compromise } from '../taggers.mjs';
import { violationsInBothSchemes } from './axe.mjs';
import {
  chooseFile,
  csvFile,
  getBox,
  getHeading,
  getOverhang,
  isFocused,
  readTable,
  tabTo,
  toParquet,
  useSite,
} from './support.mjs';

const site = await useSite();
const amplification = await load();

// Ten images: five show a woman, three of these an oven, as does one image of a man; the model predicts four and none.
const kitchen = [
  'gender,pred_gender,oven,dog,pred_oven,pred_dog',
  ...['1,0,1,0', '1,1,1,1', '1,0,1,0', '0,1,1,1', '0,0,0,0'].map((bits) => `woman,woman,${bits}`),
  ...['1,0,0,0', '0,1,0,1', '0,1,0,1', '0,0,0,0', '0,0,0,1'].map((bits) => `man,man,${bits}`),
].join('\n');
const columns = {
  attribute: ['gender'],
  task: ['oven', 'dog'],
  attributePrediction: ['pred_gender'],
  taskPrediction: ['pred_oven', 'pred_dog'],
};

const count = (page) => page.getByRole('button', { name: 'Count and compare' }).click();
const heatMap = (page) => page.getByRole('img', { name: /heat map/ });

async function openKitchen(options = {}) {
  const page = await site.open({ tab: 'amplification', ...options });
  await chooseFile(page, csvFile('kitchen.csv', kitchen));
  await count(page);
  await page.getByRole('heading', { level: 1, name: 'Bias amplification of the model' }).waitFor();
  await heatMap(page).waitFor();
  return page;
}

const signed = (value) => {
  const text = Math.abs(value).toFixed(6);
  if (Number(text) === 0) return text;
  return `${value < 0 ? '−' : '+'}${text}`;
};

const getArithmetic = async (page) =>
  (await page.getByRole('region', { name: 'Arithmetic' }).textContent()).replace(/\s+/g, ' ');

test('guesses columns, and computes the same measures as the package', async () => {
  const page = await openKitchen();
  const counts = await cooccurrenceCsv(amplification, kitchen, columns);
  const { AtoT, TtoA } = await new DBA(counts).computeBiasAmpBidirectional();
  const expected = {
    'DBA, attribute to task': AtoT,
    'DBA, task to attribute': TtoA,
    MALS: await new BA_MALS(counts).computeBiasAmp(),
    MDBA: await new MDBA(counts).computeBiasAmp(),
  };
  const value = page.getByRole('region', { name: 'Value' });
  for (const [title, { value: number, ...found }] of Object.entries(expected)) {
    const { ci, warning } = 'corrected' in found ? present(found.corrected) : found;
    const uncertainty = ci
      ? `95% confidence interval ${ci.map(signed).join(' to ')}`
      : `There is no confidence interval: ${present(warning)}.`;
    await page.getByLabel('Measure').selectOption(title);
    await value.getByText(signed(number), { exact: true }).waitFor();
    await value.getByText(uncertainty).waitFor();
    await page.getByRole('region', { name: `${title}, all cells` }).waitFor();
  }
  expect(page.complaints).toEqual([]);
});

test('counts a Parquet file like a CSV file', async () => {
  const page = await site.open({ tab: 'amplification' });
  await chooseFile(page, toParquet('kitchen.parquet', kitchen));
  await count(page);
  const counts = await cooccurrenceCsv(amplification, kitchen, columns);
  const { value } = await new DBA(counts).computeBiasAmp({ draws: 0 });
  const shown = page.getByRole('region', { name: 'Value' });
  await shown.getByText(signed(value), { exact: true }).waitFor();
});

test('counts thousands of categories in reasonable time', async () => {
  const page = await site.open({ tab: 'amplification' });
  const rows = Array.from({ length: 6000 }, (_, i) => {
    const object = (i * 7919) % 2000;
    return `${i % 2 ? 'woman' : 'man'},object ${object},object ${i % 10 ? object : 0}`;
  });
  const text = ['gender,object,pred_object', ...rows].join('\n');
  await chooseFile(page, csvFile('many.csv', text));
  await count(page);
  await heatMap(page).waitFor();
  await page.getByText(/First 30 of 2,000 rows; the table lists all/).waitFor();
  await page.getByRole('button', { name: 'Show all 4,000 rows' }).waitFor();
  await page.getByLabel('Measure').selectOption('MDBA');
  await page.getByText('Over 2,000 combinations of one task.').waitFor();
});

test('shows the arithmetic of a cell, from the counts to its contribution', async () => {
  const page = await openKitchen();
  const table = page.getByRole('region', { name: 'DBA, attribute to task, all cells' });
  const row = table.getByRole('row').filter({ hasText: 'oven' }).filter({ hasText: 'woman' });
  await row.getByRole('button', { name: 'oven' }).click();
  const steps = await getArithmetic(page);
  // n(woman, oven) n = 3 · 10 > 5 · 4 = n(woman) n(oven); 4/5 - 3/5 = 0.2, over four pairs.
  expect(steps).toContain('3 · 10 > 5 · 4');
  expect(steps).toContain('3 / 5 = 0.600000');
  expect(steps).toContain('4 / 5 = 0.800000');
  expect(steps).toContain('0.800000 − 0.600000 = +0.200000');
  expect(steps).toContain('+0.200000 / 4 = +0.050000');
  expect(await row.textContent()).toContain('+0.050000');

  await page.getByLabel('Measure').selectOption('MALS');
  const mals = page.getByRole('region', { name: 'MALS, all cells' });
  await mals.getByRole('button', { name: 'oven' }).first().click();
  // 3 of 4 ovens are with women; of the predicted ones 4 of 4, over two tasks.
  expect(await getArithmetic(page)).toContain('(1.000000 − 0.750000) / 2 = +0.125000');
});

test('loads the core only once', async () => {
  const page = await site.open({ tab: 'amplification' });
  const loads = () => page.requests.filter((url) => /amplification[^/]*\.wasm$/.test(url)).length;
  for (let times = 0; times < 2; times++) {
    await page.getByRole('button', { name: 'Open example labels' }).click();
    await heatMap(page).waitFor();
    await page.getByRole('button', { name: 'Other data' }).click();
  }
  expect(loads()).toBe(1);
});

test('rounds values in the heat map but not in the table', async () => {
  const page = await site.open({ tab: 'amplification' });
  await page.getByRole('button', { name: 'Open example labels' }).click();
  await heatMap(page).waitFor();
  const numbersIn = (texts) =>
    texts
      .filter((text) => /^[+−]?\d\.\d+$/.test(text))
      .map((text) => Number(text.replace('−', '-')))
      .sort((a, b) => a - b);
  const cells = page.getByRole('region', { name: /all cells/ }).getByRole('cell');
  const inFull = numbersIn((await cells.allInnerTexts()).map((text) => text.trim()));
  const drawn = numbersIn(await heatMap(page).locator('text').allTextContents());
  expect(drawn).toHaveLength(inFull.length);
  drawn.forEach((value, i) => {
    expect(Math.abs(value - inFull[i])).toBeLessThanOrEqual(0.000051); // half of the last digit, twice rounded
  });
});

test('selects a cell with a click on the heat map', async () => {
  const page = await openKitchen();
  await heatMap(page).scrollIntoViewIfNeeded();
  const box = await getBox(heatMap(page));
  const cells = {};
  for (let x = 0.2; x < 1; x += 0.1) {
    await page.mouse.click(box.x + box.width * x, box.y + box.height * 0.75);
    const region = page.getByRole('region', { name: 'Arithmetic' });
    cells[await region.getByRole('heading').textContent()] = true;
  }
  // Two cells of the same row.
  const names = Object.keys(cells).filter((name) => /, (wo)?man$/.test(name));
  expect(new Set(names.map((name) => name.split(',')[1])).size).toBe(2);
});

test('sorts the rows of the heat map by contribution, name, or column', async () => {
  const page = await site.open({ tab: 'amplification', viewport: { width: 1280, height: 1600 } });
  await page.getByRole('button', { name: 'Open example labels' }).click();
  await heatMap(page).waitFor();
  const table = page.getByRole('region', { name: 'DBA, attribute to task, all cells' });
  const texts = await table.getByRole('row').allInnerTexts();
  const cells = texts.slice(1).map((text) => text.trim().split(/\s+/));
  const getPart = ([, , part]) => Number(part.replace('−', '-'));
  const [largest] = cells;
  const [ofMan] = cells.filter(([, column]) => column === 'man').sort((a, b) => getPart(b) - getPart(a));
  const top = async () => {
    const box = await getBox(heatMap(page));
    if (!box) return undefined; // it is being replaced
    await page.mouse.click(box.x + box.width * 0.5, box.y + 52); // in the middle of the first row
    const region = page.getByRole('region', { name: 'Arithmetic' });
    return (await region.getByRole('heading').textContent()).split(',')[0];
  };
  // Charts are drawn in a later task.
  const topBy = async (name, expected) => {
    await page.getByLabel('Rows by').selectOption(name);
    let found = await top();
    for (let tries = 0; tries < 50 && found !== expected; tries++) {
      await page.waitForTimeout(50);
      found = await top();
    }
    expect(found).toBe(expected);
  };
  expect(new Set([largest[0], ofMan[0]]).size).toBe(2); // so that orders differ
  await topBy('largest contribution first', largest[0]);
  await topBy('name of the task', cells.map(([task]) => task).sort()[0]);
  await topBy('contribution of man', ofMan[0]);
});

test('sorts the table by any column', async () => {
  const page = await openKitchen();
  const name = 'DBA, attribute to task, all cells';
  const table = page.getByRole('region', { name });
  const values = async () => {
    const texts = await table
      .getByRole('cell')
      .filter({ hasText: /^[+−]?\d\.\d{6}$/ })
      .allInnerTexts();
    return texts.map((text) => Number(text.replace('−', '-')));
  };
  const ascending = (await values()).sort((a, b) => a - b);
  await table.getByRole('button', { name: 'contribution' }).click();
  expect(await values()).toEqual([...ascending].reverse());
  await table.getByRole('button', { name: 'contribution' }).click();
  expect(await values()).toEqual(ascending);
  const heading = table.getByRole('columnheader', { name: 'contribution' });
  expect(await heading.getAttribute('aria-sort')).toBe('ascending');
});

test('tags captions in the page, with the same words as the package', async () => {
  const page = await site.open({ tab: 'amplification' });
  await page.getByRole('button', { name: 'Open example captions' }).click();
  const texts = async (label) => (await page.getByLabel(label).inputValue()).split('\n');
  const [train, test] = [await texts('Training captions'), await texts('The model’s captions')];
  await page.getByRole('button', { name: 'Tag and compare' }).click();
  await page.getByRole('heading', { level: 1, name: 'Bias amplification of the captions' }).waitFor();
  const counts = await Promise.all(
    [train, test].map(async (captions) => {
      const counted = amplification.captionCounts();
      await counted.updateTexts(captions, compromise);
      return counted;
    }),
  );
  const expected = await counts[1].biasAmplification(counts[0]);
  const value = page.getByRole('region', { name: 'Value' });
  await value.getByText(signed(expected.value), { exact: true }).waitFor();
  const table = await readTable(page, 'Mean bias amplification of captions, all cells');
  expect(expected.pairs.length).toBeGreaterThan(5);
  for (const { object, group, contribution } of expected.pairs) {
    expect(Object.values(table[object])).toEqual([group, signed(contribution)]);
  }
  expect(page.complaints).toEqual([]);
});

test('uses and stores custom words that indicate a group', async () => {
  const page = await site.open({ tab: 'amplification' });
  await page.getByRole('button', { name: 'Paste captions' }).click();
  const write = (label, lines) => page.getByLabel(label).fill(lines.join('\n'));
  const train = ['A nurse holds a syringe.', 'A nurse and a bed.', 'A pilot holds a map.'];
  const test = ['A nurse holds a syringe.', 'A pilot holds a map.', 'A pilot holds a syringe.'];
  await write('Training captions', train);
  await write('The model’s captions', test);
  await page.getByText('Words that indicate a group').click();
  const words = page.getByLabel('One group per line: its name, a colon, and its words');
  expect(await words.inputValue()).toMatch(/^man: actor, actors, boy.*\nwoman: actress, /);
  const wrong = {
    'care: nurse': 'at least two groups',
    'nurse\nair: pilot': 'does not start with a group name',
    'care: nurse\nair:': '“air” has no words',
    'care: nurse, head nurse\nair: pilot': '“head nurse” is more than one word',
    'care: nurse\nair: pilot, Nurse': '“nurse” is listed for both care and air',
    'care: nurse\ncare: doctor': '“care” has two lines',
  };
  const compare = () => page.getByRole('button', { name: 'Tag and compare' }).click();
  for (const [text, problem] of Object.entries(wrong)) {
    await words.fill(text);
    await compare();
    await page.getByText(problem).waitFor();
    expect(await isFocused(words)).toBe(true);
  }
  const own = 'care: nurse, nurses\n__proto__: pilot';
  await words.fill(own);
  await page.getByText('Words that indicate a group (your own)').waitFor();
  await page.waitForFunction(() => dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await page.reload();
  await page.getByText('Words that indicate a group (your own)').click();
  expect(await words.inputValue()).toBe(own);
  await compare();
  await page.getByRole('heading', { level: 1, name: 'Bias amplification of the captions' }).waitFor();
  const counted = await Promise.all(
    [train, test].map(async (captions) => {
      const groups = Object.fromEntries([
        ['care', ['nurse', 'nurses']],
        ['__proto__', ['pilot']],
      ]);
      const counts = amplification.captionCounts({ words: groups });
      await counts.updateTexts(captions, compromise);
      return counts;
    }),
  );
  const expected = await counted[1].biasAmplification(counted[0]);
  const value = page.getByRole('region', { name: 'Value' });
  await value.getByText(signed(expected.value), { exact: true }).waitFor();
  await value.getByText('3 of 3 training captions and in 3 of 3').waitFor();
  await value.getByText('Word lists: custom').waitFor();
  await page.getByRole('button', { name: 'Change captions' }).click();
  await page.getByLabel('Divide the sum by').selectOption('Words in the training captions');
  await page.getByLabel('Words that the model never mentions').selectOption('Omit');
  await compare();
  const divided = await counted[1].biasAmplification(counted[0], { divideBy: 'trainObjects', seenOnly: true });
  expect(divided.value).not.toBe(expected.value);
  await value.getByText(signed(divided.value), { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Change captions' }).click();
  await page.getByText('Words that indicate a group (your own)').click();
  await page.getByRole('button', { name: 'Restore the default words' }).click();
  expect(await words.inputValue()).toMatch(/^man: /);
  expect(page.complaints).toEqual([]);
});

test('reads pasted captions line by line, and not as a file', async () => {
  const page = await site.open({ tab: 'amplification' });
  await page.getByRole('button', { name: 'Paste captions' }).click();
  await page.getByRole('button', { name: 'Tag and compare' }).click();
  await page.getByText('Enter at least one caption.').first().waitFor();
  expect(await isFocused(page.getByLabel('Training captions'))).toBe(true);
  await page.getByLabel('Training captions').evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'a,b\n1,2\n');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, composed: true }));
  });
  await page.getByLabel('Training captions').fill('A woman with a dog.\n\nA man with a dog.\n');
  await page.getByLabel('The model’s captions').fill('A woman with a dog.');
  await page.getByText('Captions by people, or the captions that the model was trained on. 2 captions.').waitFor();
  await page.getByRole('button', { name: 'Tag and compare' }).click();
  await page.getByText('no word occurs more often with one group than with another').waitFor();
});

test('loads captions from files, and rejects images', async () => {
  const page = await site.open({ tab: 'amplification' });
  await page.getByRole('button', { name: 'Paste captions' }).click();
  const load = (name, content) =>
    page
      .getByLabel('Load from a file')
      .first()
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
  await load('a.txt', [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0]);
  await page.getByText('“a.txt”: The file cannot be read as a table').waitFor();
  await load('a.json', '{"images":[{"id":1}],"annotations":[{"image_id":1,"caption":"A dog."}]}');
  await page.getByText('was trained on. 1 caption.').waitFor();
  expect(await page.getByLabel('Training captions').inputValue()).toBe('A dog.');
  await load('b.txt', 'A man.\n\nA cat.\n');
  await page.getByText('was trained on. 2 captions.').waitFor();
  expect(await page.getByLabel('Training captions').inputValue()).toBe('A man.\nA cat.');
});

describe('explains input that cannot be counted', () => {
  test.each([
    ['a binary file', '\u0000\u0001', /cannot be read as a table/],
    ['no rows', 'a,b\n', /cannot be read as a table/],
    ['a short row', 'a,b\n1,2\n3\n', /at data row 2/],
  ])('%s', async (_name, text, message) => {
    const page = await site.open({ tab: 'amplification' });
    await chooseFile(page, csvFile('bad.csv', text));
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
    await page.getByLabel('Choose a CSV or Parquet file').waitFor();
  });

  test('names the column and row of a missing label', async () => {
    const page = await site.open({ tab: 'amplification' });
    const text = 'gender,object,pred_object\nman,dog,dog\nwoman,,dog\nman,cat,dog\n';
    await chooseFile(page, csvFile('gap.csv', text));
    await count(page);
    await page.getByRole('alert').filter({ hasText: '“object”, at data row 2' }).waitFor();
  });

  test('reports what is missing in an incomplete choice', async () => {
    const page = await site.open({ tab: 'amplification' });
    await chooseFile(page, csvFile('x.csv', 'a,b\nx,1\ny,0\nx,0\n'));
    await count(page);
    await page.getByText('Choose at least one label column.').waitFor();
    const tasks = page.getByRole('group', { name: 'Tasks and their predictions' });
    await tasks.getByRole('checkbox', { name: 'b' }).check();
    await page.getByText('Choose the column that predicts “b”.').waitFor();
  });
});

test('never renders text from files as markup', async () => {
  const evil = '<img src=x onerror=alert(1)>';
  const page = await site.open({ tab: 'amplification' });
  await chooseFile(page, csvFile(`${evil}.csv`, kitchen.replaceAll('woman', evil)));
  await count(page);
  await heatMap(page).waitFor();
  await page.getByRole('region', { name: 'Arithmetic' }).getByText(evil).first().waitFor();
  expect(page.complaints).toEqual([]);
});

test('reaches the arithmetic of a cell with the keyboard only', async () => {
  const page = await site.open({ tab: 'amplification' });
  await tabTo(page, page.getByRole('button', { name: 'Open example labels' }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Bias amplification of the model' }).waitFor();
  expect(await isFocused(getHeading(page))).toBe(true);
  const second = page.getByRole('rowheader').nth(1).getByRole('button');
  await tabTo(page, second);
  await page.keyboard.press('Enter');
  const name = await second.textContent();
  await page.getByRole('region', { name: 'Arithmetic' }).getByText(`${name}, `).first().waitFor();
});

test('measures several attributes that are columns of 0 and 1', async () => {
  const lines = [
    'woman,child,oven,pred_oven',
    ...['1,0,1,1', '1,1,1,1', '1,0,1,1', '0,1,1,0', '0,0,0,0', '1,0,0,1'],
    ...['0,1,0,0', '0,0,1,0', '0,1,0,0', '0,0,0,1'],
  ].join('\n');
  const page = await site.open({ tab: 'amplification', viewport: { width: 390, height: 844 } });
  await chooseFile(page, csvFile('kitchen.csv', lines));
  await page.getByLabel('Attribute', { exact: true }).selectOption('woman');
  for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
  await page.getByRole('group', { name: 'Further attributes' }).getByLabel('child').check();
  expect(await page.getByLabel('Prediction of the attribute').count()).toBe(0);
  const tasks = page.getByRole('group', { name: 'Tasks and their predictions' });
  await tasks.getByRole('checkbox', { name: 'oven', exact: true }).check();
  await page.getByLabel('prediction of oven').selectOption('pred_oven');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  expect(await getOverhang(page)).toBeLessThanOrEqual(0);
  await count(page);
  await heatMap(page).waitFor();
  const counts = await cooccurrenceCsv(amplification, lines, {
    attribute: ['woman', 'child'],
    task: ['oven'],
    taskPrediction: ['pred_oven'],
  });
  const { value } = await new DBA(counts).computeBiasAmp();
  await page.getByText(signed(value)).first().waitFor();
  expect(page.complaints).toEqual([]);
});

test('adds an attribute of several categories with one click', async () => {
  const lines = [
    'gender,age,oven,pred_oven',
    ...['woman,child,1,1', 'woman,adult,1,1', 'woman,adult,1,0', 'man,child,0,0', 'man,adult,0,1'],
    ...['man,adult,0,0', 'woman,older,1,1', 'man,older,1,0', 'woman,child,0,0', 'man,adult,0,0'],
  ].join('\n');
  const page = await site.open({ tab: 'amplification' });
  await chooseFile(page, csvFile('kitchen.csv', lines));
  await page.getByLabel('Attribute', { exact: true }).selectOption('gender');
  await count(page);
  await page.getByRole('button', { name: 'Add attribute age' }).click();
  const table = page.getByRole('region', { name: 'DBA, attribute to task, all cells' });
  await table.getByRole('cell', { name: 'age: child' }).first().waitFor();
  const rows = lines
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
  const counts = amplification.cooccurrence({ taskPrediction: true });
  counts.update({
    attribute: rows.map(([gender, age]) => [`gender: ${gender}`, `age: ${age}`]),
    task: rows.map(([, , oven]) => oven),
    taskPrediction: rows.map(([, , , predicted]) => predicted),
  });
  const value = page.getByRole('region', { name: 'Value' });
  /** @type {[string, DBA | MDBA][]} */
  const metrics = [
    ['DBA, attribute to task', new DBA(counts)],
    ['MDBA', new MDBA(counts, { maxSize: 1 })],
  ];
  for (const [title, metric] of metrics) {
    await page.getByLabel('Measure').selectOption(title);
    const { value: expected } = await metric.computeBiasAmp();
    await value.getByText(signed(expected), { exact: true }).waitFor();
  }
  expect(await page.getByLabel('Measure').getByRole('option').allInnerTexts()).not.toContain('MALS');
  expect(await page.getByRole('button', { name: /^Add attribute/ }).count()).toBe(0);
  expect(page.complaints).toEqual([]);
});

test('counts words of captions by lemma, and by the published formula or the code of its authors', async () => {
  const page = await site.open({ tab: 'amplification' });
  await page.getByRole('button', { name: 'Open example captions' }).click();
  await page.getByText('More options').click();
  await page.getByLabel('Forms of a word').selectOption('By lemma');
  await page.getByLabel('Definition').selectOption('The code of its authors');
  const [train, test] = await Promise.all(
    ['Training captions', 'The model’s captions'].map((name) => page.getByLabel(name).inputValue()),
  );
  const [trained, tested] = [1, 2].map(() => amplification.captionCounts({ objects: 'noun', form: 'lemma' }));
  await trained.updateTexts(train.split('\n'), compromise);
  await tested.updateTexts(test.split('\n'), compromise);
  const { value } = await tested.biasAmplification(trained, { definition: 'bias_analysis' });
  await page.getByRole('button', { name: 'Tag and compare' }).click();
  const shown = Number.isNaN(value) ? 'undefined' : signed(value);
  await page.getByLabel('Value').getByText(shown).first().waitFor();
  expect(page.complaints).toEqual([]);
});

// Sixty images of women and men. The model mentions an oven for each woman and a car for each man; people do so less.
const images = Array.from({ length: 60 }, (_, image) => {
  const [gender, person] = image % 2 === 0 ? ['woman', 'a woman'] : ['man', 'a man'];
  const seen = image % 3 === 0 ? 'car' : 'oven';
  return {
    gender,
    human: `${person} stands next to the ${seen}`,
    generated: `${person} stands next to the ${gender === 'woman' ? 'oven' : 'car'}`,
    shown: seen,
  };
});
const imagesFile = csvFile(
  'images.csv',
  [
    'gender,human,generated,shown',
    ...images.map((row) => [row.gender, row.human, row.generated, row.shown].join(',')),
    'man,a man stands next to the car,,car',
  ].join('\n'),
);

test('compares human and generated captions of the same images in both directions', async () => {
  const page = await site.open({ tab: 'amplification' });
  await chooseFile(page, imagesFile);
  await page.getByRole('button', { name: 'Compare captions' }).click();
  await page.getByText('Enter at least one object.').waitFor();
  await page.getByLabel('Objects', { exact: true }).fill('oven\ncar: car, cars');
  await page.getByLabel('Objects in the image').selectOption('shown');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Compare captions' }).click();
  await page.getByRole('heading', { level: 1, name: 'Captions of the same images' }).waitFor();
  await page.getByText('60 images; 1 row without a caption or attribute was omitted').waitFor();
  const { dbac } = await loadPredictability();
  const { AtoT, TtoA } = await dbac({
    human: images.map(({ human }) => human),
    generated: images.map(({ generated }) => generated),
    attribute: images.map(({ gender }) => gender),
    objects: { oven: ['oven'], car: ['car', 'cars'] },
    imageObjects: images.map(({ shown }) => [shown]),
    attributeWords: { woman: ['woman'], man: ['man'] },
  });
  const table = page.getByRole('table', { name: 'DBAC' });
  for (const value of [AtoT.value, AtoT.lambdaD, present(TtoA).lambdaD])
    await table.getByText(value.toFixed(3)).first().waitFor();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Captions of the same images' }).waitFor();
  await page.getByRole('button', { name: 'Change columns' }).click();
  await page.getByLabel('Measure').selectOption('lic');
  await page.getByRole('button', { name: 'Compare captions' }).click();
  await page.getByRole('heading', { level: 1, name: 'Captions of the same images' }).waitFor();
  await page.getByRole('heading', { name: 'Leakage in captions' }).waitFor();
  expect(page.complaints).toEqual([]);
});

test('replaces words of only one side by the most similar word of the other', async () => {
  const page = await site.open({ tab: 'amplification', viewport: { width: 360, height: 740 } });
  // Some people write stove where the model writes oven.
  const human = images.map((row, i) => (i % 4 < 2 ? row.human.replace('oven', 'stove') : row.human));
  const rows = images.map(({ gender, generated }, i) => [gender, human[i], generated].join());
  await chooseFile(page, csvFile('stoves.csv', ['gender,human,generated', ...rows].join('\n')));
  await page.getByLabel('Objects', { exact: true }).fill('oven\ncar');
  const vectors = { stove: [1, 0.1, 0], oven: [1, 0, 0], car: [0, 1, 0] };
  const lines = Object.entries(vectors).map(([word, values]) => `${word} ${values.join(' ')}`);
  const choose = (text) =>
    page
      .getByLabel('Word vectors', { exact: true })
      .setInputFiles({ name: 'vectors.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await choose('unrelated 1 0 0\n');
  await page.getByRole('button', { name: 'Compare captions' }).click();
  await page.getByText('lines with a word of the captions and its vector').waitFor();
  await page.getByRole('button', { name: 'Remove word vectors' }).click();
  await choose(['4 3', ...lines, 'unrelated 0 0 1'].join('\n'));
  expect(await getOverhang(page)).toBeLessThanOrEqual(0);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Compare captions' }).click();
  await page.getByRole('heading', { level: 1, name: 'Captions of the same images' }).waitFor();
  const input = {
    human,
    generated: images.map(({ generated }) => generated),
    attribute: images.map(({ gender }) => gender),
    objects: ['oven', 'car'],
    attributeWords: { woman: ['woman'], man: ['man'] },
  };
  const { dbac } = await loadPredictability();
  const [plain, replaced] = [await dbac(input), await dbac({ ...input, vectors })];
  expect(replaced.AtoT.value).not.toBe(plain.AtoT.value);
  await page.getByRole('table', { name: 'DBAC' }).getByText(replaced.AtoT.value.toFixed(3)).first().waitFor();
  expect(page.complaints).toEqual([]);
});
