// The Robustness room: scores, or a network and data, in; certified accuracy by group out.

import { jest } from '@jest/globals';
import { certifyCsv, load } from 'fairwasm';
import { violationsOf } from './axe.mjs';
import {
  chooseFile,
  csvFile,
  firstLine,
  headingOf,
  isFocused,
  overhangOf,
  parquetOf,
  readTable,
  startSite,
  tabTo,
} from './support.mjs';

jest.setTimeout(120_000);

let site;
let fair;
beforeAll(async () => {
  site = await startSite();
  fair = await load({ families: ['robustness'] });
});
afterAll(() => site?.close());

// Margins by hand: with one score, label 0 or 1 and constant 2 the radius is ±score / 2.
const scores = [
  'label,score,sex',
  ...['1,2.0,F', '1,1.0,F', '0,-1.0,F', '0,0.5,F'],
  ...['1,4.0,M', '1,3.0,M', '0,-2.0,M', '0,-0.5,M'],
].join('\n');

const certify = (page) => page.getByRole('button', { name: 'Certify' }).click();
const certified = async (page) => {
  await page.getByRole('heading', { level: 1, name: 'How far decisions hold' }).waitFor();
  await page.getByRole('img', { name: /certified accuracy by epsilon/ }).waitFor();
};

async function openScores(options = {}) {
  const page = await site.open({ room: 'robustness', ...options });
  await chooseFile(page, csvFile('scores.csv', scores));
  await page.getByLabel('Lipschitz constant').fill('2');
  await certify(page);
  await certified(page);
  return page;
}

const slider = (page) => page.getByRole('slider', { name: /Epsilon/ });
const readout = async (page) => {
  const items = page
    .getByRole('list', { name: 'Certified accuracy at epsilon' })
    .getByRole('listitem');
  const texts = await items.allTextContents();
  return texts.map((text) => text.replace(/\s+/g, ' ').trim());
};

test('columns are guessed, and the figures are those of the package', async () => {
  const page = await openScores();
  const report = await certifyCsv(fair, scores, { label: 'label', groups: ['sex'], lipConst: 2 });
  const table = await readTable(page, 'Robustness by group');
  expect(Object.keys(table)).toEqual(['F', 'M', 'All rows']);
  const groups = [...report.breakdowns[0].groups, report.overall];
  for (const { name, accuracy, averageRobustness, rows } of groups) {
    const [shownRows, , shownAccuracy] = Object.values(table[name]).map(firstLine);
    expect(shownRows).toBe(String(rows));
    expect(shownAccuracy).toBe(`${(accuracy.value * 100).toFixed(1)}\u202f%`);
    const average = Number(averageRobustness.value.toPrecision(4)).toString();
    expect(Object.values(table[name]).map(firstLine)).toContain(average);
  }
  // By hand: (1 + 0.5 + 0.5 + 0) / 4 and (2 + 1.5 + 1 + 0.25) / 4.
  expect(Object.values(table.F).map(firstLine)).toContain('0.5');
  expect(Object.values(table.M).map(firstLine)).toContain('1.188');
  expect(page.complaints).toEqual([]);
});

test('a Parquet file is certified like a CSV', async () => {
  const page = await site.open({ room: 'robustness' });
  await chooseFile(page, parquetOf('scores.parquet', scores));
  await page.getByLabel('Lipschitz constant').fill('2');
  await certify(page);
  await certified(page);
  const table = await readTable(page, 'Robustness by group');
  expect(Object.values(table.M).map(firstLine)).toContain('1.188');
});

test('epsilon is moved from the keyboard and by the mouse', async () => {
  const page = await openScores();
  await slider(page).focus();
  await page.keyboard.press('Home');
  await page.getByText('At epsilon 0.00 at least').waitFor();
  expect(await readout(page)).toEqual(['75.0 % F', '100.0 % M', '87.5 % All rows']);
  const value = async () => Number(await slider(page).inputValue());
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('PageUp');
  const moved = await value();
  expect(moved).toBeGreaterThan(0.5);
  expect(moved).toBeLessThan(1);
  // One woman has a radius beyond 0.5, three men.
  expect(await readout(page)).toEqual(['25.0 % F', '75.0 % M', '50.0 % All rows']);
  await page.keyboard.press('ArrowLeft');
  expect(await value()).toBeLessThan(moved);

  const chart = page.getByRole('img', { name: /certified accuracy by epsilon/ });
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
  const left = await value();
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2);
  const right = await value();
  expect(left).toBeGreaterThan(0);
  expect(right).toBeGreaterThan(left * 1.5);
  await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2);
  expect((await readout(page)).every((text) => text.startsWith('0.0'))).toBe(true);
});

