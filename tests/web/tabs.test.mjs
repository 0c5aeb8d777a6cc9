// The tabs and their navigation: each has its own address, title and focus follow, and code is loaded when a tab is
// first opened.

import { getHeading, isFocused, useSite } from './support.mjs';

const site = await useSite({ prefix: '/some/sub-folder/' });

const tab = (page, name) => page.getByRole('navigation').getByRole('link', { name });

const headings = {
  Audit: /How do decisions treat/,
  Leakage: /Do predictions reveal/,
  Amplification: /Does the model amplify the bias/,
  'Other tables': /How do repeated answers/,
  Robustness: /Whose decisions can small changes/,
  Model: /How does a model treat/,
};

test.each(Object.entries(headings))('%s has its own address', async (name, heading) => {
  const page = await site.open({ tab: name.toLowerCase().split(' ').at(-1) });
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  expect(await page.title()).toBe(`${name} · fairwasm`);
  expect(await tab(page, name).getAttribute('aria-current')).toBe('page');
  expect(page.complaints).toEqual([]);
});

test('updates title, heading, and focus with links and history', async () => {
  const page = await site.open();
  expect(await page.title()).toBe('Audit · fairwasm');
  for (const [name, heading] of Object.entries(headings).slice(1)) {
    await tab(page, name).click();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect(await page.title()).toBe(`${name} · fairwasm`);
    expect(await isFocused(getHeading(page))).toBe(true);
  }
  const before = Object.keys(headings).at(-2);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: headings[before] }).waitFor();
  expect(await tab(page, before).getAttribute('aria-current')).toBe('page');
  await page.goForward();
  await page.getByRole('heading', { level: 1, name: Object.values(headings).at(-1) }).waitFor();
});

test('opens the first tab for an unknown address; each tab handles the rest', async () => {
  const unknown = await site.open({ tab: 'nowhere' });
  await unknown.getByRole('heading', { level: 1, name: headings.Audit }).waitFor();
  const deeper = await site.open({ tab: 'leakage/more?seed=1' });
  await deeper.getByRole('heading', { level: 1, name: headings.Leakage }).waitFor();
});

test('loads the code of a tab when it is first opened', async () => {
  // Without the service worker, which downloads everything for later.
  const page = await site.open();
  const ofTab = (name) => page.requests.filter((url) => url.includes(`${name}-tab`)).length;
  expect(ofTab('leakage')).toBe(0);
  await tab(page, 'Leakage').click();
  await page.getByRole('heading', { level: 1, name: headings.Leakage }).waitFor();
  expect(ofTab('leakage')).toBe(1);
});

test('reports a tab that fails to load; the others work', async () => {
  const page = await site.open();
  await page.route('**/leakage-tab*', (route) => route.abort());
  await tab(page, 'Leakage').click();
  await page.getByRole('alert').filter({ hasText: '“Leakage” could not be loaded' }).waitFor();
  await tab(page, 'Audit').click();
  await page.getByRole('heading', { level: 1, name: headings.Audit }).waitFor();
});

test('keeps the content of a tab while another is open', async () => {
  const page = await site.open({ tab: 'leakage' });
  await page.getByRole('button', { name: 'Generate rows' }).click();
  await page.getByLabel('Trials').fill('33');
  await page.getByLabel('Epochs').focus();
  await tab(page, 'Audit').click();
  await page.getByRole('heading', { level: 1, name: headings.Audit }).waitFor();
  await tab(page, 'Leakage').click();
  await page.getByLabel('Trials').waitFor();
  expect(await page.getByLabel('Trials').inputValue()).toBe('33');
});
