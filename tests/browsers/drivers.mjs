// A common interface to three engines: Chromium through Playwright, Firefox through WebDriver BiDi, WebKit through
// WebDriver. All can open a page and run a function in it; `inPage.mjs` finds elements by role and name.

import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { Builder } from 'selenium-webdriver';
import { findChromium, findFirefox, findWebKit } from '../../scripts/lib/browsers.mjs';
import { present } from '../present.mjs';

const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

async function openChromium(executablePath) {
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });
  const page = await browser.newPage();
  return {
    goto: (url) => page.goto(url),
    evaluate: (work, argument) => page.evaluate(work, argument),
    close: () => browser.close(),
  };
}

async function openFirefox(executablePath) {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  const page = await browser.newPage();
  return {
    goto: (url) => page.goto(url),
    evaluate: (work, argument) => page.evaluate(work, argument),
    close: () => browser.close(),
  };
}

async function freePort() {
  const server = createServer();
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(server)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((closed) => server.close(closed));
  return port;
}

// WebKitGTK has no headless mode, so it gets a virtual screen.
async function openWebKit({ driver, browser }) {
  const port = await freePort();
  const server = spawn('xvfb-run', ['-a', driver, `--port=${port}`], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
  });
  const stop = () => {
    try {
      process.kill(-present(server.pid)); // also ends the virtual screen
    } catch {
      // it has ended
    }
  };
  try {
    const session = await connect(port, browser);
    return {
      goto: (url) => session.get(url),
      async evaluate(work, argument) {
        const script = `
          const done = arguments[arguments.length - 1];
          Promise.resolve((${work})(arguments[0])).then(
            (value) => done({ value }),
            (error) => done({ error: String(error) }),
          );`;
        const { value, error } = await session.executeAsyncScript(script, argument);
        if (error) throw new Error(error);
        return value ?? undefined;
      },
      async close() {
        await session.quit().finally(stop);
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}

async function connect(port, binary) {
  for (let attempt = 0; ; attempt++) {
    try {
      const session = await new Builder()
        .usingServer(`http://127.0.0.1:${port}`)
        .withCapabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary, args: ['--automation'] },
        })
        .build();
      await session.manage().setTimeouts({ script: 60_000 });
      return session;
    } catch (error) {
      if (attempt === 40) throw error;
      await delay(250); // it is still starting
    }
  }
}

/**
 * How each engine is opened, and the reason why it is unavailable, if so. Chromium is required for tests of the page;
 * the others are packages that not every system has (WebKitGTK requires Linux).
 */
export const engines = {
  Chromium: { open: () => openChromium(findChromium()) },
  Firefox: {
    open: () => openFirefox(findFirefox()),
    missing: findFirefox() ? undefined : 'Firefox is not here; FIREFOX_PATH names it',
  },
  WebKit: {
    open: () => openWebKit(present(findWebKit())),
    missing: findWebKit() ? undefined : 'WebKitWebDriver, its MiniBrowser or xvfb-run is not here',
  },
};
