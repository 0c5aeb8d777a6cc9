// Finds the browser for the tests of the page.

import { existsSync } from 'node:fs';
import { ask } from './run.mjs';

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const onMacOs = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** The path of Chromium or Chrome, or null. */
export function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  for (const command of commands) {
    const path = ask('sh', ['-c', 'command -v "$0"', command]);
    if (path) return path;
  }
  return existsSync(onMacOs) ? onMacOs : null;
}
