// Writes V8's counts of each Jest test file as Node writes those of a process: see line-coverage.mjs. Jest's own report
// would keep the counts of all test files in memory.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export default class CountsReporter {
  #folder;
  #written = 0;

  constructor(_globalConfig, { folder }) {
    this.#folder = folder;
  }

  onTestResult(_test, testResult) {
    const result = (testResult.v8Coverage ?? []).map((script) => script.result);
    testResult.v8Coverage = undefined;
    writeFileSync(join(this.#folder, `jest-${this.#written++}.json`), JSON.stringify({ result }));
  }
}