test('without groups there is one line', async () => {
  const page = await site.open({ room: 'robustness' });
  await chooseFile(page, csvFile('scores.csv', scores));
  await page.getByLabel('Lipschitz constant').fill('2');
  await page.getByRole('checkbox', { name: 'sex' }).uncheck();
  await certify(page);
  await certified(page);
  expect((await readout(page)).length).toBe(1);
  expect(Object.keys(await readTable(page, 'Robustness by group'))).toEqual(['All rows']);
});

/** A safetensors file of float64 matrices. */
function safetensors(tensors) {
  let end = 0;
  const header = {};
  const parts = Object.entries(tensors).map(([name, { shape, data }]) => {
    const bytes = Buffer.from(Float64Array.from(data).buffer);
    header[name] = { dtype: 'F64', shape, data_offsets: [end, end + bytes.length] };
    end += bytes.length;
    return bytes;
  });
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([length, text, ...parts]);
}

const networkFile = (tensors) => ({
  name: 'network.safetensors',
  mimeType: 'application/octet-stream',
  buffer: safetensors(tensors),
});

const network = {
  '0.weight': { shape: [3, 2], data: [1, 0, 0, 2, -1, 1] },
  '0.bias': { shape: [3], data: [0, 0.5, 0] },
  '2.weight': { shape: [2, 3], data: [1, -1, 0, 0, 1, 1] },
  '2.bias': { shape: [2], data: [0.25, 0] },
};
const points = ['label,x,y,sex', '0,2,0.5,F', '1,0.5,2,F', '0,3,1,M', '1,1,1,M', '0,0,1,M'].join(
  '\n',
);

async function openNetwork(page, tensors = network) {
  await chooseFile(page, csvFile('points.csv', points));
  await page.getByLabel(/Or bound it from/).setInputFiles(networkFile(tensors));
  for (const name of ['x', 'y']) {
    await page
      .getByRole('group', { name: /inputs/ })
      .getByRole('checkbox', { name, exact: true })
      .check();
  }
  await certify(page);
}

test('a network’s weights give the constant, and its rows the scores', async () => {
  const page = await site.open({ room: 'robustness' });
  await openNetwork(page);
  await certified(page);
  const tensor = (name) => network[name];
  const bound = fair.robustness.lipschitzBound([
    { weights: tensor('0.weight'), activation: 'relu' },
    { weights: tensor('2.weight'), activation: 'relu' },
  ]);
  const constant = Number(bound.lipConst.toPrecision(4)).toString();
  const of = bound.disjointNeurons ? 'each output by itself' : 'all outputs together';
  await page.getByText(`Lipschitz constant ${constant} of ${of}.`).waitFor();
  // By hand: hidden h = relu(x, 2y + 0.5, y - x), outputs h0 - h1 + 0.25 and h1 + h2.
  const rows = points.split('\n').slice(1);
  const outputs = rows.map((row) => {
    const [x, y] = row.split(',').slice(1, 3).map(Number);
    const [a, b, c] = [x, 2 * y + 0.5, y - x].map((sum) => Math.max(0, sum));
    return [a - b + 0.25, b + c];
  });
  const certificates = fair.robustness.certificates({
    classes: 2,
    lipConst: bound.lipConst,
    disjointNeurons: bound.disjointNeurons,
  });
  certificates.update({ label: rows.map((row) => Number(row[0])), score: outputs });
  const { overall } = certificates.compute();
  const table = await readTable(page, 'Robustness by group');
  const all = Object.values(table['All rows']).map(firstLine);
  expect(all).toContain(`${(overall.accuracy.value * 100).toFixed(1)}\u202f%`);
  expect(all).toContain(Number(overall.averageRobustness.value.toPrecision(4)).toString());
  expect(overall.averageRobustness.value).toBeGreaterThan(0);
  expect(Object.keys(await readTable(page, 'Layers'))).toEqual(['0.weight', '2.weight']);
  expect(page.complaints).toEqual([]);
});

