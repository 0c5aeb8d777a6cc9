// Prepares a fresh clone for building: npm packages, the C++ toolchain, and, for the tests, browsers and database
// servers. Existing installations are kept.
//
//   node scripts/setup.mjs

import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall } from './lib/apt.mjs';
import { findChromium, findFirefox, findHeadlessChromium, findWebKit } from './lib/browsers.mjs';
import { engineNames, findEngine, unpackEngines } from './lib/engines.mjs';
import { top } from './lib/paths.mjs';
import { Failure, run } from './lib/run.mjs';
import { isStarted, main, step } from './lib/step.mjs';
import { toolchain } from './toolchain.mjs';

/** Resolves with the C++ environment (see toolchain.mjs). */
export async function setup({ browser = false, otherBrowsers = false, engines = false } = {}) {
  checkNode();
  await installPackages();
  if (browser) await installChromium();
  if (otherBrowsers) await installOtherBrowsers();
  if (engines) await installEngines();
  return toolchain();
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Failure(`fairwasm needs Node 20.19 or later; this is ${process.version}.`);
}

// The stamp is in node_modules, so that it is deleted together with it.
async function installPackages() {
  const stamp = join(top, 'node_modules', '.fairwasm-lock-hash');
  const lock = readFileSync(join(top, 'package-lock.json'));
  const hash = createHash('sha256').update(lock).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  refuseLink(join(top, 'node_modules'));
  await step('npm packages (under a minute)', () => run('npm', ['ci', '--no-audit', '--no-fund']));
  writeFileSync(stamp, hash);
}

// `npm ci` would empty the folder that the link points to, which belongs to another checkout.
function refuseLink(folder) {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw new Failure(`${folder} is a link to other packages. Remove the link.`);
}

async function installChromium() {
  if (!findChromium()) await installWholeChromium();
  // Without the headless shell, tests of the page run in the full browser.
  if (process.env.CHROMIUM_PATH || findHeadlessChromium() !== findChromium()) return;
  await step('headless Chromium for the tests of the page (a few seconds)', () =>
    aptInstall(['chromium-headless-shell'], 'They run in Chromium.').catch(() => {}),
  );
}

async function installWholeChromium() {
  const byHand = 'Install Chromium or Chrome by hand, and name it in CHROMIUM_PATH.';
  await step('Chromium for the tests of the page (about a minute)', () => aptInstall(['chromium'], byHand));
  if (!findChromium()) throw new Failure(`The package chromium contains no browser. ${byHand}`);
}

// Firefox and WebKit show that nothing depends on one engine. If they cannot be installed, their tests are skipped with
// a message.
async function installOtherBrowsers() {
  const missing = [
    ...(findFirefox() ? [] : ['firefox-esr']),
    ...(findWebKit() ? [] : ['webkit2gtk-driver', 'xvfb', 'xauth']),
  ];
  if (missing.length === 0) return;
  await step(`${missing.join(', ')} for the tests in other browsers`, () =>
    aptInstall(missing, 'The tests in other browsers are skipped.').catch(({ message }) => console.log(`\n${message}`)),
  );
}

// Real servers count rows; if one cannot be installed, its tests are skipped with a message.
async function installEngines() {
  const missing = engineNames.filter((name) => !findEngine(name));
  if (missing.length === 0) return;
  await step(`${missing.join(', ')} for the tests of precomputed counts (a few seconds)`, () =>
    unpackEngines(missing).catch(({ message }) => console.log(`\n${message}\nTheir tests are skipped.`)),
  );
}

if (isStarted(import.meta.url)) {
  main(() => setup({ browser: true, otherBrowsers: true, engines: true }));
}
