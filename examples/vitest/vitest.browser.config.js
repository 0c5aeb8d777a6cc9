// Runs the same tests in a browser: vitest run --config vitest.browser.config.js. CHROMIUM_PATH selects a browser other
// than Playwright's.

import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

const executablePath = process.env.CHROMIUM_PATH;
const args = ['--no-sandbox'];

export default defineConfig({
  test: {
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { args, ...(executablePath && { executablePath }) } }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
