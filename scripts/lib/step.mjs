// How the scripts talk: one line for each step, with the seconds it took; all of its output when it
// fails. `main` turns a failure into a message and an exit code.

import { Failure } from './run.mjs';

// The step whose line has no end yet.
let unfinished = null;

/** Prints a line of its own, whatever is going on. */
export function say(text) {
  if (unfinished) process.stdout.write('\n');
  unfinished = null;
  process.stdout.write(`${text}\n`);
}

/** Does `work`; steps may go on side by side, each then ends with a whole line. */
export async function step(title, work) {
  const start = performance.now();
  const finish = (text) => {
    const line = `${text}${((performance.now() - start) / 1000).toFixed(1)} s`;
    if (unfinished !== title) return say(`${title} ... ${line}`);
    unfinished = null;
    process.stdout.write(`${line}\n`);
  };
  if (unfinished) process.stdout.write('\n');
  process.stdout.write(`${title} ... `);
  unfinished = title;
  try {
    const result = await work();
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
