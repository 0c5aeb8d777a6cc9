// Jest runs the tests of the built package, of the page in browsers, and of the packed tarball. They are
// plain ES modules; nothing is transformed.
export default {
  testMatch: ['<rootDir>/tests/{js,web,browsers,packaging}/**/*.test.mjs'],
  testEnvironment: 'node',
  setupFiles: ['<rootDir>/tests/random.mjs'],
  transform: {},
  testTimeout: 60_000,
};
