// Failures outside the page: terminated workers, messages that cannot be copied, truncated downloads, blocked storage,
// clocks that jump, files that vanish. Each ends in an error message or in the correct number.

import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { present } from '../present.mjs';
import { mulberry32 } from '../random-numbers.mjs';
import {
  chooseFile,
  csvFile,
  getHeading,
  holdWorkers,
  isKept,
  openExample,
  readTable,
  runAudit,
  startSite,
  useSite,
} from './support.mjs';

const site = await useSite();

const lines = (rows) =>
  Array.from({ length: rows }, (_, i) => `${i % 2 ? 'F' : 'M'},${i % 3 ? 1 : 0},${i % 5 ? 1 : 0}`);
const small = csvFile('hiring.csv', ['sex,qualified,hired', ...lines(60)].join('\n'));
const long = csvFile('long.csv', ['sex,qualified,hired', ...lines(400_000)].join('\n'));

const atStart = (page) => page.getByText('or drop it here').waitFor();
const atColumns = (page) => page.getByRole('button', { name: 'Run the audit' }).waitFor();
const told = (page, text) => page.getByRole('alert').filter({ hasText: text }).waitFor();

/** The page detects the end of a worker through a lock: it requests the lock after the worker reports holding it. */
const isWatching = (page) =>
  page.waitForFunction(async () => ((await navigator.locks.query()).pending ?? []).length > 0);

/** After the fault, the same page works again. */
async function goesOn(page) {
  await openExample(page, /Open example: COMPAS/);
  const rates = await readTable(page, 'All rates by race');
  expect(rates['African-American']['False positive rate']).toMatch(/^44\.8%/);
}

describe('workers', () => {
  test('reports a worker that is ended during its work', async () => {
    const page = await site.open();
    await holdWorkers(page);
    await chooseFile(page, long);
    await page.getByRole('progressbar').waitFor();
    await isWatching(page);
    await page.workers()[0].evaluate(() => globalThis.close());
    await told(page, 'its worker was terminated');
    await atStart(page);
    await page.reload();
    await goesOn(page);
  });

  test('reports a training worker that is ended', async () => {
    const page = await site.open({ tab: 'leakage' });
    await page.getByRole('button', { name: 'Generate rows' }).click();
    await page.getByLabel('Trials').fill('500');
    await page.getByLabel('Epochs').fill('5000');
    const begun = [];
    page.on('worker', (worker) => begun.push(worker));
    await page.getByRole('button', { name: 'Let attackers learn' }).click();
    await page.getByText(/about \d+ (s|min) left/).waitFor();
    await begun.at(-1).evaluate(() => globalThis.close());
    await told(page, 'its worker was terminated');
    await page.getByRole('button', { name: 'Let attackers learn' }).waitFor();
  });

  test('replaces an idle worker that is ended', async () => {
    const page = await site.open();
    await openExample(page, /Open example: COMPAS/);
    const [worker] = page.workers();
    const ended = worker.waitForEvent('close');
    await worker.evaluate(() => globalThis.close());
    await ended;
    await page.getByRole('button', { name: 'New audit' }).click();
    await goesOn(page);
  });

  test('reports data that cannot be copied to a worker', async () => {
    const page = await site.open();
    await page.evaluate(() => {
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (message) {
        Worker.prototype.postMessage = postMessage;
        postMessage.call(this, { ...message, uncopied: () => {} });
      };
    });
    await chooseFile(page, small);
    await told(page, 'could not be cloned');
    await atStart(page);
    await goesOn(page);
  });

  test('reports data that cannot be copied from a worker', async () => {
    const page = await site.open();
    const [worker] = page.workers().length > 0 ? page.workers() : [await page.waitForEvent('worker')];
    await worker.evaluate(() => {
      const send = globalThis.postMessage;
      globalThis.postMessage = (message) => {
        const isLast = message.kind === 'done';
        if (isLast) globalThis.postMessage = send;
        send(isLast ? { ...message, uncopied: () => {} } : message);
      };
    });
    await chooseFile(page, small);
    await told(page, 'could not be cloned');
    await atStart(page);
    await goesOn(page);
  });
});

