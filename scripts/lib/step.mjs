// What the scripts print: one line for each step, with the seconds it took, and all of its output if it fails. A
// step of more than 5 s shows how far it is: on a terminal in its line, elsewhere in lines of their own. `main`
// turns a failure into a message and an exit code.

import { Failure } from './run.mjs';

// The step whose line has no end yet.
let unfinished = null;

/** Prints a line of its own, whatever is going on. */
export function say(text) {
  if (unfinished) process.stdout.write('\n');
  unfinished = null;
  process.stdout.write(`${text}\n`);
}

const patience = 5000;
const { isTTY } = process.stdout;

/**
 * Does `work`, which may call the function that it is given with the numbers of parts done and of all parts. Steps
 * may go on side by side: each then ends with a whole line.
 */
export async function step(title, work) {
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
  const first = setTimeout(() => {
    tick();
    timer = setInterval(tick, isTTY ? 1000 : 4 * patience);
  }, patience);
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

/** Whether `url` (import.meta.url) is the script that was started, and not a module it imports. */
export function isStarted(url) {
  return process.argv[1] !== undefined && url === new URL(`file://${process.argv[1]}`).href;
}
