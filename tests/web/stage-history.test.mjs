// The stages of a tab: restored from the entries of the browser's history, and no more than browsers have entries.

import { importSource } from './source.mjs';

const { StageHistory } = await importSource('widgets/stage-history');
const entries = 50;

/** A browser's history, reduced to the state of its current entry. */
function browserAt(hash) {
  const entry = { state: null };
  const put = (state, _, address) => {
    entry.state = state;
    if (address) globalThis.location.hash = address;
  };
  Object.assign(globalThis, {
    location: { hash },
    history: Object.assign(entry, { pushState: put, replaceState: put }),
  });
  return entry;
}

test('finds the latest stages by their entries, and drops older ones', () => {
  const browser = browserAt('#/audit');
  const history = new StageHistory('audit');
  const states = [];
  for (let stage = 0; stage < 200; stage++) {
    history.push({ stage }, 'report');
    states.push(browser.state);
  }
  const found = states.map((state) => {
    browser.state = state;
    return history.recall()?.stage;
  });
  expect(found.slice(0, -entries)).toEqual(Array(200 - entries).fill(undefined));
  expect(found.slice(-entries)).toEqual(Array.from({ length: entries }, (_, i) => 200 - entries + i));
});

test('drops recently shown stages last', () => {
  const browser = browserAt('#/audit');
  const history = new StageHistory('audit');
  history.push({ stage: 'first' }, 'report');
  const first = browser.state;
  for (let stage = 1; stage < entries; stage++) history.push({ stage }, 'report');
  browser.state = first;
  history.enter();
  history.keep({ stage: 'first, as it was left' });
  for (let stage = 1; stage < entries; stage++) history.push({ stage }, 'report');
  browser.state = first;
  expect(history.recall()).toEqual({ stage: 'first, as it was left' });
});