describe('WebAssembly', () => {
  const wasm = /core-[^/]*\.wasm$/;
  const getBytes = async (route) => (await route.fetch()).body();
  const faults = {
    'cut off half-way': async (route) => {
      const bytes = await getBytes(route);
      return route.fulfill({ body: bytes.subarray(0, bytes.length / 2) });
    },
    'broken off': (route) => route.abort('connectionreset'),
    'a page in its place': (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Oops</title>' }),
    'named octets': async (route) =>
      route.fulfill({ contentType: 'application/octet-stream', body: await getBytes(route) }),
    'named a page': async (route) => route.fulfill({ contentType: 'text/html', body: await getBytes(route) }),
  };

  test.each(Object.keys(faults))('%s: the figures are still correct', async (name) => {
    const page = await site.open();
    let met = 0;
    await page.context().route(wasm, (route) => {
      met++;
      return faults[name](route);
    });
    await page.reload();
    await goesOn(page);
    expect(met).toBeGreaterThan(0);
  });

  test.each(['cut off half-way', 'a page in its place'])(
    '%s, and its fallback fails too: reports the error',
    async (name) => {
      const page = await site.open();
      await page.context().route(wasm, (route) => faults[name](route));
      await page.context().route(/core\.base64-/, (route) => route.abort());
      await page.reload();
      await page.getByRole('button', { name: /Open example: COMPAS/ }).click();
      await told(page, 'A part of this page could not be loaded');
      await atStart(page);
    },
  );
});

describe('storage', () => {
  const refusals = {
    'is not permitted': () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
    },
    'is not there': () => {
      Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
    },
    'never answers': () => {
      // A request that never fires an event.
      IDBFactory.prototype.open = () => /** @type {any} */ (new EventTarget());
    },
    'has no tab left': () => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('No tab is left.', 'QuotaExceededError');
      };
    },
  };

  test.each(Object.entries(refusals))('%s: audits work, and leaving the page asks first', async (_how, refuse) => {
    const page = await site.open();
    await page.addInitScript(refuse);
    await page.reload();
    await chooseFile(page, small);
    await atColumns(page);
    await runAudit(page);
    const asked = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      return dialog.accept();
    });
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    await atStart(page); // nothing is stored, and nothing waits for it
    expect(page.complaints).toEqual([]);
  });

  test('a full quota loses no audit and no stored data', async () => {
    const page = await site.open();
    await chooseFile(page, small);
    await runAudit(page);
    await isKept(page);
    const session = await page.context().newCDPSession(page);
    const { origin } = new URL(site.url);
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
    await page.getByRole('button', { name: 'New audit' }).click();
    await chooseFile(page, { ...small, name: 'later.csv' });
    await runAudit(page);
    expect(await getHeading(page).textContent()).toBe('later.csv');
    await session.send('Storage.overrideQuotaForOrigin', { origin });
    const next = await page.context().newPage();
    await next.goto(site.url);
    await next.getByRole('button', { name: 'hiring.csv: report' }).click();
    await next.getByRole('heading', { name: 'All figures' }).waitFor();
    expect(await getHeading(next).textContent()).toBe('hiring.csv');
  });

  test('does not claim that data was deleted if deletion failed', async () => {
    const page = await site.open();
    await chooseFile(page, small);
    await atColumns(page);
    await isKept(page);
    await page.goBack();
    await page.reload();
    await page.evaluate(() => {
      IDBObjectStore.prototype.clear = () => {
        throw new DOMException('Not now.', 'InvalidStateError');
      };
    });
    await page.getByRole('button', { name: 'Forget everything now' }).click();
    await page.getByText('could not delete the data').waitFor();
    await page.getByRole('button', { name: 'hiring.csv: choice of columns' }).waitFor();
  });

  test('two tabs store their own work at the same time', async () => {
    const first = await site.open();
    const second = await first.context().newPage();
    await second.goto(site.url);
    const tabs = [first, second];
    await Promise.all(
      tabs.map(async (page, i) => {
        await chooseFile(page, { ...small, name: `of tab ${i}.csv` });
        await runAudit(page);
        await isKept(page);
      }),
    );
    await Promise.all(
      tabs.map(async (page, i) => {
        await page.reload();
        await page.getByRole('heading', { name: 'All figures' }).waitFor();
        expect(await getHeading(page).textContent()).toBe(`of tab ${i}.csv`);
      }),
    );
  });

  test('a duplicated tab does not change the original', async () => {
    const page = await site.open();
    await chooseFile(page, small);
    await atColumns(page);
    await isKept(page);
    // Browsers copy history entries with their titles.
    const state = await page.evaluate(() => history.state);
    const copy = await page.context().newPage();
    await copy.addInitScript((state) => history.replaceState(state, ''), state);
    await copy.goto(page.url());
    await copy.getByRole('checkbox', { name: 'sex', exact: true }).uncheck();
    await isKept(copy);
    await page.reload();
    await atColumns(page);
    expect(await page.getByRole('checkbox', { name: 'sex', exact: true }).isChecked()).toBe(true);
  });
});

