// Benefit or burden on the page: the question has a guessed answer, and no part of a burden's report calls it
// favorable.

import { chooseFile, csvFile, openExample, runAudit, useSite } from './support.mjs';

const site = await useSite();

/** All text on the page, including shadow trees, without styles. */
const getText = (page) =>
  page.evaluate(() => {
    const read = (node) => {
      if (node.nodeType === Node.TEXT_NODE) return node.data;
      if (['STYLE', 'SCRIPT'].includes(node.nodeName)) return '';
      const inside = [...(node.shadowRoot?.childNodes ?? []), ...node.childNodes];
      const label = node.getAttribute?.('aria-label') ?? '';
      return [label, ...inside.map(read)].join(' ');
    };
    return read(document.querySelector('main') ?? document.body).replace(/\s+/g, ' ');
  });

const word = /.{0,60}favou?rabl.{0,40}/i;

// Two models and scores: all parts of a report.
const rows = Array.from({ length: 240 }, (_, i) => {
  const isA = i % 3 > 0;
  const recid = i % 5 < 2 ? 1 : 0;
  const high = i % 7 < (isA ? 4 : 2) ? 1 : 0;
  const other = i % 4 < 2 ? 1 : 0;
  return [isA ? 'A' : 'B', recid, high, other, (0.1 + 0.7 * high + 0.01 * (i % 9)).toFixed(2)];
});
const courts = ['race,two_year_recid,predicted_recid,second_model,score', ...rows.map((row) => row.join(','))].join(
  '\n',
);

test('never calls the positive label of COMPAS favorable', async () => {
  const page = await site.open();
  await openExample(page, /Open example: COMPAS/);
  await page.getByRole('heading', { name: 'Statistical power' }).waitFor();
  const text = await getText(page);
  expect(text.match(word)).toBeNull();
  expect(text).toContain('A burden: people prefer not to receive the positive decision');
  // The initial view.
  for (const [name, measure] of [
    ['Compared with Caucasian', 'False positive rate difference'],
    ['Rates by group', 'False positive rate'],
  ]) {
    const select = page.getByRole('region', { name }).getByLabel('Measure');
    expect(await select.evaluate((each) => each.selectedOptions[0].textContent)).toBe(measure);
  }
});

test('guesses a burden, and lets users correct it', async () => {
  const page = await site.open();
  await chooseFile(page, csvFile('courts.csv', courts));
  const question = page.getByLabel(/good or bad for the person\?/);
  expect(await question.inputValue()).toBe('burden');
  await page.getByLabel('Second model').selectOption('second_model');
  expect(await page.getByLabel('Score', { exact: true }).inputValue()).toBe('score');
  expect((await getText(page)).match(word)).toBeNull();
  await runAudit(page);
  await page.getByRole('heading', { name: 'Find groups' }).waitFor();
  await page.getByRole('heading', { name: 'Side by side' }).waitFor();
  await page.getByRole('heading', { name: 'Statistical power' }).waitFor();
  const text = await getText(page);
  expect(text.match(word)).toBeNull();
  expect(text).toMatch(/\d+ receive the burden, and \d+ no longer do/);
  expect(text).toContain('Who most often receives the burden by mistake?');
  await page.getByRole('button', { name: 'Change columns' }).click();
  await question.selectOption('benefit');
  await page.getByLabel('Positive (favorable) label').waitFor();
  await runAudit(page);
  const other = await getText(page);
  expect(other).toContain('A benefit: people prefer to receive the positive decision');
  expect(other).not.toMatch(/burden/i);
  expect(page.complaints).toEqual([]);
});

test('asks about an unknown decision, and is neutral until the answer', async () => {
  const page = await site.open();
  const lines = rows.map(([group, , high]) => [group, high === 1 ? 'Yes' : 'No'].join());
  await chooseFile(page, csvFile('staff.csv', ['race,Transferred', ...lines].join('\n')));
  const question = page.getByLabel('Is “Transferred: Yes” good or bad for the person?');
  expect(await question.inputValue()).toBe('unknown');
  await runAudit(page);
  const text = await getText(page);
  const neutral = text.replace(/For benefits such as jobs, US guidelines[^.]*\.\d[^.]*\./g, '');
  expect(neutral.match(/.{0,60}(favou?rabl|benefit|burden).{0,40}/i)).toBeNull();
  const asked = page.getByRole('group', { name: /Is “Transferred: Yes” good or bad for the person\?/ });
  await asked.getByRole('button', { name: 'Bad' }).click();
  await page.getByText('A burden: people prefer not to receive the positive decision').waitFor();
  expect(page.complaints).toEqual([]);
});

test('takes the decision before its confirmation, and asks which of two columns is it', async () => {
  const page = await site.open();
  const lines = rows.map(([group, , high], i) => [group, high === 1 ? 'Yes' : 'No', i % 9 === 0 ? 'Yes' : 'No'].join());
  await chooseFile(page, csvFile('cases.csv', ['Background,Flagged for fraud,Fraud confirmed', ...lines].join('\n')));
  expect(await page.getByLabel('Decision or prediction').inputValue()).toBe('Flagged for fraud');
  expect(await page.getByLabel('True outcome').inputValue()).toBe('Fraud confirmed');
  const other = await site.open();
  await chooseFile(other, csvFile('years.csv', ['Background,Fraud 2024,Fraud 2025', ...lines].join('\n')));
  await other.getByRole('button', { name: 'Run the audit' }).click();
  await other.getByText('“Fraud 2024” and “Fraud 2025” could be the decision.').waitFor();
  await other.getByLabel('Decision or prediction').selectOption('Fraud 2024');
  expect(await other.getByLabel('True outcome').inputValue()).toBe('Fraud 2025');
  expect([...page.complaints, ...other.complaints]).toEqual([]);
});
