// Progress of the scripts: one line for each step with its seconds, and all of its output if it fails. On a terminal, a
// step of more than 5 s shows its progress in its line; elsewhere, only long suites of tests do, in separate lines.
// `main` converts a failure to a message and an exit code.

import { Failure } from './run.mjs';

// The step whose line is incomplete.
let unfinished = null;

/** Prints a separate line at any time. */
export function say(text) {
  if (unfinished) process.stdout.write('\n');
  unfinished = null;
  process.stdout.write(`${text}\n`);
}

const patience = 5000;
const { isTTY } = process.stdout;

/**
 * Runs `work`, which may call its argument with the numbers of completed and of all parts. Steps may run in parallel;
 * each of them then ends with a complete line. With `isLong`, progress is also printed without a terminal.
 */
export async function step(title, work, { isLong = false } = {}) {
  const start = performance.now();
  const elapsed = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
  let count = '';
  const tick = () => {
    const text = `${title} ... ${count}${elapsed()}`;
    if (unfinished === title && isTTY) process.stdout.write(`\r${text}\x1b[K`);
    else if (!isTTY) say(text);
  };
  const finish = (text) => {
    clearTimeout(first);
    clearInterval(timer);
    const line = `${title} ... ${text}${elapsed()}`;
    if (unfinished !== title) return say(line);
    unfinished = null;
    process.stdout.write(isTTY ? `\r${line}\x1b[K\n` : `${line.slice(`${title} ... `.length)}\n`);
  };
  if (unfinished) process.stdout.write('\n');
  process.stdout.write(`${title} ... `);
  unfinished = title;
  let timer;
  const startTicking = () => {
    tick();
    timer = setInterval(tick, isTTY ? 1000 : 12 * patience);
  };
  const first = isTTY || isLong ? setTimeout(startTicking, patience) : undefined;
  try {
    const result = await work((done, all) => {
      count = `${done} of ${all}, `;
    });
    finish('');
    return result;
  } catch (error) {
    finish('failed after ');
    throw error;
  }
}

export async function main(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Failure ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

/** Returns true if `url` (import.meta.url) is the started script and not an imported module. */
export function isStarted(url) {
  return process.argv[1] !== undefined && url === new URL(`file://${process.argv[1]}`).href;
}
