// The Robustness tab: from scores, or a network and data, to certified accuracy by group.

import { openNetwork as openOnnx } from 'fairwasm/models';
import { certifyCsv, load } from 'fairwasm/robustness';
import { forest, people, network as smallNetwork } from '../js/models/models.mjs';
import { model, node, value } from '../js/models/onnx.mjs';
import {
  chooseFile,
  csvFile,
  firstLine,
  getBox,
  getHeading,
  isFocused,
  readTable,
  tabTo,
  toParquet,
  useSite,
} from './support.mjs';

// With an operator of unknown steepness.
const strangeNetwork = model({
  nodes: [node('Divine', ['x'], ['y'])],
  inputs: [value('x', 'float', [null, 2])],
  outputs: [value('y', 'float', [null, 1])],
});

const site = await useSite();
const robustness = await load();

// Margins computed manually: with one score, label 0 or 1, and constant 2, the radius is ±score / 2.
const scores = [
  'label,score,sex',
  ...['1,2.0,F', '1,1.0,F', '0,-1.0,F', '0,0.5,F'],
  ...['1,4.0,M', '1,3.0,M', '0,-2.0,M', '0,-0.5,M'],
].join('\n');

const certify = (page) => page.getByRole('button', { name: 'Certify' }).click();
const certified = async (page) => {
  await page.getByRole('heading', { level: 1, name: 'Robustness of decisions' }).waitFor();
  await page.getByRole('img', { name: /certified accuracy by epsilon/ }).waitFor();
};

async function openScores(options = {}) {
  const page = await site.open({ tab: 'robustness', ...options });
  await chooseFile(page, csvFile('scores.csv', scores));
  await page.getByLabel('Lipschitz constant').fill('2');
  await certify(page);
  await certified(page);
  return page;
}

const slider = (page) => page.getByRole('slider', { name: /Epsilon/ });
const readout = async (page) => {
  const items = page.getByRole('list', { name: 'Certified accuracy at epsilon' }).getByRole('listitem');
  const texts = await items.allTextContents();
  return texts.map((text) => text.replace(/\s+/g, ' ').trim());
};

test('guesses columns, and shows the figures of the package', async () => {
  const page = await openScores();
  const report = await certifyCsv(robustness, scores, { label: 'label', groups: ['sex'], lipConst: 2 });
  const table = await readTable(page, /^Robustness/);
  expect(Object.keys(table)).toEqual(['All rows', 'F', 'M', 'Largest gap']);
  const groups = [...report.breakdowns[0].groups, report.overall];
  for (const { name, accuracy, averageRobustness, rows } of groups) {
    const [shownRows, shownAccuracy] = Object.values(table[name]).map(firstLine);
    expect(shownRows).toBe(String(rows));
    expect(shownAccuracy).toBe(`${(accuracy.value * 100).toFixed(1)}%`);
    const average = averageRobustness.value.toFixed(3);
    expect(Object.values(table[name]).map(firstLine)).toContain(average);
  }
  // Computed manually: (1 + 0.5 + 0.5 + 0) / 4 and (2 + 1.5 + 1 + 0.25) / 4.
  expect(Object.values(table.F).map(firstLine)).toContain('0.500');
  expect(Object.values(table.M).map(firstLine)).toContain('1.188');
  expect(page.complaints).toEqual([]);
});

test('shows differences of rates in percentage points', async () => {
  const page = await openScores();
  const table = await readTable(page, /gaps of accuracies in points/);
  // Three of four women are predicted correctly, and all men.
  expect(firstLine(table['Largest gap'].Accuracy)).toBe('+25.0');
});

test('certifies a Parquet file like a CSV file', async () => {
  const page = await site.open({ tab: 'robustness' });
  await chooseFile(page, toParquet('scores.parquet', scores));
  await page.getByLabel('Lipschitz constant').fill('2');
  await certify(page);
  await certified(page);
  const table = await readTable(page, /^Robustness/);
  expect(Object.values(table.M).map(firstLine)).toContain('1.188');
});