describe('what cannot be certified is explained', () => {
  test.each([
    ['a binary file', '\u0000\u0001', /cannot be read as a table/],
    ['no rows', 'a,b\n', /cannot be read as a table/],
    ['a short row', 'a,b\n1,2\n3\n', /at data row 2/],
  ])('%s', async (_name, text, message) => {
    const page = await site.open({ room: 'robustness' });
    await chooseFile(page, csvFile('bad.csv', text));
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
    await page.getByLabel('Choose a CSV or Parquet file').waitFor();
  });

  test('no constant, no columns', async () => {
    const page = await site.open({ room: 'robustness' });
    await chooseFile(page, csvFile('x.csv', 'a,b\nx,y\nz,y\n'));
    await certify(page);
    await page.getByText('Choose the true class.').waitFor();
    await page.getByText('Choose at least one column: scores.').waitFor();
    await page.getByText('Give a number above 0, or the network’s weights.').waitFor();
    expect(await isFocused(page.getByLabel('Lipschitz constant'))).toBe(true);
  });

  test('a label that is none says in which column and row', async () => {
    const page = await site.open({ room: 'robustness' });
    await chooseFile(page, csvFile('bad.csv', scores.replace('1,1.0,F', '7,1.0,F')));
    await page.getByLabel('Lipschitz constant').fill('2');
    await certify(page);
    await page.getByRole('alert').filter({ hasText: '“label”, at data row 2' }).waitFor();
  });

  test('a network that does not fit the columns', async () => {
    const page = await site.open({ room: 'robustness' });
    await openNetwork(page, { weight: { shape: [2, 3], data: [1, 2, 3, 4, 5, 6] } });
    await page
      .getByRole('alert')
      .filter({ hasText: 'one column for each of its 3 inputs' })
      .waitFor();
  });

  test('a file that is no safetensors', async () => {
    const page = await site.open({ room: 'robustness' });
    await chooseFile(page, csvFile('points.csv', points));
    const file = { ...networkFile({}), buffer: Buffer.from('hello, this is text') };
    await page.getByLabel(/Or bound it from/).setInputFiles(file);
    await page
      .getByRole('group', { name: /inputs/ })
      .getByRole('checkbox', { name: 'x', exact: true })
      .check();
    await certify(page);
    await page.getByRole('alert').filter({ hasText: 'safetensors' }).waitFor();
  });
});

test('text from files is never markup', async () => {
  const evil = '<img src=x onerror=alert(1)>';
  const page = await site.open({ room: 'robustness' });
  await chooseFile(page, csvFile(`${evil}.csv`, scores.replaceAll('F', evil)));
  await page.getByLabel('Lipschitz constant').fill('2');
  await certify(page);
  await certified(page);
  expect(Object.keys(await readTable(page, 'Robustness by group'))).toContain(evil);
  expect(page.complaints).toEqual([]);
});

test('the keyboard alone leads from the start to epsilon', async () => {
  const page = await site.open({ room: 'robustness' });
  await tabTo(page, page.getByRole('button', { name: 'Open example scores' }));
  await page.keyboard.press('Enter');
  await certified(page);
  expect(await isFocused(headingOf(page))).toBe(true);
  await tabTo(page, slider(page));
  const before = await readout(page);
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('PageUp');
  expect(await readout(page)).not.toEqual(before);
});

const stages = {
  start: async () => {},
  choice: async (page) => {
    await chooseFile(page, csvFile('x.csv', 'a,b\nx,y\nz,y\n'));
    await certify(page);
    await page.getByText('Choose the true class.').waitFor();
  },
  network: async (page) => {
    await chooseFile(page, csvFile('points.csv', points));
    await page.getByLabel(/Or bound it from/).setInputFiles(networkFile(network));
    await page.getByText('bounded from its weights').waitFor();
  },
  certified: async (page) => {
    await page.getByRole('button', { name: 'Open example scores' }).click();
    await certified(page);
  },
};

describe.each(['light', 'dark'])('in %s', (colorScheme) => {
  test.each(Object.keys(stages))('%s: axe finds no violation', async (stage) => {
    const page = await site.open({ room: 'robustness', colorScheme });
    await stages[stage](page);
    expect(await violationsOf(page)).toEqual([]);
  });
});

test.each(Object.keys(stages))('%s: nothing is wider than a narrow phone', async (stage) => {
  const page = await site.open({ room: 'robustness', viewport: { width: 320, height: 640 } });
  await stages[stage](page);
  expect(await overhangOf(page)).toBe(0);
});
