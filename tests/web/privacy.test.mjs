// Nothing leaves the machine: the page requests only its own files, can connect nowhere else, and works without a
// network.

import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { chooseFile, holdWorkers, openExample, readTable, runAudit, useSite } from './support.mjs';

// Works in any folder of any host.
const prefix = '/some/sub-folder/';
const site = await useSite({ prefix });
const elsewhere = await startElsewhere();
afterAll(() => elsewhere.close());

test('requests only files of the page', async () => {
  const page = await site.open({ serviceWorkers: 'allow' });
  await openExample(page, /Open example: COMPAS/);
  await page.getByRole('img', { name: /Chart/ }).first().waitFor();
  await page.getByRole('button', { name: 'New audit' }).click();
  await chooseFile(page, bigFile());
  await page.getByRole('button', { name: 'Run the audit' }).waitFor();
  await runAudit(page);
  const others = page.requests.filter((url) => !url.startsWith(site.url) && !isLocal(url));
  expect(others).toEqual([]);
  expect(page.requests.length).toBeGreaterThan(5);
  expect(page.complaints).toEqual([]);
});

test('blocks connections to other origins from the page and its workers', async () => {
  const page = await site.open({ serviceWorkers: 'allow' });
  await holdWorkers(page);
  await chooseFile(page, bigFile());
  await page.getByRole('progressbar').waitFor();
  const [worker] = page.workers();
  const connect = (url) =>
    fetch(url, { mode: 'no-cors' }).then(
      () => 'connected',
      () => 'refused',
    );
  expect(await worker.evaluate(connect, elsewhere.url)).toBe('refused');
  expect(await page.evaluate(connect, elsewhere.url)).toBe('refused');
  const byImage = (url) =>
    new Promise((resolve) => {
      const image = new Image();
      image.addEventListener('load', () => resolve('load'));
      image.addEventListener('error', () => resolve('error'));
      image.src = url;
    });
  expect(await page.evaluate(byImage, elsewhere.url)).toBe('error');
  expect(elsewhere.visits()).toBe(0);
});

test('does not run code from text', async () => {
  const page = await site.open({ serviceWorkers: 'allow' });
  const evaluate = () => {
    const script = document.createElement('script');
    script.append('globalThis.hasRun = true');
    document.head.append(script);
    return globalThis.hasRun ?? false;
  };
  expect(await page.evaluate(evaluate)).toBe(false);
  expect(page.complaints.join()).toMatch(/Content Security Policy|TrustedScript/);
});

test('works offline after the first visit', async () => {
  const page = await site.open({ serviceWorkers: 'allow' });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.reload();
  await openExample(page, /Open example: COMPAS/);
  await page.getByRole('img', { name: /Chart/ }).first().waitFor();
  const rates = await readTable(page, 'All rates by race');
  expect(rates['African-American']['False positive rate']).toMatch(/^44\.8%/);
  await page.getByRole('link', { name: 'Learn', exact: true }).click();
  await page.getByRole('link', { name: /Why do two libraries/ }).click();
  await page.getByText('+12.0').waitFor(); // of a module that was not in use before
});

const isLocal = (url) => url.startsWith('blob:') || url.startsWith('data:');

/** A server of another origin that counts requests. */
async function startElsewhere() {
  let visits = 0;
  const server = createServer((_request, response) => {
    visits++;
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end('hello');
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(server)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/`,
    visits: () => visits,
    close: () => new Promise((closed) => server.close(closed)),
  };
}

// Large enough that the worker gets another request during reading.
function bigFile() {
  const rows = Array.from({ length: 600_000 }, (_, i) => `${i % 2 ? 'F' : 'M'},${i % 3 ? 1 : 0},${i}`);
  mkdirSync('build/tests/web', { recursive: true });
  writeFileSync('build/tests/web/big.csv', `sex,hired,number\n${rows.join('\n')}\n`);
  return 'build/tests/web/big.csv';
}
