// What Jest gives to every test file.
import type * as jestGlobals from '@jest/globals';

declare global {
  const describe: typeof jestGlobals.describe;
  const test: typeof jestGlobals.test;
  const expect: typeof jestGlobals.expect;
  const beforeAll: typeof jestGlobals.beforeAll;
  const afterAll: typeof jestGlobals.afterAll;
  const beforeEach: typeof jestGlobals.beforeEach;
  const afterEach: typeof jestGlobals.afterEach;
}
