// Shared code of the page's tests: a browser, a local server for the page, and functions that read the page by role and
// label.

import { parquetWriteBuffer } from 'hyparquet-writer';
import { chromium } from 'playwright-core';
import { vi } from 'vitest';
import { findHeadlessChromium } from '../../scripts/lib/browsers.mjs';
import { serve } from '../../scripts/serve.mjs';
import { present } from '../present.mjs';

export const pageFolder = 'build/page';

const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

// A service worker downloads the complete site for each page; tests that need it must enable it.
/** @type {import('playwright-core').BrowserContextOptions} */
const usual = { reducedMotion: 'reduce', serviceWorkers: 'block' };
const usualMedia = /** @type {const} */ ({
  media: null,
  colorScheme: 'light',
  forcedColors: 'none',
  reducedMotion: 'reduce',
});
const usualViewport = { width: 1280, height: 720 };
const blocked = 'Service Worker registration blocked by Playwright';

// One browser for all test files of a worker process; it ends with the process.
let started;
export const startBrowser = () =>
  (started ??= chromium.launch({ executablePath: present(findHeadlessChromium()), args: browserArguments }));

// The open pages, and a page without content that the next test can use: its process has compiled the code already.
const tabs = new Set();
let idle = null;

/** Closes the pages that a test opens after it, and all other pages after the file. */
export function usePages() {
  let before = new Set();
  beforeEach(() => {
    before = new Set(tabs);
  });
  afterEach(({ task }) => {
    const isReusable = task.result?.state !== 'fail';
    return Promise.all([...tabs].filter((tab) => !before.has(tab)).map((tab) => leave(tab, isReusable)));
  });
  afterAll(() => Promise.all([...tabs].map((tab) => leave(tab))));
}

/**
 * A page without traces of other tests at an address, with the console's `complaints` and all `requests`.
 *
 * @param {string} address
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function openPage(address, { viewport, ...options } = {}) {
  const tab = (Object.keys(options).length === 0 && takeIdle()) || (await newTab(options));
  tabs.add(tab);
  const { page, context } = tab;
  const complaints = recordComplaints(page);
  const requests = [];
  tab.record = (request) => void requests.push(request.url());
  context.on('request', tab.record);
  await page.setViewportSize(viewport ?? usualViewport);
  await page.goto(address);
  await getHeading(page).waitFor();
  return Object.assign(tab.watched, { complaints, requests });
}

function takeIdle() {
  const tab = idle;
  idle = null;
  return tab;
}

// Tests that use these members of a page can change later pages of its context.
const lasting = ['addInitScript', 'clock', 'close', 'context', 'exposeBinding', 'exposeFunction', 'route'];

async function newTab(options) {
  const context = await (await startBrowser()).newContext({ ...usual, ...options });
  const page = await context.newPage();
  const tab = { page, context, isClean: Object.keys(options).length === 0, record: (_request) => {} };
  const watched = new Proxy(page, {
    get(target, name) {
      if (lasting.includes(String(name))) tab.isClean = false;
      const member = target[name];
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  return Object.assign(tab, { watched });
}

async function leave(tab, isReusable = true) {
  tabs.delete(tab);
  const { page, context, isClean, record } = tab;
  const { origin } = page.isClosed() ? { origin: 'null' } : new URL(page.url());
  const isWithTraces = !isClean || origin === 'null' || context.pages().length > 1;
  if (!isReusable || isWithTraces || idle) return context.close();
  idle = tab;
  context.off('request', record);
  for (const event of /** @type {const} */ (['console', 'dialog', 'pageerror', 'worker']))
    page.removeAllListeners(event);
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('about:blank');
  await page.emulateMedia(usualMedia);
  await page.mouse.move(0, 0);
  tab.session ??= await context.newCDPSession(page);
  await tab.session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await tab.session.send('Page.resetNavigationHistory');
}

// One server for all test files of a worker process that need the same prefix.
const servers = new Map();

/** The server of the page, whose `open()` returns a page; pages are closed after the test, or after the file. */
export async function useSite({ prefix = '/' } = {}) {
  usePages();
  if (!servers.has(prefix)) servers.set(prefix, serve(pageFolder, { prefix }));
  const { url } = await servers.get(prefix);
  return { url, open: openAt(url) };
}

/** A separate server of a folder. `close()` ends it and all pages. */
export async function startSite({ folder = pageFolder } = {}) {
  const { url, close } = await serve(folder);
  return {
    url,
    open: openAt(url),
    async close() {
      await Promise.all([...tabs].map((tab) => tab.page.url().startsWith(url) && leave(tab)));
      await close();
    },
  };
}

