// Jest runs the tests of the built package, of the page in browsers, and of the packed tarball. They are
// plain ES modules; nothing is transformed.
export default {
  testMatch: ['<rootDir>/tests/{js,web,browsers,packaging}/**/*.test.mjs'],
  testEnvironment: 'node',
  setupFiles: ['<rootDir>/tests/random.mjs'],
  setupFilesAfterEnv: ['<rootDir>/tests/unchanged.mjs'],
  transform: {},
  testTimeout: 60_000,
  // Modules of suites that are done stay in memory, and with gigabytes of them each look at the heap takes seconds: a
  // process that has so much is followed by a new one.
  workerIdleMemoryLimit: '150MB',
};
