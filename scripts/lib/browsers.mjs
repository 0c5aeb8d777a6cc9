// Finds the browsers for tests of the page.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from './run.mjs';

const onMacOs = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

function findCommand(...commands) {
  for (const command of commands) {
    const path = ask('sh', ['-c', 'command -v "$0"', command]);
    if (path) return path;
  }
  return null;
}

/** Returns the path of Chromium or Chrome, or null. */
export function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const command = findCommand('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');
  return command ?? (existsSync(onMacOs) ? onMacOs : null);
}

/** Returns the path of Chromium's headless shell, which opens pages faster, otherwise of Chromium, or null. */
export function findHeadlessChromium() {
  const shell = process.env.CHROMIUM_PATH ? null : findCommand('chromium-headless-shell');
  return shell ?? findChromium();
}

/** Returns the path of Firefox, or null. */
export function findFirefox() {
  return process.env.FIREFOX_PATH || findCommand('firefox-esr', 'firefox');
}

/** Returns WebKitGTK's driver and browser, or null; it needs a screen, which Xvfb provides. */
export function findWebKit() {
  const driver = findCommand('WebKitWebDriver');
  if (!driver || !findCommand('xvfb-run')) return null;
  const browser = libraryFolders()
    .map((folder) => join(folder, 'MiniBrowser'))
    .find((path) => existsSync(path));
  return browser ? { driver, browser } : null;
}

function libraryFolders() {
  return ['/usr/lib', '/usr/libexec', ...architectureFolders()].flatMap((folder) => [
    join(folder, 'webkit2gtk-4.1'),
    join(folder, 'webkit2gtk-4.0'),
    join(folder, 'webkitgtk-6.0'),
  ]);
}

function architectureFolders() {
  if (!existsSync('/usr/lib')) return [];
  return readdirSync('/usr/lib')
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join('/usr/lib', name));
}