describe('the clock', () => {
  const hour = 3_600_000;
  /** Opens the stored data on a page whose clock is off by the given time. */
  async function later(by) {
    const page = await site.open();
    await chooseFile(page, small);
    await runAudit(page);
    await isKept(page);
    const next = await page.context().newPage();
    await next.clock.setFixedTime(Date.now() + by);
    await next.goto(site.url);
    await atStart(next);
    return next;
  }

  test.each([-3 * hour, -400 * 24 * hour])('set back by %i ms: shows stored work as just now', async (by) => {
    const page = await later(by);
    const entry = page.getByRole('listitem').filter({ hasText: 'hiring.csv: report' });
    expect(await entry.textContent()).toContain('just now');
    await entry.getByRole('button').click();
    await page.getByRole('heading', { name: 'All figures' }).waitFor();
  });

  test('set back: deletes stored work a week later', async () => {
    const page = await later(-400 * 24 * hour);
    await page.getByRole('button', { name: 'hiring.csv: report' }).waitFor();
    const next = await page.context().newPage();
    await next.clock.setFixedTime(Date.now() + (8 - 400) * 24 * hour);
    await next.goto(site.url);
    await atStart(next);
    expect(await next.getByRole('button', { name: 'hiring.csv: report' }).count()).toBe(0);
  });

  test('set back during training: shows no negative remaining time', async () => {
    const page = await site.open({ tab: 'leakage' });
    await page.getByRole('button', { name: 'Generate rows' }).click();
    await page.getByLabel('Trials').fill('200');
    await page.getByLabel('Epochs').fill('2000');
    await page.getByRole('button', { name: 'Let attackers learn' }).click();
    await page.getByText(/about \d+ (s|min) left/).waitFor();
    const setBack = (by) => {
      const { now } = Date;
      Date.now = () => now() + by;
    };
    await page.evaluate(setBack, -1000 * hour);
    await Promise.all(page.workers().map((worker) => worker.evaluate(setBack, -1000 * hour)));
    await page.getByText(/[1-9]\d* of 200 trials done, about \d+ (s|min) left/).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Let attackers learn' }).waitFor();
  });
});

describe('files', () => {
  const folder = 'build/tests/web';
  const path = `${folder}/vanishing.csv`;
  const [header, row] = ['sex,qualified,hired,note', `F,1,0,${'x'.repeat(500)}`];
  const write = (rows) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, `${[header, ...Array.from({ length: rows }, () => row)].join('\n')}\n`);
  };
  const fates = { changed: () => write(10), gone: () => rmSync(path) };

  test.each(Object.keys(fates))('%s while they are read', async (fate) => {
    write(200_000);
    const page = await site.open();
    const { release } = await holdWorkers(page, { words: 1 });
    await chooseFile(page, path);
    fates[fate]();
    await release();
    await told(page, 'The file can no longer be read');
    await told(page, 'Choose the file again');
    await atStart(page);
    await goesOn(page);
  });

  test.each(Object.keys(fates))('%s after their columns are known', async (fate) => {
    write(20_000);
    const page = await site.open();
    await chooseFile(page, path);
    await page.getByText('20,000 rows, 4 columns').waitFor();
    fates[fate]();
    await page.getByRole('checkbox', { name: 'sex', exact: true }).check();
    await page.getByRole('button', { name: 'Run the audit' }).click();
    await told(page, 'The file can no longer be read');
    await page.getByRole('button', { name: 'Run the audit' }).waitFor();
  });
});

