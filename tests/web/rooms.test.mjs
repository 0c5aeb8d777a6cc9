// The rooms and the way between them: each has an address of its own, title and focus follow, and code is
// loaded when a room is first opened.

import { vi } from 'vitest';
import { headingOf, isFocused, startSite } from './support.mjs';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let site;
beforeAll(async () => {
  site = await startSite({ prefix: '/some/sub-folder/' });
});
afterAll(() => site?.close());

const room = (page, name) => page.getByRole('navigation').getByRole('link', { name });

const headings = {
  Audit: /How do decisions treat/,
  Leakage: /Do predictions give away/,
  Amplification: /Does a model make a bias stronger/,
  Robustness: /For whom can a network/,
  Model: /What would a model say/,
};

test.each(Object.entries(headings))('%s has an address of its own', async (name, heading) => {
  const page = await site.open({ room: name.toLowerCase() });
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  expect(await page.title()).toBe(`${name} · fairwasm`);
  expect(await room(page, name).getAttribute('aria-current')).toBe('page');
  expect(page.complaints).toEqual([]);
});

test('title, heading and focus follow the links, and back and forward', async () => {
  const page = await site.open();
  expect(await page.title()).toBe('Audit · fairwasm');
  for (const [name, heading] of Object.entries(headings).slice(1)) {
    await room(page, name).click();
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect(await page.title()).toBe(`${name} · fairwasm`);
    expect(await isFocused(headingOf(page))).toBe(true);
  }
  const before = Object.keys(headings).at(-2);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: headings[before] }).waitFor();
  expect(await room(page, before).getAttribute('aria-current')).toBe('page');
  await page.goForward();
  await page.getByRole('heading', { level: 1, name: Object.values(headings).at(-1) }).waitFor();
});

test('an unknown address leads to the first room; the rest of an address is the room’s own', async () => {
  const unknown = await site.open({ room: 'nowhere' });
  await unknown.getByRole('heading', { level: 1, name: headings.Audit }).waitFor();
  const deeper = await site.open({ room: 'leakage/more?seed=1' });
  await deeper.getByRole('heading', { level: 1, name: headings.Leakage }).waitFor();
});

test('a room’s code is loaded when it is first opened', async () => {
  // Without the service worker, which fetches everything for later.
  const page = await site.open();
  const ofRoom = (name) => page.requests.filter((url) => url.includes(`${name}-room`)).length;
  expect(ofRoom('leakage')).toBe(0);
  await room(page, 'Leakage').click();
  await page.getByRole('heading', { level: 1, name: headings.Leakage }).waitFor();
  expect(ofRoom('leakage')).toBe(1);
});

test('a room that cannot be loaded says so, and the others work', async () => {
  const page = await site.open();
  await page.route('**/leakage-room*', (route) => route.abort());
  await room(page, 'Leakage').click();
  await page.getByRole('alert').filter({ hasText: '“Leakage” could not be loaded' }).waitFor();
  await room(page, 'Audit').click();
  await page.getByRole('heading', { level: 1, name: headings.Audit }).waitFor();
});

test('what a room holds is kept while another is open', async () => {
  const page = await site.open({ room: 'leakage' });
  await page.getByRole('button', { name: 'Make rows' }).click();
  await page.getByLabel('Trials').fill('33');
  await page.getByLabel('Epochs').focus();
  await room(page, 'Audit').click();
  await page.getByRole('heading', { level: 1, name: headings.Audit }).waitFor();
  await room(page, 'Leakage').click();
  await page.getByLabel('Trials').waitFor();
  expect(await page.getByLabel('Trials').inputValue()).toBe('33');
});