test('moves epsilon by keyboard and mouse', async () => {
  const page = await openScores();
  await slider(page).focus();
  await page.keyboard.press('Home');
  await page.getByText('At epsilon 0.00 at least').waitFor();
  expect(await readout(page)).toEqual(['75.0% F', '100.0% M', '87.5% All rows']);
  const value = async () => Number(await slider(page).inputValue());
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('PageUp');
  const moved = await value();
  expect(moved).toBeGreaterThan(0.5);
  expect(moved).toBeLessThan(1);
  // One woman and three men have a radius above 0.5.
  expect(await readout(page)).toEqual(['25.0% F', '75.0% M', '50.0% All rows']);
  await page.keyboard.press('ArrowLeft');
  expect(await value()).toBeLessThan(moved);

  const chart = page.getByRole('img', { name: /certified accuracy by epsilon/ });
  // `hover` scrolls to the chart, also after it was drawn again.
  const { width, height } = await getBox(chart);
  const pointAt = (x) => chart.hover({ position: { x, y: height / 2 } });
  await pointAt(width * 0.3);
  const left = await value();
  await pointAt(width * 0.7);
  const right = await value();
  expect(left).toBeGreaterThan(0);
  expect(right).toBeGreaterThan(left * 1.5);
  await pointAt(width - 2);
  expect((await readout(page)).every((text) => text.startsWith('0.0'))).toBe(true);
});

test('shows one line without groups', async () => {
  const page = await site.open({ tab: 'robustness' });
  await chooseFile(page, csvFile('scores.csv', scores));
  await page.getByLabel('Lipschitz constant').fill('2');
  await page.getByRole('checkbox', { name: 'sex' }).uncheck();
  await certify(page);
  await certified(page);
  expect((await readout(page)).length).toBe(1);
  expect(Object.keys(await readTable(page, /^Robustness/))).toEqual(['All rows']);
});

/**
 * A safetensors file of float64 matrices.
 *
 * @param {Record<string, { shape: number[], data: number[] }>} tensors
 */
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
const points = ['label,x,y,sex', '0,2,0.5,F', '1,0.5,2,F', '0,3,1,M', '1,1,1,M', '0,0,1,M'].join('\n');

/**
 * @param {import('playwright-core').Page} page
 * @param {Parameters<typeof safetensors>[0]} [tensors]
 */
async function openNetwork(page, tensors = network) {
  await chooseFile(page, csvFile('points.csv', points));
  await page.getByLabel(/compute a bound from the network/).setInputFiles(networkFile(tensors));
  await page.getByText('its weights bound the constant').waitFor();
  await certify(page);
}

test('computes the constant from the weights and the scores from the rows', async () => {
  const page = await site.open({ tab: 'robustness' });
  await openNetwork(page);
  await certified(page);
  const tensor = (name) => network[name];
  const bound = robustness.lipschitzBound([
    { weights: tensor('0.weight'), activation: 'relu' },
    { weights: tensor('2.weight'), activation: 'relu' },
  ]);
  const constant = Number(bound.lipConst.toPrecision(4)).toString();
  const of = bound.disjointNeurons ? 'each output separately' : 'all outputs together';
  await page.getByText(`Lipschitz constant ${constant} of ${of}.`).waitFor();
  // Computed manually: hidden h = relu(x, 2y + 0.5, y - x), outputs h0 - h1 + 0.25 and h1 + h2.
  const rows = points.split('\n').slice(1);
  const outputs = rows.map((row) => {
    const [x, y] = row.split(',').slice(1, 3).map(Number);
    const [a, b, c] = [x, 2 * y + 0.5, y - x].map((sum) => Math.max(0, sum));
    return [a - b + 0.25, b + c];
  });
  const certificates = robustness.certificates({
    classes: 2,
    lipConst: bound.lipConst,
    disjointNeurons: bound.disjointNeurons,
  });
  certificates.update({ label: rows.map((row) => Number(row[0])), score: outputs });
  const { overall } = certificates.compute();
  const table = await readTable(page, /^Robustness/);
  const all = Object.values(table['All rows']).map(firstLine);
  expect(all).toContain(`${(overall.accuracy.value * 100).toFixed(1)}%`);
  expect(all).toContain(overall.averageRobustness.value.toFixed(3));
  expect(overall.averageRobustness.value).toBeGreaterThan(0);
  expect(Object.keys(await readTable(page, 'Layers'))).toEqual(['0.weight', '2.weight']);
  expect(page.complaints).toEqual([]);
});