describe('parts of the page', () => {
  test.each([
    ['file-stages', async (page) => chooseFile(page, small)],
    ['below', async (page) => openExample(page, /Open example: COMPAS/)],
  ])('reports that %s does not load', async (part, act) => {
    const page = await site.open();
    await page.context().route(new RegExp(`${part}-[^/]*\\.js$`), (route) => route.fulfill({ status: 404 }));
    await act(page);
    await told(page, 'A part of this page could not be loaded');
  });

  test('does not read a file as decisions while the form for counts loads', async () => {
    const page = await site.open();
    let release = () => {};
    const held = new Promise((resolve) => {
      release = () => resolve(undefined);
    });
    await page.context().route(/impact-input-[^/]*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'I have counts of groups' }).click();
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    expect(await page.getByLabel('Choose a CSV or Parquet file').count()).toBe(0);
    release();
    await chooseFile(page, csvFile('counts.csv', 'sex,applicants,selected\nf,120,38\nm,200,90'));
    await page.getByRole('button', { name: 'Make the tables' }).waitFor();
  });

  test('shows a message if the first file fails to load', async () => {
    const page = await site.open();
    await page.clock.install();
    await page.context().route(/index-[^/]*\.js$/, (route) => route.abort());
    await page.reload();
    const sentence = page.getByText('This page could not be loaded whole');
    expect(await sentence.isVisible()).toBe(false);
    // It appears with an animation after 10 s.
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish();
    });
    await sentence.waitFor({ state: 'visible', timeout: 15_000 });
  });
});

