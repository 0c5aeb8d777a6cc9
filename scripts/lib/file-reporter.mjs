// A reporter of Vitest that writes one JSON line as soon as a test file has ended, so that the results of a run that is
// killed are not lost. FAIRWASM_TEST_REPORT names the file.

import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { top } from './paths.mjs';

const path = process.env.FAIRWASM_TEST_REPORT;
const write = (line) => appendFileSync(path, `${JSON.stringify(line)}\n`);

export default class FileReporter {
  onTestModuleEnd(module) {
    const tests = [...module.children.allTests()].map((test) => {
      const { state, note } = test.result();
      return { name: test.fullName, state, reason: note };
    });
    const { duration, setupDuration } = module.diagnostic();
    write({
      file: relative(top, module.moduleId),
      seconds: (duration + setupDuration) / 1000,
      tests,
      errors: module.errors().map(({ message }) => message),
    });
  }

  /** Errors outside tests, such as an unhandled rejection after the last one. */
  onTestRunEnd(_modules, errors) {
    if (errors.length > 0) write({ tests: [], errors: errors.map(({ message }) => message) });
  }
}