function openAt(url) {
  /** @param {import('playwright-core').BrowserContextOptions & { tab?: string }} [options] */
  return ({ tab, ...options } = {}) => openPage(tab ? `${url}#/${tab}` : url, options);
}

// Errors and warnings of the console, including violations of the Content-Security-Policy.
function recordComplaints(page) {
  const complaints = [];
  page.on('console', (message) => {
    const isOurs = ['error', 'warning'].includes(message.type()) && message.text() !== blocked;
    if (isOurs) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

export const csvFile = (name, text) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

/** A Parquet file with the string columns of a small CSV without quotes. */
export function toParquet(name, text) {
  const [names, ...rows] = text.split('\n').map((line) => line.split(','));
  const columnData = names.map((column, i) => ({ name: column, data: rows.map((row) => row[i]), type: 'STRING' }));
  const buffer = Buffer.from(parquetWriteBuffer({ columnData }));
  return { name, mimeType: 'application/octet-stream', buffer };
}

export const chooseFile = (page, file) => page.getByLabel('Choose a CSV or Parquet file').setInputFiles(file);

/**
 * Holds back the workers' results until `release()`, so that tests can inspect the page during work of any speed.
 * With `words`, that many messages pass before.
 */
export async function holdWorkers(page, { words = Number.POSITIVE_INFINITY } = {}) {
  await page.evaluate((most) => {
    const hearing = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage');
    const { get, set } = /** @type {Required<PropertyDescriptor>} */ (hearing);
    const released = new Promise((resolve) => {
      globalThis.releaseWorkers = resolve;
    });
    const holding = (worker, hear) => {
      let heard = 0;
      return async function listen(event) {
        const isHeld = event.data.kind === 'done' || ++heard > most;
        if (isHeld) await released;
        if (get.call(worker) === listen) hear(event); // a terminated worker has no listener
      };
    };
    Object.defineProperty(Worker.prototype, 'onmessage', {
      configurable: true,
      get,
      set(hear) {
        set.call(this, hear && holding(this, hear));
      },
    });
  }, words);
  return { release: () => page.evaluate(() => globalThis.releaseWorkers()) };
}

export const getHeading = (page) => page.getByRole('heading', { level: 1 });

/** Continues from the choice of columns to the report. */
export async function runAudit(page) {
  await page.getByRole('button', { name: 'Run the audit' }).click();
  await page.getByRole('heading', { name: 'All figures' }).waitFor();
}

export const openExample = async (page, name) => {
  await page.getByRole('button', { name }).click();
  await page.getByRole('heading', { name: 'All figures' }).waitFor();
};

/** A table on the page as `{ row: { column: text } }`, read in one step through its header cells. */
export async function readTable(page, name) {
  const lines = await page.getByRole('region', { name }).getByRole('row').allInnerTexts();
  const [[, ...columns], ...rows] = lines.map((line) => line.split('\t'));
  const titles = columns.map((title) => title.trim().replace(/\s+/g, ' '));
  const named = (cells) => Object.fromEntries(cells.map((text, i) => [titles[i], text.trim()]));
  const getName = (heading) => firstLine(heading).replace(/\s\*$/, ''); // the mark of a small group
  return Object.fromEntries(rows.map(([heading, ...cells]) => [getName(heading), named(cells)]));
}

export const getBreakdown = (page) =>
  page.getByRole('region', { name: 'Selection', exact: true }).getByLabel('Groups by');

export const chooseBreakdown = (page, label) => getBreakdown(page).selectOption({ label });

/** The position and size of an element; one that is being drawn again has none for a moment. */
export const getBox = (locator) => vi.waitFor(async () => present(await locator.boundingBox()), { timeout: 10_000 });

/** The number of pixels by which the page is wider than its window. */
export const getOverhang = (page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));

export const isFocused = (locator) => locator.evaluate((element) => element.getRootNode().activeElement === element);

/** Presses Tab until the element has the focus. */
export async function tabTo(page, target) {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab');
    if ((await target.count()) > 0 && (await isFocused(target.first()))) return;
  }
  throw new Error(`Tab does not lead to ${target}`);
}

/** The value in a cell, without the interval or the reason below it. */
export const firstLine = (text) => text.trim().split('\n')[0].trim();

/** All rates of the report with all digits, as numbers. */
export async function readExactRates(page, by) {
  await page.getByLabel('Show exact values').check();
  const table = await readTable(page, `All rates by ${by}`);
  for (const rates of Object.values(table)) {
    for (const name of Object.keys(rates)) rates[name] = Number(firstLine(rates[name]).replace('−', '-'));
  }
  return table;
}

/** Waits until the page has stored its state; until then, it warns before it is left. */
export const isKept = (page) =>
  page.waitForFunction(() => dispatchEvent(new Event('beforeunload', { cancelable: true })));