describe('an update', () => {
  const folder = 'build/tests/web/host';
  const read = (name) => readFileSync(`${folder}/${name}`, 'utf8');
  const part = () => readdirSync(`${folder}/assets`).find((name) => /^impact-scores-/.test(name));
  const getCaches = (page) => page.evaluate(() => caches.keys());
  const opensLeakage = async (page) => {
    await page.getByRole('link', { name: 'Leakage', exact: true }).click();
    await page.getByRole('button', { name: 'Generate rows' }).waitFor();
  };

  // The service worker stores only the files that these tests need; all files are stored in privacy.test.mjs.
  const names = new Set();
  beforeAll(async () => {
    const page = await site.open();
    await goesOn(page);
    await opensLeakage(page);
    for (const url of page.requests) names.add(url.slice(site.url.length));
    await page.close();
  });

  /** Returns a JSON list of stored files without those that these tests do not need. */
  function shortened(list) {
    const isShort = (name) => names.has(name) || !name.startsWith('assets/') || name.endsWith(`/${part()}`);
    return JSON.stringify(JSON.parse(list).filter(isShort));
  }

  let host;
  beforeEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    cpSync('build/page', folder, { recursive: true });
    writeFileSync(`${folder}/sw.js`, read('sw.js').replace(/(?<=^const files = )\[.*\](?=;$)/m, shortened));
    host = await startSite({ folder });
  });
  afterEach(() => host?.close());

  /**
   * Returns the state of a service worker of another version, which is installed after `change` has modified the host.
   */
  async function updated(change) {
    const page = await host.open({ serviceWorkers: 'allow' });
    await page.evaluate(() => navigator.serviceWorker.ready);
    const before = await getCaches(page);
    const [, version] = present(/const version = mine \+ ' (\w+)'/.exec(read('sw.js')));
    writeFileSync(`${folder}/sw.js`, read('sw.js').replaceAll(version, 'ffffffffffffffff'));
    change();
    const state = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const found = new Promise((resolve) => {
        registration.onupdatefound = () => resolve(registration.installing);
      });
      await registration.update();
      const worker = await found;
      return new Promise((resolve) => {
        const tell = () => worker.state !== 'installing' && resolve(worker.state);
        worker.onstatechange = tell;
        tell();
      });
    });
    return { page, state, before };
  }

  test('a complete update is stored until the old page is closed', async () => {
    const { page, state, before } = await updated(() => {});
    expect(state).toBe('installed');
    expect((await getCaches(page)).length).toBe(before.length + 1);
    await goesOn(page);
  });

  const halves = {
    'a page of another edition': () => {
      const page = read('index.html').replace(/assets\/index-[^."]*\.js/, 'assets/index-older.js');
      writeFileSync(`${folder}/index.html`, page);
    },
    'a file that is not there yet': () => rmSync(`${folder}/assets/${part()}`),
    'a file that is a page': () => {
      // Like hosts that respond to every URL with the same page.
      const name = part();
      rmSync(`${folder}/assets/${name}`);
      writeFileSync(`${folder}/sw.js`, read('sw.js').replace(`assets/${name}`, 'elsewhere.html'));
      writeFileSync(`${folder}/elsewhere.html`, '<!doctype html>');
    },
  };

  test.each(Object.entries(halves))('an update with %s is not stored', async (_how, change) => {
    const { page, state, before } = await updated(change);
    expect(state).toBe('redundant');
    expect(await getCaches(page)).toEqual(before);
    await page.context().setOffline(true); // the old one is whole
    await page.reload();
    await goesOn(page);
  });

  /** Renames every file, also in all references, like a version in which everything changed. */
  function renameAll() {
    const names = readdirSync(`${folder}/assets`);
    const all = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
    const renamed = (path) =>
      writeFileSync(
        `${folder}/${path}`,
        read(path).replace(all, (name) => `newer-${name}`),
      );
    renamed('index.html');
    for (const name of names.filter((each) => /\.(js|css)$/.test(each))) renamed(`assets/${name}`);
    for (const name of names) renameSync(`${folder}/assets/${name}`, `${folder}/assets/newer-${name}`);
  }

  test('old and new pages each load their own parts', async () => {
    const page = await host.open({ serviceWorkers: 'allow' });
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload(); // from now on it asks the service worker
    renameAll(); // a new edition, half-way: its page and its files are there, its service worker is not
    await opensLeakage(page); // the old page
    await page.goto(host.url);
    expect(await page.locator('script[src*=newer]').count()).toBe(1);
    await opensLeakage(page); // the new one, under the old service worker
    expect(page.complaints).toEqual([]);
  });
});

const aborts = Number(process.env.FAIRWASM_ABORTS ?? 60);
test.each(['audit', 'leakage', 'amplification', 'robustness', 'model'])(
  `%s: of ${aborts} works that are aborted at random moments none is left`,
  async (tab) => {
    const page = await site.open({ tab });
    const random = mulberry32(7);
    const moments = Array.from({ length: aborts }, () => Math.floor(120 * random() ** 2));
    const { outcomes, at } = await page.locator(`${tab}-tab`).evaluate(
      async (element, { moments, text }) => {
        const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
        const outcomes = [];
        for (const moment of moments) {
          const work = element.receive(new File([text], 'aborted.csv'));
          await wait(moment);
          element.cancel();
          outcomes.push(await Promise.race([work.then(() => 'settled'), wait(10_000)]));
        }
        return { outcomes, at: element.stage.at };
      },
      { moments, text: long.buffer.toString() },
    );
    expect(outcomes).toEqual(moments.map(() => 'settled'));
    expect(['start', 'columns', 'choice', 'table']).toContain(at);
    expect(await page.getByRole('progressbar').count()).toBe(0);
    expect(page.workers().length).toBeLessThan(3); // those that rest
    expect(page.complaints).toEqual([]);
  },
  60_000 + 1000 * aborts,
);
