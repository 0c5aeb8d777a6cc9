// Sums the reports of the test runners and prints the result.

import { existsSync, readFileSync } from 'node:fs';

/** Returns an empty result: `{ passed, failed: [name], skipped: [{ name, reason }] }`. */
export function noResults() {
  return { passed: 0, failed: [], skipped: [] };
}

export function add(results, { passed = 0, failed = [], skipped = [] }) {
  results.passed += passed;
  results.failed.push(...failed);
  results.skipped.push(...skipped);
}

/**
 * Returns the results that a runner wrote to `file`, read by `parse`. A runner without a report, or that failed without
 * a failed test (such as a leak found at exit), counts as one failure.
 */
export function readReport(suite, { code, file, parse }) {
  const ending = code === 'timeout' ? 'killed because it was silent for too long' : `exited with ${code}`;
  if (!existsSync(file)) return { failed: [`${suite}: ${ending}, and left no report`] };
  const results = parse(suite, readFileSync(file, 'utf8'));
  if (code === 'timeout' || (code !== 0 && results.failed.length === 0)) {
    results.failed.push(`${suite}: ${ending}`);
  }
  return results;
}

export function parseGoogletest(suite, report) {
  const results = noResults();
  for (const test of JSON.parse(report).testsuites.flatMap((group) => group.testsuite)) {
    const name = `${suite}: ${test.classname}.${test.name}`;
    if (test.failures) results.failed.push(name);
    else if (test.status === 'NOTRUN') results.skipped.push({ name, reason: 'disabled' });
    else if (test.result === 'SKIPPED') results.skipped.push({ name, reason: skipReason(test) });
    else results.passed++;
  }
  return results;
}

// The message follows a line with the file name.
function skipReason(test) {
  const message = test.skipped?.[0]?.message ?? '';
  return message.slice(message.indexOf('\n') + 1).trim() || 'no reason given';
}

/** Reads the lines of lib/file-reporter.mjs. */
export function parseVitest(suite, report) {
  const results = noResults();
  for (const line of report.trimEnd().split('\n')) {
    const { file = 'outside tests', tests, errors } = JSON.parse(line);
    results.failed.push(...errors.map((message) => `${suite}: ${file}: ${message}`));
    for (const { name, state, reason } of tests) {
      if (state === 'passed') results.passed++;
      else if (state === 'skipped')
        results.skipped.push({ name: `${suite}: ${name}`, reason: reason ?? 'no reason given' });
      else results.failed.push(`${suite}: ${file}: ${name}${state === 'failed' ? '' : ' did not end'}`);
    }
  }
  return results;
}

/** Prints the names of failed and skipped tests, and the counts as the last line; returns true if nothing failed. */
export function report({ passed, failed, skipped }) {
  const lines = [
    '',
    ...skipped.map(({ name, reason }) => `skipped  ${name} (${reason})`),
    ...failed.map((name) => `failed   ${name}`),
    `${passed} passed, ${failed.length} failed${skipped.length ? `, ${skipped.length} skipped` : ''}`,
  ];
  console.log(lines.join('\n'));
  return failed.length === 0 && passed > 0;
}
