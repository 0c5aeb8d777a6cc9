// One page is used for a long time: tabs, files, figures, and attackers again and again. The page keeps its latest fifty
// stages, so its memory grows until these are kept and not afterwards.
//
// FAIRWASM_MINUTES=60 npm test -- web tests/web/long-use.test.mjs runs for an hour.

import { vi } from 'vitest';
import { present } from '../present.mjs';
import { openExample, runAudit, useSite } from './support.mjs';

const minutes = Number(process.env.FAIRWASM_MINUTES ?? 0);
const minRounds = 26; // The page keeps fifty stages, which the first half of the rounds fills.
if (minutes === 0) console.log(`${minRounds} rounds; FAIRWASM_MINUTES=60 goes on for an hour`);
vi.setConfig({ testTimeout: 60_000 * (minutes + 5), hookTimeout: 60_000 * (minutes + 5) });

const site = await useSite();

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
const atHeading = (page, name) => page.getByRole('heading', { level: 1, name }).waitFor();
const goTo = (page, tab) => page.getByRole('navigation').getByRole('link', { name: tab, exact: true }).click();

const lines = (rows, round) =>
  Array.from({ length: rows }, (_, i) => `${i % 2 ? 'F' : 'M'},${i % 3 ? 1 : 0},${(i + round) % 5 ? 1 : 0}`);

// Clicks like a user; Playwright's click keeps a handle of the element forever.
const chooseText = (page, name, text) =>
  page.getByLabel('Choose a CSV or Parquet file').evaluate(
    (input, given) => {
      const chosen = new DataTransfer();
      chosen.items.add(new File([given.text], given.name));
      input.files = chosen.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    },
    { name, text },
  );

/** A user's actions in an hour, once. */
async function useEveryTab(page, round) {
  await goTo(page, 'Audit');
  await openExample(page, /Open example: COMPAS/);
  await page.getByLabel('Show exact values').check();
  await press(page, 'New audit');
  const text = ['sex,qualified,hired', ...lines(50_000, round)].join('\n');
  await chooseText(page, `hiring-${round}.csv`, text);
  await runAudit(page);
  await press(page, 'Change columns');
  await runAudit(page);
  await press(page, 'New audit');

  await goTo(page, 'Leakage');
  await press(page, 'Generate rows');
  await page.getByRole('spinbutton', { name: 'Rows', exact: true }).fill('512');
  await press(page, 'Let attackers learn');
  await atHeading(page, 'Attack results');
  await press(page, 'Other data');

  await goTo(page, 'Amplification');
  await press(page, 'Open example labels');
  await press(page, 'Other data');

  await goTo(page, 'Robustness');
  await press(page, 'Open example scores');
  await press(page, 'Other data');

  await goTo(page, 'Learn');
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** The memory of the page after garbage collection. */
async function heldBy(page, session) {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (name) => present(metrics.find((each) => each.name === name)).value;
  return {
    bytes: metric('JSHeapUsedSize'),
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    workers: page.workers().length,
  };
}

// Without retries, because memory that grows once is a leak.
test('memory, elements, listeners, and workers do not grow', { retry: 0 }, async () => {
  const page = await site.open();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const end = Date.now() + 60_000 * minutes;
  const held = [];
  for (let round = 0; round < minRounds || Date.now() < end; round++) {
    await useEveryTab(page, round);
    held.push(await heldBy(page, session));
  }
  const at = (share) => present(held[Math.floor(share * (held.length - 1))]);
  const [first, last] = [at(0.5), at(1)];
  console.log(`${held.length} rounds`, ...[0, 0.25, 0.5, 0.75, 1].map((share) => at(share)));
  expect(last.bytes).toBeLessThan(first.bytes + 2_000_000);
  expect(last.nodes).toBeLessThan(first.nodes * 1.1);
  expect(last.listeners).toBeLessThan(first.listeners * 1.1);
  expect(last.workers).toBeLessThanOrEqual(first.workers);
  expect(page.complaints).toEqual([]);
});
