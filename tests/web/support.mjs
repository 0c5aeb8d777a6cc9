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

// Pages that a test opens are closed after it, because their workers and timers would slow down later tests. Pages that
// are opened before all tests of a file stay.
const opened = new Set();
beforeEach(() => opened.clear());
afterEach(() => Promise.all([...opened].map((context) => context.close())));

// A service worker downloads the complete site for each page; tests that need it must enable it.
/** @type {import('playwright-core').BrowserContextOptions} */
const usual = { reducedMotion: 'reduce', serviceWorkers: 'block' };
const blocked = 'Service Worker registration blocked by Playwright';

// One browser for all test files of a worker process; it ends with the process.
let started;
export const startBrowser = () =>
  (started ??= chromium.launch({ executablePath: present(findHeadlessChromium()), args: browserArguments }));

/** A new page at an address, with the console's `complaints` and all `requests`. */
export async function openPage(address, options = {}) {
  const context = await (await startBrowser()).newContext({ ...usual, ...options });
  opened.add(context);
  const page = await context.newPage();
  const complaints = recordComplaints(page);
  const requests = recordRequests(context);
  await page.goto(address);
  await getHeading(page).waitFor();
  return Object.assign(page, { complaints, requests });
}

/** A server. `open()` returns a new page; `close()` ends the server and all pages. */
export async function startSite({ prefix = '/', folder = pageFolder } = {}) {
  const site = await serve(folder, { prefix });
  const contexts = new Set();
  return {
    url: site.url,
    /** @param {import('playwright-core').BrowserContextOptions & { tab?: string }} [options] */
    async open({ tab, ...options } = {}) {
      const page = await openPage(tab ? `${site.url}#/${tab}` : site.url, options);
      contexts.add(page.context());
      return page;
    },
    async close() {
      await Promise.all([...contexts].map((context) => context.close()));
      await site.close();
    },
  };
}

/** The server for all tests of the file that calls it. */
export async function useSite(options = {}) {
  const site = await startSite(options);
  afterAll(() => site.close());
  return site;
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

function recordRequests(context) {
  const requests = [];
  context.on('request', (request) => requests.push(request.url()));
  return requests;
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