describe('a network in an ONNX file', () => {
  const onnx = (name, bytes) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
  const people12 = people.slice(0, 12);
  const table = csvFile(
    'people.csv',
    ['repaid,age,income,sex', ...people12.map(({ age, income, sex }, i) => [i % 2, age, income, sex].join())].join(
      '\n',
    ),
  );
  const open = async (file) => {
    const page = await site.open({ tab: 'robustness' });
    await chooseFile(page, table);
    await page.getByLabel('True class').selectOption('repaid');
    await page.getByLabel(/compute a bound from the network/).setInputFiles(file);
    return page;
  };

  test('yields the constant and the scores, and a close lower bound', async () => {
    const page = await open(onnx('network.onnx', smallNetwork()));
    await page.getByText('its weights bound the constant by').waitFor();
    const filling = page.getByLabel(/^x \(3 numbers\)/);
    await filling.fill('age, income');
    await certify(page);
    await page.getByText('The input takes 3 columns; you entered 2.').waitFor();
    await filling.fill('age, income, sex=female');
    await page.getByRole('checkbox', { name: /^sex/ }).check();
    await certify(page);
    await certified(page);
    const opened = await openOnnx(robustness, smallNetwork());
    const features = ['age', 'income', { column: 'sex', equals: 'female' }];
    const { data } = await opened.scores(people12, { features });
    const seen = await opened.steepestSlope(people12, { features });
    const shown = (value) => String(Number(value.toPrecision(4)));
    await page.getByText(`The slope between some inputs is ${shown(seen.perOutput)}`).waitFor();
    const certificates = robustness.certificates({ lipConst: opened.bound.lipConst });
    certificates.update({ label: people12.map((_, i) => i % 2), score: data });
    const { averageRobustness } = certificates.compute().overall;
    const figures = await readTable(page, /^Robustness/);
    const all = Object.values(figures['All rows']).map(firstLine);
    expect(all).toContain(averageRobustness.value.toFixed(3));
    expect(Object.keys(await readTable(page, 'Layers'))).toEqual(['w1', 'w2']);
    expect(page.complaints).toEqual([]);
    opened[Symbol.dispose]();
  });

  test('reports progress from the first row to the steepest slope', async () => {
    const page = await open(onnx('network.onnx', smallNetwork()));
    await page.getByLabel(/^x \(3 numbers\)/).fill('age, income, sex=female');
    // Records the workers' messages from here on.
    await page.evaluate(() => {
      const own = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage') ?? {};
      const heard = [];
      Object.assign(globalThis, { heard });
      Object.defineProperty(Worker.prototype, 'onmessage', {
        ...own,
        set(listen) {
          const hear = (event) => {
            heard.push(event.data);
            listen(event);
          };
          own.set?.call(this, listen && hear);
        },
      });
    });
    await certify(page);
    await certified(page);
    const heard = await page.evaluate(() => Reflect.get(globalThis, 'heard'));
    const told = heard.flatMap(({ kind, progress }) => (kind === 'progress' ? [progress] : []));
    expect(new Set(told.map(({ note }) => note))).toEqual(
      new Set(['Running the network on the rows', 'Searching for the steepest slope']),
    );
    const shares = told.map(({ share }) => share);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    const slopes = told.filter(({ note }) => note.startsWith('Looking'));
    expect(Math.min(...slopes.map(({ share }) => share))).toBeGreaterThanOrEqual(0.5);
  });

  test('can be canceled, and returns to the columns', async () => {
    const page = await site.open({ tab: 'robustness' });
    const many = Array.from({ length: 200_000 }, (_, i) => `${i % 2},${i % 60},${i % 97},female`);
    await chooseFile(page, csvFile('many.csv', `repaid,age,income,sex\n${many.join('\n')}`));
    await page.getByLabel('True class').selectOption('repaid');
    await page.getByLabel(/compute a bound from the network/).setInputFiles(onnx('network.onnx', smallNetwork()));
    const filling = page.getByLabel(/^x \(3 numbers\)/);
    await filling.fill('age, income, sex=female');
    await certify(page);
    await page.getByText(/Running the network|Searching for/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await filling.waitFor();
    expect((await page.getByRole('alert').allInnerTexts()).join('').trim()).toBe('');
    expect(page.complaints).toEqual([]);
  });

  test('is rejected with the reason if it is not a network', async () => {
    const page = await open(onnx('forest.onnx', forest()));
    await page.getByRole('alert').filter({ hasText: '2 outputs' }).waitFor();
    const strange = onnx('strange.onnx', strangeNetwork);
    await page.getByLabel(/compute a bound from the network/).setInputFiles(strange);
    await page.getByRole('alert').filter({ hasText: "'Divine'" }).waitFor();
  });
});

describe('convolutions', () => {
  // Two kernels of 2 × 2 over pictures of 3 × 3, with stride 2 and zero padding: 2 × 2 × 2 values.
  const convolution = { shape: [2, 1, 2, 2], data: [1, 0, -1, 2, 0.5, 1, 0, -1] };
  const pictures = {
    'conv.bias': { shape: [2], data: [0.25, -0.5] },
    'conv.weight': convolution,
    'out.weight': { shape: [2, 8], data: [1, -1, 0, 0.5, 2, 0, 1, -1, -1, 1, 0.5, 0, 0, 1, -1, 2] },
  };
  const pixels = Array.from({ length: 12 }, (_, row) =>
    Array.from({ length: 9 }, (_, i) => ((row * 7 + i * 5) % 11) / 4),
  );
  const labels = pixels.map((_, row) => row % 2);
  const text = [
    ['label', ...pixels[0].map((_, i) => `p${i}`)].join(','),
    ...pixels.map((row, i) => [labels[i], ...row].join(',')),
  ].join('\n');

  /** One output at a time, by the definition. */
  function getOutputs(picture) {
    const at = (row, column) => (row < 0 || column < 0 || row > 2 || column > 2 ? 0 : picture[row * 3 + column]);
    const hidden = [0, 1].flatMap((kernel) =>
      [-1, 1].flatMap((top) =>
        [-1, 1].map((left) => {
          const [a, b, c, d] = convolution.data.slice(kernel * 4, kernel * 4 + 4);
          const sum = a * at(top, left) + b * at(top, left + 1) + c * at(top + 1, left) + d * at(top + 1, left + 1);
          return Math.max(0, sum + pictures['conv.bias'].data[kernel]);
        }),
      ),
    );
    const { data } = pictures['out.weight'];
    return [0, 1].map((out) => hidden.reduce((sum, value, i) => sum + value * data[out * 8 + i], 0));
  }

  /** @param {Parameters<typeof safetensors>[0]} [tensors] */
  const open = async (tensors = pictures) => {
    const page = await site.open({ tab: 'robustness' });
    await chooseFile(page, csvFile('pictures.csv', text));
    await page.getByLabel(/compute a bound from the network/).setInputFiles(networkFile(tensors));
    await page.getByText('its weights bound the constant').waitFor();
    return page;
  };

  test('yield the constant and the scores with stride and padding', async () => {
    const page = await open();
    expect(await page.getByLabel('Image height').inputValue()).toBe('3');
    await page.getByLabel('Stride of conv.weight').fill('2');
    await page.getByLabel('Padding of conv.weight').fill('1');
    await page.getByLabel('True class').selectOption('label');
    await certify(page);
    await certified(page);
    const bound = robustness.lipschitzBound([
      { weights: convolution, activation: 'relu', stride: 2, inputSize: [3, 3] },
      { weights: pictures['out.weight'], activation: 'relu' },
    ]);
    await page.getByText(`Lipschitz constant ${Number(bound.lipConst.toPrecision(4))} of`).waitFor();
    const { lipConst, disjointNeurons } = bound;
    const certificates = robustness.certificates({ classes: 2, lipConst, disjointNeurons });
    certificates.update({ label: labels, score: pixels.map(getOutputs) });
    const { accuracy, averageRobustness } = certificates.compute().overall;
    const table = await readTable(page, /^Robustness/);
    const all = Object.values(table['All rows']).map(firstLine);
    expect(all).toContain(`${(accuracy.value * 100).toFixed(1)}%`);
    expect(all).toContain(averageRobustness.value.toFixed(3));
    expect(averageRobustness.value).toBeGreaterThan(0);
    const layers = await readTable(page, 'Layers');
    expect(Object.values(layers['conv.weight'])[0]).toBe('2 × 1 × 2 × 2');
    expect(page.complaints).toEqual([]);
  });

  test('along one axis need only a length', async () => {
    const page = await open({
      'a.weight': { shape: [1, 1, 2], data: [1, -1] },
      'b.weight': { shape: [2, 8], data: Array.from({ length: 16 }, (_, i) => (i % 5) - 2) },
    });
    expect(await page.getByLabel('Row length').inputValue()).toBe('9');
    expect(await page.getByLabel('Image height').count()).toBe(0);
    await page.getByLabel('True class').selectOption('label');
    await certify(page);
    await certified(page);
  });

  test('that do not fit are reported at the field to correct', async () => {
    const page = await open();
    await page.getByLabel('Padding of conv.weight').fill('1');
    await certify(page);
    await page.getByText('to take the 32 outputs of conv.weight; found 8 inputs.').waitFor();
    expect(await isFocused(page.getByLabel('Image height'))).toBe(true);
    await page.getByLabel('Image width').fill('0');
    await certify(page);
    await page.getByText('Enter the height and width of the image').waitFor();
  });
});

describe('explains input that cannot be certified', () => {
  test.each([
    ['a binary file', '\u0000\u0001', /cannot be read as a table/],
    ['no rows', 'a,b\n', /cannot be read as a table/],
    ['a short row', 'a,b\n1,2\n3\n', /at data row 2/],
  ])('%s', async (_name, text, message) => {
    const page = await site.open({ tab: 'robustness' });
    await chooseFile(page, csvFile('bad.csv', text));
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
    await page.getByLabel('Choose a CSV or Parquet file').waitFor();
  });

  test('reports a missing constant and missing columns', async () => {
    const page = await site.open({ tab: 'robustness' });
    await chooseFile(page, csvFile('x.csv', 'a,b\nx,y\nz,y\n'));
    await certify(page);
    await page.getByText('Choose the true class.').waitFor();
    await page.getByText('Choose at least one score column.').waitFor();
    await page.getByText('Enter a number above 0, or open the network’s weights.').waitFor();
    expect(await isFocused(page.getByLabel('Lipschitz constant'))).toBe(true);
  });

  test('names the column and row of an invalid label', async () => {
    const page = await site.open({ tab: 'robustness' });
    await chooseFile(page, csvFile('bad.csv', scores.replace('1,1.0,F', '7,1.0,F')));
    await page.getByLabel('Lipschitz constant').fill('2');
    await certify(page);
    await page.getByRole('alert').filter({ hasText: '“label”, at data row 2' }).waitFor();
  });

  test('reports a network that does not fit the columns', async () => {
    const page = await site.open({ tab: 'robustness' });
    await openNetwork(page, { weight: { shape: [2, 3], data: [1, 2, 3, 4, 5, 6] } });
    await page.getByText('one column for each of its 3 inputs; 2 are chosen').waitFor();
  });

  test('reports a network with unknown layers', async () => {
    const page = await site.open({ tab: 'robustness' });
    await chooseFile(page, csvFile('points.csv', points));
    const normalised = { ...network, '1.weight': { shape: [3], data: [1, 2, 3] } };
    await page.getByLabel(/compute a bound from the network/).setInputFiles(networkFile(normalised));
    await page.getByRole('alert').filter({ hasText: '1.weight (3)' }).waitFor();
  });

  test('reports a file that is not in safetensors format', async () => {
    const page = await site.open({ tab: 'robustness' });
    await chooseFile(page, csvFile('points.csv', points));
    const file = { ...networkFile({}), buffer: Buffer.from('hello, this is text') };
    await page.getByLabel(/compute a bound from the network/).setInputFiles(file);
    await page.getByRole('alert').filter({ hasText: 'safetensors' }).waitFor();
  });
});

test('never renders text from files as markup', async () => {
  const evil = '<img src=x onerror=alert(1)>';
  const page = await site.open({ tab: 'robustness' });
  await chooseFile(page, csvFile(`${evil}.csv`, scores.replaceAll('F', evil)));
  await page.getByLabel('Lipschitz constant').fill('2');
  await certify(page);
  await certified(page);
  expect(Object.keys(await readTable(page, /^Robustness/))).toContain(evil);
  expect(page.complaints).toEqual([]);
});

test('reaches epsilon with the keyboard only', async () => {
  const page = await site.open({ tab: 'robustness' });
  await tabTo(page, page.getByRole('button', { name: 'Open example scores' }));
  await page.keyboard.press('Enter');
  await certified(page);
  expect(await isFocused(getHeading(page))).toBe(true);
  await tabTo(page, slider(page));
  const before = await readout(page);
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('PageUp');
  expect(await readout(page)).not.toEqual(before);
});
