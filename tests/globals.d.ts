// The functions that Vitest defines in every test file.
import type * as vitest from 'vitest';

declare global {
  const describe: typeof vitest.describe;
  const test: typeof vitest.test;
  const expect: typeof vitest.expect;
  const beforeAll: typeof vitest.beforeAll;
  const afterAll: typeof vitest.afterAll;
  const beforeEach: typeof vitest.beforeEach;
  const afterEach: typeof vitest.afterEach;
}
